/** A signed UserInfo response: OIDC Core §5.3.2. */
import { signJwt } from "../jws/sign.ts";
import type { Signer } from "../keys/signing-key.ts";

/** The claims of such a response that are not about the person; times in whole seconds since 1970. */
export interface UserinfoAbout {
  readonly iss: string;
  /** The only client that it is for. */
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
}

/** Signs a UserInfo response. It has no `typ`, so none of ours can pass as an ID token (RFC 8725 §3.11). */
export function signUserinfo(
  signer: Signer,
  claims: Readonly<Record<string, unknown>>,
  about: UserinfoAbout,
): Promise<string> {
  return signJwt(signer, undefined, { ...claims, ...about });
}
