/** An authorization response in a JWT: JARM §2.1. */
import { signJwt } from "../jws/sign.ts";
import type { Signer } from "../keys/signing-key.ts";

/** The claims of such a response that are not its parameters. `exp` is in whole seconds since 1970. */
export interface AuthorizationResponseAbout {
  readonly iss: string;
  /** The only client that it is for. */
  readonly aud: string;
  readonly exp: number;
}

/** Signs an authorization response. It has no `typ`, so none of ours can pass as an ID token (RFC 8725 §3.11). */
export function signAuthorizationResponse(
  signer: Signer,
  parameters: Readonly<Record<string, string>>,
  { iss, aud, exp }: AuthorizationResponseAbout,
): Promise<string> {
  return signJwt(signer, undefined, { ...parameters, iss, aud, exp });
}
