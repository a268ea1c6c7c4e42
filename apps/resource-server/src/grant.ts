/** What a good token still allows: the token says what was issued, the authorization what stands. */
import type { VerifiedAccessToken } from "@countersign/jwt";
import { insufficientScope, invalidToken, REQUIRED_SCOPE } from "./bearer.ts";
import type { UserinfoRow } from "./store.ts";

/** A scope that token and authorization both allow. Only `grantedScopes` and `narrow` make one. */
export type GrantedScopes = readonly string[] & { readonly [granted]: true };
declare const granted: unique symbol;

/**
 * The scopes that a token still has, `openid` among them. Throws `invalid_token` where the
 * authorization is gone or is not this token's, `insufficient_scope` without `openid`.
 */
export function grantedScopes(token: VerifiedAccessToken, row: UserinfoRow, resource: string): GrantedScopes {
  // RFC 7009 §2.1: a revoked token is of no use from that moment on.
  if (row.revoked_jtis.includes(token.jti)) throw invalidToken("the token was revoked");

  if (row.client_id !== token.client_id) throw invalidToken("the authorization is another client's");
  if (row.sub !== token.sub) throw invalidToken("the authorization is of another subject");
  if (row.resource !== resource) throw invalidToken("the authorization is for another resource");

  const scopes = (token.scope ?? "").split(" ").filter((scope) => row.scopes.includes(scope));

  // OIDC Core §5.3: the endpoint is for tokens of OpenID Connect requests.
  if (!scopes.includes(REQUIRED_SCOPE)) throw insufficientScope("the access token needs the scope openid");
  return scopes as readonly string[] as GrantedScopes;
}

/** A `scope` parameter of the request narrows the answer and never widens it (§4.8 rule 7). Throws `insufficient_scope`. */
export function narrow(scopes: GrantedScopes, requested: string | undefined): GrantedScopes {
  if (requested === undefined) return scopes;

  const wanted = requested.split(" ").filter((scope) => scope !== "");
  if (!wanted.every((scope) => scopes.includes(scope))) {
    throw insufficientScope("a scope was asked for that was not granted");
  }
  return wanted as readonly string[] as GrantedScopes;
}
