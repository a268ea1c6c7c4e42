/** Logout token: OIDC Back-Channel Logout §2.4. */
import { signJwt } from "../jws/sign.ts";
import type { Signer } from "../keys/signing-key.ts";

/** The claims of our logout tokens; `exp` and `iat` in whole seconds since 1970. The standard forbids a nonce. */
export interface LogoutTokenClaims {
  readonly iss: string;
  readonly aud: string;
  /** Absent if the client knows no subject of the person: then the session identifies the person. */
  readonly sub: string | undefined;
  readonly sid: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
}

const TYP = "logout+jwt";
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Signs a logout token. Its type prevents confusion with an ID token, in both directions (§4.1). */
export function signLogoutToken(signer: Signer, claims: LogoutTokenClaims): Promise<string> {
  const { iss, aud, sub, sid, jti, iat, exp } = claims;
  return signJwt(signer, TYP, { iss, aud, sub, sid, jti, iat, exp, events: { [EVENT]: {} } });
}
