import { tracingEnvironment } from "@countersign/tracing/environment";
import { openTracing, type Tracing } from "@countersign/tracing/open";
import { type Collector, startCollector } from "@countersign/tracing/test-collector";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GuardedFetchOptions } from "./guarded-fetch.ts";
import type { FetchKind } from "./slots.ts";
import { fetcherTo, type Listener, PUBLIC_HOST, startListener } from "./testing/listener.ts";

const log = { info: () => {}, warn: () => {} };

let collector: Collector;
let tracing: Tracing;
let listener: Listener;
let received: (string | string[] | undefined)[];
let cleanUp: (() => Promise<unknown>)[];
beforeEach(async () => {
  received = [];
  collector = await startCollector();
  listener = await startListener((req, res) => {
    received.push(req.headers.traceparent);
    res.writeHead(req.url?.startsWith("/refused") ? 400 : 204).end();
  });
  const config = tracingEnvironment.parse({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  tracing = await openTracing(config, { service: "test", log });
  cleanUp = [() => tracing.close(), listener.close, collector.stop];
});
afterEach(async () => {
  for (const step of cleanUp) await step();
});

function post(kind: FetchKind, path = "/", options: Partial<GuardedFetchOptions> = {}) {
  const fetcher = fetcherTo(listener.port, options);
  cleanUp.unshift(fetcher.close);
  return fetcher.post(`https://${PUBLIC_HOST}${path}?token=whisper`, { kind, headers: {}, body: "whisper" });
}

const ofKind = (kind: string) => collector.found(({ attributes }) => attributes["countersign.call.kind"] === kind);
const TOLD = expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);

describe("decision 222: a request that the service sends", () => {
  it("is a span with its host and status, and no path, query or body", async () => {
    await post("webhook", "/refused");
    expect(await ofKind("webhook")).toMatchObject({
      name: "POST",
      attributes: {
        "http.request.method": "POST",
        "http.response.status_code": 400,
        "server.address": PUBLIC_HOST,
        "url.scheme": "https",
        "error.type": "400",
      },
    });
    expect(collector.text()).not.toMatch(/whisper|\/refused/);
  });

  it.each(["hook", "webhook"] as const)("tells a %s the trace", async (kind) => {
    await post(kind);
    const { traceId, spanId } = await ofKind(kind);
    expect(received).toEqual([`00-${traceId}-${spanId}-01`]);
  });

  it("tells a host that the deployment names", async () => {
    await post("logout", "/", { allowedHosts: new Set([PUBLIC_HOST]) });
    expect(received).toEqual([TOLD]);
  });

  it.each(["logout", "keys", "request object", "federation", "client document"] as const)(
    "trace-02: tells no client and no other provider (%s): clients could link a person by it",
    async (kind) => {
      await post(kind);
      expect((await ofKind(kind)).attributes["http.response.status_code"]).toBe(204);
      expect(received).toEqual([undefined]);
    },
  );

  it.each(["hook", "webhook", "federation"] as const)("is as before without a collector: %s", async (kind) => {
    await tracing.close();
    tracing = await openTracing(tracingEnvironment.parse({}), { service: "test", log });
    await post(kind);
    expect([received, collector.spans]).toEqual([[undefined], []]);
  });

  it("that fails says how, without the text of the error", async () => {
    await listener.close();
    await expect(post("hook")).rejects.toMatchObject({ code: "fetch_refused" });
    expect((await ofKind("hook")).attributes["error.type"]).toBe("ECONNREFUSED");
  });
});
