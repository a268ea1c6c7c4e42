import { Readable } from "node:stream";
import type { EphemeralStore } from "@countersign/ephemeral";
import { storeUnavailable } from "@countersign/ephemeral";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { linesIn } from "../../src/cli/request/log-lines.ts";
import { type Browser, openBrowser } from "../browser.ts";
import { initialAccessToken, metadata, send } from "../clients/registration.ts";
import { post } from "../clients/tokens.ts";
import { advance, authorizationOf, basic, codeFor, redeem, signIn, standard } from "../flows.ts";
import { type Service, startService } from "../service.ts";
import { password } from "../world.ts";

let away: boolean;
let service: Service;
let browser: Browser;

/** A store that fails while `away` is true. */
const around = (store: EphemeralStore): EphemeralStore =>
  new Proxy(store, {
    get: (target, name: keyof EphemeralStore) =>
      away
        ? async () => {
            throw storeUnavailable(new Error("connect ECONNREFUSED"));
          }
        : target[name],
  });

beforeEach(async () => {
  away = false;
  service = await startService({ proxied: true, around });
  browser = openBrowser(service.origin);
});
afterEach(() => service.close());

/** Decision 254: what the log has of the request whose reference the page shows, as `request` reads it. */
async function linesOf(page: string) {
  const [, reference = "none"] = /<code id="error-reference">([\w-]{12})<\/code>/.exec(page) ?? [];
  const wanted = { references: new Set([reference]), userIds: new Set<string>(), since: new Date(0) };
  return linesIn("-", wanted, { stdin: Readable.from([service.log()]) });
}

const count = async (table: string) => (await service.rows(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n;

describe("an outage of the short-lived store: 503, and nothing is issued", () => {
  it("a new request, a page, a form, the continue step and a POST are refused, and work afterwards", async () => {
    const login = await browser.follow(await browser.get(authorizationOf("webClient")));
    const handle = /name="request" value="([^"]+)"/.exec(login.body)?.[1];
    away = true;
    const answers = [
      await browser.get(authorizationOf("webClient")),
      await browser.get(`/login?request=${handle}`),
      await browser.submit(login, "/login", { username: "alice", password: "x" }),
      await browser.get(`/authorization/continue?request=${handle}`),
      await browser.post("/authorization", Object.fromEntries(standard("webClient"))),
      await browser.post("/end_session", {}),
    ];
    expect(answers.map(({ status, location }) => [status, location])).toEqual(answers.map(() => [503, undefined]));
    expect(answers[0]?.body).toContain("temporarily_unavailable");
    expect([await count("browser_session"), await count(`"authorization"`)]).toEqual([0, 0]);
    for (const { body } of answers)
      expect(await linesOf(body)).toContainEqual(expect.objectContaining({ status: 503 }));

    away = false;
    expect((await signIn(browser, login)).body).toContain('action="/consent"');
  });

  it("a person with a session and a consent does not need the store", async () => {
    await advance(browser, authorizationOf("webClient"));
    away = true;
    expect((await browser.get(authorizationOf("webClient"))).location?.searchParams.has("code")).toBe(true);
  });
});

describe("an outage of the database: 503, and no stack is shown", () => {
  it("sign-in, registration, introspection and revocation fail during it, with one log line for each", async () => {
    const login = await browser.follow(await browser.get(authorizationOf("webClient")));
    const token = await initialAccessToken(service);
    service.proxy.cut();
    service.pass(3);
    const before = service.log().length;
    const signedIn = await browser.submit(login, "/login", { username: "alice", password, action: "sign-in" });
    const answers = [
      await send(service, { token, body: metadata }),
      await post(service.origin, "/introspect", { token: "x" }, basic("webPostClient")),
      await post(service.origin, "/revoke", { token: "x" }, basic("webClient")),
    ];
    const lines = service
      .log()
      .slice(before)
      .split("\n")
      .filter((line) => line.includes(`"error":"temporarily_unavailable"`));
    service.proxy.mend();

    expect([signedIn.status, ...answers.map(({ status }) => status)]).toEqual([503, 503, 503, 503]);
    for (const { body } of answers) expect(body.error).toBe("temporarily_unavailable");
    expect([lines.length, await count("browser_session")]).toEqual([4, 0]);
    expect((await send(service, { token, body: metadata })).status).toBe(201);
  });

  it("pages have a message, the token endpoint answers JSON, and both work afterwards", async () => {
    const code = await codeFor(browser, "webClient");
    service.proxy.cut();
    service.pass(3);
    const token = await redeem(service.origin, code);
    const page = await browser.get(authorizationOf("webClient"));
    service.proxy.mend();

    expect([token.status, token.body]).toEqual([
      503,
      { error: "temporarily_unavailable", error_description: "the service is temporarily unavailable" },
    ]);
    expect([page.status, page.location]).toEqual([503, undefined]);
    expect(page.body).not.toMatch(/ECONN|pg-pool|database/);
    expect(await linesOf(page.body)).toContainEqual(expect.objectContaining({ status: 503, route: "/authorization" }));
    expect((await redeem(service.origin, code)).status).toBe(200);
  });

  it("dos-40: a sign-in whose connection is lost in its transaction is refused, and other requests work", async () => {
    const login = await browser.follow(await browser.get(authorizationOf("webClient")));
    const holder = await service.database.pool.connect();
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE browser_session IN ACCESS EXCLUSIVE MODE");
    const signedIn = browser.submit(login, "/login", { username: "alice", password, action: "sign-in" });
    const ended = async () =>
      (
        await service.rows(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).length;
    await expect.poll(ended).toBe(1);

    expect((await signedIn).status).toBe(503);
    await holder.query("COMMIT");
    holder.release();
    expect((await signIn(browser, login)).body).toContain('action="/consent"');
  });

  it("dos-41: a silent host of the database is 503 within ten seconds, and requests work after that", {
    timeout: 30_000,
  }, async () => {
    const login = await browser.follow(await browser.get(authorizationOf("webClient")));
    const code = await codeFor(openBrowser(service.origin), "webClient");
    service.proxy.silence();
    service.pass(3);
    const began = performance.now();
    const [token, page] = await Promise.all([
      redeem(service.origin, code),
      browser.submit(login, "/login", { username: "alice", password, action: "sign-in" }),
    ]);
    expect([token.status, page.status]).toEqual([503, 503]);
    expect(performance.now() - began).toBeLessThan(10_000);

    expect((await redeem(service.origin, code)).status).toBe(200);
    expect((await signIn(browser, login)).location?.searchParams.has("code")).toBe(true);
  });
});
