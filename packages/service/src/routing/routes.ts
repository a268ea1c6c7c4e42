/** One table of the routes of a service, with the kind of caller of each. */
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import Router, { type Request, type RequestHandler } from "router";
import type { Logger } from "../log/logger.ts";
import { REFERENCE_HEADER, type ReferenceOf } from "../log/reference.ts";
import { logEnd } from "../log/request-log.ts";
import type { Metrics } from "../metrics.ts";
import type { AddressOf } from "../request/client-address.ts";
import { repeatsHeaders } from "../request/repeated-headers.ts";
import { Call, type CallContext, type Target, targetOf } from "./call.ts";
import { contextFor, PREFLIGHT_HEADERS } from "./cross-origin.ts";
import { type AnswerDocument, documentsFirst } from "./documents.ts";
import { failSafely, type OnError } from "./fail-safely.ts";
import { byParameters } from "./route-order.ts";
import { LOADED_ANYWHERE, protectiveHeaders } from "./security-headers.ts";

/** Answers a call. If it throws, the error goes to `onError` of the route's caller. */
export type Handler = (call: Call) => unknown;

export type Methods = Readonly<Partial<Record<"GET" | "POST" | "PUT" | "PATCH" | "DELETE", Handler>>>;

/** The kind of caller of a route. It decides the headers of every answer, and how errors are answered. */
export interface Caller {
  /**
   * Headers of every answer, added to those that protect all answers. A header without a value removes one of these.
   */
  readonly headers?: OutgoingHttpHeaders;
  /** Whether scripts of any site may read the answers. Such a route must not read a cookie. */
  readonly crossOrigin?: boolean;
  /** Returns true for a request to which the routes of this caller do not exist. */
  readonly hiddenFrom?: (req: IncomingMessage) => boolean;
  /** Answers a request by a method that the route does not have, with these headers. Without it, 405 has no body. */
  readonly refuseMethod?: (call: Call, headers: OutgoingHttpHeaders) => void;
  readonly onError: OnError;
}

export interface Route {
  readonly caller: Caller;
  /** The handlers, by method. HEAD is answered as GET. */
  readonly methods: Methods;
  /** Whether GET may change state. Then the route has no HEAD, which must be safe (RFC 9110 §9.2.1). */
  readonly changing?: boolean;
  /** Set if GET answers with a document that is the same for every caller: see `documentRoute`. */
  readonly document?: AnswerDocument;
}

/** The route of a document that is the same for every caller. */
export const documentRoute = (caller: Caller, document: AnswerDocument): Route => ({
  caller,
  methods: { GET: ({ req, res, headers }) => document(req, res, headers) },
  document,
});

export interface ServeOptions {
  /** By path. A segment such as `:client_id` matches any text, which is then in `call.params`. */
  readonly routes: Readonly<Record<string, Route>>;
  /** Files that middleware serves below a path. */
  readonly files?: { readonly path: string; readonly middleware: RequestHandler; readonly caller: Caller };
  /** Answers if there is no route. */
  readonly notFound: { readonly caller: Caller; readonly handler: Handler };
  /** The public address of this service, such as the issuer. */
  readonly publicUrl: string;
  readonly addressOf: AddressOf;
  /** Finds the reference that a proxy gave to a request. Without it, every request gets a new one. */
  readonly referenceOf?: ReferenceOf;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, "observe"> | undefined;
}

/** A route with everything that can be computed before its first request. */
interface Prepared extends Route {
  /** The path that the route was declared with. The log and metrics name it. */
  readonly pattern: string;
  readonly contextOf: (req: IncomingMessage) => CallContext;
  readonly onError: OnError;
}

/**
 * A listener for a table of routes. A map finds exact paths. The router of Express, which is a package by itself, finds
 * the others: paths with parameters, and files. A request that repeats a header which may occur only once is refused.
 */
export function serve(options: ServeOptions): RequestListener {
  const { log, metrics, notFound } = options;
  const routes = Object.entries(options.routes).map(([pattern, route]) => prepare(pattern, route, options));
  const exact = new Map(routes.filter(({ pattern }) => !hasParameter(pattern)).map((route) => [route.pattern, route]));
  const nowhere = prepare("none", { caller: notFound.caller, methods: {} }, options);

  // From here on a request is logged and measured.
  const begin: Begin = (route, arrived) => {
    const call = callOf(route, arrived);
    call.trace();
    logEnd(log, call);
    metrics?.observe(call);
    return call;
  };
  const others = expressRouter({ routes, nowhere, begin }, options);

  return documentsFirst(routes, options, (req, res) => {
    const target = targetOf(req);
    const found = exact.get(target.path);
    const route = found?.caller.hiddenFrom?.(req) === true ? undefined : found;
    if (repeatsHeaders(req)) refuseRepeated(begin(route ?? nowhere, { req, res, target }));
    else if (route === undefined) others(req, res, () => {});
    else dispatch(route, begin(route, { req, res, target }));
  });
}

