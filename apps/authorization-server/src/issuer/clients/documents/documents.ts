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
  whenNeeded,
} from "@countersign/rules";
import type { Logger } from "@countersign/service";
import { LRUCache } from "lru-cache";
import type { ClientDocumentStore } from "../../../platform/stores/client/client-documents.ts";
import type { ClientStore } from "../../../platform/stores/client/clients.ts";
import type { ClientDocumentsPolicy } from "../client-documents-policy.ts";

/** After a failure, the document is not fetched again for this long. */
const COOL_DOWN_MS = 10_000;
const REMEMBERED_FAILURES = 10_000;
/** How long tokens can still be had by an old document while the new one cannot be fetched. */
const STALE_SECONDS = 86_400;

export interface ClientDocuments {
  /**
   * The client of this URL for an authorization request, by a document that is fresh now. Throws `invalid_request` with
   * a reason for people if there is none. At a limit of ours the document before counts for a day; without one,
   * `temporarily_unavailable` is thrown.
   *
   * @param address where the request comes from; fetches of unknown documents are counted for it
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
  /** Fetches of unknown metadata documents that one source causes. A caller can make up the URL of one. */
  readonly clientDocuments: Limit;
  /** Fetches of unknown metadata documents from one host. */
  readonly clientDocumentsPerHost: Limit;
  /** Fetches of documents that have a client, or that an operator pinned, from one host. */
  readonly knownDocumentsPerHost: Limit;
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
  readonly fetchDocument: (url: string, of: { readonly isKnown: boolean }) => Promise<Fetched | undefined>;
  /** Checks a document by the rules of registrations, and makes what its client needs. Throws ProtocolErrors. */
  readonly accept: (url: string, document: unknown) => Promise<RegistrationMetadata>;
  readonly limits: DocumentLimits;
  readonly now: () => Date;
  /** Milliseconds on a monotonic clock: counts the pause after a failure. */
  readonly elapsed?: () => number;
  readonly log: Pick<Logger, "info">;
}

export function openClientDocuments(parts: ClientDocumentsParts): ClientDocuments {
  const { policy, store, clients, now } = parts;
  const fetchOnce = oneAtATime(parts);

  const allowed = async (url: string): Promise<Allowed | undefined> => {
    if (!policy.areOn || documentUrlProblem(url) !== undefined) return undefined;
    const known = await store.find(url);
    const isOpen = policy.accepts(hostOfDocument(url)) || known?.isPinned === true;
    if (!isOpen || known?.isBlocked === true) return undefined;
    const isKnown = known?.isPinned === true || (known?.freshUntil ?? null) !== null;
    return { url, freshUntil: known?.freshUntil ?? LONG_AGO, isKnown };
  };

  const isUsable = ({ freshUntil }: Allowed) => after(freshUntil, STALE_SECONDS) > now();

  return {
    async forAuthorization(url, address) {
      const known = await allowed(url);
      if (known === undefined) return undefined;
      if (known.freshUntil <= now()) {
        await fetchOnce(known, address).catch((err) => {
          if (!isOurLimit(err) || !isUsable(known)) throwForPerson(err);
        });
      }
      return clients.find(url);
    },

    async forClientRequest(url, address) {
      const known = await allowed(url);
      if (known === undefined) return undefined;
      if (known.freshUntil <= now() && !(await isFetched(fetchOnce(known, address), isUsable(known)))) return undefined;
      return clients.find(url);
    },
  };
}

/** A URL that can be the id of a client, and until when its document is fresh. */
interface Allowed {
  readonly url: string;
  readonly freshUntil: Date;
  /** Whether it has a client, or an operator pinned it. Strangers cannot make up such a URL. */
  readonly isKnown: boolean;
}

const LONG_AGO = new Date(0);
/** The code of a document that was fetched and is not valid. */
const REFUSED = "invalid_client_metadata";

/** Whether an error says that we do not fetch now, and nothing of the document. */
const isOurLimit = (err: unknown): boolean => err instanceof ProtocolError && err.code === "temporarily_unavailable";

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
    if (!isUsable && isOurLimit(err)) throw err;
    return isUsable && err.code !== REFUSED;
  }
}

/** Fetches a document and keeps its client, once at a time for each URL, and not again soon after a failure. */
function oneAtATime(parts: ClientDocumentsParts): (document: Allowed, address: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const clock = { ttlResolution: 0, perf: { now: parts.elapsed ?? (() => performance.now()) } };
  const failed = whenNeeded(
    () => new LRUCache<string, ProtocolError>({ max: REMEMBERED_FAILURES, ttl: COOL_DOWN_MS, ...clock }),
  );

  const fetchNow = async (document: Allowed, address: string) => {
    const { url } = document;
    try {
      await fetchAndKeep(document, address, parts);
      failed().delete(url);
    } catch (err) {
      if (!(err instanceof ProtocolError) || isOurLimit(err)) throw err;
      failed().set(url, err);
      throw err;
    } finally {
      running.delete(url);
    }
  };

  return async (document, address) => {
    const { url, isKnown } = document;
    const failure = failed().get(url);
    if (failure !== undefined) throw failure;
    if (!isKnown) await count(parts.limits.clientDocuments, address);
    const flight = running.get(url) ?? fetchNow(document, address);
    running.set(url, flight);
    await flight;
  };
}

async function fetchAndKeep({ url, isKnown }: Allowed, address: string, parts: ClientDocumentsParts): Promise<void> {
  const { store, policy, clients, limits, now, log } = parts;
  // Another request may have fetched it since this one looked.
  if (((await store.find(url))?.freshUntil ?? LONG_AGO) > now()) return;
  await count(isKnown ? limits.knownDocumentsPerHost : limits.clientDocumentsPerHost, hostOfDocument(url));
  const found = await parts.fetchDocument(url, { isKnown });
  // One sentence for every cause: no one learns what is behind an address.
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
    throw new ProtocolError(REFUSED, `the metadata document at client_id is refused: ${err.message}`, err.detail);
  }
}
