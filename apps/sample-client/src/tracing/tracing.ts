/** One trace from the request of a browser to the provider: W3C Trace Context. Without a collector there is none. */
import type { RequestHandler } from "express";

export interface Tracing {
  /** Makes a span of each request, and of what is sent for it. It is the first of the routes. */
  readonly requests: RequestHandler;
  /** `fetch`, which tells the receiver the trace. */
  readonly send: typeof fetch;
  /** The trace of the request that is answered now; undefined if there is none. */
  readonly traceId: () => string | undefined;
  /** Exports what is left. */
  close(): Promise<void>;
}

export interface TracingSettings {
  /** Where the collector takes traces: OTLP over HTTP. */
  readonly tracesUrl: string | undefined;
  /** The part of the requests that is traced, from 0 to 1; a caller whose trace goes on decides that for it. */
  readonly tracedPart: number;
  /** Whether the trace that an arriving request names goes on. */
  readonly takesTraceparent: boolean;
}

export const NO_TRACING: Tracing = {
  requests: (_req, _res, next) => next(),
  send: fetch,
  traceId: () => undefined,
  close: async () => {},
};
