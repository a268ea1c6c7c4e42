/** Authorization request parameters: RFC 6749 §4.1.1 and §4.2.1, OIDC Core §3.1.2.1, RFC 7636 §4.3. */
import { z } from "zod";
import type { Client } from "../client/client.ts";
import { RESPONSE_MODES } from "../client/record/registered-values.ts";
import { requiredScopesOf } from "../client/registration/self-registered.ts";
import { type Confirmation, jwkThumbprint } from "../confirmation.ts";
import type { Detail } from "../details/details-type.ts";
import { invalidRequest, ProtocolError } from "../errors.ts";
import { knownAcrs } from "../people/levels/demands.ts";
import type { Acr } from "../people/levels/proofs.ts";
import { languagesIn } from "../text/language.ts";
import { OFFLINE_ACCESS } from "../token/refresh.ts";
import { assertOneAudience, type NamedResources, type Resource } from "../token/resources/resources.ts";
import { type ClaimsRequest, deliverableClaims, readClaimsRequest } from "./claims-request.ts";
import { MAX_AGE_LIMIT_SECONDS } from "./max-age.ts";
import type { RequestParameters } from "./parameters.ts";
import { checkPkce, codeChallenge, codeChallengeMethod } from "./pkce.ts";
import { requestedScopes } from "./requested-scopes.ts";
import { checkResponseType } from "./response/check-response-type.ts";
import { checkResponseMode } from "./response/response-mode.ts";
import { type RequestedArtifacts, requestedArtifacts } from "./response/response-type.ts";

/** OIDC Core §3.1.2.1, and `create` of OIDC Prompt Create 1.0 §4, which a deployment may not support. */
export const PROMPTS = ["none", "login", "consent", "select_account", "create"] as const;
export type Prompt = (typeof PROMPTS)[number];

/** OIDC Core §3.1.2.1: how the client shows our pages. The pages fit any width; only a popup needs smaller margins. */
export const DISPLAYS = ["page", "popup", "touch", "wap"] as const;
export type Display = (typeof DISPLAYS)[number];

/**
 * No store can hold a NUL or half a surrogate pair, and no client has a reason to send one. A request object can
 * contain one, as `"\ud800"`.
 */
const storable = (max: number) =>
  z
    .string()
    .max(max, { abort: true })
    .refine((value) => !value.includes("\0") && value.isWellFormed(), "must not have a NUL or half a surrogate pair");

export const authorizationParams = z.object({
  response_type: z.string(),
  response_mode: z.enum(RESPONSE_MODES).optional(),
  scope: z.string().optional(),
  state: storable(4096).optional(),
  nonce: storable(512).optional(),
  prompt: z
    .string()
    .transform((value) => [...new Set(value.split(" "))])
    .pipe(z.array(z.enum(PROMPTS)))
    .default([]),
  max_age: z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number of seconds")
    .transform(Number)
    .pipe(z.number().max(MAX_AGE_LIMIT_SECONDS))
    .optional(),
  login_hint: storable(320).optional(),
  // Not of a standard; other servers have it, too. A value that is not an alias of a provider is only a preference.
  idp_hint: storable(40).optional().catch(undefined),
  claims: z.string().optional(),
  acr_values: z.string().optional(),
  authorization_details: z.string().optional(),
  ui_locales: z.string().optional(),
  // An unknown display value is only a preference, so the request is not refused for it.
  display: z.enum(DISPLAYS).optional().catch(undefined),
  code_challenge: codeChallenge.optional(),
  code_challenge_method: codeChallengeMethod.optional(),
  dpop_jkt: jwkThumbprint.optional(),
});

export type AuthorizationParams = z.output<typeof authorizationParams>;

/** An authorization request that this client may make. Every member was checked. */
export interface AuthorizationRequest {
  /** What the response type asks for. */
  readonly wanted: RequestedArtifacts;
  readonly scopes: readonly string[];
  /** Those that the client cannot do without, as its operator says; absent if none. */
  readonly requiredScopes?: readonly string[] | undefined;
  readonly claims: ClaimsRequest;
  /** The sign-in must have one of these `acr` values, the most preferred first; empty for any. */
  readonly acrValues: readonly Acr[];
  readonly nonce: string | undefined;
  readonly prompt: readonly Prompt[];
  readonly maxAgeSeconds: number | undefined;
  readonly loginHint: string | undefined;
  /** The alias of the provider at which the person should sign in. */
  readonly idpHint?: string | undefined;
  /** The preferred languages of the pages, most preferred first. */
  readonly uiLocales: readonly string[];
  readonly display: Display | undefined;
  readonly codeChallenge: string | undefined;
  /** What the sender of the token request has to prove (RFC 9449 §10). */
  readonly confirmation: Confirmation | undefined;
  /** The resource server of /userinfo, which `scopes` and `claims` are asked of. */
  readonly resource: string;
  /** The resource servers that the request names; undefined if it is only about /userinfo. */
  readonly named?: NamedResources | undefined;
  /** The authorization details, each for those of its resource servers that the request names; absent if none. */
  readonly details?: readonly Detail[] | undefined;
}

