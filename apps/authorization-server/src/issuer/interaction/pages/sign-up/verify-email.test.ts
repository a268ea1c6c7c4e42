import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../../../testing/browser.ts";
import { authorizationOf } from "../../../../../testing/flows.ts";
import { mailsIn } from "../../../../../testing/servers/mail.ts";
import { type Service, startService } from "../../../../../testing/service.ts";
import { issuer } from "../../../../../testing/world.ts";
import { parseKeyEncryptionKeys } from "../../../keys/key-encryption-keys.ts";

const KEYS = `k1:${randomBytes(32).toString("base64url")}`;

let service: Service;
let browser: Browser;
beforeAll(async () => {
  const settings = { SIGN_UP: "open", MAIL_URL: "smtp://127.0.0.1:2525", KEY_ENCRYPTION_KEYS: KEYS };
  service = await startService({ settings });
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = openBrowser(service.origin);
  await service.rows("DELETE FROM mail_delivery");
  await service.rows("DELETE FROM address_proof");
  service.pass(3600);
});

const forged = {
  "x-forwarded-host": "evil.example",
  forwarded: "host=evil.example;proto=http",
  "x-forwarded-proto": "http",
};

async function atCode(email: string): Promise<Answer> {
  const login = await browser.follow(await browser.get(authorizationOf("webClient"), forged));
  const page = await browser.follow(await browser.submit(login, "/login", { action: "sign-up" }));
  return browser.follow(await browser.submit(page, "/sign-up", { email, action: "continue" }));
}

const mailed = async () => {
  const [mail] = await mailsIn(service.rows, parseKeyEncryptionKeys(KEYS));
  return { link: mail?.parameters.link ?? "", code: mail?.parameters.code ?? "" };
};
const isProved = async () => (await service.rows("SELECT proved_at FROM address_proof"))[0]?.proved_at !== null;
const confirm = (page: Answer, who = browser) => who.submit(page, "/verify-email", {});

describe("the link in a mail", () => {
  it("leads to an address without its token, and to a button, in the browser that asked", async () => {
    await atCode("link@example.org");
    const { link } = await mailed();
    expect(link).toMatch(/^\/verify-email\?token=[\w-]{43}&request=[\w-]{43}$/);
    const redirected = await browser.get(link);
    expect([redirected.status, redirected.location?.href]).toEqual([303, `${issuer}/verify-email`]);
    const [name] = [...browser.attributes.keys()].filter((cookie) => cookie.endsWith("-link"));
    expect(browser.attributes.get(name ?? "")).toMatch(/Max-Age=600.*HttpOnly/i);
    const page = await browser.follow(redirected);
    expect(page.body).toContain('id="confirm"');
    expect(await isProved()).toBe(false);
    const details = await browser.follow(await confirm(page));
    expect(details.body).toContain('id="create-account"');
    expect([...browser.cookies.keys()].some((cookie) => cookie.endsWith("-link"))).toBe(false);
    expect(service.log()).not.toContain(/token=([\w-]{43})/.exec(link)?.[1]);
  });

  it("mail-04: a scanner that opens it and sends the form changes nothing, and the code is still good", async () => {
    const page = await atCode("scanned@example.org");
    const { link, code } = await mailed();
    const scanner = openBrowser(service.origin);
    await fetch(`${service.origin}${link}`, { method: "HEAD", redirect: "manual" });
    for (let count = 0; count < 20; count++) {
      const seen = await scanner.follow(await scanner.get(link));
      expect(seen.body).toContain("Go back to the browser where you started");
    }
    expect((await scanner.post("/verify-email", { csrf: "x" })).status).toBe(303);
    expect((await openBrowser(service.origin).post("/verify-email", { csrf: "x" })).status).toBe(303);
    expect(await isProved()).toBe(false);
    const details = await browser.follow(await browser.submit(page, "/sign-up/code", { code, action: "confirm" }));
    expect(details.body).toContain('id="create-account"');
  });

  it("mail-05: opening the link in another browser does not prove the address for the first one", async () => {
    await atCode("victim@example.org"); // the address of another person
    const { link } = await mailed();
    const victim = openBrowser(service.origin);
    await victim.get(authorizationOf("webClient"));
    const page = await victim.follow(await victim.get(link));
    expect(page.body).not.toContain('action="/verify-email"');
    const own = await browser.follow(await browser.get(link));
    const csrf = /name="csrf" value="([^"]+)"/.exec(own.body)?.[1];
    expect((await victim.post("/verify-email", { csrf })).status).toBe(303);
    expect(await isProved()).toBe(false);
  });

  it("looks the same when it is unknown, expired or for another browser", async () => {
    await atCode("expired@example.org");
    const { link } = await mailed();
    const other = openBrowser(service.origin);
    const elsewhere = await other.follow(await other.get(link));
    const unknown = await other.follow(
      await other.get(`/verify-email?token=${"A".repeat(43)}&request=${"B".repeat(43)}`),
    );
    expect(unknown.body).toBe(elsewhere.body);
    service.pass(600);
    expect((await browser.follow(await browser.get(link))).body).toBe(elsewhere.body);
    expect((await browser.follow(await browser.get("/verify-email?token=x&request=%0d%0a"))).body).toBe(elsewhere.body);
  });

  it("GHSA-mwmh-7px9-4c23: is a path, regardless of the host that a request names", async () => {
    await atCode("host@example.org");
    expect((await mailed()).link).not.toContain("evil");
  });

  it("the form needs the token of the form", async () => {
    await atCode("csrf@example.org");
    await browser.follow(await browser.get((await mailed()).link));
    expect((await browser.post("/verify-email", { csrf: "x" })).status).toBe(403);
    expect(await isProved()).toBe(false);
  });
});
