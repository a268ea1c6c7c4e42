import { newTotpSecret, totpCode, totpStepAt } from "@countersign/rules";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../../testing/acts/acts.ts";
import { type Answer, type Browser, type Fields, openBrowser } from "../../../../../testing/browser.ts";
import { codesOf, confirm, giveApp, keyOf, recover } from "../../../../../testing/factors/second-factors.ts";
import { agree, authorizationOf, codeFor, redeem, signIn } from "../../../../../testing/flows.ts";
import { type Service, startService } from "../../../../../testing/service.ts";
import { addTotp } from "../../../../administration/ways-in/second-factors.ts";

const MFA = "urn:countersign:acr:mfa";
const DEMANDED = { acr_values: MFA };

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({ settings: { MAIL_URL: "smtps://relay.example:465" } });
});
afterAll(() => service.close());
beforeEach(async () => {
  // Limits and codes of the test before are past.
  service.pass(24 * 3600);
  await service.rows("DELETE FROM totp_factor; DELETE FROM recovery_code; DELETE FROM address_proof");
  await service.rows("DELETE FROM mail_delivery");
  browser = openBrowser(service.origin);
});

const isAt = ({ body }: Answer, page: string) => body.includes(`<main id="${page}">`);
const codeOf = (secret: string, offset = 0) => totpCode(secret, totpStepAt(service.clock.now) + offset);
const requestOf = ({ body }: Answer) => /name="request" value="([^"]*)"/.exec(body)?.[1] ?? "";
const sessionOf = (by: Browser) => [...by.cookies].find(([name]) => name.endsWith("-session"))?.[1];
const apps = () => service.rows("SELECT user_id FROM totp_factor");

/** The first page, after the password. */
const begin = async (by = browser, changes: Fields = DEMANDED) =>
  signIn(by, await by.get(authorizationOf("webClient", changes)));
const choose = async (page: Answer, by = browser) => by.follow(await by.submit(page, "/enrol", { action: "totp" }));
const mailed = async () => (await service.mails()).findLast(({ kind }) => kind === "enrol-code")?.parameters.code ?? "";
const typeMailed = async (page: Answer, code: string | undefined, by = browser) =>
  by.follow(await by.submit(page, "/enrol/code", { action: "confirm", code: code ?? (await mailed()) }));
const typeCode = (page: Answer, code: string, more: Fields = {}, by = browser) =>
  by.submit(page, "/enrol/totp", { action: "confirm", code, ...more });
/** The page with the key, after the code that was mailed. */
const toKey = async (by = browser) => typeMailed(await choose(await begin(by), by), undefined, by);
const another = (code: string) => (code === "000000" ? "111111" : "000000");

describe("a person without a second factor sets one up, and the request continues", () => {
  it("after a code by mail, with recovery codes, and the answer says the level that was demanded", async () => {
    const start = await begin();
    expect([isAt(start, "enrol"), start.body.includes("a…\u2060@example.org"), sessionOf(browser)]).toEqual([
      true,
      true,
      undefined,
    ]);
    const code = await choose(start);
    expect(isAt(code, "enrol-code")).toBe(true);
    const key = await typeMailed(code, undefined);
    expect(isAt(key, "enrol-totp")).toBe(true);
    const done = await typeCode(key, codeOf(keyOf(key)));
    expect([done.status, isAt(done, "enrol-recovery-codes"), codesOf(done).length]).toEqual([200, true, 10]);

    const consent = await browser.follow(await browser.submit(done, "/enrol/recovery-codes", { action: "done" }));
    const { location } = consent.body.includes('action="/consent"') ? await agree(browser, consent) : consent;
    const tokens = await redeem(service.origin, location?.searchParams.get("code") ?? "");
    expect(decodeJwt(tokens.body.id_token)).toMatchObject({ acr: MFA, amr: ["pwd", "otp", "mfa"] });
    const kinds = (await service.mails()).map(({ kind, to }) => `${kind} ${to}`);
    expect(kinds).toContain("factor-added alice@example.org");
  });

  it("a session that has only a password is made stronger", async () => {
    await codeFor(browser, "webClient");
    const before = sessionOf(browser);
    const page = await browser.follow(await browser.get(authorizationOf("webClient", DEMANDED)));
    const key = await typeMailed(await choose(page), undefined);
    const done = await typeCode(key, codeOf(keyOf(key)));
    const end = await browser.follow(await browser.submit(done, "/enrol/recovery-codes", { action: "done" }));
    expect(end.location?.searchParams.get("code")).toBeTruthy();
    expect(sessionOf(browser)).not.toBe(before);
  });

  it("a person with a second factor proves it instead", async () => {
    await giveApp(service, service.alice);
    expect(isAt(await begin(), "second-factor")).toBe(true);
  });

  it("without a demand the person sets up nothing", async () => {
    await codeFor(browser, "webClient");
  });

  it("with prompt=none it is login_required", async () => {
    await codeFor(browser, "webClient");
    const answer = await browser.get(authorizationOf("webClient", { ...DEMANDED, prompt: "none" }));
    expect(answer.location?.searchParams.get("error")).toBe("login_required");
  });
});

