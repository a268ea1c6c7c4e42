import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../testing/browser.ts";
import { advance, agree, authorizationOf, redeem, signIn, standard } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer } from "../../../testing/world.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.origin);
});

const codes = async () => (await service.rows(`SELECT count(*)::int AS n FROM "authorization"`))[0]?.n;
const at = (answer: Answer) => answer.location?.pathname;
const errorOf = (answer: Answer) => answer.location?.searchParams.get("error");
const handleOf = (answer: Answer) => answer.location?.searchParams.get("request") ?? "";
const continueTo = (handle: string, by = browser) => by.get(`/authorization/continue?request=${handle}`);

describe("sess-07: no page can be skipped by its address", () => {
  it("a request needs sign-in and consent, whichever address is opened", async () => {
    const before = await codes();
    const handle = handleOf(await browser.get(authorizationOf("webClient")));
    expect(at(await continueTo(handle))).toBe("/login");
    expect(at(await browser.get(`/consent?request=${handle}`))).toBe("/authorization/continue");

    const page = await browser.get(`/login?request=${handle}`);
    const consent = await signIn(browser, page);
    expect(consent.body).toContain('action="/consent"');
    expect(at(await continueTo(handle))).toBe("/consent");
    expect(at(await browser.get(`/login?request=${handle}`))).toBe("/authorization/continue");
    expect(await codes()).toBe(before);

    const done = await agree(browser, consent);
    expect(done.location?.href).toMatch(
      /^https:\/\/rp\.example\/cb\?code=[\w-]{43}&state=st1&session_state=[\w.-]+&iss=https%3A%2F%2Fauth\.example$/,
    );
    expect(done.status).toBe(303); // resp-01
  });

  it("sess-05: in another browser a handle is unknown, with or without a session there", async () => {
    const handle = handleOf(await browser.get(authorizationOf("webClient")));
    const other = openBrowser(service.origin);
    await advance(other, authorizationOf("webClient"), "mallory");
    for (const path of ["/authorization/continue", "/login", "/consent"]) {
      const answer = await other.get(`${path}?request=${handle}`);
      expect([answer.status, answer.location]).toEqual([400, undefined]);
    }
    expect(at(await continueTo(handle))).toBe("/login");
  });

  it("a completed handle is over: back button and reload show that, and send nothing to the client", async () => {
    const handle = handleOf(await browser.get(authorizationOf("webClient", { prompt: "consent" })));
    const consent = await signIn(browser, await browser.get(`/login?request=${handle}`));
    await agree(browser, consent);
    const before = await codes();
    for (const again of [
      await continueTo(handle),
      await agree(browser, consent),
      await browser.get(`/login?request=${handle}`),
    ]) {
      expect([again.status, again.location]).toEqual([400, undefined]);
      expect(again.body).toContain("This sign-in has expired");
    }
    expect(await codes()).toBe(before);
  });

  it("authz-29: a client that was disabled in the meantime gets nothing", async () => {
    const consent = await signIn(browser, await browser.get(authorizationOf("oidcClient")));
    await service.rows("UPDATE client SET disabled_at = now() WHERE id = 'oidcClient'");
    const done = await agree(browser, consent);
    expect([done.status, done.location]).toEqual([400, undefined]);
    await service.rows("UPDATE client SET disabled_at = NULL WHERE id = 'oidcClient'");
  });

  it("a request is over after ten minutes", async () => {
    const handle = handleOf(await browser.get(authorizationOf("webClient")));
    service.pass(601);
    expect((await continueTo(handle)).status).toBe(400);
  });
});

describe("architecture §4.2: of two tabs one completes", () => {
  it("ten concurrent continue steps of one request yield one code, and the others a page", async () => {
    await advance(browser, authorizationOf("webClient"));
    const handle = handleOf(await browser.get(authorizationOf("webClient", { prompt: "consent" })));
    const consent = await browser.get(`/consent?request=${handle}`);
    await browser.submit(consent, "/consent", { action: "allow" });
    const before = Number(await codes());

    const answers = await Promise.all(Array.from({ length: 10 }, () => continueTo(handle)));
    expect(answers.filter((answer) => answer.location?.searchParams.has("code"))).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 400 && answer.location === undefined)).toHaveLength(9);
    expect(await codes()).toBe(before + 1);
  });

  it("par-05: a request by POST is completed once under ten concurrent visits", async () => {
    await advance(browser, authorizationOf("webClient"));
    const pushed = await browser.post("/authorization", Object.fromEntries(standard("webClient")));
    expect(pushed.status).toBe(303);
    expect(pushed.headers.get("set-cookie")).toBeNull();

    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.get(pushed.location ?? "")));
    expect(answers.filter((answer) => answer.location?.searchParams.has("code"))).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(9);
  });

  it("a person may take longer for a request by POST than its request_uri lives", async () => {
    const pushed = await browser.post("/authorization", Object.fromEntries(standard("webClient")));
    const login = await browser.follow(pushed);
    service.pass(300);
    expect((await browser.get(pushed.location ?? "")).status).toBe(400);
    const done = await signIn(browser, login);
    const end = done.body.includes('action="/consent"') ? await agree(browser, done) : done;
    expect(end.location?.searchParams.has("code")).toBe(true);
  });

  it("par-04: its request_uri works for its client only, and only for authorization", async () => {
    const pushed = await browser.post("/authorization", Object.fromEntries(standard("webClient")));
    const requestUri = pushed.location?.searchParams.get("request_uri") ?? "";
    for (const query of [{ client_id: "webTwoUrisClient", request_uri: requestUri }, { request_uri: requestUri }]) {
      const answer = await browser.get(`/authorization?${new URLSearchParams(query)}`);
      expect([answer.status, answer.location]).toEqual([400, undefined]);
    }
    expect((await browser.get(`/end_session?${new URLSearchParams({ request_uri: requestUri })}`)).status).toBe(400);

    const logout = await browser.post("/end_session", Object.fromEntries(standard("webClient")));
    const address = logout.location?.searchParams.get("request_uri") ?? "";
    const taken = await browser.get(
      `/authorization?${new URLSearchParams({ client_id: "webClient", request_uri: address })}`,
    );
    expect([taken.status, taken.location]).toEqual([400, undefined]);
  });
});

