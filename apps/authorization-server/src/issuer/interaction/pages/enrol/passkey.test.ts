import { type Lies, newCredential, register } from "@countersign/dev/test-authenticator";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, type Fields, openBrowser } from "../../../../../testing/browser.ts";
import { optionsOf, passkeySignIn, site } from "../../../../../testing/factors/passkeys.ts";
import { giveApp } from "../../../../../testing/factors/second-factors.ts";
import { agree, authorizationOf, redeem, signIn } from "../../../../../testing/flows.ts";
import { type Service, startService } from "../../../../../testing/service.ts";

const PHR = "phr";
const DEMANDED = { acr_values: PHR };
let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({ settings: { MAIL_URL: "smtps://relay.example:465" } });
});
afterAll(() => service.close());
beforeEach(async () => {
  service.pass(24 * 3600);
  await service.rows("DELETE FROM passkey; DELETE FROM totp_factor; DELETE FROM recovery_code");
  await service.rows("DELETE FROM address_proof; DELETE FROM mail_delivery");
  browser = openBrowser(service.origin);
});

const isAt = ({ body }: Answer, page: string) => body.includes(`<main id="${page}">`);
const passkeys = () => service.rows('SELECT user_id, "use" FROM passkey');
const begin = async (changes: Fields = DEMANDED) =>
  signIn(browser, await browser.get(authorizationOf("webClient", changes)));
const mailed = async () => (await service.mails()).findLast(({ kind }) => kind === "enrol-code")?.parameters.code ?? "";
const choose = async (start: Answer, by = browser) =>
  by.follow(await by.submit(start, "/enrol", { action: "passkey" }));
/** The page with the ceremony, after the code that was mailed. */
async function toCeremony(start?: Answer): Promise<Answer> {
  const code = await choose(start ?? (await begin()));
  return browser.follow(await browser.submit(code, "/enrol/code", { action: "confirm", code: await mailed() }));
}
const add = (page: Answer, key = newCredential(), lies: Lies = {}) =>
  browser.submit(page, "/enrol/passkey", {
    credential: JSON.stringify(register(site, optionsOf(page).challenge, key, lies)),
  });

describe("mf.15: a person without a phishing-resistant factor sets up a passkey, and the request goes on", () => {
  it("after a code by mail, and the answer states the level that was demanded", async () => {
    const start = await begin();
    expect([isAt(start, "enrol"), start.body.includes('value="totp"')]).toEqual([true, false]);
    const page = await toCeremony(start);
    expect(isAt(page, "enrol-passkey")).toBe(true);
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    const consent = await browser.follow(await add(page));
    const { location } = consent.body.includes('action="/consent"') ? await agree(browser, consent) : consent;
    const tokens = await redeem(service.origin, location?.searchParams.get("code") ?? "");
    expect(decodeJwt(tokens.body.id_token)).toMatchObject({ acr: PHR, amr: expect.arrayContaining(["pop", "mfa"]) });
    expect(await passkeys()).toEqual([{ user_id: service.alice, use: "sign-in" }]);
    expect((await service.mails()).map(({ kind }) => kind)).toContain("passkey-added");
  });

  it("who has an authenticator app proves it first", async () => {
    await giveApp(service, service.alice);
    expect(isAt(await begin(), "second-factor")).toBe(true);
  });

  it("a demand for mfa leaves the choice between an app and a passkey", async () => {
    const start = await begin({ acr_values: "urn:countersign:acr:mfa" });
    expect(["totp", "passkey"].filter((factor) => start.body.includes(`id="choose-${factor}"`))).toEqual([
      "totp",
      "passkey",
    ]);
    const page = await toCeremony(start);
    expect((await browser.follow(await add(page))).location?.searchParams.has("code")).toBe(true);
  });

  it("the passkey signs in afterwards, and is not asked to be set up again", async () => {
    const key = newCredential();
    const page = await toCeremony();
    const options = optionsOf(page) as { challenge: string; user?: { id: string } };
    const own = { ...key, userHandle: Buffer.from(options.user?.id ?? "", "base64url") };
    await browser.follow(await add(page, own));
    const other = openBrowser(service.origin);
    const login = await other.follow(await other.get(authorizationOf("webClient", DEMANDED)));
    const done = await other.follow(await passkeySignIn(other, login, own, { signCount: 1 }));
    expect(isAt(done, "login")).toBe(false);
    expect(isAt(done, "enrol")).toBe(false);
  });
});

describe("otp-16: a password by itself is not enough to set up a passkey", () => {
  it("the page does not open before the code, and its form adds nothing", async () => {
    const start = await begin();
    const request = /name="request" value="([^"]*)"/.exec(start.body)?.[1] ?? "";
    expect(isAt(await browser.follow(await browser.get(`/enrol/passkey?request=${request}`)), "enrol")).toBe(true);
    await browser.post("/enrol/passkey", { request, credential: "{}" }, { origin: "https://auth.example" });
    expect(await passkeys()).toEqual([]);
  });

  it("the code of a demanded app does not open the page of a passkey", async () => {
    const start = await begin({ acr_values: "urn:countersign:acr:mfa" });
    const code = await browser.follow(await browser.submit(start, "/enrol", { action: "totp" }));
    const page = await browser.follow(
      await browser.submit(code, "/enrol/code", { action: "confirm", code: await mailed() }),
    );
    expect(isAt(page, "enrol-totp")).toBe(true);
  });

  it.each<[string, Lies]>([
    ["another challenge", { challenge: "AAAA" }],
    ["another origin", { origin: "https://evil.example" }],
    ["no user verification", { userVerified: false }],
  ])("a response with %s is refused, and the person tries again", async (_, lies) => {
    const page = await toCeremony();
    const refused = await add(page, newCredential(), lies);
    expect([refused.status, isAt(refused, "enrol-passkey"), await passkeys()]).toEqual([422, true, []]);
    expect((await add(refused)).status).toBe(303);
    expect((await passkeys()).length).toBe(1);
  });

  it("one code is good for one passkey, also for two forms at once", async () => {
    const page = await toCeremony();
    await Promise.all([add(page), add(page, newCredential())]);
    expect((await passkeys()).length).toBe(1);
  });
});