describe("otp-16: the password by itself is not enough to set up a factor", () => {
  it("no page after the first opens by its address, and no form acts", async () => {
    const start = await begin();
    const request = requestOf(start);
    for (const path of ["/enrol/code", "/enrol/totp", "/enrol/recovery-codes", "/consent", "/authorization/continue"]) {
      expect(isAt(await browser.follow(await browser.get(`${path}?request=${request}`)), "enrol")).toBe(true);
    }
    const csrf = /name="csrf" value="([^"]*)"/.exec(start.body)?.[1];
    const secret = newTotpSecret();
    const more = { request, csrf, secret, proofId: "00000000-0000-4000-8000-000000000000" };
    const sent = await browser.post("/enrol/totp", { ...more, action: "confirm", code: codeOf(secret) });
    expect(isAt(await browser.follow(sent), "enrol")).toBe(true);
    expect(await apps()).toEqual([]);
  });

  it("guesses of the code that was mailed are limited", async () => {
    const page = await choose(await begin());
    const wrong = another(await mailed());
    for (let n = 0; n < 5; n++) expect((await typeMailed(page, wrong)).status).toBe(422);
    const right = await typeMailed(page, undefined);
    expect([right.status, isAt(right, "enrol-code")]).toEqual([422, true]);

    for (let mails = 0; mails < 2; mails++) {
      service.pass(61);
      const again = await browser.follow(await browser.submit(page, "/enrol/code", { action: "resend" }));
      const bad = another(await mailed());
      for (let n = 0; n < 5; n++) expect((await typeMailed(again, bad)).status).toBe(422);
    }
    service.pass(61);
    const last = await browser.follow(await browser.submit(page, "/enrol/code", { action: "resend" }));
    const limited = await typeMailed(last, undefined);
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(await apps()).toEqual([]);
  });

  it("the code is good only in the browser that asked for it, and once", async () => {
    const page = await choose(await begin());
    const code = await mailed();
    const thief = openBrowser(service.origin);
    service.pass(61);
    const theirs = await choose(await begin(thief), thief);
    expect((await typeMailed(theirs, code, thief)).status).toBe(422);
    expect(isAt(await typeMailed(page, code), "enrol-totp")).toBe(true);
    expect(isAt(await typeMailed(page, code), "enrol-totp")).toBe(true);
    expect((await service.rows("SELECT id FROM address_proof WHERE proved_at IS NOT NULL")).length).toBe(1);
  });

  it("mails are limited", async () => {
    const first = await begin();
    await choose(first);
    const second = await begin(openBrowser(service.origin));
    expect(isAt(second, "enrol")).toBe(true);
    const other = openBrowser(service.origin);
    const limited = await choose(await begin(other), other);
    expect([limited.status, isAt(limited, "enrol")]).toEqual([429, true]);
  });

  it("a request of another browser, or one that is over, opens nothing", async () => {
    const key = await toKey();
    const thief = openBrowser(service.origin);
    expect((await thief.get(`/enrol/totp?request=${requestOf(key)}`)).status).toBe(400);
    const done = await typeCode(key, codeOf(keyOf(key)));
    await browser.follow(await browser.submit(done, "/enrol/recovery-codes", { action: "done" }));
    expect(await apps()).toHaveLength(1);
    const stale = await typeCode(key, codeOf(keyOf(key), 1));
    expect(stale.status).not.toBe(200);
    expect(await apps()).toHaveLength(1);
  });

  it("one proof of the address is good for one app, and only for its person", async () => {
    await toKey();
    const [proof] = await service.rows("SELECT id FROM address_proof WHERE proved_at IS NOT NULL");
    const add = (userId: string) => {
      const app = { name: "", secret: newTotpSecret(), step: 1, proofId: String(proof?.id) };
      return addTotp({ userId, browser: "" }, app, service.deps, byOperatorAt(service.clock.now));
    };
    const added = await Promise.all([1, 2, 3].map(() => add(service.alice)));
    expect(added.filter((one) => one === "added")).toHaveLength(1);
    expect([await add(service.mallory), await apps()]).toEqual(["refused", [{ user_id: service.alice }]]);
  });

  it("a change of the password ends it", async () => {
    const key = await toKey();
    service.pass(1);
    await service.rows("UPDATE end_user SET password_changed_at = $1 WHERE id = $2", [
      service.clock.now,
      service.alice,
    ]);
    expect((await browser.follow(await typeCode(key, codeOf(keyOf(key))))).body).toContain('action="/login"');
    expect(await apps()).toEqual([]);
    await service.rows("UPDATE end_user SET password_changed_at = NULL");
  });
});

