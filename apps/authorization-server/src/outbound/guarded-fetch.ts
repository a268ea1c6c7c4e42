/**
 * The only way out (specification §4.8 rule 4): addresses that clients give us are untrusted. https only, no redirects,
 * the address checked after resolution and the same one connected to, small and quick or not at all.
 */
import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { getCACertificates } from "node:tls";
import { Agent, buildConnector, type Dispatcher, request } from "undici";
import { isPublicAddress } from "./public-address.ts";
import { publicNames } from "./public-names.ts";
import { type FetchKind, openSlots } from "./slots.ts";
import { type AllowedHosts, isAllowedHost, targetProblem } from "./target.ts";

export interface GuardedFetchOptions {
  readonly allowedHosts: AllowedHosts;
  /** Certificates in PEM form that are trusted besides the system's. */
  readonly extraCa: string | undefined;
  /** Admits plain http to allowed hosts: for an issuer that is plain http on this machine itself. No, unless told. */
  readonly plainHttp?: boolean;
  /** How long a fetch may take altogether, in milliseconds; 5 seconds unless told. */
  readonly timeoutMs?: number;
  /** Resolves names; unless told, DNS for public ones, and the system's resolver for allowed hosts. */
  readonly lookup?: LookupFunction;
  /** Makes connections; undici's own unless told. */
  readonly connectorOf?: (options: ConnectorOptions) => buildConnector.connector;
}

export type ConnectorOptions = buildConnector.BuildOptions & { readonly lookup: LookupFunction };

export interface Wanted {
  readonly kind: FetchKind;
  /**
   * The client whose document it is, where anybody can have it fetched: its slots are counted. Otherwise those of the
   * host.
   */
  readonly clientId?: string;
  /** Media types that are accepted, without parameters. */
  readonly mediaTypes: readonly string[];
  readonly maxBytes: number;
}

export interface Fetched {
  readonly mediaType: string;
  readonly body: Buffer;
}

export interface GuardedFetch {
  /**
   * Fetches a document by GET. Throws an error that `isFetchRefused` knows, whose message is for the log alone, and
   * `temporarily_unavailable` where too many fetches are under way.
   */
  get(url: string, wanted: Wanted): Promise<Fetched>;
  /**
   * Sends a form by POST and returns the status of the answer, whose body is not read. Throws like `get` where there
   * is no answer at all.
   */
  postForm(url: string, fields: Readonly<Record<string, string>>): Promise<number>;
  /** Whether this address could be fetched from, as far as the address alone can tell. */
  mayFetch(url: string): boolean;
  close(): Promise<void>;
}

const TIMEOUT_MS = 5000;
const USER_AGENT = "Countersign";
const MAX_HEADER_BYTES = 8192;
/** What is left of it is for connecting and the document. */
const LOOKUP_SHARE = 0.6;

const REFUSED = "fetch_refused";

/** Whether an error says that a document could not be had. Why is no business of whoever gave the address. */
export const isFetchRefused = (err: unknown): err is Error =>
  err instanceof Error && "code" in err && err.code === REFUSED;

/** The error of everything here. Its message is for the log. */
export const fetchRefused = (reason: string, cause?: unknown) =>
  Object.assign(new Error(reason, { cause }), { code: REFUSED });

export function openGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { allowedHosts, timeoutMs = TIMEOUT_MS, lookup } = options;
  const open = agentWith(lookup ?? (systemLookup as LookupFunction), options);
  const guarded = agentWith(publicOnly(lookup ?? publicNames({ timeoutMs: timeoutMs * LOOKUP_SHARE })), options);
  const slots = openSlots();

  async function within<T>(address: string, whose: Whose, work: (url: URL, way: Way) => Promise<T>): Promise<T> {
    const url = targetOf(address, options);
    const isAllowed = isAllowedHost(url, allowedHosts);
    const dispatcher = isAllowed ? open : guarded;
    const giveBack = slots.take(whose.kind, whose.clientId ?? (isAllowed ? undefined : url.host));
    try {
      return await work(url, { dispatcher, signal: AbortSignal.timeout(timeoutMs) });
    } catch (err) {
      throw isFetchRefused(err) ? err : fetchRefused("there was no answer", err);
    } finally {
      giveBack();
    }
  }

  return {
    get: (address, wanted) => within(address, wanted, (url, way) => fetchDocument(url, wanted, way)),
    postForm: (address, fields) => within(address, { kind: "logout" }, (url, way) => sendForm(url, fields, way)),

    mayFetch(address) {
      const url = URL.parse(address);
      return url !== null && targetProblem(url, allowedHosts, options) === undefined;
    },

    async close() {
      await Promise.all([open.destroy(), guarded.destroy()]);
    },
  };
}

