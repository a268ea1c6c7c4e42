import { NO_TRACING, type Tracing, type TracingSettings } from "./tracing.ts";

/** Starts tracing, if there is a collector. The libraries take 20 MB, so they are loaded only then. */
export async function openTracing({ tracesUrl: url, ...settings }: TracingSettings): Promise<Tracing> {
  if (url === undefined) return NO_TRACING;
  const { startTracing } = await import("./spans.ts");
  return startTracing({ url, ...settings });
}
