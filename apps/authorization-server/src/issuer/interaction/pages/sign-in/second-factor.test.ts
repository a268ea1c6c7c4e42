import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, type Fields, openBrowser } from "../../../../../testing/browser.ts";
import {
  type App,
  confirm,
  giveApp,
  giveRecoveryCodes,
  recover,
} from "../../../../../testing/factors/second-factors.ts";
import { agree, authorizationOf, codeFor, redeem, signIn } from "../../../../../testing/flows.ts";
import { type Service, startService } from "../../../../../testing/service.ts";
import { password } from "../../../../../testing/world.ts";

const MFA = "urn:countersign:acr:mfa";
const SETTINGS = { MAIL_URL: "smtps://relay.example:465", MAIL_FROM: "Example <no-reply@example.org>" };

let service: Service;
let browser: Browser;
let app: App;
beforeAll(async () => {
  service = await startService({ settings: SETTINGS });
});
afterAll(() => service.close());
beforeEach(async () => {
  // Limits and codes of the test before are past.
  service.pass(24 * 3600);
  await service.rows("DELETE FROM totp_factor; DELETE FROM recovery_code; DELETE FROM second_factor_failure");
  await service.rows("DELETE FROM remembered_device");
  browser = openBrowser(service.origin);
  app = await giveApp(service, service.alice);
});

const isCodePage = ({ body }: Answer) => body.includes('action="/login/second-factor"');
const sessionOf = (by: Browser) => [...by.cookies].find(([name]) => name.endsWith("-session"))?.[1];
const idTokenOf = async (code: string) => decodeJwt((await redeem(service.origin, code)).body.id_token);

/** The page after the password. */
const afterPassword = async (by = browser, changes: Fields = {}, username = "alice") =>
  signIn(by, await by.get(authorizationOf("webClient", changes)), username);

/** The code that a browser comes back with, and its ID token. */
async function finish(by: Browser, answer: Answer) {
  let at = await by.follow(answer);
  if (at.body.includes('action="/consent"')) at = await agree(by, at);
  const code = at.location?.searchParams.get("code");
  if (code == null) throw new Error(`it ended at ${at.status}: ${at.location ?? at.body}`);
  return idTokenOf(code);
}

describe("RFC 6238: a person with an authenticator app shows its code after the password", () => {
  it("and is signed in then, at the level mfa", async () => {
    const page = await afterPassword();
    expect(isCodePage(page)).toBe(true);
    expect(sessionOf(browser)).toBeUndefined();
    const claims = await finish(browser, await confirm(browser, page, app.code()));
    expect(claims).toMatchObject({ acr: MFA, amr: ["pwd", "otp", "mfa"] });
    expect(sessionOf(browser)).toBeDefined();
  });

  it("otp-01: the same code twice, also at the same time, is accepted once", async () => {
    const browsers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const by = openBrowser(service.origin);
        return { by, page: await afterPassword(by) };
      }),
    );
    const code = app.code();
    const answers = await Promise.all(browsers.map(({ by, page }) => confirm(by, page, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422, 422, 422]);
    expect(browsers.filter(({ by }) => sessionOf(by) !== undefined)).toHaveLength(1);
  });

  it("otp-03: the codes of two steps before and after are wrong, and those of one step are right", async () => {
    const page = await afterPassword();
    for (const offset of [-2, 2]) expect((await confirm(browser, page, app.code(offset))).status).toBe(422);
    expect((await confirm(browser, page, app.code(-1))).status).toBe(303);
  });

  it.each<[string, string | readonly string[]]>([
    ["a sign", "+123456"],
    ["other digits", "١٢٣٤٥٦"],
    ["two values", ["123456", "123456"]],
    ["nothing", ""],
  ])("otp-08: %s is not a code, and not a guess", async (_, code) => {
    const page = await afterPassword();
    for (let n = 0; n < 7; n++) expect((await confirm(browser, page, code)).status).toBe(422);
    expect((await confirm(browser, page, ` ${app.code().slice(0, 3)} ${app.code().slice(3)}`)).status).toBe(303);
  });

  it("otp-09: a secret that was copied from another person does not open", async () => {
    const page = await afterPassword(openBrowser(service.origin));
    expect(isCodePage(page)).toBe(true);
    await giveApp(service, service.mallory);
    await service.rows(
      `UPDATE totp_factor m SET sealed_secret = a.sealed_secret FROM totp_factor a
        WHERE a.user_id = $1 AND m.user_id = $2`,
      [service.alice, service.mallory],
    );
    const theirs = await afterPassword(browser, {}, "mallory");
    expect((await confirm(browser, theirs, app.code())).status).toBe(500);
    expect(sessionOf(browser)).toBeUndefined();
  });
});

