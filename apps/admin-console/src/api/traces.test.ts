import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tracingEnvironment } from "@countersign/tracing/environment";
import { openTracing, type Tracing } from "@countersign/tracing/open";
import { type Collector, startCollector } from "@countersign/tracing/test-collector";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startConsole, type TestConsole } from "../testing/console.ts";
import { openApi } from "./api.ts";

const CALLER = { kind: "person", id: "p1", name: "Ada Admin", scopes: [], organization: null };
const log = { info: () => {}, warn: () => {} };

/** The administration API: it says who the caller is, and keeps which trace it was told. */
let server: Server;
let told: unknown[];
let collector: Collector;
let tracing: Tracing | undefined;
let console: TestConsole;
beforeEach(async () => {
  [told, tracing] = [[], undefined];
  collector = await startCollector();
  server = createServer((req, res) => {
    told.push(req.headers.traceparent);
    res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(CALLER));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/api/v1`;
  const provider = { renew: async () => undefined };
  const { apiOf } = openApi({ url, provider, now: () => new Date("2030-01-01T12:00:00Z") });
  console = await startConsole({ scopes: [], apiOf });
});
afterEach(async () => {
  await console.close();
  await tracing?.close();
  await collector.stop();
  server.closeAllConnections();
  server.close();
});

/** As main.ts opens it. */
const open = async (env: Readonly<Record<string, string>>) => {
  tracing = await openTracing(tracingEnvironment.parse(env), { service: "admin-console", log, fetches: true });
};

describe("decision 222: the console", () => {
  it("tells the administration API the trace of the request that it answers", async () => {
    await open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
    await console.get("/");
    const shown = await collector.found(({ attributes }) => attributes["http.route"] !== undefined);
    const call = await collector.found(({ attributes }) => attributes["countersign.call.kind"] === "fetch");
    expect([call.traceId, call.parentSpanId]).toEqual([shown.traceId, shown.spanId]);
    expect(told).toEqual([`00-${call.traceId}-${call.spanId}-01`]);
    expect(collector.text()).not.toContain("/admin/api");
  });

  it("tells it nothing, and makes no span, without a collector", async () => {
    await open({});
    await console.get("/");
    expect([told, collector.spans]).toEqual([[undefined], []]);
  });
});
