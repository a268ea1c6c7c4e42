/** Sector identifiers: OIDC Registration §5. A document of the client's says which redirect URIs belong to one party. */
import { z } from "zod";
import { ProtocolError } from "./errors.ts";

const redirectUris = z.array(z.string().max(2000)).max(1000);

/**
 * Throws `invalid_client_metadata` unless the document is an array that names every redirect URI of the registration.
 *
 * @param document a JSON value as it came; undefined when there is none
 */
export function assertSector(document: unknown, registered: readonly string[]): void {
  const named = redirectUris.safeParse(document);
  if (!named.success) {
    throw new ProtocolError("invalid_client_metadata", "sector_identifier_uri leads to no array of redirect URIs");
  }
  if (!registered.every((uri) => named.data.includes(uri))) {
    throw new ProtocolError("invalid_client_metadata", "sector_identifier_uri lacks a redirect URI");
  }
}