describe("otp-13: the secret is the server's", () => {
  it("a secret in the form, and one in the cookie, is not taken", async () => {
    const key = await toKey();
    const own = newTotpSecret();
    expect((await typeCode(key, codeOf(own), { secret: own, key: own })).status).toBe(422);
    const name = [...browser.cookies.keys()].find((one) => one.endsWith("-factor")) ?? "";
    browser.cookies.set(name, `${Buffer.from(JSON.stringify({ secret: own })).toString("base64url")}.k1`);
    await typeCode(key, codeOf(own));
    expect(await apps()).toEqual([]);
  });

  it("it stays at a reload, and ends after ten minutes", async () => {
    const key = await toKey();
    const reloaded = await browser.get(`/enrol/totp?request=${requestOf(key)}`);
    expect(keyOf(reloaded)).toBe(keyOf(key));
    service.pass(599);
    expect(keyOf(await browser.get(`/enrol/totp?request=${requestOf(key)}`))).toBe(keyOf(key));
  });

  it("without it the page offers another one", async () => {
    const key = await toKey();
    browser.cookies.delete([...browser.cookies.keys()].find((one) => one.endsWith("-factor")) ?? "");
    const over = await browser.get(`/enrol/totp?request=${requestOf(key)}`);
    expect([isAt(over, "enrol-totp"), keyOf(over)]).toEqual([true, ""]);
    const again = await browser.follow(await browser.submit(over, "/enrol/totp", { action: "begin" }));
    expect(keyOf(again)).toMatch(/^[A-Z2-7]{32}$/);
    expect((await typeCode(again, codeOf(keyOf(again)))).status).toBe(200);
  });

  it("otp-02: the code that confirms it is not accepted at the next sign-in", async () => {
    const key = await toKey();
    await typeCode(key, codeOf(keyOf(key)));
    const other = openBrowser(service.origin);
    const page = await begin(other);
    expect((await confirm(other, page, codeOf(keyOf(key)))).status).toBe(422);
    expect((await confirm(other, page, codeOf(keyOf(key), 1))).status).toBe(303);
  });
});

