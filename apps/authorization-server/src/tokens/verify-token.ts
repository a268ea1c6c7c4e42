import { rememberVerified, type VerifyToken, verifyAccessToken } from "@countersign/jwt";
import type { KeyRing } from "../keys/key-ring.ts";

/**
 * Verifies access tokens of ours (RFC 9068 §4), whoever they are for: that is for the caller to decide. Throws
 * `invalid_jwt`.
 */
export function tokenVerifier(issuer: string, keys: Pick<KeyRing, "verificationKeys" | "has">): VerifyToken {
  return rememberVerified({
    verify: (token, now) =>
      verifyAccessToken(token, { keys: keys.verificationKeys(), issuer, audience: undefined, now }),
    isKnownKey: keys.has,
  });
}
