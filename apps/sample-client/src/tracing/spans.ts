/** The spans of one request and of what is sent for it. They have names only: no path, query, token or person. */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Request, Response } from "express";
import type { Tracing, TracingSettings } from "./tracing.ts";

interface Settings extends Omit<TracingSettings, "tracesUrl"> {
  readonly url: string;
}

const LONGEST_MS = 5000;
const propagator = new W3CTraceContextPropagator();

export function startTracing({ url, tracedPart, takesTraceparent }: Settings): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "sample-client" }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(tracedPart) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, timeoutMillis: LONGEST_MS }) })],
  });
  const tracer = provider.getTracer("sample-client");
  /** The request whose work runs now. */
  const active = new AsyncLocalStorage<Context>();

  return {
    requests(req, res, next) {
      // A stranger could write into the trace of another person: only a proxy of ours may say which trace goes on.
      const parent = takesTraceparent
        ? propagator.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter)
        : ROOT_CONTEXT;
      const span = tracer.startSpan(req.method, { kind: SpanKind.SERVER, attributes: of(req.method) }, parent);
      res.once("close", () => endWith(span, req, res));
      active.run(trace.setSpan(parent, span), next);
    },

    async send(input, init = {}) {
      const parent = active.getStore();
      if (parent === undefined) return fetch(input, init); // at the start, when no request is answered
      const method = init.method ?? "GET";
      const { host } = new URL(input instanceof Request ? input.url : input);
      const attributes = { ...of(method), "server.address": host };
      const span = tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes }, parent);
      const headers = new Headers(init.headers);
      propagator.inject(trace.setSpan(parent, span), headers, { set: (to, name, value) => to.set(name, value) });
      try {
        const response = await fetch(input, { ...init, headers });
        span.setAttribute("http.response.status_code", response.status);
        return response;
      } catch (err) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw err;
      } finally {
        span.end();
      }
    },

    traceId() {
      const context = active.getStore();
      return context && trace.getSpanContext(context)?.traceId;
    },

    close: () => provider.shutdown().catch(() => {}), // a collector that is away keeps no client running
  };
}

/** Semantic Conventions for HTTP spans. */
const of = (method: string) => ({ "http.request.method": method });

/** The path that the route was declared with: the path of the request may have a secret in it. */
function endWith(span: Span, { method, route }: Request, { statusCode }: Response): void {
  if (route !== undefined) span.updateName(`${method} ${route.path}`).setAttribute("http.route", route.path);
  span.setAttribute("http.response.status_code", statusCode);
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
