/**
 * Endpoints that programs call: found by their exact path and answered on node's own request and response. Express, with
 * its routing and its middleware, is for pages.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "proxy-addr";
import { type AddressOf, Call } from "./call.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";
import { logEnd } from "./request-log.ts";
import { protectiveHeaders } from "./security-headers.ts";

/** Answers a call. What it throws is for `failed`. */
export type Endpoint = (call: Call) => unknown;

/** What answers a path, by method. */
export type Methods = Readonly<Partial<Record<"GET" | "POST", Endpoint>>>;

export interface EndpointOptions {
  /** Paths as they come, with what they answer. */
  readonly table: Readonly<Record<string, { readonly methods: Methods; readonly crossOrigin: boolean }>>;
  /** The address that others reach this service under, say the issuer. */
  readonly publicUrl: string;
  /** Addresses whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly log: Logger;
  readonly metrics: Pick<Metrics, "observe"> | undefined;
  /** Answers an error. */
  readonly failed: (err: unknown, call: Call) => void;
  /** Answers everything else. */
  readonly others: RequestListener;
}

/** A listener that answers the table's paths, and leaves all others to `others`. */
export function serveEndpoints(options: EndpointOptions): RequestListener {
  const { publicUrl, trustedProxies, log, metrics, failed, others } = options;
  const table = new Map(Object.entries(options.table));
  const headers = Object.entries(protectiveHeaders(publicUrl));
  const addressOf = addresses(trustedProxies);

  return (req, res) => {
    const call = new Call(req, res, addressOf);
    const route = table.get(call.path);
    if (route === undefined) return others(req, res);

    logEnd(log, call);
    metrics?.observe(call);
    for (const [name, value] of headers) res.setHeader(name, value);
    if (route.crossOrigin && answeredPreflight(req, res)) return;

    const { GET, POST } = route.methods;
    const endpoint = req.method === "POST" ? POST : req.method === "GET" || req.method === "HEAD" ? GET : undefined;
    if (endpoint === undefined) return refuseMethod(call, Object.keys(route.methods));
    answer(endpoint, call, failed);
  };
}

function answer(endpoint: Endpoint, call: Call, failed: EndpointOptions["failed"]): void {
  try {
    const answering = endpoint(call);
    if (answering instanceof Promise) answering.catch((err: unknown) => failed(err, call));
  } catch (err) {
    failed(err, call);
  }
}

// RFC 9110 §15.5.6: the path is there, the method is not.
function refuseMethod({ res }: Call, methods: readonly string[]): void {
  res.writeHead(405, { allow: methods.join(", "), "cache-control": "no-store" }).end();
}

const PREFLIGHT_SECONDS = "600";

/**
 * Lets scripts of any site call an endpoint that looks at no cookie. Credentials are never allowed, and an opaque origin
 * (sandboxed frames, local files) is not answered.
 */
function answeredPreflight(req: IncomingMessage, res: ServerResponse): boolean {
  res.setHeader("vary", "Origin");
  const { origin } = req.headers;
  if (origin !== undefined && origin !== "null") res.setHeader("access-control-allow-origin", "*");
  if (req.method !== "OPTIONS") return false;

  res.writeHead(204, {
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "authorization, content-type",
    "access-control-max-age": PREFLIGHT_SECONDS,
  });
  res.end();
  return true;
}

/** The address that the last proxy of ours vouches for. */
function addresses(trustedProxies: readonly string[]): AddressOf {
  if (trustedProxies.length === 0) return (req) => req.socket.remoteAddress ?? "unknown";
  const trust = proxyAddr.compile([...trustedProxies]);
  return (req) => {
    const address = proxyAddr(req, trust);
    return isIP(address ?? "") === 0 ? "unknown" : address;
  };
}
