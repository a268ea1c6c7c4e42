/**
 * The variables of tracing, with the names and defaults of OpenTelemetry (Environment Variable Specification). A
 * service adds them to its own.
 */
import proxyAddr from "proxy-addr";
import { z } from "zod";

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const RATIO = /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/;

const networks = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  )
  .refine(areNetworks, "must be addresses or networks, separated by commas");

function areNetworks(entries: readonly string[]): boolean {
  try {
    proxyAddr.compile([...entries]);
    return true;
  } catch {
    return false;
  }
}

export const tracingEnvironment = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("the OpenTelemetry collector, which takes traces at /v1/traces below it; without it, there are none"),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe("headers for the collector, as name=value separated by commas, such as its credentials"),
  OTEL_SERVICE_NAME: z.string().max(200).optional().describe("the name of the service in traces"),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on").describe("which requests are traced"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(RATIO, "must be a number from 0 to 1")
    .default("1")
    .transform(Number)
    .describe("the part of the requests that a sampler with traceidratio traces, from 0 to 1"),
  TRACE_CONTEXT_FROM: networks.describe("addresses or networks of the callers whose traces are continued"),
});

export type TracingConfig = Readonly<z.output<typeof tracingEnvironment>>;
