/**
 * Every refusal of an authorization request, for the person who registers its client. The authorization endpoint throws
 * the first one; the functions that decide are the same.
 */

import type { Client } from "../client/client.ts";
import { requiresPushedRequests } from "../client/profile.ts";
import { parseScope } from "../consent/scope.ts";
import { invalidRequest, ProtocolError } from "../errors.ts";
import { remedyOf } from "../remedies.ts";
import { namedResources, type OtherResource, type Resource } from "../token/resources/resources.ts";
import { resourceOfScopes, scopesElsewhere } from "../token/resources/scope-resources.ts";
import {
  type AuthorizationParams,
  authorizationParams,
  checkAuthorizationRequest,
  checkIdTokenRequest,
  checkPostable,
  checkPrompt,
  refuseUnsupported,
} from "./authorization-request.ts";
import { readClaimsRequest } from "./claims-request.ts";
import { type RequestParameters, refuseRepeated, wrongParameter } from "./parameters.ts";
import { checkPkce } from "./pkce.ts";
import { hasRequestObject, refusalOfUnsigned } from "./request-object.ts";
import { requestedScopes } from "./requested-scopes.ts";
import { checkResponseType } from "./response/check-response-type.ts";
import { trustRedirectUri } from "./response/redirect-uri.ts";
import { checkResponseMode } from "./response/response-mode.ts";
import { requestedArtifacts, responseTypeOf } from "./response/response-type.ts";

/** What a deployment has and demands. */
export interface RequestSurroundings {
  /** The resource server of /userinfo. */
  readonly userinfo: Resource;
  readonly others: readonly OtherResource[];
  readonly nativeLocalhost: boolean;
  readonly mustPush: boolean;
  readonly mustSign: boolean;
}

/** The parts of a request that this check does not read. */
const NOT_READ = ["request", "request_uri", "authorization_details", "id_token_hint"];

export interface CheckedRequest {
  readonly refusals: readonly ProtocolError[];
  /** The parameters that it has and that were not checked. */
  readonly unread: readonly string[];
}

/** Checks the parameters of an authorization request of this client, in the order of the endpoint, and does nothing. */
export function checkRequest(
  parameters: RequestParameters,
  client: Client,
  surroundings: RequestSurroundings,
): CheckedRequest {
  const unread = NOT_READ.filter((name) => parameters.get(name) !== undefined);
  const before = attempts([
    () => refuseRepeated(parameters),
    () => assertClient(parameters, client),
    () => void trustRedirectUri(client, parameters.get("redirect_uri"), surroundings),
    () => assertSent(parameters, client, surroundings),
    () => refuseUnsupported(parameters),
  ]);
  const { params, wrong } = readParams(parameters);
  const after = params === undefined ? [] : refusalsOf(params, parameters, client, surroundings);
  return { refusals: [...before, ...wrong, ...after], unread };
}

function attempts(checks: readonly (() => void)[]): readonly ProtocolError[] {
  return checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (err) {
      if (err instanceof ProtocolError) return [err];
      throw err;
    }
  });
}

function assertClient(parameters: RequestParameters, { id }: Client): void {
  const named = parameters.get("client_id");
  if (named === undefined) throw invalidRequest("client_id is missing");
  if (named !== id) throw invalidRequest("client_id is that of another client, or of none");
}

function assertSent(parameters: RequestParameters, client: Client, { mustPush, mustSign }: RequestSurroundings): void {
  if ((mustPush || requiresPushedRequests(client)) && parameters.get("request_uri") === undefined) {
    throw invalidRequest("the request must be pushed", undefined, remedyOf("push_requests"));
  }
  const refusal = refusalOfUnsigned(
    !hasRequestObject(parameters),
    mustSign || client.requireSignedRequestObject === true,
  );
  if (refusal !== undefined) throw refusal;
}

/** The parameters, without the wrong ones, and what is wrong with these. */
function readParams(parameters: RequestParameters) {
  const given = Object.fromEntries(parameters.entries());
  const { data, error } = authorizationParams.safeParse(given, { reportInput: true });
  if (data !== undefined) return { params: data, wrong: [] };
  const wrong = error.issues.map(wrongParameter);
  for (const { path } of error.issues) delete given[String(path[0])];
  return { params: authorizationParams.safeParse(given).data, wrong };
}

function refusalsOf(
  params: AuthorizationParams,
  parameters: RequestParameters,
  client: Client,
  surroundings: RequestSurroundings,
): readonly ProtocolError[] {
  const type = responseTypeOf(params.response_type);
  const wanted = type && requestedArtifacts(type);
  const single = attempts([
    () => void checkResponseType(params.response_type, client),
    () => type && checkResponseMode(type, params.response_mode, client),
    () => checkPostable(params),
    () => wanted?.code && checkPkce(params, client),
    () => checkPrompt(params),
    () => void readClaimsRequest(params.claims),
    () => wanted?.idToken && checkIdTokenRequest(params, (params.scope ?? "").split(" ")),
  ]);
  const ofScopes = scopeRefusals(params, parameters, client, surroundings);
  if (single.length + ofScopes.length > 0) return [...single, ...ofScopes];
  const named = () => resourcesOf(params, parameters, client, surroundings);
  return attempts([() => void checkAuthorizationRequest(params, client, surroundings.userinfo, named())]);
}

/** Each refused scope by itself: without it, the next one is found. */
function scopeRefusals(
  params: AuthorizationParams,
  parameters: RequestParameters,
  client: Client,
  surroundings: RequestSurroundings,
): readonly ProtocolError[] {
  const { scope, authorization_details } = params;
  const [found] = attempts([
    () => {
      const named = resourcesOf(params, parameters, client, surroundings);
      const asking = { scope, authorization_details };
      const claims = readableClaims(params);
      void requestedScopes({ params: asking, claims, resource: surroundings.userinfo, named }, client);
    },
  ]);
  if (found === undefined) return [];
  const scopes = scope?.split(" ") ?? [];
  const others = scopes.filter((one) => one !== found.detail);
  if (others.length === scopes.length || others.length === 0) return [found];
  return [found, ...scopeRefusals({ ...params, scope: others.join(" ") }, parameters, client, surroundings)];
}

// What is wrong with `claims` is said by itself.
function readableClaims({ claims }: AuthorizationParams) {
  try {
    return readClaimsRequest(claims);
  } catch {
    return readClaimsRequest(undefined);
  }
}

/** As at the endpoint: those that the request names, or the one that follows from its scopes. */
function resourcesOf(
  { scope }: AuthorizationParams,
  { resources: sent }: RequestParameters,
  client: Client,
  { userinfo, others }: RequestSurroundings,
) {
  if (sent.length > 0) return namedResources(sent, client, userinfo, others);
  const scopes = parseScope(scope);
  const elsewhere = scopesElsewhere(scopes, client, userinfo);
  const found = elsewhere.length === 0 ? undefined : resourceOfScopes(elsewhere, others);
  return found && { userinfo: scopes.includes("openid"), others: [found] };
}
