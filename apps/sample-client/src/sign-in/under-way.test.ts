/** A sign-in in progress: the browser stores it, and it can be used once. */
import { describe, expect, it } from "vitest";
import { locationOf, openBrowser } from "../testing/browser.ts";
import { clientAndProvider } from "../testing/client-and-provider.ts";

const parties = clientAndProvider();

/** Presses "Sign in". Returns the authorization request that the browser is redirected to. */
async function pressSignIn(as = parties.browser, query = ""): Promise<string> {
  return locationOf(await as.visit(`${parties.client.origin}/login${query}`, { method: "POST" }));
}

async function isSignedIn(as = parties.browser): Promise<boolean> {
  const page = await (await as.visit(parties.client.origin)).text();
  return page.includes('id="sign-out"');
}

async function expectRefused(response: Response): Promise<void> {
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await isSignedIn()).toBe(false);
}

describe("rp-02: a callback works once (RFC 9700 §4.7.1)", () => {
  it("refuses the same address a second time", async () => {
    const url = parties.provider.approve(await pressSignIn()).href;
    expect((await parties.browser.visit(url)).status).toBe(303);
    expect((await parties.browser.visit(url)).status).toBe(400);
    expect(parties.provider.tokenRequests).toHaveLength(1);
  });

  it("refuses it from a browser that kept the cookie, before any token request", async () => {
    const thief = openBrowser();
    const away = await parties.browser.visit(`${parties.client.origin}/login`);
    const [name = "", value = ""] = away.headers.getSetCookie()[0]?.split(/[=;]/) ?? [];
    thief.setCookie(new URL(parties.client.origin).host, name, value);
    const url = parties.provider.approve(locationOf(away)).href;
    expect((await parties.browser.visit(url)).status).toBe(303);
    expect((await thief.visit(url)).status).toBe(400);
    expect(parties.provider.tokenRequests).toHaveLength(1);
    expect(await isSignedIn(thief)).toBe(false);
  });

  it("uses up nothing on HEAD, and starts nothing (RFC 9110 §9.2.1)", async () => {
    const url = parties.provider.approve(await pressSignIn()).href;
    for (const address of [url, `${parties.client.origin}/login`]) {
      const answer = await parties.browser.visit(address, { method: "HEAD" });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([405, []]);
    }
    expect(parties.provider.tokenRequests).toEqual([]);
    expect((await parties.browser.visit(url)).status).toBe(303);
  });

  it("also removes the cookie of a failed sign-in", async () => {
    const url = parties.provider.approve(await pressSignIn());
    url.searchParams.set("iss", "https://h.example");
    const refused = await parties.browser.visit(url.href);
    expect(refused.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sample_client_login_[\w-]{22}=; Max-Age=0;/),
    ]);
  });
});

describe("rp-23: concurrent sign-ins are separate and limited", () => {
  it("completes two tabs in either order", async () => {
    const first = await pressSignIn();
    const second = await pressSignIn();
    expect((await parties.browser.visit(parties.provider.approve(second).href)).status).toBe(303);
    expect((await parties.browser.visit(parties.provider.approve(first).href)).status).toBe(303);
  });

  it("refuses the code of one tab with the state of the other", async () => {
    const first = parties.provider.approve(await pressSignIn());
    const second = parties.provider.approve(await pressSignIn());
    first.searchParams.set("state", second.searchParams.get("state") ?? "");
    await expectRefused(await parties.browser.visit(first.href));
  });

  it("keeps the newest five of 200 abandoned sign-ins of a browser", async () => {
    const urls: string[] = [];
    for (let i = 0; i < 200; i++) urls.push(await pressSignIn());
    expect((await parties.browser.visit(parties.provider.approve(urls[194] ?? "").href)).status).toBe(400);
    expect((await parties.browser.visit(parties.provider.approve(urls[195] ?? "").href)).status).toBe(303);
  });
});
