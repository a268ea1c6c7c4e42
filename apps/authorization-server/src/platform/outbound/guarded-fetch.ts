/**
 * The only path for outbound requests (specification §4.8 rule 4). URLs from clients are untrusted. So we use only
 * https, follow no redirects, check the address after resolution, connect to that same address, and limit size and
 * time.
 */
import type { CachingHeaders } from "@countersign/rules";
import type { AcceptedDocument } from "./accepted-document.ts";
import { type AgentOptions, type Agents, openAgents, TIMEOUT_MS } from "./agents.ts";
import { type Exchange, type Exchanged, exchange } from "./exchange.ts";
import { fetchRefused, isFetchRefused } from "./fetch-refused.ts";
import { read, type SendOptions, USER_AGENT } from "./send.ts";
import { openSlots } from "./slots.ts";
import { type AllowedHosts, isAllowedHost, targetProblem } from "./target.ts";
import { traced } from "./traced-request.ts";

export interface GuardedFetchOptions extends AgentOptions {
  readonly allowedHosts: AllowedHosts;
  /**
   * Allows plain http to allowed hosts, for an issuer that itself uses plain http on this machine. The default is
   * false.
   */
  readonly plainHttp?: boolean;
}

/** A body to send. Its response is only a status. */
export interface Posted extends Pick<AcceptedDocument, "kind" | "clientId" | "timeoutMs"> {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Fetched {
  readonly mediaType: string;
  readonly body: Buffer;
  /** The headers that say how long the document is fresh. */
  readonly caching?: CachingHeaders;
}

export interface GuardedFetch {
  /**
   * Fetches a document by GET. Throws an error that `isFetchRefused` recognizes, whose message is for the log only, and
   * `temporarily_unavailable` when too many fetches are in progress.
   */
  get(url: string, wanted: AcceptedDocument): Promise<Fetched>;
  /**
   * Sends a form by POST and returns the status of the response. The response body is not read. Throws like `get` when
   * there is no response.
   */
  postForm(url: string, fields: Readonly<Record<string, string>>): Promise<number>;
  /** Sends a body by POST, and otherwise does what `postForm` does. */
  post(url: string, sent: Posted): Promise<number>;
  /**
   * Sends a request of the protocol of an OpenID Provider, and returns its response, no matter which status it has.
   * Throws like `get` when there is no response, or when it is too large.
   */
  exchange(url: string, sent: Exchange): Promise<Exchanged>;
  /** Whether this URL may be fetched, judged only by the URL. */
  mayFetch(url: string): boolean;
  close(): Promise<void>;
}

export function openGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { allowedHosts, timeoutMs = TIMEOUT_MS } = options;
  const slots = openSlots();
  let agents: Promise<Agents> | undefined;

  async function within<T>(
    address: string,
    whose: Whose & Pick<AcceptedDocument, "timeoutMs">,
    work: (url: URL, way: SendOptions) => Promise<T>,
  ): Promise<T> {
    const url = targetOf(address, options);
    const limit = Math.min(timeoutMs, whose.timeoutMs ?? timeoutMs);
    const isAllowed = isAllowedHost(url, allowedHosts);
    const giveBack = slots.take(whose.kind, whose.clientId ?? (isAllowed ? undefined : url.host));
    try {
      agents ??= openAgents(options);
      const { open, guarded, request } = await agents;
      const way = { request, dispatcher: isAllowed ? open : guarded, signal: AbortSignal.timeout(limit) };
      return await traced({ kind: whose.kind, isAllowed }, way, (traced) => work(url, traced));
    } catch (err) {
      throw isFetchRefused(err) ? err : fetchRefused("there was no response", err);
    } finally {
      giveBack();
    }
  }

  return {
    get: (address, wanted) => within(address, wanted, (url, way) => fetchDocument(url, wanted, way)),
    postForm: (address, fields) => {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const sent = { kind: "logout", headers, body: new URLSearchParams(fields).toString() } as const;
      return within(address, sent, (url, way) => sendBody(url, sent, way));
    },
    post: (address, sent) => within(address, sent, (url, way) => sendBody(url, sent, way)),

    exchange: (address, sent) => within(address, sent, (url, way) => exchange(url, sent, way)),

    mayFetch(address) {
      const url = URL.parse(address);
      return url !== null && targetProblem(url, allowedHosts, options) === undefined;
    },

    async close() {
      if (agents === undefined) return;
      const { open, guarded } = await agents;
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

type Whose = Pick<AcceptedDocument, "kind" | "clientId">;

async function sendBody(url: URL, { headers, body }: Posted, { request, ...way }: SendOptions): Promise<number> {
  const own = { "accept-encoding": "identity", "user-agent": USER_AGENT };
  const response = await request(url, { ...way, headers: { ...headers, ...own }, method: "POST", body });
  response.body.on("error", () => {});
  response.body.destroy();
  return response.statusCode;
}

async function fetchDocument(
  url: URL,
  { mediaTypes, anyJson = false, maxBytes }: AcceptedDocument,
  { request, ...way }: SendOptions,
): Promise<Fetched> {
  const headers = { accept: mediaTypes.join(", "), "accept-encoding": "identity", "user-agent": USER_AGENT };
  const response = await request(url, { ...way, headers, method: "GET" });
  // A body that is closed before it was read emits an error event, which needs a listener.
  response.body.on("error", () => {});
  try {
    // `request` follows no redirect: a 3xx response is refused like any other status than 200.
    if (response.statusCode !== 200) throw fetchRefused(`the response was ${response.statusCode}`);
    if (response.headers["content-encoding"] !== undefined) throw fetchRefused("the document is compressed");

    const mediaType = mediaTypeOf(response.headers["content-type"]);
    const isAccepted = mediaTypes.includes(mediaType) || (anyJson && mediaType.endsWith("+json"));
    if (!isAccepted) throw fetchRefused("the document is of another media type");
    return { mediaType, body: await read(response.body, maxBytes), caching: cachingOf(response.headers) };
  } finally {
    response.body.destroy();
  }
}

const CACHING = ["cache-control", "expires", "date", "age"] as const;

function cachingOf(headers: Readonly<Record<string, string | string[] | undefined>>): CachingHeaders {
  return Object.fromEntries(CACHING.map((name) => [name, [headers[name] ?? []].flat().join(",") || undefined]));
}

const mediaTypeOf = (header: string | string[] | undefined) =>
  (String(header ?? "").split(";")[0] ?? "").trim().toLowerCase();
