/** Remembers which access tokens were verified, so that a signature is checked once. */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { assertInTime, type VerifiedAccessToken } from "../profiles/access-token.ts";
import { kidOf } from "./compact.ts";

/** Verifies an access token as things are at a time. Throws `invalid_jwt`. It says nothing of revocation. */
export type VerifyToken = (token: string, now: Date) => Promise<VerifiedAccessToken>;

export interface Remembering {
  /** Verifies a token whole. */
  readonly verify: VerifyToken;
  /** Whether the issuer still publishes this key: one that left the set takes what it signed with it. */
  readonly isKnownKey: (kid: string) => boolean;
  /** How many tokens are remembered; 10,000 unless told. */
  readonly most?: number;
}

/**
 * `verify`, except that of a token seen before only what can change is asked again: its key and its time. Throws what
 * `verify` throws.
 */
export function rememberVerified({ verify, isKnownKey, most = 10_000 }: Remembering): VerifyToken {
  // Under the hash of the whole token: a token is a secret, and one that differs in its signature alone is another.
  const remembered = new LRUCache<string, { kid: string; claims: VerifiedAccessToken }>({ max: most });

  return async (token, now) => {
    const digest = hash("sha256", token, "base64");
    const known = remembered.get(digest);
    if (known !== undefined && isKnownKey(known.kid)) {
      assertInTime(known.claims, { now });
      return known.claims;
    }

    remembered.delete(digest);
    const claims = await verify(token, now);
    remembered.set(digest, { kid: kidOf(token), claims });
    return claims;
  };
}
