/** What an operator sees of a deployment under load: the dashboard, the alert rules, traces, and a failed request. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { freePort } from "../../../relying-parties/party.ts";
import { allow, expectPage, expectSignedInAtClient, signIn } from "../../../support/browser/pages.ts";
import { type Collector, rotelInstalled, type Span, startCollector } from "../../../support/observed/collector.ts";
import { type Prometheus, prometheusInstalled, startPrometheus } from "../../../support/observed/prometheus.ts";
import { type Ecosystem, ROOT, startEcosystem } from "../../../support/worlds/ecosystem.ts";
import { countersign, keyEncryptionKeys } from "../../../support/worlds/operator.ts";
import { freePorts } from "../../../support/worlds/ports.ts";

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}
const { panels }: { readonly panels: readonly Panel[] } = JSON.parse(
  readFileSync(join(ROOT, "deploy", "grafana", "countersign.json"), "utf8"),
);
const expressions = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const));

/** No provider is asked here, and no client has its keys elsewhere. */
const UNASKED = "Time of such a request";

/** What Grafana puts in place of its variables. */
const asked = (expr: string) => expr.replaceAll("$instance", ".+").replaceAll("$__rate_interval", "1m");

let others: Server | undefined;
let collector: Collector | undefined;
let prometheus: Prometheus | undefined;
let running: Ecosystem | undefined;
let loaded: (() => Promise<void>) | undefined;
test.afterAll(async () => {
  await loaded?.();
  await running?.stop();
  await prometheus?.stop();
  await collector?.stop();
  others?.close();
});

/** The services of others: webhooks are taken, and hooks fail. */
async function startOthers(): Promise<string> {
  others = createServer((req, res) => {
    req.resume();
    res.writeHead(req.url === "/webhook" ? 200 : 500).end();
  }).listen(0, "127.0.0.1");
  await once(others, "listening");
  return `localhost:${(others.address() as { port: number }).port}`;
}

/** Requests of strangers and of clients, some a second. Returns what ends them. */
function load({ issuer, resource }: Ecosystem): () => Promise<void> {
  let isEnded = false;
  const asking = (async () => {
    for (let n = 0; !isEnded; n += 1) {
      const form = { method: "POST", body: new URLSearchParams({ grant_type: "refresh_token", token: "x" }) };
      await Promise.all([
        fetch(`${issuer}/authorization?client_id=unknown-${n}`),
        fetch(`${issuer}/token`, form),
        fetch(`${issuer}/introspect`, form),
        fetch(`${resource}/userinfo`),
      ]);
      await pause(200);
    }
  })();
  return async () => {
    isEnded = true;
    await asking;
  };
}

