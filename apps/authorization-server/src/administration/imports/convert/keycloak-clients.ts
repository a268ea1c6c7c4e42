/** The clients of a realm export of Keycloak, as client metadata (RFC 7591). */
import type { Addresses } from "./addresses.ts";
import { NotAnExport, realmIn, record, textIn } from "./converted.ts";
import { grantsOf, membersOf, methodOf, redirectUrisOf } from "./keycloak-client.ts";
import { notesOn } from "./keycloak-client-notes.ts";

export interface ConvertedClient {
  /** What the other software calls it, and what it is called here. */
  readonly clientId: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Why it is left out; empty if it is a client here. */
  readonly skipped: readonly string[];
  /** Its redirect URIs with a *, for which a person gives addresses. */
  readonly wild: readonly string[];
  /** Why it is not imported; empty if it can be. */
  readonly refused: readonly string[];
  /** What is different here, and what to do. */
  readonly changed: readonly string[];
  /** What does not come along, and what to do instead. */
  readonly left: readonly string[];
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

/**
 * Throws `NotAnExport` if the text is not the export of one realm.
 *
 * @param addresses what stands for redirect URIs that cannot be registered
 */
export function clientsOfKeycloak(text: string, addresses: Addresses = () => []): readonly ConvertedClient[] {
  const { clients } = realmIn(text);
  if (!Array.isArray(clients)) throw new NotAnExport("it has no clients: export the realm with them");
  return clients
    .map((one) => record(one) ?? {})
    .filter(({ clientId }) => !OWN.has(String(clientId)))
    .map((client) => clientOf(withAddresses(client, addresses)));
}

/** The client with the addresses that a person gave instead of others. */
function withAddresses(client: Readonly<Record<string, unknown>>, addresses: Addresses) {
  const instead = (uris: readonly string[]) =>
    uris.flatMap((uri) => {
      const given = addresses(textIn(client.clientId) ?? "", uri);
      return given.length === 0 ? [uri] : given;
    });
  const { redirectUris, postLogout } = redirectUrisOf(client);
  const attributes = { ...record(client.attributes), "post.logout.redirect.uris": instead(postLogout).join("##") };
  return { ...client, redirectUris: [...new Set(instead(redirectUris))], attributes };
}

function clientOf(client: Readonly<Record<string, unknown>>): ConvertedClient {
  const clientId = textIn(client.clientId) ?? "";
  const metadata: ConvertedClient["metadata"] = { client_name: nameOf(client) ?? clientId, ...membersOf(client) };
  const skipped = [
    ...(client.enabled === false ? ["it is disabled in Keycloak"] : []),
    ...(client.bearerOnly === true ? ["it is an API that only checks tokens: add it as a resource server"] : []),
  ];
  if (skipped.length > 0) return { clientId, metadata, skipped, wild: [], refused: [], changed: [], left: [] };

  // No address makes it a client that can be registered, so none is asked for.
  if (client.protocol === "saml") {
    return { clientId, metadata, skipped, wild: [], refused: ["it uses SAML: there is none here"], ...notesOn(client) };
  }
  const { redirectUris, postLogout } = redirectUrisOf(client);
  const wild = [...new Set([...redirectUris, ...postLogout])].filter((uri) => uri.includes("*"));
  return { clientId, metadata, skipped, wild, refused: reasonsOf(client, metadata, wild), ...notesOn(client) };
}

function reasonsOf(
  client: Readonly<Record<string, unknown>>,
  metadata: ConvertedClient["metadata"],
  wild: readonly string[],
): readonly string[] {
  const isKeyless = metadata.token_endpoint_auth_method === "private_key_jwt" && !metadata.jwks && !metadata.jwks_uri;
  const method = String(client.clientAuthenticatorType);
  const instead = method === "client-x509" ? "see mtls.md" : "register it by clients add, with another";
  return [
    ...(ID.test(String(client.clientId))
      ? []
      : ["its client id has characters other than letters, digits and . _ -: clients add registers it by another"]),
    ...(methodOf(client) === undefined ? [`it authenticates by ${method}, which is not taken over: ${instead}`] : []),
    ...wild.map((uri) => `its redirect URI ${uri} has a *: register each address`),
    ...(grantsOf(client).length === 0 ? ["it has no flow that is supported: it needs the code flow"] : []),
    ...(isKeyless ? ["its key is not in the export: register it by clients add, with jwks or jwks_uri"] : []),
  ];
}

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Names such as `${client_account}` are texts of Keycloak. */
const nameOf = ({ name }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof name === "string" && !name.startsWith("${") ? textIn(name) : undefined;