describe("step-05: a code by mail is not a second factor", () => {
  it("after it there is no session, and another request states the level of a password", async () => {
    const key = await toKey();
    expect(sessionOf(browser)).toBeUndefined();
    for (const path of ["/authorization/continue", "/enrol/recovery-codes", "/consent"]) {
      const page = await browser.follow(await browser.get(`${path}?request=${requestOf(key)}`));
      expect(isAt(page, "enrol-totp")).toBe(true);
    }
    const { body } = await redeem(service.origin, await codeFor(browser, "webClient"));
    expect(decodeJwt(body.id_token)).toMatchObject({ acr: "urn:countersign:acr:password", amr: ["pwd"] });
    const answer = await browser.get(authorizationOf("webClient", { ...DEMANDED, prompt: "none" }));
    expect(answer.location?.searchParams.get("error")).toBe("login_required");
  });
});

describe("recovery codes after the enrolment", () => {
  it("are shown once; if they were not saved, others are made, and those of before are void", async () => {
    const key = await toKey();
    const done = await typeCode(key, codeOf(keyOf(key)));
    const later = await browser.follow(await browser.get(`/authorization/continue?request=${requestOf(done)}`));
    expect([isAt(later, "enrol-recovery-codes"), codesOf(later)]).toEqual([true, []]);
    const made = await browser.submit(later, "/enrol/recovery-codes", { action: "make" });
    expect(codesOf(made)).toHaveLength(10);

    const other = openBrowser(service.origin);
    const page = await begin(other);
    const recovery = await other.get(/id="another-way" href="([^"]*)"/.exec(page.body)?.[1] ?? "");
    expect((await recover(other, recovery, codesOf(done)[0] ?? "")).status).toBe(422);
    expect((await recover(other, recovery, codesOf(made)[0] ?? "")).status).toBe(200);
  });
});

describe("a person who cannot get a code by mail", () => {
  const withoutAddress = (work: () => Promise<void>) => async () => {
    await service.rows("UPDATE end_user SET email_verified_at = NULL WHERE id = $1", [service.alice]);
    try {
      await work();
    } finally {
      await service.rows("UPDATE end_user SET email_verified_at = now() WHERE id = $1", [service.alice]);
    }
  };

  it(
    "reads whom to ask, and can leave",
    withoutAddress(async () => {
      const page = await begin();
      expect([isAt(page, "enrol"), page.body.includes('id="ask-operator"')]).toEqual([true, true]);
      expect(page.body).not.toContain("choose-totp");
      expect((await browser.submit(page, "/enrol", { action: "totp" })).status).toBe(422);
      const left = await browser.submit(page, "/enrol", { action: "cancel" });
      expect(left.location?.searchParams.get("error")).toBe("access_denied");
      expect(await service.mails()).toEqual([]);
    }),
  );

  it("another account can be used", async () => {
    const login = await browser.follow(await browser.submit(await begin(), "/enrol", { action: "another" }));
    expect(login.body).toContain('action="/login"');
  });
});

describe("with REQUIRED_ACR, people without a second factor can still sign in", () => {
  it("with mail a person sets a factor up; without mail they read whom to ask; passwords may be shorter", async () => {
    for (const [MAIL_URL, isOffered] of [
      ["smtp://127.0.0.1:9", true],
      [undefined, false],
    ] as const) {
      const strict = await startService({ settings: { REQUIRED_ACR: MFA, MAIL_URL } });
      try {
        const by = openBrowser(strict.origin);
        const page = await signIn(by, await by.get(authorizationOf("webClient")));
        expect([isAt(page, "enrol"), page.body.includes('id="choose-totp"')]).toEqual([true, isOffered]);
        expect([strict.deps.newPasswords.shortest, service.deps.newPasswords.shortest]).toEqual([8, 15]);
      } finally {
        await strict.close();
      }
    }
  });
});
