import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, type Fields, openBrowser } from "../../../testing/browser.ts";
import { agree, authorizationOf, redeem, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";

const SCOPE = "openid email phone";
let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM consent");
  await required("email");
  browser = openBrowser(service.origin);
});

const required = (...scopes: string[]) =>
  service.rows("UPDATE client SET required_scopes = $1 WHERE id = 'webClient'", [scopes]);
const ask = (changes: Fields = {}) => browser.get(authorizationOf("webClient", { scope: SCOPE, ...changes }));
const signedIn = async () => signIn(browser, await ask());
const scopeOf = async ({ location }: Answer) =>
  (await redeem(service.origin, location?.searchParams.get("code") ?? "")).body.scope;
const boxOf = ({ body }: Answer, scope: string) => new RegExp(`<input [^>]*value="${scope}"[^>]*>`).exec(body)?.[0];

describe("OIDC Core §3.1.2.4: scopes that a client cannot do without", () => {
  it("I5: their boxes are fixed, and what the browser sends of them has no effect", async () => {
    const page = await signedIn();
    expect(boxOf(page, "email")).toMatch(/ checked disabled>$/);
    expect(boxOf(page, "phone")).toMatch(/ disabled>$/); // there is no number to share
    expect(await scopeOf(await agree(browser, page, { scope: [] }))).toBe("openid email");
  });

  it("the person can still decline the whole request", async () => {
    const declined = await browser.submit(await signedIn(), "/consent", { action: "deny" });
    expect(declined.location?.searchParams.get("error")).toBe("access_denied");
    expect(await service.rows("SELECT FROM consent")).toEqual([]);
  });

  it("I5: a refusal of earlier days locks no person out: the page is shown again", async () => {
    await required();
    expect(await scopeOf(await agree(browser, await signedIn(), { scope: ["phone"] }))).toBe("openid phone");
    expect(await scopeOf(await ask())).toBe("openid phone");
    await required("email");
    const page = await browser.follow(await ask());
    expect(boxOf(page, "email")).toMatch(/ checked disabled>$/);
    expect(await scopeOf(await agree(browser, page))).toBe(SCOPE);
    expect(await scopeOf(await ask())).toBe(SCOPE);
  });

  it("the account page takes them back only with everything", async () => {
    await agree(browser, await signedIn());
    const page = await browser.get("/account/applications?client=webClient");
    const parts = [...page.body.matchAll(/name="scope" value="([^"]*)"/g)].map(([, name]) => name);
    expect(parts).toEqual(["phone"]);
    const [consent] = await service.rows("SELECT resource FROM consent");
    const part = { action: "withdraw-part", client: "webClient", resource: String(consent?.resource), scope: "email" };
    await browser.submit(page, "/account/applications", part);
    expect(await service.rows("SELECT granted_scopes FROM consent")).toEqual([
      { granted_scopes: ["openid", "email", "phone"] },
    ]);
  });

  it("consent-10: of a client that registered itself, a person may decline each scope", async () => {
    await service.rows(`UPDATE client SET registration_access_token_hash = '\\x01' WHERE id = 'webClient'`);
    const page = await signedIn();
    expect(boxOf(page, "email")).toMatch(/ checked>$/);
    expect(await scopeOf(await agree(browser, page, { scope: [] }))).toBe("openid");
    await service.rows("UPDATE client SET registration_access_token_hash = NULL WHERE id = 'webClient'");
  });
});
