/** Which clients said by themselves what they are. */
import type { Client } from "../client.ts";

/** Whether a client_id claims to be the URL of a document (§3). No other client of ours has an id that begins so. */
export const isDocumentUrl = (clientId: string): boolean => clientId.startsWith("https://");

/** Whether nothing but its document vouches for a client. */
export const isDocumentClient = ({ id }: { readonly id: string }): boolean => isDocumentUrl(id);

/**
 * Whether a client said by itself what it is, by a registration or by its document: no operator reviewed its redirect
 * URIs (RFC 9700 §4.11.2). A pinned document can change, too.
 */
export const registeredItself = (client: Pick<Client, "id" | "hasRegistrationToken">): boolean =>
  client.hasRegistrationToken === true || isDocumentClient(client);

/**
 * The scopes that a person can only decline with the whole request of this client. No operator reviewed a client that
 * registered itself, so of its requests a person may decline each scope.
 */
export const requiredScopesOf = (client: Client): readonly string[] | undefined =>
  registeredItself(client) ? undefined : client.requiredScopes;
