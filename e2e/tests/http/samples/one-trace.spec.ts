/** A sign-in at the sample client is one trace: there, at the authorization server and at the resource server. */
import { type Collector, type ReceivedSpan, startCollector } from "@countersign/tracing/test-collector";
import { expect, test } from "@playwright/test";
import { allow, expectPage, expectSignedInAtClient, signIn } from "../../../support/browser/pages.ts";
import { type Ecosystem, startEcosystem } from "../../../support/worlds/ecosystem.ts";
import { freePorts } from "../../../support/worlds/ports.ts";

let collector: Collector | undefined;
let running: Ecosystem | undefined;
test.afterAll(async () => {
  await running?.stop();
  await collector?.stop();
});

test("W3C Trace Context: a sign-in is one trace from the sample client to /token and /userinfo", async ({ page }) => {
  collector = await startCollector();
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, TRACE_CONTEXT_FROM: "loopback" };
  running = await startEcosystem(await freePorts(), traces);
  const [person] = running.accounts;
  if (person === undefined) throw new Error("no demo account");

  await page.goto(running.client);
  await page.locator("#sign-in").click();
  await signIn(page, person);
  await expectPage(page, "consent");
  await allow(page);
  await expectSignedInAtClient(page, running.client);

  const { found } = collector;
  const callback = await found(({ service, name }) => service === "sample-client" && name === "GET /callback");
  const inTrace = (service: string, name: string) =>
    found((span) => span.traceId === callback.traceId && span.service.includes(service) && span.name === name);
  for (const answered of [
    await inTrace("authorization-server", "POST /token"),
    await inTrace("resource-server", "GET /userinfo"),
  ]) {
    // Its parent is what the client sent, and the parent of that is what the client answered.
    const sent = await found(({ spanId }: ReceivedSpan) => spanId === answered.parentSpanId);
    expect([sent.service, sent.traceId, sent.parentSpanId]).toEqual([
      "sample-client",
      callback.traceId,
      callback.spanId,
    ]);
  }
});
