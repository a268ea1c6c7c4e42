/**
 * One client of Keycloak. It behaves here as it did there: what it was not asked for is not asked for, and what it was
 * given it gets. Each thing that does not come along is a note.
 */
import { supportedValues } from "@countersign/rules";
import { record, textIn } from "./converted.ts";

type Members = Readonly<Record<string, unknown>>;

/** Its attributes, which are texts. */
export const attributesOf = ({ attributes }: Members): Members => record(attributes) ?? {};
/** Keycloak gives a new client this flow, so an export may leave it out. */
export const hasCodeFlow = ({ standardFlowEnabled }: Members) => standardFlowEnabled !== false;

/** The grant types; empty if there is none that is supported. */
export const grantsOf = (client: Members): readonly string[] => [
  ...(hasCodeFlow(client) ? ["authorization_code", "refresh_token"] : []),
  ...(client.serviceAccountsEnabled === true ? ["client_credentials"] : []),
];

const METHODS: Readonly<Record<string, string>> = {
  "client-secret": "client_secret_basic",
  "client-jwt": "private_key_jwt",
  "client-secret-jwt": "client_secret_jwt",
};

/** The authentication method; undefined for one that is not supported. */
export function methodOf({ publicClient, clientAuthenticatorType = "client-secret" }: Members): string | undefined {
  if (publicClient === true) return "none";
  const type = String(clientAuthenticatorType);
  return Object.hasOwn(METHODS, type) ? METHODS[type] : undefined;
}

/** The addresses that answers go to. */
export function redirectUrisOf(client: Members) {
  const redirectUris = hasCodeFlow(client) ? urisIn(client.redirectUris, client.rootUrl) : [];
  return { redirectUris, postLogout: logoutUrisOf(attributesOf(client), redirectUris) };
}

/** Keycloak writes addresses below `rootUrl` as paths. */
function urisIn(uris: unknown, rootUrl: unknown): readonly string[] {
  const root = textIn(rootUrl)?.replace(/\/$/, "") ?? "";
  const all = Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
  return all.map((uri) => (uri.startsWith("/") ? `${root}${uri}` : uri));
}

/** Several are joined by `##`; `+` stands for the redirect URIs. */
function logoutUrisOf(attributes: Members, redirectUris: readonly string[]): readonly string[] {
  const uris = (textIn(attributes["post.logout.redirect.uris"]) ?? "").split("##").filter((uri) => uri !== "");
  return uris.flatMap((uri) => (uri === "+" ? redirectUris : [uri]));
}

