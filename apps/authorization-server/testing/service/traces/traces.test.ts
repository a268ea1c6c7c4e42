/** Decision 222: what a trace has of the works of this service, and what it has not. */
import { redisInstalled, startRedis, type TestRedis } from "@countersign/ephemeral/test-redis";
import { tracingEnvironment } from "@countersign/tracing/environment";
import { openTracing, type Tracing } from "@countersign/tracing/open";
import { type Collector, type ReceivedSpan, startCollector } from "@countersign/tracing/test-collector";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../browser.ts";
import { refresh } from "../../clients/tokens.ts";
import { basic, codeFor, redeem } from "../../flows.ts";
import { type Service, startService } from "../../service.ts";
import { password } from "../../world.ts";

const log = { info: () => {}, warn: () => {} };

describe.skipIf(!redisInstalled)("decision 222: the traces of a sign-in and its tokens", () => {
  let redis: TestRedis;
  let collector: Collector;
  let tracing: Tracing;
  let service: Service;
  const secrets: string[] = [password, "alice"];
  beforeAll(async () => {
    redis = await startRedis();
    collector = await startCollector();
    const config = tracingEnvironment.parse({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
    tracing = await openTracing(config, { service: "authorization-server", log });
    service = await startService({ ephemeral: "configured", settings: { REDIS_URL: redis.url } });
    await signInAndRefresh();
  }, 120_000);
  afterAll(async () => {
    await service.close();
    await tracing.close();
    await collector.stop();
    await redis.stop();
  });

  async function signInAndRefresh(): Promise<void> {
    const at = { redirect_uri: "https://rp8.example/cb" };
    const browser = openBrowser(service.origin);
    const scope = "openid email offline_access";
    const code = await codeFor(browser, "offlineClient", { scope, prompt: "consent", state: "state-of-a-client" });
    const { body } = await redeem(service.origin, code, at, basic("offlineClient"));
    const tokens = body as Readonly<Record<string, string>>;
    await refresh(service.origin, "offlineClient", tokens.refresh_token ?? "");
    const { access_token = "", refresh_token = "", id_token = "" } = tokens;
    secrets.push(code, access_token, refresh_token, id_token, "state-of-a-client", "rp8.example", "alice@example");
    secrets.push(basic("offlineClient").authorization ?? "");
  }

  const below = ({ traceId, spanId }: ReceivedSpan) =>
    collector.spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId);

  it("have each request by its route, and below it its statements and commands by their names", async () => {
    const token = await collector.found(({ name }) => name === "POST /token");
    await expect.poll(() => below(token).map(({ name }) => name)).toContain("authorization-redeem");
    const login = await collector.found(({ name }) => name === "POST /login");
    await expect
      .poll(() => below(login).map(({ name }) => name))
      .toEqual(expect.arrayContaining(["GET", "EVALSHA steps", "COMMIT"]));
    for (const { attributes } of below(login)) expect(["postgresql", "redis"]).toContain(attributes["db.system.name"]);
  });

  it("have no secret, token, code, name, address or query of a request", () => {
    const exported = collector.text();
    expect(exported).toContain("POST /token");
    for (const secret of secrets) expect(exported).not.toContain(secret);
    for (const { attributes } of collector.spans)
      for (const value of Object.values(attributes)) expect(String(value)).not.toMatch(/[?@]|eyJ|https?:\/\//);
  });

  it("are named in the line of the log, in X-Request-Id and in the events of the request", async () => {
    const answer = await fetch(`${service.origin}/token`, { method: "POST", body: new URLSearchParams({}) });
    const reference = answer.headers.get("x-request-id") ?? "";
    expect(await collector.found(({ traceId }) => traceId === reference)).toMatchObject({ name: "POST /token" });
    await expect.poll(service.log).toContain(`"requestId":"${reference}","traceId":"${reference}"`);
    const login = await collector.found(({ name }) => name === "POST /login");
    const events = await service.rows("SELECT type FROM audit_event WHERE reference = $1", [login.traceId]);
    expect(events).toContainEqual({ type: "sign_in" });
  });

  it("are those of their own requests, also if statements were sent together", async () => {
    collector.spans.length = 0;
    const ask = () => fetch(`${service.origin}/token`, { method: "POST", headers: basic("offlineClient"), body: form });
    const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "ort_unknown" });
    await Promise.all(Array.from({ length: 8 }, ask));
    await expect.poll(() => collector.spans.filter(({ name }) => name === "POST /token").length).toBe(8);
    const batched = collector.spans.find(({ attributes }) => Number(attributes["db.operation.batch.size"]) > 1);
    const tokens = collector.spans.filter(({ name }) => name === "POST /token");
    const served = [batched?.parentSpanId, ...(batched?.links ?? []).map(({ spanId }) => spanId)];
    expect(served).toHaveLength(Number(batched?.attributes["db.operation.batch.size"]));
    expect(tokens.map(({ spanId }) => spanId)).toEqual(expect.arrayContaining(served));
  });
});
