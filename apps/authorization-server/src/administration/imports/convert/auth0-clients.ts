/** The applications of a tenant of Auth0, as its Management API lists them (`GET /api/v2/clients`). */
import { supportedValues } from "@countersign/rules";
import type { Addresses } from "./addresses.ts";
import { auth0Left } from "./auth0-client-rest.ts";
import { addressMembers } from "./client-addresses.ts";
import { jsonIn, NotAnExport, record, textIn } from "./converted.ts";
import type { ConvertedClient } from "./keycloak-clients.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * Throws `NotAnExport` if the text is not a list of applications.
 *
 * @param addresses what stands for addresses that cannot be registered
 */
export function clientsOfAuth0(text: string, addresses: Addresses = () => []): readonly ConvertedClient[] {
  const document = jsonIn(text);
  const listed = Array.isArray(document) ? document : record(document)?.clients;
  if (!Array.isArray(listed)) throw new NotAnExport("it is not a list of applications: GET /api/v2/clients gives one");
  return listed
    .map((one) => record(one) ?? {})
    .filter((client) => client.global !== true)
    .map((client) => clientOf(client, addresses));
}

function clientOf(client: Members, addresses: Addresses): ConvertedClient {
  const clientId = textIn(client.client_id) ?? "";
  const instead = (uris: unknown) => {
    const texts = textsIn(uris).flatMap((uri) => {
      const given = addresses(clientId, uri);
      return given.length === 0 ? [uri] : given;
    });
    return [...new Set(texts)];
  };
  const hasCode = grantsOf(client).includes("authorization_code");
  const redirectUris = hasCode ? instead(client.callbacks) : [];
  const postLogout = hasCode ? instead(client.allowed_logout_urls) : [];
  const wild = [...new Set([...redirectUris, ...postLogout])].filter((uri) => uri.includes("*"));
  const metadata = membersOf(client, redirectUris, postLogout);
  return {
    clientId,
    metadata,
    skipped: [],
    wild,
    refused: [
      ...(clientId === "" ? ["it has no client_id: list the applications with all fields"] : []),
      ...(record(client.client_authentication_methods) === undefined
        ? []
        : ["it signs with a key that is not in the export: register it by clients add, with jwks or jwks_uri"]),
      ...wild.map((uri) => `its address ${uri} has a *: register each address`),
      ...(grantsOf(client).length === 0 ? ["it has no grant type that is supported: it needs the code flow"] : []),
    ],
    changed: changesOf(client, metadata),
    left: auth0Left(client, metadata),
  };
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

const isPublic = (client: Members) => methodOf(client) === "none";

/** Without a method, a page and an app have no secret; the others send theirs in the body. */
function methodOf({ token_endpoint_auth_method: method, app_type: type }: Members): string {
  return textIn(method) ?? (type === "spa" || type === "native" ? "none" : "client_secret_post");
}

const SUPPORTED = ["authorization_code", "refresh_token", "client_credentials"];

/** What is not listed follows from the kind of the application. */
function grantsOf(client: Members): readonly string[] {
  const usual =
    client.app_type === "non_interactive" ? ["client_credentials"] : ["authorization_code", "refresh_token"];
  const given = Array.isArray(client.grant_types) ? textsIn(client.grant_types) : usual;
  return SUPPORTED.filter(
    (type) =>
      given.includes(type) &&
      (type !== "client_credentials" || !isPublic(client)) &&
      (type !== "refresh_token" || given.includes("authorization_code")),
  );
}

function membersOf(client: Members, redirectUris: readonly string[], postLogout: readonly string[]): Members {
  const hasPeople = grantsOf(client).includes("authorization_code");
  const members = {
    client_name: textIn(client.name) ?? textIn(client.client_id),
    grant_types: grantsOf(client),
    token_endpoint_auth_method: methodOf(client),
    ...(hasPeople ? ofPeople(client, redirectUris) : { response_types: [] }),
    ...(postLogout.length === 0 ? {} : { post_logout_redirect_uris: postLogout }),
    ...(client.require_pushed_authorization_requests === true ? { require_pushed_authorization_requests: true } : {}),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

const ofPeople = (client: Members, redirectUris: readonly string[]): Members => ({
  redirect_uris: redirectUris,
  profile: "oidc",
  consent_policy: client.is_first_party === false ? "explicit" : "implicit",
  scope: "openid profile email address phone offline_access",
  ...addressMembers(redirectUris),
  id_token_signed_response_alg: algOf(client),
  initiate_login_uri: textIn(client.initiate_login_uri),
  backchannel_logout_uri: textsIn(record(client.oidc_logout)?.backchannel_logout_urls)[0],
});

/** An algorithm that is supported; a client without a secret has no key for HS256. */
function algOf(client: Members): string | undefined {
  const alg = textIn(record(client.jwt_configuration)?.alg);
  if (alg === undefined || (alg.startsWith("HS") && isPublic(client))) return undefined;
  return supportedValues().id_token_signing_alg_values_supported?.includes(alg) ? alg : undefined;
}

function changesOf(client: Members, { redirect_uri_exceptions: exceptions }: Members): readonly string[] {
  const grants = grantsOf(client);
  const hasPeople = grants.includes("authorization_code");
  return [
    ...(isPublic(client) ? [] : ["it gets another secret: set it where the application has the old one"]),
    ...(hasPeople && isPublic(client)
      ? ["it has to send a code_challenge here (PKCE), as every client without a secret"]
      : []),
    ...(exceptions === undefined
      ? []
      : [`redirect_uri_exceptions is ${String(exceptions)}: remove it when it is not needed`]),
    ...(grants.includes("refresh_token")
      ? ["it gets a refresh token only if it asks for the scope offline_access; each use returns another one"]
      : []),
    ...(hasPeople ? ["audience is not read: resource names an API, or the scopes do"] : []),
  ];
}
