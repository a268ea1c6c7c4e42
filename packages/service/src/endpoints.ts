/**
 * Endpoints that programs call: found by their exact path and answered on node's own request and response. Express, with
 * its routing and its middleware, is for pages.
 */
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener } from "node:http";
import { Call, type Surroundings, targetOf } from "./call.ts";
import type { AddressOf } from "./client-address.ts";
import { type Failed, failSafely } from "./fail-safely.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";
import { repeatsHeaders } from "./repeated-headers.ts";
import { logEnd } from "./request-log.ts";
import { LOADED_ANYWHERE, protectiveHeaders } from "./security-headers.ts";

/** Answers a call. What it throws is for `failed`. */
export type Endpoint = (call: Call) => unknown;

/** What answers a path, by method. */
export type Methods = Readonly<Partial<Record<"GET" | "POST", Endpoint>>>;

export interface Route {
  readonly methods: Methods;
  /** Whether scripts of any site may call it. */
  readonly crossOrigin: boolean;
  /** What its answers say besides what all do. */
  readonly headers?: OutgoingHttpHeaders;
  /** Answers an error in its own way. */
  readonly failed?: Failed;
  /** Whether `others` has further methods. */
  readonly elsewhere?: boolean;
  /** Whether GET may change something: HEAD is then no method of this path. */
  readonly changing?: boolean;
}

export interface EndpointOptions {
  /** Paths as they come, with what they answer. */
  readonly table: Readonly<Record<string, Route>>;
  /** The address that others reach this service under, say the issuer. */
  readonly publicUrl: string;
  readonly addressOf: AddressOf;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, "observe"> | undefined;
  /** Answers an error. */
  readonly failed: Failed;
  /** Answers everything else. */
  readonly others: RequestListener;
}

/**
 * A listener that answers the table's paths, and leaves all others to `others`. It refuses requests that say two things
 * at once.
 */
export function serveEndpoints(options: EndpointOptions): RequestListener {
  const { publicUrl, addressOf, log, metrics, failed, others } = options;
  const table = new Map(
    Object.entries(options.table).map(([path, route]) => {
      const anywhere = route.crossOrigin ? LOADED_ANYWHERE : {};
      const headers = { ...protectiveHeaders(publicUrl), ...anywhere, ...route.headers };
      const safely = failSafely(log, route.failed ?? failed);
      return [
        path,
        { ...route, failed: safely, surroundings: surroundingsOf({ headers, addressOf }, route.crossOrigin) },
      ];
    }),
  );

  const everywhere = { headers: protectiveHeaders(publicUrl), addressOf };
  return (req, res) => {
    const target = targetOf(req);
    const route = table.get(target.path);
    if (repeatsHeaders(req)) {
      const path = route === undefined ? "none" : target.path;
      return refuseRepeated(new Call(req, res, { path, query: "" }, everywhere), log);
    }
    if (route === undefined) return others(req, res);

    const endpoint = endpointOf(route, req.method);
    if (endpoint === undefined && route.elsewhere === true) return others(req, res);

    const call = new Call(req, res, target, route.surroundings(req));
    logEnd(log, call);
    metrics?.observe(call);
    if (route.crossOrigin && req.method === "OPTIONS") return call.end(204, PREFLIGHT_HEADERS);

    if (endpoint === undefined) return refuseMethod(call, Object.keys(route.methods));
    answer(endpoint, call, route.failed);
  };
}

// RFC 9110 §9.3.2: HEAD is answered as GET, and node leaves the body out. §9.2.1: it must be safe.
function endpointOf({ methods: { GET, POST }, changing }: Pick<Route, "methods" | "changing">, method = "") {
  if (method === "POST") return POST;
  return method === "GET" || (method === "HEAD" && changing !== true) ? GET : undefined;
}

function answer(endpoint: Endpoint, call: Call, failed: Failed): void {
  try {
    const answering = endpoint(call);
    if (answering instanceof Promise) answering.catch((err: unknown) => failed(err, call));
  } catch (err) {
    failed(err, call);
  }
}

function refuseRepeated(call: Call, log: Logger): void {
  logEnd(log, call);
  const description = "a header is repeated that may not be";
  call.json({ error: "invalid_request", error_description: description }, { "cache-control": "no-store" }, 400);
}

// RFC 9110 §15.5.6: the path is there, the method is not.
function refuseMethod(call: Call, methods: readonly string[]): void {
  call.end(405, { allow: methods.join(", "), "cache-control": "no-store" });
}

const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-max-age": "600", // seconds
};

/**
 * What the answers to a request say, made once for each kind. Scripts of any site may call an endpoint that looks at no
 * cookie. Credentials are never allowed, and an opaque origin (sandboxed frames, local files) is not answered.
 */
function surroundingsOf(own: Surroundings, crossOrigin: boolean): (req: IncomingMessage) => Surroundings {
  if (!crossOrigin) return () => own;
  const shared = { ...own, headers: { ...own.headers, vary: "Origin" } };
  const called = { ...own, headers: { ...shared.headers, "access-control-allow-origin": "*" } };
  return ({ headers: { origin } }) => (origin === undefined || origin === "null" ? shared : called);
}
