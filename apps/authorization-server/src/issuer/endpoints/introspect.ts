/**
 * Token introspection: RFC 7662 §2, and RFC 9701 for responses in JWTs. A client sees its own tokens, and a resource
 * server sees tokens for its audience. No other caller sees any token.
 */
import type { VerifiedAccessToken } from "@countersign/jwt";
import {
  allScopes,
  INTROSPECTION_JWT,
  invalidClient,
  isIntrospectedAsJwt,
  isPublicClient,
  NO_SENDER,
  numericDate,
  remedyOf,
  stillGranted,
  takeParameters,
  tokenTypeOf,
} from "@countersign/rules";
import type { Handler } from "@countersign/service";
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import { notingRefusals } from "../../platform/stores/client/noting-refusals.ts";
import type { AuthenticatedClient } from "../clients/authentication/authenticate.ts";
import { ifValid } from "../tokens/verify-token.ts";
import { type AuthenticatedRequestDependencies, authenticatedRequest } from "./authenticated-request.ts";

// §2.1: token_type_hint is only a hint. The token itself shows its type.
const introspection = z.object({ token: z.string() });

type Introspecting = AuthenticatedRequestDependencies &
  Pick<Dependencies, "refreshTokens" | "accessTokens" | "verifyToken" | "answerIntrospection">;

// §2.2: the same response for every token that is not active or that the caller may not see.
const INACTIVE = { active: false };
const NEEDS_SECRET = remedyOf("introspect_with_secret");
const NO_STORE = { "cache-control": "no-store" };

export function introspect(deps: Introspecting): Handler {
  return async (call) => {
    // §2.1: the caller must authenticate. A public client cannot.
    const { parameters, client: caller } = await authenticatedRequest(call, deps, "introspection");
    const request = { client: caller, parameters, endpoint: "introspection" } as const;
    const { token } = notingRefusals(request, deps, () => {
      if (isPublicClient(caller)) throw invalidClient("a public client may not introspect", NEEDS_SECRET);
      return takeParameters(introspection, parameters);
    });
    const answer = (await accessToken(token, caller, deps)) ?? (await refreshToken(token, caller, deps)) ?? INACTIVE;
    // RFC 9701 §5: the JWT holds the same response, also if the token is not active.
    if (!isIntrospectedAsJwt(call.req.headers.accept, caller)) return call.json(answer, NO_STORE);
    const jwt = await deps.answerIntrospection(answer, caller, deps.now());
    call.send(jwt, { ...NO_STORE, "content-type": INTROSPECTION_JWT });
  };
}

async function accessToken(token: string, caller: AuthenticatedClient, deps: Introspecting) {
  // For any audience: `audiencesSeenBy` decides on it.
  const claims = await ifValid(token, deps);
  if (claims === undefined) return undefined;
  const seen = audiencesSeenBy(caller, claims);
  if (seen.length === 0) return undefined;
  const live = await deps.accessTokens.findLive({ ...claims, aud: seen }, deps.now());
  if (live === undefined) return undefined;

  const scope = stillGranted(claims.scope, live.scopes);
  const { iss, sub, aud, exp, iat, jti, client_id, org_id, roles, auth_time, acr, amr, act, may_act } = claims;
  return {
    active: true,
    token_type: tokenTypeOf(claims.cnf),
    ...(scope.length === 0 ? {} : { scope: scope.join(" ") }),
    // A resource server may see the username. A client gets the claims that the person agreed to from /userinfo.
    ...(caller.resourceServer !== undefined && live.username !== null ? { username: live.username } : {}),
    // RFC 9396 §9.2: the token has only the details for its audience.
    ...(claims.authorization_details === undefined ? {} : { authorization_details: claims.authorization_details }),
    // RFC 9449 §6.2 and RFC 8705 §3.2: the resource server compares this with the sender of the request that it
    // received.
    ...(claims.cnf === undefined ? {} : { cnf: claims.cnf }),
    ...{ client_id, iss, sub, aud, exp, iat, jti, org_id, roles, auth_time, acr, amr, act, may_act },
  };
}

/** A client sees its tokens whole. A resource server sees what a token gives it, and nothing of another audience. */
function audiencesSeenBy(caller: AuthenticatedClient, { client_id: clientId, aud }: VerifiedAccessToken) {
  const audiences = [aud].flat();
  return clientId === caller.id ? audiences : audiences.filter((audience) => audience === caller.resourceServer);
}

// A refresh token is for its client and us only. No resource server may see it.
async function refreshToken(token: string, caller: AuthenticatedClient, { refreshTokens, issuer, now }: Introspecting) {
  const live = await refreshTokens.findLive(token, { clientId: caller.id, sender: NO_SENDER }, now());
  if (live === undefined) return undefined;

  const { sub, expiresAt } = live;
  const scopes = allScopes(live);
  const exp = numericDate(expiresAt);
  return {
    active: true,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
    client_id: caller.id,
    iss: issuer,
    sub,
    exp,
  };
}
