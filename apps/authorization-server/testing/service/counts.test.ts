/** Decision 252: what operators see of sign-ins, of token requests, and of the services of others. */
import { createMetrics, type Measure } from "@countersign/service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countedFetch } from "../../src/platform/outbound/counted-fetch.ts";
import { fetchRefused } from "../../src/platform/outbound/fetch-refused.ts";
import type { GuardedFetch } from "../../src/platform/outbound/guarded-fetch.ts";
import { methodOf } from "../../src/platform/stores/audit/sign-in-measures.ts";
import { METHOD } from "../../src/platform/stores/audit/statistic-counts.ts";
import { openBrowser } from "../browser.ts";
import { post, refresh } from "../clients/tokens.ts";
import { confirm, giveApp } from "../factors/second-factors.ts";
import { authorizationOf, basic, codeFor, redeem, signIn } from "../flows.ts";
import { type Service, startService } from "../service.ts";
import { password } from "../world.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** The values of a measure that are not 0, by the values of its labels. */
async function countsOf(name: string, measures: readonly Measure[] = service.measures) {
  const readings = (await measures.find((measure) => measure.name === name)?.read()) ?? [];
  const counted = readings.filter(({ value }) => value !== 0);
  return Object.fromEntries(counted.map(({ labels, value }) => [Object.values(labels).join(" "), value]));
}

describe("sign-ins", () => {
  it("are 0 from the start, each method and reason", async () => {
    for (const [name, number] of [["sign_ins_total", 5] as const, ["sign_ins_refused_total", 3] as const])
      expect(await service.measures.find((measure) => measure.name === name)?.read()).toHaveLength(number);
  });

  it("are counted as the audit log has them", async () => {
    const browser = openBrowser(service.origin);
    const page = await browser.follow(await browser.get(authorizationOf("webClient")));
    for (const tried of ["wrong", "wrong too", password])
      await browser.submit(page, "/login", { username: "alice", password: tried, action: "sign-in" });
    expect(await countsOf("sign_ins_total")).toEqual({ password: 1 });
    expect(await countsOf("sign_ins_refused_total")).toEqual({ failed: 2 });
    const events = await service.rows("SELECT type, count(*)::int FROM audit_event WHERE type ~ 'sign_in' GROUP BY 1");
    expect(events).toEqual(
      expect.arrayContaining([
        { type: "sign_in", count: 1 },
        { type: "sign_in_failed", count: 2 },
      ]),
    );
  });

  it("are counted by reason: a wrong second factor, and once a source that tried too often", async () => {
    const before = await countsOf("sign_ins_refused_total");
    await giveApp(service, service.alice);
    const browser = openBrowser(service.origin);
    const page = await signIn(browser, await browser.get(authorizationOf("webClient")));
    for (const code of ["000000", "000001"]) expect((await confirm(browser, page, code)).status).toBe(422);
    await service.rows("DELETE FROM totp_factor; DELETE FROM second_factor_failure");
    expect(await countsOf("sign_ins_refused_total")).toEqual({ ...before, second_factor_failed: 2 });

    const other = openBrowser(service.origin);
    const login = await other.follow(await other.get(authorizationOf("webClient")));
    const guess = { username: "mallory", password: "wrong", action: "sign-in" };
    for (let n = 0; n < 10; n++) expect((await other.submit(login, "/login", guess)).status).toBe(422);
    for (let n = 0; n < 2; n++) expect((await other.submit(login, "/login", guess)).status).toBe(429);
    const failed = (before.failed ?? 0) + 10;
    expect(await countsOf("sign_ins_refused_total")).toEqual({ failed, second_factor_failed: 2, limited: 1 });
  });

  it("op.2: name no user, no address and no session in what is scraped", async () => {
    const { registry } = await createMetrics("authorization-server", service.measures);
    const text = await registry.metrics();
    expect(text).toMatch(/^sign_ins_total\{method="password",service="authorization-server"\} [1-9]/m);
    const people = await service.rows("SELECT to_jsonb(u) AS person FROM end_user u");
    const others = await service.rows(
      `SELECT to_jsonb(e) AS event FROM (SELECT address, reference, detail FROM audit_event) e`,
    );
    const told = JSON.stringify([people, others]);
    for (const [, value = ""] of told.matchAll(/"([^"]{5,})"/g)) {
      if (value.length > 5 && !/^[a-z_]+$/.test(value)) expect(text).not.toContain(value);
    }
    for (const name of ["alice", "mallory"]) expect(text).not.toContain(name);
  });

  it("have the method that the statistics give them", async () => {
    const proofs = [["pwd"], ["pwd", "otp", "mfa"], ["pop", "user", "mfa"], ["federated", "pwd", "mfa"], ["sms"], []];
    for (const amr of proofs) {
      const [row] = await service.rows(`SELECT ${METHOD} AS method FROM (SELECT $1::jsonb AS amr) e`, [
        JSON.stringify(amr),
      ]);
      expect([amr, methodOf(amr)]).toEqual([amr, row?.method]);
    }
  });
});

describe("token requests", () => {
  it("are counted by grant and result; a code and a refresh token that come again are replayed", async () => {
    const at = { redirect_uri: "https://rp8.example/cb" };
    const changes = { scope: "openid offline_access", prompt: "consent" };
    const code = await codeFor(openBrowser(service.origin), "offlineClient", changes);
    const { body } = await redeem(service.origin, code, at, basic("offlineClient"));
    expect((await refresh(service.origin, "offlineClient", body.refresh_token)).status).toBe(200);
    expect((await redeem(service.origin, code, at, basic("offlineClient"))).status).toBe(400);
    expect((await redeem(service.origin, "unknown", at, basic("offlineClient", "wrong"))).status).toBe(401);
    expect((await post(service.origin, "/token", { grant_type: "password" }, basic("webClient"))).status).toBe(400);
    expect(await countsOf("token_requests_total")).toEqual({
      "authorization_code issued": 1,
      "authorization_code replayed": 1,
      "refresh_token issued": 1,
      "none invalid_client": 1,
      "none unsupported_grant_type": 1,
    });
  });
});

describe("requests to the services of others", () => {
  const answered = { status: 200, headers: {}, body: Buffer.alloc(0) };
  const answers: readonly (() => Promise<typeof answered>)[] = [
    async () => answered,
    async () => ({ ...answered, status: 400 }),
    async () => ({ ...answered, status: 502 }),
    async () => Promise.reject(fetchRefused("there was no response")),
  ];
  const asked = { kind: "federation", method: "GET", headers: {}, maxBytes: 1 } as const;

  it("fail without an answer, and with one of 5xx", async () => {
    let sent = 0;
    const fetcher = { exchange: () => answers[sent++]?.() } as unknown as GuardedFetch;
    const { outbound, measures } = countedFetch(fetcher);
    const results = await Promise.allSettled(answers.map(() => outbound.exchange("https://op.example/", asked)));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
    expect(await countsOf("outbound_requests_total", measures)).toEqual({
      "federation answered": 2,
      "federation failed": 2,
    });
    expect(Object.keys(await countsOf("outbound_seconds_total", measures))).toEqual(["federation"]);
  });

  it("are counted at the door of the service", async () => {
    const { outbound } = service.deps;
    await outbound.exchange("https://127.0.0.1:1/", asked).catch(() => {});
    expect(await countsOf("outbound_requests_total")).toEqual({ "federation failed": 1 });
  });
});