interface Arrived {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly target?: Target;
  readonly params?: Call["params"];
}

type Begin = (route: Prepared, arrived: Arrived) => Call;

const callOf = (route: Prepared, { req, res, target = targetOf(req), params = NO_PARAMS }: Arrived): Call =>
  new Call(req, res, { ...target, pattern: route.pattern, params }, route.contextOf(req));

const NO_REFERENCE: ReferenceOf = () => undefined;

const NO_PARAMS = Object.freeze({});

const hasParameter = (pattern: string) => pattern.includes("/:");

/** The text before the first parameter. */
const literalOf = (pattern: string) => pattern.slice(0, pattern.indexOf("/:") + 1);

function prepare(
  pattern: string,
  route: Route,
  { publicUrl, addressOf, referenceOf = NO_REFERENCE, log }: ServeOptions,
): Prepared {
  const { headers, crossOrigin = false, onError } = route.caller;
  const anywhere = crossOrigin ? LOADED_ANYWHERE : {};
  const all = Object.entries({ ...protectiveHeaders(publicUrl), ...anywhere, ...headers });
  const sent = Object.fromEntries(all.filter(([, value]) => value !== undefined));
  const context = { headers: sent, addressOf, referenceOf };
  return { ...route, pattern, contextOf: contextFor(context, crossOrigin), onError: failSafely(log, onError) };
}

/** Finds what the map does not contain. Its last two handlers answer everything else. */
function expressRouter(
  { routes, nowhere, begin }: { routes: readonly Prepared[]; nowhere: Prepared; begin: Begin },
  options: ServeOptions,
): Router.Router {
  const { files, notFound } = options;
  const router = Router({ caseSensitive: true, strict: true });
  const withParameters = routes.filter(({ pattern }) => hasParameter(pattern)).toSorted(byParameters);
  for (const route of withParameters) {
    router.all(route.pattern, (req, res) => {
      const params = req.params as Record<string, string>; // our patterns have no wildcard, whose value would be a list
      dispatch(route, begin(route, { req, res, params }));
    });
  }
  if (files !== undefined) {
    const route = prepare("none", { caller: files.caller, methods: {} }, options);
    router.use(files.path, (req, res) => {
      const target = targetOf({ url: req.originalUrl });
      const call = begin(route, { req, res, target });
      for (const [name, value] of Object.entries(call.headers)) res.setHeader(name, String(value));
      res.setHeader(REFERENCE_HEADER, call.requestId);
      files.middleware(req, res, (err) => {
        if (err === undefined) answer(notFound.handler, callOf(nowhere, { req, res, target }), nowhere.onError);
        else route.onError(err, call);
      });
    });
  }
  router.use((req, res) => answer(notFound.handler, begin(nowhere, { req, res }), nowhere.onError));
  // The router recognizes an error handler by its number of arguments.
  router.use((err: unknown, req: Request, res: ServerResponse, _next: unknown) => {
    const route = withParameters.find(({ pattern }) => req.url?.startsWith(literalOf(pattern)) === true) ?? nowhere;
    route.onError(err, begin(route, { req, res }));
  });
  return router;
}

function dispatch({ methods, changing, caller, onError }: Prepared, call: Call): void {
  const { method } = call.req;
  // RFC 9110 §9.3.2: HEAD is answered as GET, and node leaves the body out.
  const handler = methods[(method === "HEAD" && changing !== true ? "GET" : method) as keyof Methods];
  if (caller.crossOrigin === true && method === "OPTIONS") call.end(204, PREFLIGHT_HEADERS);
  else if (handler === undefined) refuseMethod(call, Object.keys(methods), caller);
  else answer(handler, call, onError);
}

function answer(handler: Handler, call: Call, onError: OnError): void {
  try {
    const answering = call.within(handler);
    if (answering instanceof Promise) answering.catch((err: unknown) => onError(err, call));
  } catch (err) {
    onError(err, call);
  }
}

function refuseRepeated(call: Call): void {
  const description = "a header that must be sent once is repeated";
  call.json({ error: "invalid_request", error_description: description }, { "cache-control": "no-store" }, 400);
}

// RFC 9110 §15.5.6: the path exists, the method does not.
function refuseMethod(call: Call, methods: readonly string[], { refuseMethod: refuse = withoutBody }: Caller): void {
  refuse(call, { allow: methods.join(", "), "cache-control": "no-store" });
}
const withoutBody = (call: Call, headers: OutgoingHttpHeaders) => call.end(405, headers);
