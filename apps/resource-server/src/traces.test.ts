import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tracingEnvironment } from "@countersign/tracing/environment";
import { openTracing, type Tracing } from "@countersign/tracing/open";
import { type Collector, startCollector } from "@countersign/tracing/test-collector";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { alice } from "./testing/test-person.ts";
import { responseSecret, startWorld } from "./testing/test-world.ts";
import { userinfoResponses } from "./userinfo/userinfo-response.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` };
const log = { info: () => {}, warn: () => {} };

/** The endpoint of the authorization server that makes signed answers. */
let server: Server;
let told: unknown[];
let collector: Collector;
let tracing: Tracing;
let at: Awaited<ReturnType<typeof startWorld>>;
beforeEach(async () => {
  told = [];
  collector = await startCollector();
  server = createServer((req, res) => {
    told.push(req.headers.traceparent);
    res.writeHead(200, { "content-type": "application/jwt" }).end("e30.e30.c2ln");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/internal/userinfo-response`;
  at = await startWorld(undefined, userinfoResponses({ url, secret: responseSecret }));
  at.world.row = { ...alice, wants_jwt: true };
});
afterEach(async () => {
  await at.stop();
  await tracing.close();
  await collector.stop();
  server.closeAllConnections();
  server.close();
});

/** Opens tracing as main.ts does, and asks for claims, whose answer the authorization server signs. */
async function ask(env: Readonly<Record<string, string>>) {
  tracing = await openTracing(tracingEnvironment.parse(env), { service: "resource-server", log, fetches: true });
  expect((await at.get("", { ...at.bearer(), ...CALLER })).status).toBe(200);
}

describe("decision 222: the resource server", () => {
  it("tells the issuer the trace of the request for which it asks for keys and for a signed answer", async () => {
    await ask({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
    const answered = await collector.found(({ name }) => name === "GET /userinfo");
    await expect.poll(() => below(answered.spanId)).toHaveLength(2);
    const [keys, signed] = below(answered.spanId).map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
    expect([at.issuer.told, told]).toEqual([[keys], [signed]]);
    expect(answered.traceId).not.toBe(TRACE);
    expect(collector.text()).not.toMatch(/jwks|userinfo-response/);
  });

  it("goes on with the trace of a caller that the deployment names", async () => {
    await ask({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, TRACE_CONTEXT_FROM: "loopback" });
    expect((await collector.found(({ name }) => name === "GET /userinfo")).traceId).toBe(TRACE);
    expect(told).toEqual([expect.stringMatching(`^00-${TRACE}-`)]);
  });

  it("tells nothing, and makes no span, without a collector", async () => {
    await ask({});
    expect([at.issuer.told, told, collector.spans]).toEqual([[undefined], [undefined], []]);
  });
});

const below = (parent: string) =>
  collector.spans.filter(
    ({ parentSpanId, attributes }) => parentSpanId === parent && "countersign.call.kind" in attributes,
  );