// biome-ignore lint/suspicious/noSkippedTests: only where it can be had; scripts/test-tools.mjs installs it
test.skip(!(prometheusInstalled && rotelInstalled), "Prometheus or Rotel is not installed");
test("each panel of the dashboard has data, each rule is evaluated, and an error leads to its request", async ({
  page,
  browser,
}) => {
  test.setTimeout(360_000);
  const host = await startOthers();
  collector = await startCollector();
  const [ofServer, ofResource] = [await freePort(), await freePort()];
  const ports = await freePorts();
  running = await startEcosystem(ports, {
    OUTBOUND_ALLOWED_HOSTS: host,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    TRACE_CONTEXT_FROM: "loopback",
    AUTHORIZATION_SERVER__METRICS_PORT: String(ofServer),
    AUTHORIZATION_SERVER__AUDIT_STREAM: `file://${join(ROOT, ".data", "e2e", String(ports), "audit.jsonl")}`,
    RESOURCE_SERVER__METRICS_PORT: String(ofResource),
    RESOURCE_SERVER__DATABASE_REPLICA_URL: "postgres://nobody:x@127.0.0.1:1/nowhere",
  });
  prometheus = await startPrometheus([ofServer, ofResource]);
  loaded = load(running);
  const keys = { ...(await keyEncryptionKeys(running)), OUTBOUND_ALLOWED_HOSTS: host };
  await countersign(running, ["webhooks", "add", "Others", "--url", `http://${host}/webhook`], keys);

  const [person] = running.accounts;
  if (person === undefined) throw new Error("no demo account");
  await page.goto(running.client);
  await page.locator("#sign-in").click();
  await signIn(page, person);
  await expectPage(page, "consent");
  await allow(page);
  await expectSignedInAtClient(page, running.client);

  await test.step("a sign-in is one whole trace at a collector by others", () => expectWholeTrace(collector));

  await test.step("an error at the client leads to the request at the provider, and to its trace", async () => {
    if (running === undefined || collector === undefined) throw new Error("not started");
    const hook = [
      "--url",
      `http://${host}/hook`,
      "--claims",
      "plan",
      "--clients",
      "sample-client",
      "--on-error",
      "fail",
    ];
    await countersign(running, ["hooks", "add", "Plans", "--kind", "claims", ...hook], keys);
    const another = await (await browser.newContext()).newPage();
    await expect(async () => {
      await another.goto(String(running?.client));
      await another.locator("#sign-in").click();
      if (await another.locator("#username").isVisible()) await signIn(another, person);
      await expect(another.locator("#problem")).toBeVisible({ timeout: 3000 });
    }).toPass();
    const reference = (await another.locator("#reference").textContent()) ?? "";
    const line = linesOf(running, "sample-client").find((one) => one.reference === reference);
    expect(line).toMatchObject({ event: "sign_in_failed", providerReference: expect.stringContaining(reference) });
    const log = join(running.dataDir, "logs", "authorization-server.log");
    const found = await countersign<Found>(running, ["request", reference, "--log", log]);
    expect(found.lines).toContainEqual(expect.objectContaining({ route: "/token", status: 503, traceId: reference }));
    expect(found.traces).toContain(reference);
    await collector.found(({ name, traceId }) => name === "POST /token" && traceId === reference);
  });

  const lacking = async () => {
    const found = await Promise.all(
      expressions.map(async ([title, expr]) => ({
        query: `${title}: ${expr}`,
        samples: (await prometheus?.query(asked(expr))) ?? [],
      })),
    );
    return found.filter(({ samples }) => samples.every(({ value }) => Number.isNaN(value))).map(({ query }) => query);
  };
  await expect.poll(lacking, { timeout: 150_000, intervals: [2000] }).toEqual([expect.stringMatching(`^${UNASKED}: `)]);

  const rules = (await prometheus?.rules()) ?? [];
  expect(rules.length).toBeGreaterThan(15);
  expect(rules.filter(({ health }) => health !== "ok")).toEqual([]);
  expect(rules.filter(({ state }) => state === "firing")).toEqual([]);
});

interface Found {
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly traces: readonly string[];
}

/** From the callback of the client over `/token` with its statements to `/userinfo`, each span below its parent. */
async function expectWholeTrace(collector: Collector | undefined): Promise<void> {
  if (collector === undefined) throw new Error("not started");
  const callback = await collector.found(
    ({ service, name }) => service === "sample-client" && name === "GET /callback",
  );
  const inTrace = (is: (span: Span) => boolean) =>
    collector.found((span) => span.traceId === callback.traceId && is(span));
  const token = await inTrace(({ name }) => name === "POST /token");
  const userinfo = await inTrace(({ name }) => name === "GET /userinfo");
  expect([token.service, userinfo.service]).toEqual([
    expect.stringContaining("authorization-server"),
    expect.stringContaining("resource-server"),
  ]);
  for (const { parentSpanId } of [token, userinfo])
    expect(await inTrace(({ spanId }) => spanId === parentSpanId)).toMatchObject({
      service: "sample-client",
      parentSpanId: callback.spanId,
    });
  const statement = await inTrace(({ name }) => name === "authorization-redeem");
  expect(statement.attributes["db.system.name"]).toBe("postgresql");
  const asking = await inTrace(({ spanId }) => spanId === statement.parentSpanId);
  expect([asking.service, asking.name]).toEqual([token.service, "POST /token"]);
  for (const { name, attributes } of collector.spans.filter(({ traceId }) => traceId === callback.traceId))
    for (const value of Object.values(attributes)) expect(value, name).not.toMatch(/[?@]|eyJ|https?:\/\//);
}

/** The lines that a service logged. */
const linesOf = ({ dataDir }: Ecosystem, service: string): readonly Record<string, unknown>[] =>
  readFileSync(join(dataDir, "logs", `${service}.log`), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
