/** The span in whose work the process is at this moment. */
import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, ROOT_CONTEXT, type Span, TraceFlags, trace } from "@opentelemetry/api";

export interface Active {
  /** The span, also one that is not exported. */
  span(): Span | undefined;
  /** The span, if it is exported. */
  sampled(): Span | undefined;
  run<T>(span: Span, work: () => T): T;
}

export function openActive(): Active {
  const storage = new AsyncLocalStorage<Span>();
  return {
    span: () => storage.getStore(),
    sampled() {
      const span = storage.getStore();
      return span !== undefined && isSampled(span) ? span : undefined;
    },
    run: (span, work) => storage.run(span, work),
  };
}

export const isSampled = (span: Span): boolean => (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

/** Where a span begins that is below another one, or below none. */
export const below = (parent: Span | undefined): Context =>
  parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);
