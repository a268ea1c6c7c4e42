/** Opens tracing, if the deployment names a collector. Only then are its libraries loaded: 20 MB. */
import type { TracingConfig } from "./environment.ts";
import type { Tracing, TracingOptions } from "./tracing.ts";

export type { Tracing } from "./tracing.ts";

const OFF: Tracing = { close: async () => {} };

/** Makes spans of what the service tells, and exports them. Without a collector, it does nothing. */
export async function openTracing(config: TracingConfig, options: TracingOptions): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return OFF;
  const { startTracing } = await import("./exporting/start.ts");
  return startTracing({ ...config, endpoint }, options);
}
