/** Decision 222: what a request of a person sends to others is in its trace. */
import { tracingEnvironment } from "@countersign/tracing/environment";
import { openTracing, type Tracing } from "@countersign/tracing/open";
import { type Collector, type ReceivedSpan, startCollector } from "@countersign/tracing/test-collector";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hooks } from "../../../src/administration/hooks/entity.ts";
import { addSigned } from "../../../src/administration/receiver.ts";
import { openTransport } from "../../../src/people/mail/transport.ts";
import { type Listener, startListener, testCa } from "../../../src/platform/outbound/testing/listener.ts";
import { byOperatorAt } from "../../acts/acts.ts";
import { openBrowser } from "../../browser.ts";
import { basic, codeFor, redeem } from "../../flows.ts";
import { type Federation, isConsent, openPerson, startFederation } from "../../servers/federation.ts";
import { type MailServer, startMailServer } from "../../servers/smtp.ts";
import { type Service, startService } from "../../service.ts";
import { noon } from "../../world.ts";

const log = { info: () => {}, warn: () => {} };

let collector: Collector;
let tracing: Tracing;
beforeAll(async () => {
  collector = await startCollector();
  const config = tracingEnvironment.parse({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  tracing = await openTracing(config, { service: "authorization-server", log });
});
afterAll(async () => {
  await tracing.close();
  await collector.stop();
});
beforeEach(() => {
  collector.spans.length = 0;
});

const callsBelow = ({ spanId, traceId }: ReceivedSpan, kind: string) =>
  collector.spans.filter(
    (span) =>
      span.traceId === traceId && span.parentSpanId === spanId && span.attributes["countersign.call.kind"] === kind,
  );

describe("a token request for whose claims a hook is asked", () => {
  let listener: Listener;
  let service: Service;
  let told: unknown[];
  beforeAll(async () => {
    told = [];
    listener = await startListener((req, res) => {
      told.push(req.headers.traceparent);
      res.setHeader("content-type", "application/json").end(JSON.stringify({ claims: { plan: "gold" } }));
    });
    const host = `localhost:${listener.port}`;
    service = await startService({ settings: { OUTBOUND_ALLOWED_HOSTS: host, OUTBOUND_CA: testCa } });
    const asked = { kind: "claims", url: `https://${host}/hook`, timeoutMs: 2000, onError: "fail" } as const;
    const given = { claims: ["plan"], scopes: [], cacheSeconds: 0, clients: ["webClient"] };
    const acting = { database: service.database, texts: service.deps.sealedTexts };
    await addSigned(acting, hooks, { name: "Plans", ...asked, ...given }, byOperatorAt(noon));
    service.deps.clients.forget("webClient");
  });
  afterAll(async () => {
    await service.close();
    await listener.close();
  });

  it("has the hook below it, which is told the trace", async () => {
    const code = await codeFor(openBrowser(service.origin), "webClient", { scope: "openid" });
    const at = { redirect_uri: "https://rp.example/cb" };
    expect(await redeem(service.origin, code, at, basic("webClient"))).toMatchObject({ status: 200 });
    const token = await collector.found(({ name }) => name === "POST /token");
    await expect.poll(() => callsBelow(token, "hook")).toHaveLength(1);
    const [hook] = callsBelow(token, "hook");
    expect(told).toEqual([`00-${token.traceId}-${hook?.spanId}-01`]);
  });
});

describe("a person who comes back from a provider", () => {
  let at: Federation;
  beforeAll(async () => {
    at = await startFederation();
  });
  afterAll(() => at.close());

  it("has the requests to the provider below the span of the callback", async () => {
    const person = openPerson(at);
    person.prove();
    expect(isConsent(await person.through())).toBe(true);
    const callback = await collector.found(({ name }) => name.startsWith("GET /federation/"));
    await expect.poll(() => callsBelow(callback, "federation").length).toBeGreaterThan(0);
    expect(collector.text()).not.toContain("corp.example");
  });
});

describe("a mail that is handed over", () => {
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer();
  });
  afterAll(() => server.close());

  it("is a span with the host of the mail server and what became of it, without an address of a person", async () => {
    const url = `smtp://127.0.0.1:${server.port}`;
    const transport = openTransport({ url, name: "auth.example", ca: undefined, timeoutMs: 5000 });
    const envelope = { from: "no-reply@auth.example", to: "iris@example.org" };
    const send = () => transport.send(envelope, Buffer.from("Subject: Hello\r\n\r\nwhisper\r\n"));
    expect(await send()).toMatchObject({ result: "delivered" });
    server.behave({ mailFrom: { code: 451, text: "later" } });
    expect(await send()).toMatchObject({ result: "deferred" });
    const mails = () => collector.spans.filter(({ attributes }) => attributes["countersign.call.kind"] === "mail");
    await expect.poll(() => mails().map(({ attributes }) => attributes["error.type"])).toEqual([undefined, "deferred"]);
    expect(mails().map(({ attributes }) => attributes["server.address"])).toEqual(["127.0.0.1", "127.0.0.1"]);
    expect(collector.text()).not.toMatch(/iris|whisper/);
  });
});
