/**
 * One client of Keycloak. It behaves here as it did there: nothing else is demanded of it, and it gets the same things.
 * Each thing that does not come along is a note.
 */
import { supportedValues } from "@countersign/rules";
import { addressMembers } from "./client-addresses.ts";
import { record, textIn } from "./converted.ts";
import { keysOf } from "./keycloak-client-keys.ts";
import { pairwiseOf } from "./keycloak-mappers.ts";

type Members = Readonly<Record<string, unknown>>;

/** Its attributes, which are texts. */
export const attributesOf = ({ attributes }: Members): Members => record(attributes) ?? {};
/** Keycloak gives a new client this flow, so an export may leave it out. */
export const hasCodeFlow = ({ standardFlowEnabled }: Members) => standardFlowEnabled !== false;

/** The grant types; empty if there is none that is supported. */
export const grantsOf = (client: Members): readonly string[] => [
  ...(hasCodeFlow(client) ? ["authorization_code"] : []),
  ...(hasCodeFlow(client) && attributesOf(client)["use.refresh.tokens"] !== "false" ? ["refresh_token"] : []),
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
  const postLogout = logoutUrisOf(attributesOf(client), redirectUris);
  return { redirectUris, postLogout: urisIn(postLogout, client.rootUrl) };
}

/** Keycloak writes addresses below `rootUrl` as paths. */
function urisIn(uris: unknown, rootUrl: unknown): readonly string[] {
  const root = textIn(rootUrl)?.replace(/\/$/, "") ?? "";
  const all = Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
  return all.map((uri) => (uri.startsWith("/") ? `${root}${uri}` : uri));
}

/** Several are joined by `##`; `+` stands for the redirect URIs, and `-` for none. */
function logoutUrisOf(attributes: Members, redirectUris: readonly string[]): readonly string[] {
  const uris = (textIn(attributes["post.logout.redirect.uris"]) ?? "")
    .split("##")
    .filter((uri) => !["", "-"].includes(uri));
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
    ...(method === "private_key_jwt" ? keysOf(attributes) : {}),
    ...switchesOf(attributes),
    ...(hasCodeFlow(client) ? pairwiseOf(client) : {}),
    ...Object.fromEntries(linksOf(client).filter(([, uri]) => isSecure(uri))),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Attributes that are switches, and the members here. */
const SWITCHES = [
  ["dpop.bound.access.tokens", "dpop_bound_access_tokens"],
  ["require.pushed.authorization.requests", "require_pushed_authorization_requests"],
  ["tls.client.certificate.bound.access.tokens", "tls_client_certificate_bound_access_tokens"],
] as const;

const switchesOf = (attributes: Members): Members =>
  Object.fromEntries(SWITCHES.flatMap(([name, member]) => (attributes[name] === "true" ? [[member, true]] : [])));

const isSecure = (uri: string) => uri.startsWith("https://");

/** The addresses of its pages that people are shown. */
export function linksOf(client: Members): readonly (readonly [member: string, uri: string])[] {
  const { policyUri, tosUri } = attributesOf(client);
  const [home] = urisIn([client.baseUrl], client.rootUrl);
  const links = { client_uri: home, policy_uri: textIn(policyUri), tos_uri: textIn(tosUri) };
  return Object.entries(links).flatMap(([member, uri]) => (uri === undefined || uri === "" ? [] : [[member, uri]]));
}

/** Keycloak demands PKCE, and asks people for their consent, only of clients that say so. */
export const demandsPkce = (client: Members) => attributesOf(client)["pkce.code.challenge.method"] === "S256";

/** What decides how people sign in to it. */
export const signInMembers = (client: Members, redirectUris: readonly string[]): Members => ({
  profile: demandsPkce(client) ? "oauth21" : "oidc",
  consent_policy: client.consentRequired === true ? "explicit" : "implicit",
  scope: scopesOf(client).join(" "),
  ...addressMembers(redirectUris),
});

const SCOPES = ["profile", "email", "address", "phone", "offline_access"];
/** Scopes of a realm that are the same here. */
export const scopesHere: ReadonlySet<string> = new Set([...SCOPES, "groups"]);

/** The scopes of the client; undefined if the export does not list them. */
export function listsOf({ defaultClientScopes, optionalClientScopes }: Members): readonly string[] | undefined {
  const lists = [defaultClientScopes, optionalClientScopes].filter(Array.isArray);
  return lists.length === 0 ? undefined : lists.flat().filter((scope) => typeof scope === "string");
}

/** Without a list, a client has the scopes that a realm gives a new one. */
export function scopesOf(client: Members): readonly string[] {
  const listed = listsOf(client);
  return ["openid", ...(listed === undefined ? SCOPES : [...scopesHere].filter((scope) => listed.includes(scope)))];
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
    "authorization.signed.response.alg",
    "authorization_signed_response_alg",
    "authorization_signing_alg_values_supported",
  ],
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
