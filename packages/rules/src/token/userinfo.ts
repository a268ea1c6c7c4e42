/**
 * What an access token permits at the UserInfo endpoint: OIDC Core §5.3. The resource server checks it, and the
 * authorization server checks it again when it makes the answer (architecture §5). The token says what was issued; the
 * authorization says what is still valid.
 */

import { narrows, stillGranted } from "../consent/scope.ts";
import { insufficientScope, invalidAccessToken, ProtocolError } from "../errors.ts";
import { claimValues, type HeldClaims, type HeldMemberships, membershipValues } from "../people/claims/claim-values.ts";
import type { StandardClaim } from "../people/claims/claims.ts";
import { isAtLeast } from "../people/levels/demands.ts";

/** A live authorization with the person's claims, as the view userinfo_v1 returns it. */
export interface UserinfoRow extends HeldClaims, HeldMemberships {
  readonly client_id: string;
  readonly sub: string;
  readonly scopes: readonly string[];
  readonly resource: string;
  /** Access tokens of this authorization that were revoked individually. */
  readonly revoked_jtis: readonly string[];
  /** Claims that were requested by name (OIDC Core §5.5) and granted; null or absent for none. */
  readonly requested_claims?: readonly StandardClaim[] | null;
  /** Whether the client is registered to get a JWT (OIDC Core §5.3.2). */
  readonly wants_jwt: boolean;
  /** Whether claims are made for this client, which only the authorization server does. */
  readonly is_mapped?: boolean;
}

/** The parts of a verified access token that are read here. */
export interface PresentedToken {
  readonly jti: string;
  readonly client_id: string;
  readonly sub: string;
  readonly scope?: string | undefined;
}

/** The scope without which every request is refused (OIDC Core §5.3). */
export const REQUIRED_SCOPE = "openid";

/** A scope that token and authorization both allow. Only `grantedScopes` and `narrowGranted` make one. */
export type GrantedScopes = readonly string[] & { readonly [granted]: true };
declare const granted: unique symbol;

/**
 * The scopes that a token still has, including `openid`. Throws `invalid_token` if the token was revoked or the
 * authorization belongs to another token, `insufficient_scope` without `openid`.
 *
 * @param resource the identifier of the resource server of /userinfo
 */
export function grantedScopes(token: PresentedToken, row: UserinfoRow, resource: string): GrantedScopes {
  // RFC 7009 §2.1: a revoked token is invalid from that moment on.
  if (row.revoked_jtis.includes(token.jti)) throw invalidAccessToken("the token was revoked");

  if (row.client_id !== token.client_id) throw invalidAccessToken("the authorization belongs to another client");
  if (row.sub !== token.sub) throw invalidAccessToken("the authorization is of another subject");
  if (row.resource !== resource) throw invalidAccessToken("the authorization is for another resource");

  const scopes = stillGranted(token.scope, row.scopes);

  // OIDC Core §5.3: the endpoint is for tokens of OpenID Connect requests.
  if (!scopes.includes(REQUIRED_SCOPE)) throw insufficientScope("the access token needs the scope openid");
  return scopes as GrantedScopes;
}

/**
 * A `scope` parameter of the request narrows the answer and never widens it (§4.8 rule 7). Throws `insufficient_scope`.
 */
export function narrowGranted(scopes: GrantedScopes, requested: string | undefined): GrantedScopes {
  if (requested === undefined) return scopes;

  const wanted = requested.split(" ").filter((scope) => scope !== "");
  if (!narrows(wanted, scopes)) throw insufficientScope("the requested scope was not granted");
  return wanted as readonly string[] as GrantedScopes;
}

/** What a resource server demands of the sign-in behind a token (RFC 9470). */
export interface DemandedSignIn {
  /** The least `acr`. */
  readonly acr?: string | undefined;
  /** How long ago the person may have proved who they are. */
  readonly maxAgeSeconds?: number | undefined;
}

/**
 * RFC 9470 §3: refuses a token whose sign-in is too weak or too old. Throws `insufficient_user_authentication`. A token
 * that does not say how its person signed in meets no demand.
 */
export function assertSignIn(
  token: { readonly acr?: string | undefined; readonly auth_time?: number | undefined },
  { acr, maxAgeSeconds }: DemandedSignIn,
  now: Date,
): void {
  if (acr !== undefined && (token.acr === undefined || !isAtLeast(token.acr, acr))) {
    throw new ProtocolError("insufficient_user_authentication", "a stronger sign-in is needed");
  }
  if (maxAgeSeconds === undefined) return;
  const oldest = now.getTime() / 1000 - maxAgeSeconds;
  if (token.auth_time === undefined || token.auth_time < oldest) {
    throw new ProtocolError("insufficient_user_authentication", "a more recent sign-in is needed");
  }
}

/**
 * The claims of a UserInfo response (OIDC Core §5.3.2): those that these scopes ask for and those requested by name
 * (§5.5), as far as they are held, and always `sub`. With what the person belongs to, if scopes ask for it.
 */
export function userinfoClaims(row: UserinfoRow, scopes: GrantedScopes): Record<string, unknown> {
  return {
    sub: row.sub,
    ...claimValues(row, scopes, row.requested_claims ?? []),
    ...membershipValues(row, scopes),
  };
}
