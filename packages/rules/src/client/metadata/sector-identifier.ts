/**
 * Sector identifiers: OIDC Registration §5, OIDC Core §8.1. The clients of one sector are one party, and know a person
 * under the same subject.
 */
import { z } from "zod";
import { ProtocolError } from "../../errors.ts";
import type { SUBJECT_TYPES } from "../record/registered-values.ts";
import { isLocalHost } from "./redirect-uri-registration.ts";

const redirectUris = z.array(z.string().max(2000)).max(1000);

/**
 * Throws `invalid_client_metadata` unless the document is an array that names every redirect URI of the registration.
 *
 * @param document a JSON value as received; undefined when there is none
 */
export function assertSector(document: unknown, registered: readonly string[]): void {
  const named = redirectUris.safeParse(document);
  if (!named.success) {
    throw new ProtocolError(
      "invalid_client_metadata",
      "sector_identifier_uri does not return an array of redirect URIs",
    );
  }
  if (!registered.every((uri) => named.data.includes(uri))) {
    throw new ProtocolError("invalid_client_metadata", "sector_identifier_uri lacks a redirect URI");
  }
}

/**
 * The host whose clients share subjects (OIDC Core §8.1). `undefined` if the owner of the client is unknown: without a
 * sector identifier, its redirect URIs are on several hosts or could belong to any app (RFC 8252 §8.6).
 */
export function sectorOf({
  sector_identifier_uri,
  redirect_uris,
}: {
  readonly sector_identifier_uri?: string | undefined;
  readonly redirect_uris: readonly string[];
}): string | undefined {
  const hosts = new Set(
    sector_identifier_uri === undefined ? redirect_uris.map(hostOfOne) : [hostOf(sector_identifier_uri)],
  );
  const [host] = hosts;
  return hosts.size === 1 ? host : undefined;
}

/** How a client knows people: under an identifier that all clients see, or one for its sector (OIDC Core §8). */
export function subjectTypeOf({ sector }: { readonly sector?: string | undefined }): (typeof SUBJECT_TYPES)[number] {
  return sector === undefined ? "public" : "pairwise";
}

function hostOf(uri: string): string | undefined {
  const url = URL.parse(uri);
  return url?.protocol === "https:" ? url.hostname : undefined;
}

// No client owns localhost: any client may use it.
function hostOfOne(uri: string): string | undefined {
  const host = hostOf(uri);
  return host === undefined || isLocalHost(host.replace(/\.$/, "")) ? undefined : host;
}
