/** Starts tracing: what is told becomes spans, which go to the collector. */
import type { Attributes } from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { TracingConfig } from "../environment.ts";
import { listenWith } from "../index.ts";
import type { Tracing, TracingOptions } from "../tracing.ts";
import { openActive } from "./active.ts";
import { exportingTo } from "./exporter.ts";
import { traceFetches } from "./fetches.ts";
import { openIds } from "./ids.ts";
import { openSpans } from "./spans.ts";
import { arrivals } from "./trace-context.ts";

/** An export that runs when the service stops gets so long. */
const CLOSE_LIMIT_MS = 2000;

/** A span is small: a request may wait for 64 others at most, and texts are names. */
const LIMITS = { attributeCountLimit: 32, attributeValueLengthLimit: 256, linkCountLimit: 128, eventCountLimit: 8 };

export function startTracing(
  config: TracingConfig & { readonly endpoint: string },
  { service, log, fetches = false }: TracingOptions,
): Tracing {
  const ids = openIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes(describing(config.OTEL_SERVICE_NAME ?? service)),
    sampler: samplerOf(config),
    spanLimits: LIMITS,
    idGenerator: ids,
    spanProcessors: [exportingTo({ endpoint: config.endpoint, headers: config.OTEL_EXPORTER_OTLP_HEADERS }, log)],
  });
  const active = openActive();
  const spans = openSpans(provider.getTracer("countersign"), active, {
    arrived: arrivals(config.TRACE_CONTEXT_FROM),
    ids,
  });

  let isFaulty = false;
  const stop = listenWith(spans, (err) => {
    if (!isFaulty) log.warn({ err }, "a span could not be made");
    isFaulty = true;
  });
  // Requests that are sent while none is answered, such as for keys that are fetched again, are not traced.
  const stopFetches = fetches ? traceFetches((sent) => (active.span() ? spans.call(sent) : undefined)) : undefined;
  return {
    async close() {
      stop();
      stopFetches?.();
      await within(CLOSE_LIMIT_MS, provider.shutdown());
    },
  };
}

const describing = (name: string): Attributes => ({ "service.name": name, "service.instance.id": String(process.pid) });

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingConfig): Sampler {
  const root = {
    on: () => new AlwaysOnSampler(),
    off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[name.replace(/^.*_/, "") as "on" | "off" | "traceidratio"]();
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

/** Waits for the work only so long, and does not care how it ends. */
async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work.catch(() => {}), limit]);
  clearTimeout(timer);
}
