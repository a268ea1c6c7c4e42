import { rememberVerified, type VerifyToken, verifyAccessToken } from "@countersign/jwt";
import type { KeyRing } from "../keys/key-ring.ts";

/**
 * Verifies access tokens of ours (RFC 9068 §4) for any audience. The caller must check the audience. Throws
 * `invalid_jwt`.
 */
export function tokenVerifier(issuer: string, keys: Pick<KeyRing, "verificationKeys" | "has">): VerifyToken {
  return rememberVerified({
    verify: (token, now) =>
      verifyAccessToken(token, { keys: keys.verificationKeys(), issuer, audience: undefined, now }),
    isKnownKey: keys.has,
  });
}
