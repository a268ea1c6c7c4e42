import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, type Fields, hiddenFields, openBrowser } from "../../../../testing/browser.ts";
import { signedInAs } from "../../../../testing/factors/signed-in.ts";
import { authorizationOf, codeFor, signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, password } from "../../../../testing/world.ts";

let service: Service;
let browser: Browser;
let page: Answer;
let passwordHash: unknown;
beforeAll(async () => {
  service = await startService();
  passwordHash = (await service.rows("SELECT password_hash AS hash FROM end_user LIMIT 1"))[0]?.hash;
});
afterAll(() => service.close());
beforeEach(async () => {
  service.pass(3600);
  await service.rows("UPDATE end_user SET password_hash = $1, password_change_required_at = NULL", [passwordHash]);
  await service.rows("DELETE FROM mail_delivery");
  browser = openBrowser(service.origin);
  page = await (await signedInAs(service, "alice", { browser })).get("/account/password");
});

const chosen = "a mountain and a river";
const change = (fields: Fields = {}, at = page, by = browser) =>
  by.submit(at, "/account/password", { "current-password": password, "new-password": chosen, ...fields });
const isSignedIn = async (by: Browser) => (await by.get("/")).body.includes("alice example");
const signsIn = async (secret: string) => {
  const own = openBrowser(service.origin);
  const login = await own.follow(await own.get(authorizationOf("webClient")));
  const sent = { username: "alice", password: secret, action: "sign-in" };
  return (await own.submit(login, "/login", sent)).status === 303;
};

describe("OWASP ASVS 6.2.2 and 6.2.3: a person changes their password", () => {
  it("by the current and the new one, and the mail says so", async () => {
    const done = await change();
    expect([done.status, done.location?.href]).toEqual([303, `${issuer}/account/password?done=password_changed`]);
    expect((await browser.follow(done)).body).toContain("Your new password is set.");
    expect([await signsIn(chosen), await signsIn(password)]).toEqual([true, false]);
    expect((await service.mails()).map(({ kind, to }) => [kind, to])).toContainEqual([
      "password-changed",
      "alice@example.org",
    ]);
  });

  it.each<[string, Fields, string]>([
    ["pass-03: without the current one", { "current-password": undefined }, "The current password is wrong"],
    ["with a wrong current one", { "current-password": "a guess of mallory" }, "The current password is wrong"],
    ["to a short one", { "new-password": "short" }, "at least 15 characters"],
    ["to a known one", { "new-password": "password1234567" }, "appeared in data breaches"],
    ["to their name", { "new-password": "alice example 123" }, "is mostly your name"],
    ["to the same one", { "new-password": password }, "already your password"],
  ])("not %s", async (_, fields, says) => {
    const refused = await change(fields);
    expect([refused.status, refused.body.includes(says)]).toEqual([422, true]);
    expect(await signsIn(password)).toBe(true);
  });

  it.each<[string, Fields, Record<string, string>]>([
    ["no token", { csrf: undefined }, {}],
    ["another token", { csrf: "x".repeat(43) }, {}],
    ["another origin", {}, { origin: "https://evil.example" }],
    ["a cross-site request", {}, { "sec-fetch-site": "cross-site" }],
  ])("pass-04: not by a form of another site: %s", async (_, fields, headers) => {
    const own = hiddenFields(page.body, "/account/password");
    const sent = { ...own, "current-password": password, "new-password": chosen, ...fields };
    expect((await browser.post("/account/password", sent, headers)).status).toBe(403);
    expect(await signsIn(password)).toBe(true);
  });

  it("not with a sign-in older than five minutes: the person signs in, and the change is not repeated", async () => {
    service.pass(301);
    const login = await browser.follow(await change());
    expect(login.body).toContain('action="/login"');
    expect((await signIn(browser, login)).body).toContain('id="account-password"');
    expect(await signsIn(password)).toBe(true);
  });

  it("as a guess of the current one at most ten times", async () => {
    for (let times = 0; times < 10; times++) await change({ "current-password": "a guess" });
    expect((await change()).status).toBe(429);
  });
});

describe("OWASP ASVS 7.4.3: other sessions end with the change", () => {
  const other = async () => {
    const own = openBrowser(service.origin);
    await codeFor(own, "webClient");
    return own;
  };
  const live = async () =>
    (await service.rows('SELECT FROM "authorization" WHERE user_id = $1 AND revoked_at IS NULL', [service.alice]))
      .length;

  it("unless the person keeps them, and this session has another secret", async () => {
    const [kept, ended] = [await other(), await other()];
    const before = [...browser.cookies].find(([name]) => name.endsWith("-session"))?.[1];
    expect((await browser.get("/account/password")).body).toMatch(/name="end-others" value="yes" checked/);
    await change({ "asks-others": "yes" });
    expect([await isSignedIn(kept), await isSignedIn(browser), await live()]).toEqual([true, true, 2]);
    expect([...browser.cookies].find(([name]) => name.endsWith("-session"))?.[1]).not.toBe(before);

    const again = await browser.get("/account/password");
    const asked = { "asks-others": "yes", "end-others": "yes" };
    await change({ "current-password": chosen, "new-password": `${chosen} again`, ...asked }, again);
    expect([await isSignedIn(ended), await isSignedIn(kept), await isSignedIn(browser)]).toEqual([false, false, true]);
    expect(await live()).toBe(0);
  });
});

describe("a person without a password", () => {
  it("sets a first one, without a current one", async () => {
    await service.rows("UPDATE end_user SET password_hash = NULL");
    const first = await browser.get("/account/password");
    expect(first.body).not.toContain("current-password");
    expect((await change({ "current-password": undefined }, first)).status).toBe(303);
    expect(await signsIn(chosen)).toBe(true);
  });
});