describe("between the password and the second factor there is no session", () => {
  it("otp-07: the consent of another tab is not given, and the second factor is asked for", async () => {
    const first = await afterPassword();
    const second = await browser.follow(await browser.get(authorizationOf("webClient")));
    expect(second.body).toContain('action="/login"');
    const request = /name="request" value="([^"]*)"/.exec(first.body)?.[1] ?? "";
    const consent = await browser.follow(await browser.get(`/consent?request=${request}`));
    expect(isCodePage(consent)).toBe(true);
    expect(sessionOf(browser)).toBeUndefined();
  });

  it("otp-06: the sign-in belongs to the person who gave the password", async () => {
    const page = await afterPassword(browser, {}, "alice");
    const swapped = await confirm(browser, page, app.code(), { username: "mallory", userId: service.mallory });
    const { sub } = await finish(browser, swapped);
    expect(sub).toBe(service.alice);
  });

  it("five minutes after the password it is asked for again", async () => {
    const page = await afterPassword();
    service.pass(301);
    const answer = await browser.follow(await confirm(browser, page, app.code()));
    expect(answer.body).toContain('action="/login"');
    expect(sessionOf(browser)).toBeUndefined();
  });

  it("another account can be used instead", async () => {
    const page = await afterPassword();
    const again = await browser.follow(
      await browser.submit(page, "/login/second-factor", { action: "another", code: undefined }),
    );
    const { sub } = await finish(
      browser,
      await browser.submit(again, "/login", { username: "mallory", password, action: "sign-in" }),
    );
    expect(sub).toBe(service.mallory);
  });

  it("cancelling is access_denied at the client", async () => {
    const page = await afterPassword();
    const answer = await browser.submit(page, "/login/second-factor", { action: "cancel" });
    expect(answer.location?.searchParams.get("error")).toBe("access_denied");
  });
});

