/** Logout token: OIDC Back-Channel Logout §2.4. */
import { signJwt } from "../jws/sign.ts";
import type { Signer } from "../keys/signing-key.ts";

/** The claims of our logout tokens; `exp` and `iat` in whole seconds since 1970. The standard forbids a nonce. */
export interface LogoutTokenClaims {
  readonly iss: string;
  readonly aud: string;
  /** Left out where the client knows no subject of the person: the session says whose it was. */
  readonly sub: string | undefined;
  readonly sid: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
}

const TYP = "logout+jwt";
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Signs a logout token. Its type keeps it from passing as an ID token, and an ID token from passing as one (§4.1). */
export function signLogoutToken(signer: Signer, claims: LogoutTokenClaims): Promise<string> {
  const { iss, aud, sub, sid, jti, iat, exp } = claims;
  return signJwt(signer, TYP, { iss, aud, sub, sid, jti, iat, exp, events: { [EVENT]: {} } });
}
