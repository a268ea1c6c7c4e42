import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { locationOf } from "../testing/browser.ts";
import { clientAndProvider } from "../testing/client-and-provider.ts";
import { type FakeCollector, type ReceivedSpan, runFakeCollector } from "../testing/fake-collector.ts";
import { runClient } from "../testing/run-client.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

const parties = clientAndProvider();
let collector: FakeCollector;
beforeEach(async () => {
  collector = await runFakeCollector();
});
afterEach(() => collector.close());

/** Signs in at a client with these settings, whose browser sends a `traceparent`. Returns the code of the sign-in. */
async function signIn(env: Record<string, string>): Promise<string> {
  await parties.client.close();
  parties.client = await runClient(parties.provider.origin, env);
  const { origin } = parties.client;
  const headers = { origin, traceparent: TRACEPARENT };
  const away = await parties.browser.visit(`${origin}/login`, { method: "POST", headers });
  const back = parties.provider.approve(locationOf(away));
  await parties.browser.visit(back.href, { headers });
  expect(await (await parties.browser.visit(origin)).text()).toContain('id="sign-out"');
  await parties.client.close(); // which exports what is left
  return back.searchParams.get("code") ?? "";
}

const traced = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });

function spanOf(is: (span: ReceivedSpan) => boolean): ReceivedSpan {
  const found = collector.spans.find(is);
  if (found === undefined) throw new Error(`no such span among ${collector.spans.map(({ name }) => name).join(", ")}`);
  return found;
}

describe("W3C Trace Context §2.2: the provider is told the trace", () => {
  it("of the request that its answer is for, each time by the span of what is sent", async () => {
    await signIn(traced());
    const callback = spanOf(({ name }) => name === "GET /callback");
    for (const path of ["/token", "/userinfo"]) {
      const [, trace, span] = /^00-(\w{32})-(\w{16})-01$/.exec(parties.provider.traceparents.get(path) ?? "") ?? [];
      expect(trace, path).toBe(callback.traceId);
      expect(spanOf(({ spanId }) => spanId === span).parentSpanId, path).toBe(callback.spanId);
    }
  });

  it("without a collector it is not, and nothing is exported", async () => {
    await signIn({});
    expect(parties.provider.traceparents.size).toBe(0);
    expect(collector.spans).toEqual([]);
  });

  it("a request that is not sampled is not exported, and the provider is told that", async () => {
    await signIn({ ...traced(), OTEL_TRACES_SAMPLER_ARG: "0" });
    expect(parties.provider.traceparents.get("/token")).toMatch(/-00$/);
    expect(collector.spans).toEqual([]);
  });
});

describe("W3C Trace Context §3.4: whose trace goes on", () => {
  it("is not that of a browser", async () => {
    await signIn(traced());
    expect(collector.spans.map(({ traceId }) => traceId)).not.toContain(TRACE);
  });

  it("is that of a proxy, if the configuration says that one is there", async () => {
    await signIn({ ...traced(), TAKE_TRACEPARENT: "yes" });
    const callback = spanOf(({ name }) => name === "GET /callback");
    expect([callback.traceId, callback.parentSpanId]).toEqual([TRACE, "00f067aa0ba902b7"]);
    expect(parties.provider.traceparents.get("/userinfo")).toMatch(new RegExp(`^00-${TRACE}-`));
  });
});

it("what is exported has no code, no token and no path with its values", async () => {
  const code = await signIn(traced());
  expect(collector.spans.length).toBeGreaterThan(3);
  for (const secret of [code, "at-secret-", "code=", "alice"]) expect(collector.text()).not.toContain(secret);
});

it("a collector that is away keeps no one from signing in", async () => {
  collector.close();
  await expect(signIn(traced())).resolves.not.toBe("");
}, 20_000);

it("the page of an error has the trace as its reference", async () => {
  await parties.client.close();
  parties.client = await runClient(parties.provider.origin, traced());
  const page = await (await fetch(`${parties.client.origin}/callback?state=unknown`)).text();
  await parties.client.close(); // which exports what is left
  const [, reference] = /<code id="reference">(\w{32})<\/code>/.exec(page) ?? [];
  expect(spanOf(({ name }) => name === "GET /callback").traceId).toBe(reference);
  expect(parties.client.log.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ reference }));
});
