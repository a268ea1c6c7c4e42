import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Browser, hiddenFields, openBrowser } from "../../../testing/browser.ts";
import { authorizationOf } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer, password } from "../../../testing/world.ts";

let service: Service;
let statements: string[];
beforeAll(async () => {
  service = await startService({ proxied: true });
  service.proxy.tap((bytes) => statements.push(bytes.toString("latin1")));
});
afterAll(() => service.close());
beforeEach(async () => {
  statements = [];
  await service.rows("DELETE FROM mail_delivery");
  const proved = "email_verified = true, email_verified_at = now(), locale = 'fr-CA'";
  await service.rows(`UPDATE end_user SET ${proved} WHERE username = 'alice'`);
});

const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";

/** Signs alice in with this browser, for a new request. */
async function signIn(browser: Browser): Promise<void> {
  const page = await browser.follow(await browser.get(authorizationOf("webClient", { prompt: "login" })));
  const fields = { username: "alice", password };
  const answer = await browser.submit(page, "/login", fields);
  expect(answer.status).toBe(303);
}
const notices = async () => (await service.mails()).filter(({ kind }) => kind === "new-browser");

it("OWASP ASVS V6.3.5: a sign-in from a browser that was not used for the account is told to the person", async () => {
  await signIn(openBrowser(service.origin));
  const [notice, ...others] = await notices();
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ to: "alice@example.org", userId: service.alice, language: "fr-CA" });
});

it("one from a browser that was used before is not, and sends no statement about mail", async () => {
  const browser = openBrowser(service.origin);
  await signIn(browser);
  statements = [];
  await signIn(browser);
  expect(await notices()).toHaveLength(1);
  expect(statements.join("")).toContain("INSERT INTO sign_in");
  expect(statements.join("")).not.toMatch(/mail_delivery|SELECT email, locale/);
});

it("the notice has the browser that acted", async () => {
  const browser = openBrowser(service.origin);
  const page = await browser.follow(await browser.get(authorizationOf("webClient")));
  const sent = await browser.post(
    "/login",
    { ...hiddenFields(page.body, "/login"), username: "alice", password },
    { "user-agent": USER_AGENT, origin: issuer, "sec-fetch-site": "same-origin" },
  );
  expect(sent.status).toBe(303);
  expect(await notices()).toMatchObject([{ parameters: { browser: USER_AGENT } }]);
});

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";

it.each([
  ["another network and another browser", 1, "10.99.0.1", CHROME],
  ["another network", 0, "10.99.0.1", USER_AGENT],
  ["another browser", 0, "10.98.0.2", CHROME],
])("C11: with all cookies of a browser, a sign-in from %s is told %i times", async (_, told, address, userAgent) => {
  const own = openBrowser(service.origin, "10.98.0.1");
  const signInWith = async (browser: Browser, agent: string) => {
    const page = await browser.follow(await browser.get(authorizationOf("webClient", { prompt: "login" })));
    const fields = { ...hiddenFields(page.body, "/login"), username: "alice", password };
    const headers = { "user-agent": agent, origin: issuer, "sec-fetch-site": "same-origin" };
    expect((await browser.post("/login", fields, headers)).status).toBe(303);
  };
  await signInWith(own, USER_AGENT);
  const thief = openBrowser(service.origin, address);
  for (const [name, value] of own.cookies) thief.cookies.set(name, value);
  await service.rows("DELETE FROM mail_delivery");
  await signInWith(thief, userAgent);
  expect(await notices()).toHaveLength(told);
});

it("a wrong password is not told, and an address that was not proved gets nothing", async () => {
  const browser = openBrowser(service.origin);
  const page = await browser.follow(await browser.get(authorizationOf("webClient")));
  await browser.submit(page, "/login", { username: "alice", password: "wrong" });
  expect(await notices()).toEqual([]);
  await service.rows("UPDATE end_user SET email_verified = false, email_verified_at = NULL WHERE username = 'alice'");
  await signIn(openBrowser(service.origin));
  expect(await notices()).toEqual([]);
});

it("a person with the password cannot flood the mailbox: at most five an hour", async () => {
  for (let time = 0; time < 7; time++) await signIn(openBrowser(service.origin));
  expect(await notices()).toHaveLength(5);
  service.pass(3601);
  await signIn(openBrowser(service.origin));
  expect(await notices()).toHaveLength(6);
});