function targetOf(address: string, options: GuardedFetchOptions): URL {
  const url = URL.parse(address);
  const problem = url === null ? "is not a URL" : targetProblem(url, options.allowedHosts, options);
  if (url === null || problem !== undefined) throw fetchRefused(`the address ${problem}`);
  return url;
}

// HTTP/1.1 and a connection for each fetch: nothing is shared between those who gave the addresses. The slots bound how
// many there are. A bound for each host here would let one client's slow document hold up another client's quick one.
function agentWith(
  lookup: LookupFunction,
  { extraCa, timeoutMs = TIMEOUT_MS, connectorOf = buildConnector }: GuardedFetchOptions,
): Agent {
  const ca = extraCa === undefined ? {} : { ca: [...getCACertificates("default"), extraCa] };
  const connect = connectorOf({ lookup, timeout: timeoutMs, allowH2: false, maxCachedSessions: 0, ...ca });
  return new Agent({ connect, allowH2: false, pipelining: 0, maxHeaderSize: MAX_HEADER_BYTES });
}

// Checks at the moment of connecting: what was checked is what is connected to, so a name cannot be rebound in between.
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (err, addresses) => {
      if (err !== null) return callback(err, []);

      const found = typeof addresses === "string" ? [{ address: addresses, family: 0 }] : addresses;
      const foreign = found.find(({ address }) => !isPublicAddress(address));
      // One private address among public ones is reason enough: which of them is taken is not ours to say.
      if (foreign !== undefined || found[0] === undefined)
        return callback(fetchRefused("the name leads to an address that is not public"), []);
      if (options.all === true) return callback(null, found);
      callback(null, found[0].address, found[0].family);
    });
  };
}

type Whose = Pick<Wanted, "kind" | "clientId">;

/** How a request goes out, and until when. */
interface Way {
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
}

async function sendForm(url: URL, fields: Readonly<Record<string, string>>, way: Way): Promise<number> {
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "accept-encoding": "identity",
    "user-agent": USER_AGENT,
  };
  const body = new URLSearchParams(fields).toString();
  const response = await request(url, { ...way, headers, method: "POST", body });
  response.body.on("error", () => {});
  response.body.destroy();
  return response.statusCode;
}

async function fetchDocument(url: URL, { mediaTypes, maxBytes }: Wanted, way: Way): Promise<Fetched> {
  const headers = { accept: mediaTypes.join(", "), "accept-encoding": "identity", "user-agent": USER_AGENT };
  const response = await request(url, { ...way, headers, method: "GET" });
  // Closed before it was read, a body says so by an event that somebody must hear.
  response.body.on("error", () => {});
  try {
    // `request` follows no redirect: a 3xx is an answer like any other that is not the document.
    if (response.statusCode !== 200) throw fetchRefused(`the answer was ${response.statusCode}`);
    if (response.headers["content-encoding"] !== undefined) throw fetchRefused("the document came compressed");

    const mediaType = mediaTypeOf(response.headers["content-type"]);
    if (!mediaTypes.includes(mediaType)) throw fetchRefused("the document is of another media type");
    return { mediaType, body: await read(response.body, maxBytes) };
  } finally {
    response.body.destroy();
  }
}

const mediaTypeOf = (header: string | string[] | undefined) =>
  (String(header ?? "").split(";")[0] ?? "").trim().toLowerCase();

async function read(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw fetchRefused("the document is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
