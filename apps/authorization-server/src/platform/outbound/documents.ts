/**
 * The documents that we fetch, each with its own limits. Each function throws `temporarily_unavailable` when too many
 * fetches are in progress. That is our own limit, and says nothing about a document.
 */
import { readJson } from "@countersign/guard/json";
import { pictureType } from "@countersign/pictures";
import { freshSeconds, ProtocolError } from "@countersign/rules";
import type { Logger } from "@countersign/service";
import type { AcceptedDocument } from "./accepted-document.ts";
import { fetchRefused, isFetchRefused } from "./fetch-refused.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";

const LARGEST_JSON_BYTES = 65_536;
const JSON_LIMITS = { longest: LARGEST_JSON_BYTES };
const LARGEST_PICTURE_BYTES = 262_144;
const JWK_SET: AcceptedDocument = {
  kind: "keys",
  mediaTypes: ["application/json", "application/jwk-set+json"],
  maxBytes: LARGEST_JSON_BYTES,
};
const PICTURE: AcceptedDocument = {
  kind: "registration",
  mediaTypes: ["image/png", "image/jpeg", "image/webp"],
  maxBytes: LARGEST_PICTURE_BYTES,
};
const SECTOR: AcceptedDocument = {
  kind: "registration",
  mediaTypes: ["application/json"],
  maxBytes: LARGEST_JSON_BYTES,
};
const REQUEST_OBJECT: AcceptedDocument = {
  kind: "request object",
  mediaTypes: ["application/oauth-authz-req+jwt", "application/jwt"],
  maxBytes: 8192,
};

const CLIENT_DOCUMENT = {
  mediaTypes: ["application/json"],
  anyJson: true,
  timeoutMs: 3000,
} as const;

export interface Picture {
  readonly mediaType: string;
  readonly image: Buffer;
}

/** A JWK Set of at most 64 KB, as JSON (RFC 7517 §5). Throws an error that `isFetchRefused` knows. */
export async function fetchJwks(outbound: Pick<GuardedFetch, "get">, url: string): Promise<unknown> {
  const { body } = await outbound.get(url, JWK_SET);
  try {
    return readJson(body, JSON_LIMITS);
  } catch (cause) {
    throw fetchRefused("the document cannot be read as JSON", cause);
  }
}

/** A client ID metadata document: its JSON, and for how many seconds it is fresh. */
interface ClientDocument {
  readonly document: unknown;
  readonly freshSeconds: number;
}

/**
 * A client ID metadata document (draft-ietf-oauth-client-id-metadata-document-02 §5), within 3 seconds. `undefined`
 * when it cannot be fetched; the log contains the reason.
 *
 * @param options.isKnown whether there is a client of this URL, or an operator pinned it
 */
export async function fetchClientDocument(
  { outbound, log }: { outbound: Pick<GuardedFetch, "get">; log: Pick<Logger, "info"> },
  url: string,
  { maxBytes, isKnown }: { readonly maxBytes: number; readonly isKnown: boolean },
): Promise<ClientDocument | undefined> {
  const kind = isKnown ? "known client document" : "client document";
  try {
    const { body, caching = {} } = await outbound.get(url, { ...CLIENT_DOCUMENT, kind, maxBytes });
    return { document: readJson(body, { longest: maxBytes }), freshSeconds: freshSeconds(caching) };
  } catch (err) {
    if (err instanceof ProtocolError) throw err;
    log.info({ err, url }, "the metadata document of a client could not be fetched");
    return undefined;
  }
}

/**
 * A PNG, JPEG or WebP of at most 256 KB, recognized by its first bytes. `undefined` when it cannot be fetched; the log
 * contains the reason.
 */
export async function fetchPicture(
  { outbound, log }: { outbound: Pick<GuardedFetch, "get">; log: Pick<Logger, "info"> },
  url: string,
): Promise<Picture | undefined> {
  try {
    const { body: image } = await outbound.get(url, PICTURE);
    const mediaType = pictureType(image);
    if (mediaType !== undefined) return { mediaType, image };
    log.info({ url }, "a logo is not a picture");
  } catch (err) {
    if (err instanceof ProtocolError) throw err;
    log.info({ err, url }, "a logo could not be fetched");
  }
  return undefined;
}

/**
 * A request object of at most 8 KB (OIDC Core §6.2, RFC 9101 §5.2). `undefined` when it cannot be fetched; the log
 * contains the reason.
 */
export async function fetchRequestObject(
  { outbound, log }: { outbound: Pick<GuardedFetch, "get">; log: Pick<Logger, "info"> },
  url: string,
  clientId: string,
): Promise<string | undefined> {
  try {
    const { body } = await outbound.get(url, { ...REQUEST_OBJECT, clientId });
    return body.toString("latin1").trim();
  } catch (err) {
    if (!isFetchRefused(err)) throw err;
    log.info({ err, url }, "a request object could not be fetched");
    return undefined;
  }
}

/**
 * The JSON at a `sector_identifier_uri`, of at most 64 KB (OIDC Registration §5). `undefined` when it cannot be
 * fetched; the log contains the reason.
 */
export async function fetchSector(
  { outbound, log }: { outbound: Pick<GuardedFetch, "get">; log: Pick<Logger, "info"> },
  url: string,
): Promise<unknown> {
  try {
    const { body } = await outbound.get(url, SECTOR);
    return readJson(body, JSON_LIMITS);
  } catch (err) {
    if (err instanceof ProtocolError) throw err;
    log.info({ err, url }, "a sector identifier document could not be fetched");
    return undefined;
  }
}
