/** Verifies access tokens, and remembers which signatures were valid. */
import {
  isInvalidJwt,
  isKeysUnavailable,
  type RemoteJwks,
  rememberVerified,
  type VerifiedAccessToken,
  verifyAccessToken,
} from "@countersign/jwt";
import { invalidAccessToken, ProtocolError } from "@countersign/rules";

interface Verification {
  readonly keys: RemoteJwks;
  readonly issuer: string;
  /** The identifier of this resource server. */
  readonly audience: string;
  readonly now: () => Date;
  readonly maxRemembered?: number;
}

/**
 * A check of access tokens: signature, type, issuer, audience and time (RFC 9068 §4). Throws `invalid_token`, or
 * `temporarily_unavailable` while the issuer's keys are not available. It does not check revocation.
 */
export function tokenVerification({
  keys,
  now,
  maxRemembered,
  ...expected
}: Verification): (token: string) => Promise<VerifiedAccessToken> {
  const verify = rememberVerified({
    verify: (token, at) => verifyAccessToken(token, { ...expected, keys, now: at }),
    isKnownKey: keys.has,
    ...(maxRemembered === undefined ? {} : { most: maxRemembered }),
  });

  return async (token) => {
    try {
      return await verify(token, now());
    } catch (err) {
      if (isInvalidJwt(err)) throw invalidAccessToken(err.detail);
      if (isKeysUnavailable(err))
        throw new ProtocolError("temporarily_unavailable", "the service cannot answer now", err.message);
      throw err;
    }
  };
}