describe("NIST SP 800-63B-4 §3.2.2: guessing has limits", () => {
  const wrong = () => (app.code() === "000000" ? "111111" : "000000");
  const guesses = async (times: number, by = browser) => {
    const page = await afterPassword(by);
    return Promise.all(Array.from({ length: times }, () => confirm(by, page, wrong())));
  };

  it("otp-04: of fifty at once from new browsers, five are checked", async () => {
    const browsers = Array.from({ length: 10 }, () => openBrowser(service.origin));
    const answers = (await Promise.all(browsers.map((by) => guesses(5, by)))).flat();
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
    expect(answers.find(({ status }) => status === 429)?.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it("otp-05: a new sign-in does not clear the count, and neither does the right code", async () => {
    await guesses(5);
    const other = openBrowser(service.origin);
    const page = await afterPassword(other);
    expect((await confirm(other, page, app.code())).status).toBe(429);
  });

  it("otp-15: in the meantime the person signs in from a browser of theirs", async () => {
    const known = openBrowser(service.origin);
    await finish(known, await confirm(known, await afterPassword(known), app.code()));
    for (let quarter = 0; quarter < 30; quarter++) {
      service.pass(900);
      await guesses(5, openBrowser(service.origin));
    }
    const page = await afterPassword(known, { prompt: "login" });
    expect((await confirm(known, page, app.code())).status).toBe(303);

    // From elsewhere no code is accepted any more.
    service.pass(900);
    const elsewhere = openBrowser(service.origin);
    const refused = await confirm(elsewhere, await afterPassword(elsewhere), app.code());
    expect([refused.status, refused.body.includes("codes aren’t accepted here")]).toEqual([403, true]);
  }, 60_000);

  it("otp-04: the tenth wrong code in a row ends the sign-in, and the person gets a mail", async () => {
    const before = (await service.mails()).length;
    await guesses(5);
    service.pass(900);
    const page = await afterPassword();
    for (let n = 0; n < 4; n++) expect((await confirm(browser, page, wrong())).status).toBe(422);
    const last = await browser.follow(await confirm(browser, page, wrong()));
    expect(last.body).toContain('action="/login"');
    const mails = (await service.mails()).slice(before);
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([["second-factor-failures", "alice@example.org"]]);
  });
});

describe("otp-10, NIST SP 800-63B-4 §3.1.2: recovery codes", () => {
  it("another way leads to them and back, and changes nothing", async () => {
    await giveRecoveryCodes(service, service.alice);
    const page = await afterPassword();
    const link = /id="another-way" href="([^"]*)"/.exec(page.body)?.[1] ?? "";
    const recovery = await browser.get(link);
    expect(recovery.body).toContain('action="/login/second-factor/recovery"');
    const back = await browser.get(/id="another-way" href="([^"]*)"/.exec(recovery.body)?.[1] ?? "");
    expect((await confirm(browser, back, app.code())).status).toBe(303);
  });

  it("each works once, in either case, and leads to a page that says to check the factors", async () => {
    const [first = "", second = ""] = await giveRecoveryCodes(service, service.alice);
    const before = (await service.mails()).length;
    const open = async (by: Browser) => {
      const page = await afterPassword(by, { prompt: "login" });
      return by.get(/id="another-way" href="([^"]*)"/.exec(page.body)?.[1] ?? "");
    };
    const answer = await recover(browser, await open(browser), first.toLowerCase());
    expect([answer.status, answer.body.includes('id="recovery-used"')]).toEqual([200, true]);
    expect((await service.mails()).slice(before).map(({ kind }) => kind)).toContain("recovery-code-used");
    const link = /id="continue"[^>]* href="([^"]*)"/.exec(answer.body)?.[1] ?? "";
    expect(await finish(browser, await browser.get(link))).toMatchObject({ acr: MFA, amr: ["pwd", "mfa"] });

    expect((await recover(browser, await open(browser), first)).status).toBe(422);
    expect((await recover(browser, await open(browser), second)).status).toBe(200);
  });

  it("one at the same time in two browsers is accepted once, and one of another person never", async () => {
    const [code = ""] = await giveRecoveryCodes(service, service.alice);
    const browsers = await Promise.all(
      [1, 2, 3].map(async () => {
        const by = openBrowser(service.origin);
        const page = await afterPassword(by);
        return { by, page: await by.get(/id="another-way" href="([^"]*)"/.exec(page.body)?.[1] ?? "") };
      }),
    );
    const answers = await Promise.all(browsers.map(({ by, page }) => recover(by, page, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);

    await giveApp(service, service.mallory);
    await giveRecoveryCodes(service, service.mallory);
    const [, theirs = ""] = await giveRecoveryCodes(service, service.alice);
    const page = await afterPassword(browser, {}, "mallory");
    const recovery = await browser.get(/id="another-way" href="([^"]*)"/.exec(page.body)?.[1] ?? "");
    expect((await recover(browser, recovery, theirs)).status).toBe(422);
  });
});

describe("a browser that is not asked for a code for 30 days", () => {
  const remembered = async (by: Browser) => {
    const page = await afterPassword(by);
    return finish(by, await confirm(by, page, app.code(), { "remember-device": "yes" }));
  };

  it("is asked only for the password, and says so", async () => {
    await remembered(browser);
    const claims = await finish(browser, await afterPassword(browser, { prompt: "login" }));
    expect(claims).toMatchObject({ acr: "urn:countersign:acr:password", amr: ["pwd"] });
    service.pass(30 * 86_400);
    expect(isCodePage(await afterPassword(browser, { prompt: "login" }))).toBe(true);
  });

  it("otp-11: for another person it is asked", async () => {
    await giveApp(service, service.mallory);
    await remembered(browser);
    expect(isCodePage(await afterPassword(browser, { prompt: "login" }, "mallory"))).toBe(true);
  });

  it("otp-12: and for a client that asks for mfa", async () => {
    await remembered(browser);
    expect(isCodePage(await afterPassword(browser, { prompt: "login", acr_values: MFA }))).toBe(true);
  });
});