/**
 * OIDC Core §7.2.1: registration in a request is not supported, and to ignore it would change the meaning of the
 * request.
 */
export function refuseUnsupported(parameters: RequestParameters): void {
  if (parameters.get("registration") === undefined) return;
  throw new ProtocolError("registration_not_supported", "registration is not supported");
}

/**
 * Whether this client may make this request: RFC 6749 §4.1.1, OIDC Core §3.1.2.2. Throws the error that is sent to the
 * client.
 */
export function checkAuthorizationRequest(
  params: AuthorizationParams,
  client: Client,
  resource: Resource,
  named?: NamedResources,
): AuthorizationRequest {
  const responseType = checkResponseType(params.response_type, client);
  checkResponseMode(responseType, params.response_mode, client);
  checkPostable(params);
  const wanted = requestedArtifacts(responseType);
  if (wanted.code) checkPkce(params, client);

  checkPrompt(params);
  const claims = readClaimsRequest(params.claims);
  const { scopes, ...elsewhere } = requestedScopes({ params, claims, resource, named }, client);
  if (wanted.idToken) checkIdTokenRequest(params, scopes);
  // An access token has one audience, and a token of this response cannot be narrowed to one later.
  if (wanted.token) assertOneAudience(named);

  // OIDC Core §5.5: `claims` is a parameter of OpenID Connect requests.
  const byName = scopes.includes("openid") ? deliverableClaims(claims, wanted) : { userinfo: [], idToken: [] };
  const userinfo = named?.userinfo === false ? [] : byName.userinfo;

  return {
    wanted,
    // OIDC Core §11: without a code there is no refresh token, so offline access has no meaning.
    scopes: wanted.code ? scopes : scopes.filter((scope) => scope !== OFFLINE_ACCESS),
    claims: { ...claims, ...byName, userinfo },
    // RFC 9470 §4. OIDC Registration §2: default_acr_values applies if the request has neither acr_values nor an
    // essential acr.
    acrValues: knownAcrs(
      params.acr_values?.split(" ") ?? (claims.essentialAcrs ? [] : (client.defaultAcrValues ?? [])),
    ),
    nonce: params.nonce,
    prompt: params.prompt,
    // OIDC Registration §2: default_max_age applies if the request has no max_age.
    maxAgeSeconds: params.max_age ?? client.defaultMaxAgeSeconds,
    loginHint: params.login_hint,
    ...(params.idp_hint !== undefined && { idpHint: params.idp_hint }),
    uiLocales: languagesIn(params.ui_locales),
    display: params.display,
    codeChallenge: params.code_challenge,
    confirmation: params.dpop_jkt === undefined ? undefined : { jkt: params.dpop_jkt },
    resource: resource.identifier,
    requiredScopes: requiredScopesOf(client),
    ...elsewhere,
  };
}

// OIDC Core §3.1.2.1: `none` with anything else is an error.
export function checkPrompt({ prompt }: Pick<AuthorizationParams, "prompt">): void {
  if (prompt.includes("none") && prompt.length > 1) throw invalidRequest("prompt none must be the only value");
}

// A browser changes line breaks when it posts a form, so such a state would not come back unchanged.
export function checkPostable({ response_mode, state }: AuthorizationParams): void {
  if (response_mode === "form_post" && /[\r\n]/.test(state ?? "")) {
    throw invalidRequest("state has line breaks that a form cannot carry");
  }
}

// OIDC Core §3.2.2.1, §3.3.2.1: the ID token comes through the browser, and only its nonce binds it to this request.
export function checkIdTokenRequest({ nonce }: AuthorizationParams, scopes: readonly string[]): void {
  if (!scopes.includes("openid")) throw invalidRequest("response_type id_token needs the scope openid");
  if (nonce === undefined) throw invalidRequest("nonce is required");
}
