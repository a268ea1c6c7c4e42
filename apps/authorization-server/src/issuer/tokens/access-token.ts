/**
 * Access tokens: RFC 9068 §2.2, with the sign-in behind them (RFC 9470 §6). All access tokens are signed here, for
 * every kind of authorization and every sender.
 */
import { randomUUID } from "node:crypto";
import { type AccessTokenAlg, type AccessTokenClaims, signAccessToken } from "@countersign/jwt";
import {
  type Act,
  assertBoundFor,
  confirmationOf,
  type JsonObject,
  numericDate,
  type Sender,
  tokenTypeOf,
} from "@countersign/rules";
import type { ResourceServer } from "../../platform/stores/client/resource-servers.ts";
import type { Authorization } from "../../platform/stores/issued/authorization-row.ts";
import type { KeyRing } from "../keys/key-ring.ts";

/** The audience, with its own algorithm and lifetime if that resource server has them. */
type AudienceSettings = Pick<ResourceServer, "identifier"> &
  Partial<
    Pick<
      ResourceServer,
      "accessTokenSigningAlg" | "accessTokenTtlSeconds" | "accessTokenTyp" | "dpopBoundAccessTokensRequired" | "mayAct"
    >
  >;

/** What an access token is for, and the scopes that it has there. */
export interface AccessTokenAudience extends Pick<Grounds, "hasGrantedScopes"> {
  readonly resource: AudienceSettings;
  /** The identifier of the resource server of /userinfo, if the token is for that one, too. */
  readonly userinfo?: string | undefined;
  readonly scopes: readonly string[];
  /** The authorization details that it has there. */
  readonly details?: readonly JsonObject[] | undefined;
  /** The organization that it counts in; none for one that counts everywhere. */
  readonly organizationId?: string | undefined;
  /** The roles of the person there, for a client that asked for them. */
  readonly roles?: readonly string[] | undefined;
}

/** The basis of an access token: what a person authorized, or what a client may do for itself. */
export interface Grounds {
  /** The id of the authorization row. Without the row the token is not valid. */
  readonly authorizationId: string;
  readonly clientId: string;
  /** The person, or the client itself if no person is involved. */
  readonly sub: string;
  readonly scopes: readonly string[];
  /** Whether scopes were granted at all, here or at another resource server; not by default. */
  readonly hasGrantedScopes?: boolean;
  readonly resource: AudienceSettings;
  /** The identifier of the resource server of /userinfo, if the token is for that one, too. */
  readonly userinfo?: string | undefined;
  /** The authorization details for that resource server; none by default. */
  readonly details?: readonly JsonObject[] | undefined;
  /** The organization that the token counts in; none by default. */
  readonly organizationId?: string | undefined;
  /** The roles of the person at that resource server; none by default. */
  readonly roles?: readonly string[] | undefined;
  /** How the person signed in. */
  readonly signIn?: Pick<Authorization, "acr" | "amr" | "authTime">;
  /** Who acts for the person (RFC 8693 §4.1); no one by default. */
  readonly act?: Act | undefined;
  /** The most seconds that it lives, if they are fewer than for other tokens of the resource server. */
  readonly mostSeconds?: number;
}

/** RFC 6749 §5.1. */
export interface AccessTokenResponse {
  readonly access_token: string;
  readonly token_type: "Bearer" | "DPoP";
  readonly expires_in: number;
  readonly scope?: string;
  /** RFC 9396 §7. */
  readonly authorization_details?: readonly JsonObject[];
}

/** Signs an access token for the sender of a request, at this time. */
export type IssueAccessToken = (grounds: Grounds, sender: Sender, at: Date) => Promise<AccessTokenResponse>;

export interface AccessTokenSettings {
  readonly issuer: string;
  readonly accessTokenAlg: AccessTokenAlg;
  readonly accessTokenTtlSeconds: number;
}

/** The grounds for what a person authorized, for one of its audiences. */
export const groundsOf = (
  { id, clientId, sub, acr, amr, authTime }: Authorization,
  { resource, userinfo, scopes, hasGrantedScopes, details, organizationId, roles }: AccessTokenAudience,
): Grounds => ({
  authorizationId: id,
  clientId,
  sub,
  scopes,
  resource,
  userinfo,
  ...(hasGrantedScopes && { hasGrantedScopes }),
  details,
  organizationId,
  roles,
  signIn: { acr, amr, authTime },
});

/** RFC 8693 §4.4: who may act for a person, if a policy of the audience says so. A client itself needs no actor. */
const mayActOf = ({ sub, clientId, resource: { mayAct } }: Grounds) =>
  mayAct && sub !== clientId ? { may_act: { sub: mayAct } } : {};

export function accessTokens(keys: Pick<KeyRing, "signer">, settings: AccessTokenSettings): IssueAccessToken {
  return async (grounds, sender, at) => {
    const { authorizationId, clientId, sub, scopes, resource, userinfo, details = [] } = grounds;
    const { organizationId, roles, signIn, act, mostSeconds = Number.POSITIVE_INFINITY } = grounds;
    // Here for every grant. Those that spend something check it before, too.
    assertBoundFor(resource, sender);
    const { accessTokenSigningAlg = settings.accessTokenAlg, accessTokenTtlSeconds = settings.accessTokenTtlSeconds } =
      resource;
    const lifetimeSeconds = Math.min(accessTokenTtlSeconds, mostSeconds);
    const cnf = confirmationOf(sender);
    // RFC 9396 §7 and §9.1: the response and the token have the same details.
    const stated = { ...(details.length > 0 && { authorization_details: details }) };
    const scope = scopes.join(" ");
    const claims: AccessTokenClaims = {
      iss: settings.issuer,
      sub,
      // RFC 9068 §3: its scopes are those of one resource server, and those of the sign-in.
      aud: userinfo === undefined ? resource.identifier : [resource.identifier, userinfo],
      client_id: clientId,
      iat: numericDate(at),
      exp: numericDate(at) + lifetimeSeconds,
      jti: randomUUID(),
      authorization_id: authorizationId,
      ...(organizationId !== undefined && { org_id: organizationId }),
      ...(roles !== undefined && { roles }),
      ...(signIn && { acr: signIn.acr, amr: signIn.amr, auth_time: numericDate(signIn.authTime) }),
      ...(act && { act }),
      ...mayActOf(grounds),
      ...(cnf && { cnf }),
      scope,
      ...stated,
    };
    const token = await signAccessToken(await keys.signer(accessTokenSigningAlg), claims, resource.accessTokenTyp);
    return {
      ...{ access_token: token, token_type: tokenTypeOf(cnf), expires_in: lifetimeSeconds },
      // RFC 6749 §5.1: the scope is always stated, because people may have granted less than was requested, and the
      // token may have none of what they granted.
      ...((scope !== "" || grounds.hasGrantedScopes) && { scope }),
      ...stated,
    };
  };
}
