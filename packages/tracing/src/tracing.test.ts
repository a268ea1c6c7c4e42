import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { tracingEnvironment } from "./environment.ts";
import {
  askerNow,
  beginCall,
  beginCommand,
  beginRequest,
  beginStatement,
  isTraced,
  type RequestSpan,
} from "./index.ts";
import { openTracing } from "./open.ts";
import { type Collector, startCollector } from "./test-collector.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const traceparent = (flags: string) => ({ traceparent: `00-${TRACE}-${PARENT}-${flags}` });

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const logged: string[] = [];
const log = {
  info: (_: object, message: string) => void logged.push(message),
  warn: (_: object, message: string) => void logged.push(message),
};

async function open(env: Readonly<Record<string, string>> = {}, collector?: Collector) {
  const receiving = collector ?? (await startCollector());
  const config = tracingEnvironment.parse({ OTEL_EXPORTER_OTLP_ENDPOINT: receiving.endpoint, ...env });
  const tracing = await openTracing(config, { service: "test", log, fetches: true });
  cleanUp.push(receiving.stop, tracing.close);
  return { collector: receiving, tracing };
}

interface Given {
  readonly address?: string;
  readonly reference?: string;
}

/** A server whose requests are told. */
async function serve(
  work: (span: RequestSpan | undefined, req: IncomingMessage) => unknown = () => {},
  { address = "192.0.2.1", reference }: Given = {},
) {
  const listener: RequestListener = (req, res) => {
    const span = beginRequest({ req, res, route: "/route/:id", address, reference });
    const answer = async () => {
      await work(span, req);
      res.writeHead(200, span && { "x-request-id": span.reference }).end();
    };
    if (span === undefined) answer();
    else span.run(answer);
  };
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const isServer = ({ name }: { name: string }) => name === "GET /route/:id";

describe("decision 222: without a collector", () => {
  it("nothing listens, so nothing is made", async () => {
    const { close } = await openTracing(tracingEnvironment.parse({}), { service: "test", log });
    expect(isTraced()).toBe(false);
    expect([beginStatement("one", "SELECT 1"), beginCommand("GET"), askerNow()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await close();
  });

  it("a request has no span, and its reference is as before", async () => {
    const spans: unknown[] = [];
    const origin = await serve((span) => void spans.push(span));
    await fetch(origin);
    expect(spans).toEqual([undefined]);
  });
});

describe("decision 222: a trace", () => {
  it("has the request by its route, what was done for it, and no address, query or value", async () => {
    const { collector } = await open();
    const origin = await serve(() => {
      beginStatement("find_client", "SELECT to_json(c) FROM client c WHERE secret = 'whisper'")?.end();
      beginStatement(undefined, `SELECT "public"."end_user"."id" FROM "public"."end_user" WHERE a = 'whisper'`)?.end();
      beginCommand("EVALSHA", "steps")?.end();
    });
    const answer = await fetch(`${origin}/route/7?code=whisper`, { headers: { cookie: "whisper=1" } });

    const server = await collector.found(isServer);
    expect(server).toMatchObject({
      service: "test",
      links: [],
      attributes: {
        "http.request.method": "GET",
        "http.route": "/route/:id",
        "http.response.status_code": 200,
        "countersign.reference": server.traceId,
      },
    });
    expect(answer.headers.get("x-request-id")).toBe(server.traceId);
    const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === server.spanId);
    expect(below.map(({ name }) => name)).toEqual(["find_client", "SELECT end_user", "EVALSHA steps"]);
    expect(collector.text()).not.toMatch(/whisper|\/route\/7|127\.0\.0\.1:\d+\/route/);
  });

  it("says of an error what kind it is, and not its text", async () => {
    const { collector } = await open();
    const failure = Object.assign(new Error("Key (email)=(whisper@example.com) exists"), { code: "23505" });
    await fetch(await serve(() => beginStatement("add", "INSERT INTO end_user")?.end(failure)));
    const { attributes } = await collector.found(({ name }) => name === "add");
    expect(attributes["error.type"]).toBe("23505");
    expect(collector.text()).not.toContain("whisper");
  });

  it("goes on in what a request fetches, and is told to the receiver", async () => {
    const { collector } = await open();
    const received: unknown[] = [];
    const receiver = createServer((req, res) => {
      received.push(req.headers.traceparent);
      res.end();
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    cleanUp.push(async () => receiver.close());
    const { port } = receiver.address() as AddressInfo;
    await fetch(await serve(() => fetch(`http://127.0.0.1:${port}/secret-path?token=whisper`)));

    const call = await collector.found(({ attributes }) => attributes["countersign.call.kind"] === "fetch");
    const server = await collector.found(isServer);
    expect(call).toMatchObject({ name: "GET", traceId: server.traceId, parentSpanId: server.spanId });
    expect(received).toEqual([`00-${server.traceId}-${call.spanId}-01`]);
    expect(collector.text()).not.toMatch(/whisper|secret-path/);
  });

  it("is not told to a receiver that may not know", async () => {
    await open();
    const url = new URL("https://client.example/logout");
    const headers = (tellsTrace: boolean) => beginCall({ kind: "logout", method: "POST", url, tellsTrace })?.headers;
    expect(headers(false)).toEqual({});
    expect(headers(true)).toEqual({ traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/) });
  });

  it("a statement that serves several requests is in the trace of the first, and linked with the others", async () => {
    const { collector } = await open();
    const askers: ReturnType<typeof askerNow>[] = [];
    let go = () => {};
    const both = new Promise<void>((resolve) => {
      go = resolve;
    });
    const origin = await serve(async () => {
      if (askers.push(askerNow()) === 2) {
        beginStatement("find_token", "SELECT", [...askers, ...askers])?.end();
        go();
      }
      await both;
    });
    await Promise.all([fetch(origin), fetch(origin)]);

    const statement = await collector.found(({ name }) => name === "find_token");
    await expect.poll(() => collector.spans.filter(isServer).length).toBe(2);
    const servers = collector.spans.filter(isServer);
    const first = servers.find(({ spanId }) => spanId === statement.parentSpanId);
    const other = servers.find(({ spanId }) => spanId !== statement.parentSpanId);
    expect(first?.traceId).toBe(statement.traceId);
    expect(statement.attributes["db.operation.batch.size"]).toBe(4);
    expect(statement.links).toMatchObject([{ traceId: other?.traceId, spanId: other?.spanId }]);
    expect(other?.links).toMatchObject([{ traceId: statement.traceId, spanId: statement.spanId }]);
  });

  it("has the parent that the sampler left out: then nothing is exported, and the receiver learns so", async () => {
    const { collector, tracing } = await open({
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0",
    });
    const told: unknown[] = [];
    await fetch(
      await serve(() => {
        told.push(beginStatement("one", "SELECT 1"), beginCommand("GET"), askerNow());
        const url = new URL("https://hook.example/");
        told.push(beginCall({ kind: "hook", method: "POST", url, tellsTrace: true })?.headers.traceparent?.slice(-3));
      }),
    );
    await tracing.close();
    expect(told).toEqual([undefined, undefined, undefined, "-00"]);
    expect(collector.spans).toEqual([]);
  });
});

describe("trace-01: a stranger writes into no trace, and forces none", () => {
  it("its request begins a trace of its own, which has a link to the one that it names", async () => {
    const { collector } = await open({ TRACE_CONTEXT_FROM: "10.0.0.0/8" });
    const answer = await fetch(await serve(), { headers: traceparent("01") });
    const server = await collector.found(isServer);
    expect(server.traceId).not.toBe(TRACE);
    expect(server.parentSpanId || undefined).toBeUndefined();
    expect(server.links).toMatchObject([{ traceId: TRACE, spanId: PARENT }]);
    expect(answer.headers.get("x-request-id")).toBe(server.traceId);
  });

  it("its flag does not have a request exported that the sampler leaves out", async () => {
    const { collector, tracing } = await open({ OTEL_TRACES_SAMPLER: "parentbased_always_off" });
    await fetch(await serve(), { headers: traceparent("01") });
    await tracing.close();
    expect(collector.spans).toEqual([]);
  });

  it("an identifier that it chooses does not decide whether its request is sampled", async () => {
    const { collector, tracing } = await open({ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" });
    await fetch(await serve(), { headers: { traceparent: `00-${"0".repeat(31)}1-${PARENT}-01` } });
    await tracing.close();
    expect(collector.spans).toEqual([]);
  });

  it.each([
    ["no hexadecimal digits", "00-zzf7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
    ["zeros", `00-${"0".repeat(32)}-${PARENT}-01`],
    ["the forbidden version", `ff-${TRACE}-${PARENT}-01`],
    ["more than its version has", `00-${TRACE}-${PARENT}-01-more`],
    ["two in one", `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`],
    ["nothing", "-"],
    ["8,000 characters", "0".repeat(8000)],
  ])("a traceparent of %s counts as absent, also from a caller of ours", async (_, given) => {
    const { collector } = await open({ TRACE_CONTEXT_FROM: "192.0.2.1" });
    expect((await fetch(await serve(), { headers: { traceparent: given } })).status).toBe(200);
    const server = await collector.found(isServer);
    expect(server.traceId).not.toBe(TRACE);
    expect(server.links).toEqual([]);
  });

  it("no text of a header fails a request", async () => {
    await open({ TRACE_CONTEXT_FROM: "192.0.2.1" });
    const origin = await serve();
    const text = fc.string({ unit: fc.constantFrom(..."0123456789abcdef-=,;zZ \t\u00ff%"), maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(text, text, async (parent, state) => {
        const headers = { traceparent: parent.trim(), tracestate: state.trim() };
        expect((await fetch(origin, { headers })).status).toBe(200);
      }),
      { numRuns: 100 },
    );
  });
});

describe("decision 222: a caller of ours", () => {
  it("has its trace continued, and each of its requests a reference of its own", async () => {
    const { collector } = await open({
      OTEL_TRACES_SAMPLER: "parentbased_always_off",
      TRACE_CONTEXT_FROM: "192.0.2.0/24",
    });
    const answer = await fetch(await serve(), { headers: traceparent("01") });
    const server = await collector.found(isServer);
    expect(server).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, links: [] });
    expect(answer.headers.get("x-request-id")).toBe(`${TRACE}-${server.spanId}`);
  });

  it("that does not sample is followed", async () => {
    const { collector, tracing } = await open({ TRACE_CONTEXT_FROM: "192.0.2.0/24" });
    await fetch(await serve(), { headers: traceparent("00") });
    await tracing.close();
    expect(collector.spans).toEqual([]);
  });

  it("is not recognized without an address, as at a Unix socket", async () => {
    const { collector } = await open({ TRACE_CONTEXT_FROM: "192.0.2.0/24" });
    await fetch(await serve(undefined, { address: "unknown" }), { headers: traceparent("01") });
    expect((await collector.found(isServer)).traceId).not.toBe(TRACE);
  });
});

describe("decision 222: the reference that a proxy gave", () => {
  it("is kept, and is the trace if it can be one", async () => {
    const { collector } = await open();
    const reference = "5c2d8a0b6f4e49c1a7d3e2f10b9c8d7e";
    const answer = await fetch(await serve(undefined, { reference }));
    expect(answer.headers.get("x-request-id")).toBe(reference);
    expect((await collector.found(isServer)).traceId).toBe(reference);
  });

  it.each(["0".repeat(32), "0b7f2b4e-27a5-4a3e-9d0e-0f6c1f2d3a4b"])(
    "is kept beside the trace: %s",
    async (reference) => {
      const { collector } = await open();
      const answer = await fetch(await serve(undefined, { reference }));
      expect(answer.headers.get("x-request-id")).toBe(reference);
      const { traceId, attributes } = await collector.found(isServer);
      expect(traceId).not.toBe(reference);
      expect(attributes["countersign.reference"]).toBe(reference);
    },
  );
});

describe("decision 222: a collector that is away", () => {
  it.each([
    ["refuses connections", async () => ({ ...(await startCollector()), endpoint: "http://127.0.0.1:9" })],
    ["answers 500", () => startCollector(500)],
  ])("that %s costs no request and no stop anything, and is logged once", async (_, start) => {
    logged.length = 0;
    const { tracing } = await open({}, await start());
    const origin = await serve(() => {
      for (let left = 300; left > 0; left--) beginStatement("one", "SELECT 1")?.end();
    });
    for (let left = 20; left > 0; left--) expect((await fetch(origin)).status).toBe(200);
    await expect.poll(() => logged).toEqual(["traces cannot be exported: they are dropped"]);
    const before = performance.now();
    await tracing.close();
    expect(performance.now() - before).toBeLessThan(4000);
    expect(logged).toHaveLength(1);
  });

  it("that keeps silent does not hold up a stop", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await once(silent, "listening");
    cleanUp.push(async () => {
      silent.closeAllConnections();
      silent.close();
    });
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { tracing } = await open({}, { ...(await startCollector()), endpoint });
    await fetch(await serve());
    const before = performance.now();
    await tracing.close();
    expect(performance.now() - before).toBeLessThan(4000);
  });
});

describe("the configuration of tracing", () => {
  it("sends the headers that the collector wants", async () => {
    const { collector } = await open({ OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc,x-scope-orgid=ops" });
    await fetch(await serve());
    await collector.found(isServer);
    expect(collector.text()).toMatch(/"authorization":"Bearer abc".*"x-scope-orgid":"ops"/);
  });

  it.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "ftp://collector.example"],
    ["OTEL_TRACES_SAMPLER", "sometimes"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
    ["OTEL_TRACES_SAMPLER_ARG", "0x1"],
    ["TRACE_CONTEXT_FROM", "10.0.0.0/8, everybody"],
  ])("is refused with %s=%s", (name, value) => {
    expect(tracingEnvironment.safeParse({ [name]: value }).success).toBe(false);
  });
});