/** The metadata of the client without its name. */
export function membersOf(client: Members): Members {
  const attributes = attributesOf(client);
  const { redirectUris, postLogout } = redirectUrisOf(client);
  const method = methodOf(client);
  const members = {
    grant_types: grantsOf(client),
    token_endpoint_auth_method: method,
    ...(redirectUris.length === 0 ? { response_types: [] } : { redirect_uris: redirectUris }),
    ...(postLogout.length === 0 ? {} : { post_logout_redirect_uris: postLogout }),
    ...(hasCodeFlow(client) ? signInMembers(client, redirectUris) : {}),
    ...logoutMembers(client, redirectUris),
    ...algorithmsOf(attributes, method).taken,
    ...(method === "private_key_jwt" ? { jwks_uri: textIn(attributes["jwks.url"]) } : {}),
    ...(isTrue(attributes["dpop.bound.access.tokens"]) ? { dpop_bound_access_tokens: true } : {}),
    ...(isTrue(attributes["require.pushed.authorization.requests"])
      ? { require_pushed_authorization_requests: true }
      : {}),
    client_uri: httpsOnly(textIn(client.baseUrl)),
    policy_uri: httpsOnly(textIn(attributes.policyUri)),
    tos_uri: httpsOnly(textIn(attributes.tosUri)),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

const isTrue = (value: unknown) => value === true || value === "true";
const httpsOnly = (uri: string | undefined) => (uri?.startsWith("https://") ? uri : undefined);

/** Keycloak demands PKCE, and asks people for their consent, only of clients that say so. */
export const demandsPkce = (client: Members) => attributesOf(client)["pkce.code.challenge.method"] === "S256";

/** What decides how people sign in to it. */
export function signInMembers(client: Members, redirectUris: readonly string[]): Members {
  const schemes = redirectUris.map((uri) => /^[a-z][a-z0-9+.-]*(?=:)/i.exec(uri)?.[0] ?? "");
  const isPrivate = (scheme: string) => scheme !== "" && !/^https?$/i.test(scheme);
  const exceptions = [
    ...(redirectUris.some((uri) => LOCAL.test(uri)) ? ["http_localhost"] : []),
    ...(schemes.some((scheme) => isPrivate(scheme) && !scheme.includes(".")) ? ["scheme_without_dot"] : []),
  ];
  return {
    profile: demandsPkce(client) ? "oauth21" : "oidc",
    consent_policy: client.consentRequired === true ? "explicit" : "implicit",
    scope: scopesOf(client).join(" "),
    ...(schemes.some(isPrivate) ? { application_type: "native" } : {}),
    ...(exceptions.length === 0 ? {} : { redirect_uri_exceptions: exceptions }),
  };
}

const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/;

const SCOPES = ["profile", "email", "address", "phone", "offline_access"];
/** Scopes that a realm has from the beginning, and that have no counterpart or need none. */
const BUILT_IN = new Set(["acr", "basic", "microprofile-jwt", "openid", "organization", "roles", "service_account"]);
BUILT_IN.add("web-origins");

const scopeLists = ({ defaultClientScopes, optionalClientScopes }: Members): readonly string[] | undefined => {
  const lists = [defaultClientScopes, optionalClientScopes].filter(Array.isArray);
  return lists.length === 0 ? undefined : lists.flat().filter((scope) => typeof scope === "string");
};

/** Without a list, a client has the scopes that a realm gives a new one: all of these. */
export function scopesOf(client: Members): readonly string[] {
  const listed = scopeLists(client);
  return ["openid", ...SCOPES.filter((scope) => listed === undefined || listed.includes(scope))];
}

function logoutMembers(client: Members, redirectUris: readonly string[]): Members {
  const attributes = attributesOf(client);
  const back = textIn(attributes["backchannel.logout.url"]);
  const front = frontchannelOf(client, redirectUris);
  return {
    ...(back === undefined
      ? {}
      : {
          backchannel_logout_uri: back,
          backchannel_logout_session_required: attributes["backchannel.logout.session.required"] !== "false",
        }),
    ...(front === undefined || !front.isTaken
      ? {}
      : {
          frontchannel_logout_uri: front.uri,
          frontchannel_logout_session_required: attributes["frontchannel.logout.session.required"] !== "false",
        }),
  };
}

/** Front-Channel Logout §2: only an address of the client's own origin is taken over. */
export function frontchannelOf({ frontchannelLogout, attributes }: Members, redirectUris: readonly string[]) {
  const uri = textIn(record(attributes)?.["frontchannel.logout.url"]);
  if (frontchannelLogout !== true || uri === undefined) return undefined;
  const origin = URL.parse(uri)?.origin;
  return { uri, isTaken: redirectUris.some((redirectUri) => URL.parse(redirectUri)?.origin === origin) };
}

/** Attributes that name an algorithm: the member here, and the discovery metadata that list its values. */
const ALGORITHMS = [
  ["id.token.signed.response.alg", "id_token_signed_response_alg", "id_token_signing_alg_values_supported"],
  ["user.info.response.signature.alg", "userinfo_signed_response_alg", "userinfo_signing_alg_values_supported"],
  ["request.object.signature.alg", "request_object_signing_alg", "request_object_signing_alg_values_supported"],
  [
    "token.endpoint.auth.signing.alg",
    "token_endpoint_auth_signing_alg",
    "token_endpoint_auth_signing_alg_values_supported",
  ],
] as const;
/** Values of Keycloak that mean no demand. */
const NO_DEMAND = new Set([undefined, "any", "none", "unsigned"]);

/** The algorithms that it demands: those that are taken over, and those that are not supported. */
export function algorithmsOf(attributes: Members, method: string | undefined) {
  const supported = supportedValues();
  const asked = ALGORITHMS.flatMap(([attribute, member, values]) => {
    const alg = textIn(attributes[attribute]);
    const isIdle = member === "token_endpoint_auth_signing_alg" && method?.endsWith("_jwt") !== true;
    return NO_DEMAND.has(alg) || isIdle ? [] : [{ member, alg, isTaken: supported[values]?.includes(alg ?? "") }];
  });
  return {
    taken: Object.fromEntries(asked.filter(({ isTaken }) => isTaken).map(({ member, alg }) => [member, alg])),
    left: asked.filter(({ isTaken }) => !isTaken),
  };
}

/** Scopes that do not exist here. */
export const unknownScopesOf = (client: Members) =>
  (scopeLists(client) ?? []).filter((scope) => !(SCOPES.includes(scope) || BUILT_IN.has(scope)));