describe("OIDC Core §3.1.2.1: prompt and max_age", () => {
  const ask = async (changes: Record<string, string>) => browser.get(authorizationOf("webClient", changes));
  beforeEach(() => advance(browser, authorizationOf("webClient")));

  it("a session with consent is answered without a page", async () => {
    expect((await ask({})).location?.searchParams.has("code")).toBe(true);
    expect((await ask({ prompt: "none" })).location?.searchParams.has("code")).toBe(true);
  });

  it.each([
    ["login", { prompt: "login" }, "/login"],
    ["select_account", { prompt: "select_account" }, "/select-account"],
    ["consent", { prompt: "consent" }, "/consent"],
    ["a wider scope (consent-04)", { scope: "openid email" }, "/consent"],
  ])("%s shows its page", async (_, changes, page) => {
    expect(at(await ask(changes))).toBe(page);
  });

  it("authz-14: prompt=none with more than was granted is consent_required", async () => {
    expect(errorOf(await ask({ prompt: "none", scope: "openid phone" }))).toBe("consent_required");
  });

  it("prompt=create is invalid_request where sign-up is closed (OIDC Prompt Create 1.0 §4.1)", async () => {
    expect(errorOf(await ask({ prompt: "create" }))).toBe("invalid_request");
    expect(errorOf(await ask({ prompt: "login create" }))).toBe("invalid_request");
  });

  it("max_age=0 is treated as prompt=login: refused with prompt=none, even at the moment of the sign-in", async () => {
    expect(errorOf(await ask({ max_age: "0", prompt: "none" }))).toBe("login_required");
    expect(at(await ask({ max_age: "0" }))).toBe("/login");
  });

  it("auth_time is the time of the sign-in: it changes only with a new sign-in", async () => {
    const timeOf = async (answer: Answer) => {
      const { body } = await redeem(service.origin, answer.location?.searchParams.get("code") ?? "");
      return JSON.parse(Buffer.from(body.id_token.split(".")[1], "base64url").toString()).auth_time;
    };
    const first = await timeOf(await ask({ max_age: "15000" }));
    expect(first).toBe(service.clock.now.getTime() / 1000);
    service.pass(100);
    expect(await timeOf(await ask({ max_age: "10000" }))).toBe(first);
    expect(await timeOf(await ask({ prompt: "none" }))).toBe(first);
    expect(await timeOf(await signIn(browser, await ask({ max_age: "99" })))).toBe(first + 100);
  });

  it("max_age requires a new sign-in if the last one is older, and prompt=none refuses", async () => {
    service.pass(61);
    expect(at(await ask({ max_age: "60" }))).toBe("/login");
    expect(at(await ask({ max_age: "0" }))).toBe("/login");
    expect(errorOf(await ask({ max_age: "60", prompt: "none" }))).toBe("login_required");
    expect((await ask({ max_age: "62" })).location?.searchParams.has("code")).toBe(true);
  });

  it("max_age=0 and prompt=login ask once, not repeatedly", async () => {
    for (const changes of [{ max_age: "0" }, { prompt: "login" }, { prompt: "login", max_age: "0" }]) {
      service.pass(1);
      const done = await signIn(browser, await ask(changes));
      expect(done.location?.searchParams.get("iss")).toBe(issuer);
      expect(done.location?.searchParams.has("code")).toBe(true);
    }
  });

  it("sess-17: a session that has ended, or whose person was disabled, does not count", async () => {
    await service.rows("UPDATE end_user SET disabled_at = now() WHERE id = $1", [service.alice]);
    expect(errorOf(await ask({ prompt: "none" }))).toBe("login_required");
    await service.rows("UPDATE end_user SET disabled_at = NULL WHERE id = $1", [service.alice]);
    service.pass(43_201);
    expect(errorOf(await ask({ prompt: "none" }))).toBe("login_required");
  });

  it("consent-03: a public client with a loopback redirect URI is never answered without a page", async () => {
    const native = openBrowser(service.origin);
    const changes = { redirect_uri: "http://127.0.0.1:51004/cb" };
    expect((await advance(native, authorizationOf("nativeClient", changes))).has("code")).toBe(true);
    expect(at(await native.get(authorizationOf("nativeClient", changes)))).toBe("/consent");
    expect(errorOf(await native.get(authorizationOf("nativeClient", { ...changes, prompt: "none" })))).toBe(
      "consent_required",
    );
  });
});
