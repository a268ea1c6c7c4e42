/** Exports spans to the collector within bounds: what it does not take in time is dropped. */
import { ExportResultCode, parseKeyPairsIntoRecord } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from "@opentelemetry/sdk-trace";
import type { TracingLog } from "../tracing.ts";

/** One export, with its repetitions. */
const TIMEOUT_MS = 5000;
/** Spans that wait. Further ones are dropped, so a collector that is away costs 4 MB at most. */
const MOST_WAITING = 2048;
const BATCH = 512;
const EVERY_MS = 2000;

export interface Collector {
  readonly endpoint: string;
  readonly headers: string | undefined;
}

/** OTLP over HTTP in JSON, to `/v1/traces` below the endpoint. */
export function exportingTo({ endpoint, headers }: Collector, log: TracingLog): SpanProcessor {
  const exporter = new OTLPTraceExporter({
    url: new URL("v1/traces", endpoint.endsWith("/") ? endpoint : `${endpoint}/`).href,
    headers: parseKeyPairsIntoRecord(headers),
    timeoutMillis: TIMEOUT_MS,
    concurrencyLimit: 4,
  });
  return new BatchSpanProcessor({
    exporter: sayingWhenAway(exporter, log),
    maxQueueSize: MOST_WAITING,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: EVERY_MS,
    exportTimeoutMillis: TIMEOUT_MS + 1000,
  });
}

/** Logs the first failure and the first success after it, so an outage is two lines. */
function sayingWhenAway(exporter: SpanExporter, log: TracingLog): SpanExporter {
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !isAway)
          log.warn({ reason: result.error?.message }, "traces cannot be exported: they are dropped");
        if (!failed && isAway) log.info({}, "traces are exported again");
        isAway = failed;
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
