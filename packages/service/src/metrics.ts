/** Metrics for Prometheus. */
import type { Registry } from "prom-client";
import type { Call } from "./routing/call.ts";
import { VERSION } from "./version.ts";

export interface Metrics {
  /** What `serveMetrics` serves. */
  readonly registry: Registry;
  /** Measures a call until its response ends. */
  readonly observe: (call: Pick<Call, "req" | "res" | "pattern">) => void;
}

/** A metric that is read when it is asked for. */
export interface Measure {
  readonly name: string;
  readonly help: string;
  /** A counter only grows while the process runs. */
  readonly type: "counter" | "gauge";
  /** The names of its labels. The values must be few, and say nothing about a person. */
  readonly labelNames: readonly string[];
  read(): Promise<readonly Reading[]>;
}

export interface Reading {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Node.js reads thirty more. Anyone can send each to each route, and a series that began is kept. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Spans name it in the same way (Semantic Conventions for HTTP). */
const methodOf = ({ method = "" }: Pick<Call["req"], "method">) => (METHODS.has(method) ? method : "_OTHER");

/**
 * A registry with the process's own metrics, `http_request_duration_seconds` by method, route pattern and status, and
 * the measures that are given.
 *
 * @param service the value of the label `service` on everything
 */
export async function createMetrics(service: string, measures: readonly Measure[] = []): Promise<Metrics> {
  // The library takes 10 MB, which a service without metrics does not need.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "countersign_build_info",
    help: "1, with the version as a label",
    labelNames: ["version"] as const,
    registers: [registry],
  }).set({ version: VERSION }, 1);
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request's arrival to the end of its response",
    labelNames: ["method", "route", "status"] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  for (const { name, help, type, labelNames, read } of measures) {
    const Metric = type === "counter" ? Counter : Gauge;
    new Metric({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        // What cannot be read now is left out, and the others are served.
        const readings = await read().catch(() => []);
        this.reset();
        if (readings.length === 0) this.remove({});
        for (const { labels, value } of readings) this.inc(labels, value);
      },
    });
  }

  return {
    registry,
    observe({ req, res, pattern }) {
      const stop = duration.startTimer();
      res.once("close", () => void stop({ method: methodOf(req), route: pattern, status: String(res.statusCode) }));
    },
  };
}
