/** The span of a request that is answered: Semantic Conventions for HTTP spans. */
import { type Attributes, SpanKind, SpanStatusCode, type Tracer as Spans } from "@opentelemetry/api";
import type { Arrival, RequestSpan } from "../index.ts";
import { referenceOf } from "../reference.ts";
import type { Active } from "./active.ts";
import type { Ids } from "./ids.ts";
import type { Arrived } from "./trace-context.ts";

/** How the trace of a request begins. */
export interface Beginning {
  readonly arrived: (req: Arrival["req"], address: string) => Arrived;
  readonly ids: Pick<Ids, "nextTrace">;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The checks of readiness come every few seconds, and say nothing. */
const isCheck = (route: string) => route.startsWith("/health/");

/**
 * The route is told, and not the path, which may have a secret in it (`url.path` is left out for that).
 *
 * The reference of a request is its trace, so one leads to the other. Several requests of a trace that is continued
 * have references of their own. A reference that a proxy gave is kept, and becomes the trace if it can.
 */
export function requestSpans(
  spans: Spans,
  active: Active,
  { arrived, ids }: Beginning,
): (arrival: Arrival) => RequestSpan | undefined {
  return ({ req, res, route, address, reference: given }) => {
    if (isCheck(route)) return undefined;
    const { parent, isContinued, links } = arrived(req, address);
    const method = METHODS.has(String(req.method)) ? String(req.method) : "_OTHER";
    const attributes: Attributes = { "http.request.method": method, "http.route": route };
    ids.nextTrace(given);
    const span = spans.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes, links }, parent);
    ids.nextTrace(undefined);
    const { traceId, spanId } = span.spanContext();
    const reference = given ?? referenceOf(traceId, spanId, isContinued);
    span.setAttribute("countersign.reference", reference);
    res.once("close", () => {
      const { statusCode, writableFinished } = res;
      if (writableFinished) span.setAttribute("http.response.status_code", statusCode);
      if (!writableFinished || statusCode >= 500) {
        span.setAttribute("error.type", writableFinished ? String(statusCode) : "abandoned");
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    });
    return { traceId, reference, run: (work) => active.run(span, work) };
  };
}
