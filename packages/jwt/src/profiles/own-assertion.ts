/** Our own client assertion, with which we authenticate at another server: RFC 7523 §3, OIDC Core §9. */
import { signJwt } from "../jws/sign.ts";
import type { Signer } from "../keys/signing-key.ts";

/** `iat` and `exp` in whole seconds since 1970. */
export interface OwnAssertionClaims {
  /** Our client ID there. */
  readonly clientId: string;
  /** The issuer of the server. */
  readonly audience: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
}

// The type that every server accepts. Ours of other kinds have none, or one of their own.
const TYP = "JWT";

export function signOwnAssertion(
  signer: Signer,
  { clientId, audience, jti, iat, exp }: OwnAssertionClaims,
): Promise<string> {
  return signJwt(signer, TYP, { iss: clientId, sub: clientId, aud: audience, jti, iat, exp });
}
