/** The clients of a realm export of Keycloak, as client metadata (RFC 7591). */
import type { Addresses } from "./addresses.ts";
import { jsonIn, NotAnExport, record, textIn } from "./converted.ts";
import { grantsOf, membersOf, methodOf, redirectUrisOf } from "./keycloak-client.ts";
import { notesOn } from "./keycloak-client-notes.ts";

export interface ConvertedClient {
  /** What the other software calls it, and what it is called here. */
  readonly clientId: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Why it is left out; empty if it is a client here. */
  readonly skipped: readonly string[];
  /** Its redirect URIs with a *. */
  readonly wild: readonly string[];
  /** Why it is not imported; empty if it can be. */
  readonly refused: readonly string[];
  /** What is different here, and what does not come along. */
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

/**
 * Throws `NotAnExport` if the text is not the export of one realm.
 *
 * @param addresses what stands for redirect URIs with a *
 */
export function clientsOfKeycloak(text: string, addresses: Addresses = () => []): readonly ConvertedClient[] {
  const { clients } = realmIn(text);
  if (!Array.isArray(clients)) throw new NotAnExport("it has no clients: export the realm with them");
  return clients
    .map((one) => record(one) ?? {})
    .filter(({ clientId }) => !OWN.has(String(clientId)))
    .map((client) => clientOf(withAddresses(client, addresses)));
}

function realmIn(text: string): Readonly<Record<string, unknown>> {
  const document = jsonIn(text);
  if (!Array.isArray(document)) return record(document) ?? {};
  if (document.length === 1) return record(document[0]) ?? {};
  throw new NotAnExport(`it has ${document.length} realms: write each into a file of its own`);
}

/** The client with the addresses that a person gave instead of those with a *. */
function withAddresses(client: Readonly<Record<string, unknown>>, addresses: Addresses) {
  const instead = (uris: readonly string[]) =>
    uris.flatMap((uri) => {
      const given = uri.includes("*") ? addresses(textIn(client.clientId) ?? "", uri) : [];
      return given.length === 0 ? [uri] : given;
    });
  const { redirectUris, postLogout } = redirectUrisOf(client);
  const attributes = { ...record(client.attributes), "post.logout.redirect.uris": instead(postLogout).join("##") };
  return { ...client, redirectUris: [...new Set(instead(redirectUris))], attributes };
}

function clientOf(client: Readonly<Record<string, unknown>>): ConvertedClient {
  const clientId = textIn(client.clientId) ?? "";
  const { redirectUris, postLogout } = redirectUrisOf(client);
  const wild = [...new Set([...redirectUris, ...postLogout])].filter((uri) => uri.includes("*"));
  const hasNoFlow = grantsOf(client).length === 0;
  const skipped = [
    ...(client.enabled === false ? ["it is disabled in Keycloak"] : []),
    ...(client.bearerOnly === true ? ["it is an API that only checks tokens: add it as a resource server"] : []),
  ];
  const refused = [
    ...(ID.test(clientId) ? [] : ["its client id has characters other than letters, digits and . _ -"]),
    ...(client.protocol === "saml" ? ["it uses SAML"] : []),
    ...(methodOf(client) === undefined ? ["it authenticates by a method that is not supported"] : []),
    ...wild.map((uri) => `its redirect URI ${uri} has a *: register each address`),
    ...(hasNoFlow ? ["it has no flow that is supported"] : []),
  ];
  return {
    clientId,
    metadata: { client_name: nameOf(client) ?? clientId, ...membersOf(client) },
    skipped,
    wild: skipped.length > 0 ? [] : wild,
    refused: skipped.length > 0 ? [] : refused,
    notes: skipped.length > 0 ? [] : notesOn(client),
  };
}

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Names such as `${client_account}` are texts of Keycloak. */
const nameOf = ({ name }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof name === "string" && !name.startsWith("${") ? textIn(name) : undefined;
