/** Remembers which access tokens were verified, so that a signature is checked once. */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { assertInTime, type VerifiedAccessToken } from "../profiles/access-token.ts";
import { kidOf } from "./compact.ts";

/** Verifies an access token at a given time. Throws `invalid_jwt`. It does not check revocation. */
export type VerifyToken = (token: string, now: Date) => Promise<VerifiedAccessToken>;

export interface Remembering {
  /** Verifies a token completely. */
  readonly verify: VerifyToken;
  /** Whether the issuer still publishes this key. If a key left the set, its tokens are no longer valid. */
  readonly isKnownKey: (kid: string) => boolean;
  /** How many tokens are remembered; by default 10,000. */
  readonly most?: number;
}

/**
 * Does what `verify` does. For a remembered token it checks only what can change: its key and its time. Throws what
 * `verify` throws.
 */
export function rememberVerified({ verify, isKnownKey, most = 10_000 }: Remembering): VerifyToken {
  // The key is the hash of the whole token: a token is a secret, and a token that differs only in its signature is
  // another one.
  const remembered = new LRUCache<string, { kid: string; claims: VerifiedAccessToken }>({ max: most });

  return async (token, now) => {
    const digest = hash("sha256", token, "base64");
    const known = remembered.get(digest);
    if (known !== undefined && isKnownKey(known.kid)) {
      assertInTime(known.claims, { now });
      return known.claims;
    }

    if (known !== undefined) remembered.delete(digest);
    const claims = await verify(token, now);
    remembered.set(digest, { kid: kidOf(token), claims });
    return claims;
  };
}
