import type { Request } from "@playwright/test";
import {
  allow,
  expectPage,
  expectSignedInAtClient,
  expectSignedOutAtClient,
  signIn,
  signInAndAllow,
  signInAtClient,
} from "../../support/browser/pages.ts";
import { arrival } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";

test.describe("signing in with issuer and client on different sites", () => {
  test("leads a person from the sample client and back", async ({ page, world, person }) => {
    await signInAtClient(page, world.client, person);
    await expect(page.locator("#who")).toContainText("Carol Jones");
  });

  test("works without scripts: they are never needed", async ({ browser, world, person }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await signInAtClient(page, world.client, person);
    await page.locator("#sign-out").click();
    await expect(page.locator("#signed-out")).toBeVisible();
    await context.close();
  });

  test("gives a client of the tests its tokens, which it can verify", async ({ page, rp, person }) => {
    const begun = await rp.begin();
    await page.goto(begun.url);
    await signIn(page, person);
    await allow(page);

    const tokens = await rp.redeem(begun, await arrival(page, rp));
    expect(tokens.claims()).toMatchObject({ aud: rp.clientId, amr: ["pwd"], nonce: begun.nonce });
    expect(tokens.token_type.toLowerCase()).toBe("bearer");
  });

  test("RFC 9700 §4.2.4: no Referer contains a code or the handle of a parked request", async ({
    page,
    world,
    rp,
    person,
  }) => {
    const requests: Request[] = [];
    page.on("request", (request) => requests.push(request));
    await signInAndAllow(page, (await rp.begin()).url, person);
    await arrival(page, rp);
    await page.goto(world.client);

    const referers = await Promise.all(requests.map((request) => request.headerValue("referer")));
    expect(referers.length).toBeGreaterThan(5);
    expect(referers.filter((referer) => /[?&](code|request|state)=/.test(referer ?? ""))).toEqual([]);
  });
});

test.describe("sess-03: cookies on https", () => {
  test("belong to one host, are secure, not readable by scripts and lax", async ({ page, context, world, person }) => {
    await signInAtClient(page, world.client, person);
    const cookies = await context.cookies([world.issuer, world.client]);
    const hosts = new Set(cookies.map(({ domain }) => domain));
    expect(hosts).toEqual(new Set([new URL(world.issuer).hostname, new URL(world.client).hostname]));
    for (const cookie of cookies) {
      expect(cookie.name).toMatch(/^__Host-/);
      // The cookie for the session iframe does not reveal who is signed in (OIDC Session Management §3.2).
      const isState = cookie.name.endsWith("-state");
      const seen = isState ? { httpOnly: false, sameSite: "None" } : { httpOnly: true, sameSite: "Lax" };
      expect(cookie).toMatchObject({ secure: true, path: "/", ...seen });
    }
  });

  test("sess-02: a session from before sign-in is not the one after it", async ({
    page,
    context,
    world,
    rp,
    person,
  }) => {
    const session = async () => (await context.cookies(world.issuer)).find(({ name }) => name.endsWith("-session"));
    await page.goto((await rp.begin()).url);
    await signIn(page, person);
    await expectPage(page, "consent");
    const planted = await session();

    // An attacker who knows this session has planted it in another browser, where a person then signs in.
    await context.clearCookies();
    await context.addCookies(planted === undefined ? [] : [planted]);
    await page.goto((await rp.begin({ prompt: "login" })).url);
    await signIn(page, person);
    await expectPage(page, "consent");
    const after = await session();
    expect(planted?.value).toMatch(/^[\w-]{43}$/);
    expect(after?.value).toMatch(/^[\w-]{43}$/);
    expect(after?.value).not.toBe(planted?.value);

    // The planted session is invalid now.
    await context.addCookies(planted === undefined ? [] : [planted]);
    await page.goto((await rp.begin({ prompt: "none" })).url);
    expect((await arrival(page, rp)).searchParams.get("error")).toBe("login_required");
  });
});

test.describe("signing out", () => {
  test("from the client also ends the session at the issuer", async ({ page, world, rp, person }) => {
    await signInAtClient(page, world.client, person);
    await page.locator("#sign-out").click();
    await expect(page.locator("#signed-out")).toContainText("Your browser has been to");
    expect(new URL(page.url()).origin).toBe(world.client);

    await page.goto((await rp.begin({ prompt: "none" })).url);
    expect((await arrival(page, rp)).searchParams.get("error")).toBe("login_required");
  });

  test("at the issuer asks first, and then ends the session", async ({ page, world, rp, person }) => {
    await signInAtClient(page, world.client, person);
    await page.goto(world.issuer);
    await expect(page.locator("#home")).toContainText("Carol Jones");
    await page.locator("#sign-out").click();
    await expect(page.locator("#sign-out-page")).toBeVisible();
    await page.locator("#sign-out").click();
    await expectPage(page, "signed-out");

    await page.goto((await rp.begin({ prompt: "none" })).url);
    expect((await arrival(page, rp)).searchParams.get("error")).toBe("login_required");
    await expectSignedOutAtClient(page, world.client);
  });

  test("keeps a person signed in who cancels", async ({ page, world, person }) => {
    await signInAtClient(page, world.client, person);
    await page.goto(`${world.issuer}/end_session`);
    await page.locator("#stay").click();
    await expect(page.locator("#home")).toContainText("Carol Jones");
    await page.goto(`${world.client}/login`);
    await expectSignedInAtClient(page, world.client);
  });
});
