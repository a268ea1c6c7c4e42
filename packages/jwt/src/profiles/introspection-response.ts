/** An introspection response in a JWT: RFC 9701 §5. */
import { signJwt } from "../jws/sign.ts";
import type { Signer } from "../keys/signing-key.ts";

/** The claims of such a response. `iat` is in whole seconds since 1970. */
export interface IntrospectionResponseClaims {
  readonly iss: string;
  /** The only caller that it is for. */
  readonly aud: string;
  readonly iat: number;
  /** What a response in JSON would contain. */
  readonly token_introspection: Readonly<Record<string, unknown>>;
}

const TYP = "token-introspection+jwt";

/** Signs an introspection response. Its type prevents its use as a token (§8.1), so it has neither `sub` nor `exp`. */
export function signIntrospectionResponse(signer: Signer, claims: IntrospectionResponseClaims): Promise<string> {
  const { iss, aud, iat, token_introspection } = claims;
  return signJwt(signer, TYP, { iss, aud, iat, token_introspection });
}
