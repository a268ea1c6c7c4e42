/** The clients of a realm export of Keycloak, as client metadata (RFC 7591). */
import { jsonIn, NotAnExport, record, textIn } from "./converted.ts";

type Members = Readonly<Record<string, unknown>>;

export interface ConvertedClient {
  /** What the other software calls it, and what it is called here. */
  readonly clientId: string;
  readonly metadata: Members;
  /** Why it is not imported; empty if it can be. */
  readonly refused: readonly string[];
  /** What is different here. */
  readonly notes: readonly string[];
}

/** Clients that every realm of Keycloak has for itself. */
const OWN = new Set([
  "account",
  "account-console",
  "admin-cli",
  "broker",
  "realm-management",
  "security-admin-console",
]);

export function clientsOfKeycloak(text: string): readonly ConvertedClient[] {
  const clients = record(jsonIn(text))?.clients;
  if (!Array.isArray(clients)) throw new NotAnExport("it has no clients: export the realm with them");
  return clients
    .map((one) => record(one) ?? {})
    .filter(({ clientId, enabled }) => enabled !== false && !OWN.has(String(clientId)))
    .map(clientOf);
}

function clientOf(client: Members): ConvertedClient {
  const clientId = textIn(client.clientId) ?? "";
  const attributes = record(client.attributes) ?? {};
  const redirectUris = client.standardFlowEnabled === true ? urisIn(client.redirectUris, client.rootUrl) : [];
  const postLogout = logoutUrisOf(attributes, redirectUris);
  const method = methodOf(client);
  const wild = [...new Set([...redirectUris, ...postLogout])].filter((uri) => uri.includes("*"));
  const refused = [
    ...(ID.test(clientId) ? [] : ["its client id has characters other than letters, digits and . _ -"]),
    ...(client.protocol === "saml" ? ["it uses SAML"] : []),
    ...(method === undefined ? ["it authenticates by a method that is not supported"] : []),
    ...wild.map((uri) => `its redirect URI ${uri} has a *: register each address`),
  ];
  const grants = grantsOf(client);
  return {
    clientId,
    metadata: {
      client_name: nameOf(client) ?? clientId,
      grant_types: grants,
      ...(redirectUris.length === 0 ? { response_types: [] } : { redirect_uris: redirectUris }),
      ...(postLogout.length === 0 ? {} : { post_logout_redirect_uris: postLogout }),
      token_endpoint_auth_method: method,
      ...(method === "private_key_jwt" ? { jwks_uri: textIn(attributes["jwks.url"]) } : {}),
      ...optional("backchannel_logout_uri", textIn(attributes["backchannel.logout.url"])),
      ...optional("client_uri", textIn(client.baseUrl)?.startsWith("https://") ? textIn(client.baseUrl) : undefined),
    },
    refused: grants.length === 0 ? [...refused, "it has no flow that is supported"] : refused,
    notes: notesOn(client),
  };
}

const grantsOf = ({ standardFlowEnabled, serviceAccountsEnabled }: Members): readonly string[] => [
  ...(standardFlowEnabled === true ? ["authorization_code", "refresh_token"] : []),
  ...(serviceAccountsEnabled === true ? ["client_credentials"] : []),
];

const notesOn = ({ directAccessGrantsEnabled, implicitFlowEnabled }: Members): readonly string[] => [
  ...(directAccessGrantsEnabled === true ? ["it may ask for passwords itself in Keycloak, and not here"] : []),
  ...(implicitFlowEnabled === true ? ["the implicit flow is left out"] : []),
];

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const optional = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value });

/** Names such as `${client_account}` are texts of Keycloak. */
const nameOf = ({ name }: Members): string | undefined =>
  typeof name === "string" && !name.startsWith("${") ? textIn(name) : undefined;

const METHODS: Readonly<Record<string, string>> = {
  "client-secret": "client_secret_basic",
  "client-jwt": "private_key_jwt",
  "client-secret-jwt": "client_secret_jwt",
};

function methodOf({ publicClient, clientAuthenticatorType = "client-secret" }: Members): string | undefined {
  if (publicClient === true) return "none";
  const type = String(clientAuthenticatorType);
  return Object.hasOwn(METHODS, type) ? METHODS[type] : undefined;
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
