/** Verifies access tokens, and remembers which signatures were good. */
import { createHash } from "node:crypto";
import {
  assertInTime,
  isInvalidJwt,
  isKeysUnavailable,
  kidOf,
  type RemoteJwks,
  type VerifiedAccessToken,
  verifyAccessToken,
} from "@countersign/jwt";
import { invalidAccessToken, ProtocolError } from "@countersign/rules";
import { LRUCache } from "lru-cache";

interface Verification {
  readonly keys: RemoteJwks;
  readonly issuer: string;
  /** The identifier of this resource server. */
  readonly audience: string;
  readonly now: () => Date;
  readonly maxRemembered?: number;
}

/**
 * A check of access tokens: signature, type, issuer, audience and time (RFC 9068 §4). Throws `invalid_token`,
 * or `temporarily_unavailable` while the issuer's keys cannot be had. It says nothing of revocation.
 */
export function tokenVerification(verification: Verification): (token: string) => Promise<VerifiedAccessToken> {
  const { keys, now, maxRemembered = 10_000, ...expected } = verification;
  // Only what cannot change is remembered, under the hash of the whole token: a token is a secret,
  // and one that differs in its signature alone is another.
  const remembered = new LRUCache<string, { kid: string; claims: VerifiedAccessToken }>({ max: maxRemembered });

  async function verify(token: string): Promise<VerifiedAccessToken> {
    const digest = createHash("sha256").update(token).digest("base64");
    const known = remembered.get(digest);
    // A key that left the issuer's set takes what it signed with it.
    if (known !== undefined && keys.has(known.kid)) {
      assertInTime(known.claims, { now: now() });
      return known.claims;
    }

    remembered.delete(digest);
    const claims = await verifyAccessToken(token, { ...expected, keys, now: now() });
    remembered.set(digest, { kid: kidOf(token), claims });
    return claims;
  }

  return async (token) => {
    try {
      return await verify(token);
    } catch (err) {
      if (isInvalidJwt(err)) throw invalidAccessToken(err.detail);
      if (isKeysUnavailable(err))
        throw new ProtocolError("temporarily_unavailable", "the service cannot answer now", err.message);
      throw err;
    }
  };
}
