/** Finds clients by the URL of their metadata document (draft-ietf-oauth-client-id-metadata-document-02 §5). */
import {
  after,
  type Client,
  documentUrlProblem,
  hostOfDocument,
  invalidRequest,
  ProtocolError,
  type RegistrationMetadata,
  tooManyRequests,
} from "@countersign/rules";
import type { Logger } from "@countersign/service";
import { LRUCache } from "lru-cache";
import type { ClientDocumentStore } from "../../stores/client/client-documents.ts";
import type { ClientStore } from "../../stores/client/clients.ts";
import type { ClientDocumentsPolicy } from "../client-documents-policy.ts";

/** After a failure, the document is not fetched again for this long. */
const COOL_DOWN_MS = 10_000;
const REMEMBERED_FAILURES = 10_000;
/** How long tokens can still be had by an old document while the new one cannot be fetched. */
const STALE_SECONDS = 86_400;

export interface ClientDocuments {
  /**
   * The client of this URL for an authorization request, by a document that is fresh now. Throws `invalid_request` with
   * a reason for people if there is none, and `temporarily_unavailable` at a limit.
   *
   * @param address where the request comes from; fetches are counted for it
   */
  forAuthorization(url: string, address: string): Promise<Client | undefined>;
  /**
   * The same for a request that the client itself makes. If the document cannot be fetched, the one before counts
   * for a day. `undefined` if there is none.
   */
  forClientRequest(url: string, address: string): Promise<Client | undefined>;
}

/** A limit that is counted for a key. */
interface Limit {
  consume(key: string): Promise<{ readonly allowed: boolean; readonly retryAfterSeconds: number }>;
}

export interface DocumentLimits {
  /** Fetches of metadata documents that one source causes. */
  readonly clientDocuments: Limit;
  /** Fetches of metadata documents from one host. */
  readonly clientDocumentsPerHost: Limit;
}

/** A document as it was fetched: its JSON, and for how many seconds it is fresh. */
interface Fetched {
  readonly document: unknown;
  readonly freshSeconds: number;
}

export interface ClientDocumentsParts {
  readonly policy: ClientDocumentsPolicy;
  readonly store: ClientDocumentStore;
  readonly clients: Pick<ClientStore, "find" | "forget">;
  /** Fetches a document; `undefined` if it cannot be fetched. */
  readonly fetchDocument: (url: string) => Promise<Fetched | undefined>;
  /** Checks a document by the rules of registrations, and makes what its client needs. Throws ProtocolErrors. */
  readonly accept: (url: string, document: unknown) => Promise<RegistrationMetadata>;
  readonly limits: DocumentLimits;
  readonly now: () => Date;
  readonly log: Pick<Logger, "info">;
}

export function openClientDocuments(parts: ClientDocumentsParts): ClientDocuments {
  const { policy, store, clients, now } = parts;
  const fetchOnce = oneAtATime(parts);

  const allowed = async (url: string): Promise<Allowed | undefined> => {
    if (!policy.areOn || documentUrlProblem(url) !== undefined) return undefined;
    const known = await store.find(url);
    const isOpen = policy.accepts(hostOfDocument(url)) || known?.isPinned === true;
    return isOpen && known?.isBlocked !== true ? { freshUntil: known?.freshUntil ?? LONG_AGO } : undefined;
  };

  return {
    async forAuthorization(url, address) {
      const known = await allowed(url);
      if (known === undefined) return undefined;
      if (known.freshUntil <= now()) await fetchOnce(url, address).catch(throwForPerson);
      return clients.find(url);
    },

    async forClientRequest(url, address) {
      const known = await allowed(url);
      if (known === undefined) return undefined;
      const isUsable = after(known.freshUntil, STALE_SECONDS) > now();
      if (known.freshUntil <= now() && !(await isFetched(fetchOnce(url, address), isUsable))) return undefined;
      return clients.find(url);
    },
  };
}

/** A URL that can be the id of a client, and until when its document is fresh. */
interface Allowed {
  readonly freshUntil: Date;
}

const LONG_AGO = new Date(0);
/** The code of a document that was fetched and is not valid. */
const REFUSED = "invalid_client_metadata";

// RFC 6749 §4.1.2.1 has no code of its own for a client that cannot be found.
function throwForPerson(err: unknown): never {
  throw err instanceof ProtocolError && err.code === REFUSED ? invalidRequest(err.message, err.detail) : err;
}

/**
 * Whether a client can be used: its document is fetched, or could not be fetched and the one before is usable. A limit
 * of ours is an error.
 */
async function isFetched(fetching: Promise<void>, isUsable: boolean): Promise<boolean> {
  try {
    await fetching;
    return true;
  } catch (err) {
    if (!(err instanceof ProtocolError)) throw err;
    if (!isUsable && err.code === "temporarily_unavailable") throw err;
    return isUsable && err.code !== REFUSED;
  }
}

/** Fetches a document and keeps its client, once at a time for each URL, and not again soon after a failure. */
function oneAtATime(parts: ClientDocumentsParts): (url: string, address: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const failed = new LRUCache<string, { readonly error: ProtocolError; readonly until: number }>({
    max: REMEMBERED_FAILURES,
  });

  const fetchNow = async (url: string, address: string) => {
    try {
      await fetchAndKeep(url, address, parts);
      failed.delete(url);
    } catch (err) {
      if (!(err instanceof ProtocolError) || err.code === "temporarily_unavailable") throw err;
      failed.set(url, { error: err, until: parts.now().getTime() + COOL_DOWN_MS });
      throw err;
    } finally {
      running.delete(url);
    }
  };

  return async (url, address) => {
    const failure = failed.get(url);
    if (failure !== undefined && failure.until > parts.now().getTime()) throw failure.error;
    await count(parts.limits.clientDocuments, address);
    const flight = running.get(url) ?? fetchNow(url, address);
    running.set(url, flight);
    await flight;
  };
}

async function fetchAndKeep(url: string, address: string, parts: ClientDocumentsParts): Promise<void> {
  const { store, policy, clients, now, log } = parts;
  await count(parts.limits.clientDocumentsPerHost, hostOfDocument(url));
  const found = await parts.fetchDocument(url);
  // One sentence for every cause: nobody learns what is behind an address.
  if (found === undefined) throw invalidRequest("the metadata document at client_id could not be fetched");
  const metadata = await accepted(url, found.document, parts);
  const at = now();
  const kept = await store.keep({ url, metadata, freshUntil: after(at, found.freshSeconds) }, policy.mostClients, {
    at,
    address,
  });
  clients.forget(url);
  if (kept !== "full") return;
  log.info({ url }, "there are too many clients of metadata documents");
  throw new ProtocolError("temporarily_unavailable", "this server knows too many clients");
}

async function count(limit: Limit, key: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await limit.consume(key);
  if (!allowed) throw tooManyRequests(retryAfterSeconds);
}

async function accepted(url: string, document: unknown, { accept }: ClientDocumentsParts) {
  try {
    return await accept(url, document);
  } catch (err) {
    if (!(err instanceof ProtocolError) || err.status >= 500) throw err;
    const reason = `the metadata document at client_id is refused: ${err.message}`;
    throw new ProtocolError(REFUSED, reason, err.detail);
  }
}