describe("RFC 9470 §5: a client asks for a stronger sign-in", () => {
  const signedIn = async (by: Browser) => {
    await service.rows("DELETE FROM totp_factor");
    const code = await codeFor(by, "webClient");
    app = await giveApp(service, service.alice);
    return code;
  };

  it("and only the missing proof is asked for; the session has a new secret", async () => {
    const before = await idTokenOf(await signedIn(browser));
    const old = sessionOf(browser);
    service.pass(60);
    const page = await browser.follow(await browser.get(authorizationOf("webClient", { acr_values: MFA })));
    expect(isCodePage(page)).toBe(true);
    const after = await finish(browser, await confirm(browser, page, app.code()));
    expect([before.acr, after.acr]).toEqual(["urn:countersign:acr:password", MFA]);
    expect(Number(after.auth_time) - Number(before.auth_time)).toBe(60);
    expect(sessionOf(browser)).not.toBe(old);

    const name = [...browser.cookies.keys()].find((one) => one.endsWith("-session")) ?? "";
    const thief = openBrowser(service.origin);
    thief.cookies.set(name, old ?? "");
    const asked = await thief.follow(await thief.get(authorizationOf("webClient")));
    expect(asked.body).toContain('action="/login"');
  });

  it("step-01: with prompt=none it is login_required", async () => {
    await signedIn(browser);
    const essential = JSON.stringify({ id_token: { acr: { essential: true, value: MFA } } });
    for (const more of [{ acr_values: MFA }, { claims: essential }]) {
      const answer = await browser.get(authorizationOf("webClient", { prompt: "none", ...more }));
      expect(answer.location?.searchParams.get("error")).toBe("login_required");
    }
  });

  it("step-02: no page can be skipped, and nothing in the page changes the demand", async () => {
    await signedIn(browser);
    const page = await browser.follow(await browser.get(authorizationOf("webClient", { acr_values: MFA })));
    const request = /name="request" value="([^"]*)"/.exec(page.body)?.[1] ?? "";
    for (const path of ["/authorization/continue", "/consent", "/login"]) {
      const query = new URLSearchParams({ request, acr_values: "urn:countersign:acr:password" });
      expect(isCodePage(await browser.follow(await browser.get(`${path}?${query}`)))).toBe(true);
    }
    const edited = await confirm(browser, page, "", { acr: "urn:countersign:acr:password" });
    expect(edited.status).toBe(422);
  });

  it("step-03: another browser of the same person is as it was", async () => {
    const other = openBrowser(service.origin);
    await signedIn(other);
    const page = await afterPassword();
    await finish(browser, await confirm(browser, page, app.code()));
    expect(await idTokenOf(await codeFor(other, "webClient"))).toMatchObject({ acr: "urn:countersign:acr:password" });
  });

  it("a value out of the person's reach is unmet_authentication_requirements; an unknown one is ignored", async () => {
    await signedIn(browser);
    const answer = await browser.get(authorizationOf("webClient", { acr_values: "phrh" }));
    expect(answer.location?.searchParams.get("error")).toBe("unmet_authentication_requirements");
    const ignored = await browser.get(authorizationOf("webClient", { acr_values: "urn:unknown" }));
    expect(ignored.location?.searchParams.get("code")).toBeTruthy();
  });

  it("step-06: what was issued before keeps its acr, also after a refresh", async () => {
    const code = await signedIn(browser);
    const first = await redeem(service.origin, code);
    const page = await browser.follow(await browser.get(authorizationOf("webClient", { acr_values: MFA })));
    await finish(browser, await confirm(browser, page, app.code()));
    expect(decodeJwt(first.body.access_token)).toMatchObject({ acr: "urn:countersign:acr:password", amr: ["pwd"] });
  });
});
