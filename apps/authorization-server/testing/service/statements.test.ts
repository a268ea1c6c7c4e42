/** The statements of PostgreSQL that a sign-in needs, other than those of the request and of its answer. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../browser.ts";
import { addedPasskey, passkeySignIn } from "../factors/passkeys.ts";
import { authorizationOf } from "../flows.ts";
import { type Service, startService } from "../service.ts";
import { isOfPoll } from "../statements.ts";
import { password } from "../world.ts";

let service: Service;
let sent: string[];
let browser: Browser;
beforeAll(async () => {
  service = await startService({ proxied: true });
  service.pass(60);
  service.proxy.tap((bytes) => sent.push(bytes.toString("latin1")));
});
afterAll(() => service.close());
beforeEach(() => {
  sent = [];
  browser = openBrowser(service.origin);
});

const loginPage = async () => browser.follow(await browser.get(authorizationOf("webClient", { prompt: "login" })));
/** Each statement is one message that begins with `B` or `P`. BEGIN and COMMIT are simple queries. */
const statements = () => sent.filter((message) => /^[BP]/.test(message) && !isOfPoll(message)).length;

/** A person who signed in with this browser before is not told of it by mail. */
async function knownBrowser(): Promise<void> {
  await withPassword();
  sent = [];
}
const withPassword = async () =>
  browser.submit(await loginPage(), "/login", { username: "alice", password, action: "sign-in" });

describe("a sign-in needs few statements", () => {
  it("two with a password: one finds the account, one opens the session", async () => {
    await knownBrowser();
    for (const name of browser.cookies.keys()) if (name.endsWith("-session")) browser.cookies.delete(name);
    const page = await loginPage();
    sent = [];
    const fields = { username: "alice", password, action: "sign-in" };
    expect((await browser.submit(page, "/login", fields)).status).toBe(303);
    expect(statements()).toBe(2);
  });

  it("three with a passkey: one more for its counter", async () => {
    const key = await addedPasskey(service, service.alice);
    await knownBrowser();
    for (const name of browser.cookies.keys()) if (name.endsWith("-session")) browser.cookies.delete(name);
    const page = await loginPage();
    sent = [];
    expect((await passkeySignIn(browser, page, key, { signCount: 1 })).status).toBe(303);
    expect(statements()).toBe(3);
  });
});
