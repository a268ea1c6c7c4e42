/** W3C Trace Context: whose traces are continued, and what receivers are told. */
import type { IncomingMessage } from "node:http";
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Link,
  ROOT_CONTEXT,
  type Span,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import proxyAddr from "proxy-addr";
import { below } from "./active.ts";

const propagator = new W3CTraceContextPropagator();

/** What an arriving request says about its trace. */
export interface Arrived {
  /** Where its span begins. */
  readonly parent: Context;
  /** Whether it belongs to the trace of its caller. */
  readonly isContinued: boolean;
  /** The trace of a caller that is none of ours. */
  readonly links: Link[];
}

const ALONE: Arrived = { parent: ROOT_CONTEXT, isContinued: false, links: [] };

/**
 * Reads the trace of arriving requests. A trace of callers that the deployment names is continued, and their decision
 * to sample counts. Anyone else could write into traces of others, and have all of their requests exported: their
 * requests begin a trace of their own, which has a link to theirs (§3.4: a trace may be restarted at a boundary of
 * trust). A malformed header counts as absent.
 */
export function arrivals(from: readonly string[]): (req: IncomingMessage, address: string) => Arrived {
  const isOurs = proxyAddr.compile([...from]);
  const trusts = (address: string) => {
    try {
      return isOurs(address, 0);
    } catch {
      return false; // no address: a peer at a Unix socket
    }
  };
  return ({ headers }, address) => {
    if (headers.traceparent === undefined) return ALONE;
    const given = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const context = trace.getSpanContext(given);
    if (context === undefined) return ALONE;
    if (from.length > 0 && trusts(address)) return { parent: given, isContinued: true, links: [] };
    const { traceId, spanId, traceFlags } = context;
    return { ...ALONE, links: [{ context: { traceId, spanId, traceFlags, isRemote: true } }] };
  };
}

/** The headers that tell the receiver of a request its trace. */
export function headersOf(span: Span): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  propagator.inject(below(span), headers, defaultTextMapSetter);
  return headers;
}
