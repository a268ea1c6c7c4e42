/** The offer of a passkey after a sign-in with a password. The request goes on, regardless of what the person does. */

import { newCredential, register } from "@countersign/dev/test-authenticator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { addedPasskey, optionsOf, site } from "../../../../testing/factors/passkeys.ts";
import { authorizationOf } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { password } from "../../../../testing/world.ts";

const path = "/login/add-passkey";
let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
  service.pass(60);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM passkey");
  await service.rows("UPDATE end_user SET passkey_offered_at = NULL");
  browser = openBrowser(service.origin);
});

/** Signs in with the password; `passkeys` is what the script of the page says of the browser. */
async function signIn(passkeys = "1", changes = {}): Promise<Answer> {
  const page = await browser.follow(await browser.get(authorizationOf("webClient", changes)));
  return browser.follow(
    await browser.submit(page, "/login", { username: "alice", password, action: "sign-in", passkeys }),
  );
}

const isOffer = ({ body }: Answer) => body.includes('id="offer-passkey"');
const goesOn = ({ body, location }: Answer) =>
  body.includes('action="/consent"') || location?.origin === "https://rp.example";
const add = (page: Answer, response: unknown = register(site, optionsOf(page).challenge, newCredential())) =>
  browser.submit(page, path, { action: "add", credential: JSON.stringify(response) });
const passkeys = () => service.rows('SELECT user_id, "use" FROM passkey');

describe("after a sign-in with a password, a person is offered a passkey", () => {
  it("and the request goes on when they added it", async () => {
    const page = await signIn();
    expect(isOffer(page)).toBe(true);
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(goesOn(await browser.follow(await add(page)))).toBe(true);
    expect(await passkeys()).toEqual([{ user_id: service.alice, use: "sign-in" }]);
  });

  it("and when they want none", async () => {
    const page = await signIn();
    expect(goesOn(await browser.follow(await browser.submit(page, path, { action: "not-now" })))).toBe(true);
    expect(await passkeys()).toEqual([]);
  });

  it("and sees the page again when the response is wrong", async () => {
    const page = await signIn();
    const wrong = register(site, "AAAA", newCredential());
    const answer = await add(page, wrong);
    expect([answer.status, isOffer(answer)]).toEqual([422, true]);
    expect(goesOn(await browser.follow(await add(answer)))).toBe(true);
  });

  it("at most every 30 days, regardless of what they did with the page", async () => {
    await signIn();
    browser = openBrowser(service.origin);
    expect(goesOn(await signIn())).toBe(true);
    service.pass(30 * 86_400);
    browser = openBrowser(service.origin);
    expect(isOffer(await signIn())).toBe(true);
  });

  it.each([
    ["no script ran", ""],
    ["the script says something else", "yes"],
  ])("but not where %s", async (_, said) => {
    expect(goesOn(await signIn(said))).toBe(true);
  });

  it("but not when they have one", async () => {
    await addedPasskey(service, service.alice);
    expect(goesOn(await signIn())).toBe(true);
  });

  it("and a session that is older than five minutes adds none, and goes on", async () => {
    const page = await signIn();
    service.pass(301);
    expect(goesOn(await browser.follow(await add(page)))).toBe(true);
    expect(await passkeys()).toEqual([]);
  });

  it("pkey-09: and no form of another page or person adds one", async () => {
    const page = await signIn();
    const request = /name="request" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
    const credential = JSON.stringify(register(site, optionsOf(page).challenge, newCredential()));
    const sent = { request, csrf: "x", action: "add", credential };
    expect((await browser.post(path, sent, { origin: site.origin })).status).toBe(403);
    expect(await passkeys()).toEqual([]);
  });
});
