import {
  isInvalidJwt,
  rememberVerified,
  type VerifiedAccessToken,
  type VerifyToken,
  verifyAccessToken,
} from "@countersign/jwt";
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

/** What `verifyToken` finds; undefined for a token that is not valid. */
export async function ifValid(
  token: string,
  { verifyToken, now }: { readonly verifyToken: VerifyToken; readonly now: () => Date },
): Promise<VerifiedAccessToken | undefined> {
  try {
    return await verifyToken(token, now());
  } catch (err) {
    if (isInvalidJwt(err)) return undefined;
    throw err;
  }
}

export type { VerifiedAccessToken, VerifyToken };
