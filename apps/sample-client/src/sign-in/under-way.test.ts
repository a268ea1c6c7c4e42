/** A sign-in in progress: the browser stores it, and it can be used once. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Browser, locationOf, openBrowser } from "../testing/browser.ts";
import { type FakeProvider, runFakeProvider } from "../testing/fake-provider.ts";
import { type RunningClient, runClient } from "../testing/run-client.ts";

let provider: FakeProvider;
let client: RunningClient;
let browser: Browser;

beforeEach(async () => {
  provider = await runFakeProvider();
  client = await runClient(provider.origin);
  browser = openBrowser();
});

afterEach(async () => {
  await client.close();
  await provider.close();
});

/** Presses "Sign in". Returns the authorization request that the browser is redirected to. */
async function pressSignIn(as = browser, query = ""): Promise<string> {
  return locationOf(await as.visit(`${client.origin}/login${query}`, { method: "POST" }));
}

async function isSignedIn(as = browser): Promise<boolean> {
  const page = await (await as.visit(client.origin)).text();
  return page.includes('id="sign-out"');
}

async function expectRefused(response: Response): Promise<void> {
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await isSignedIn()).toBe(false);
}

describe("rp-02: a callback works once (RFC 9700 §4.7.1)", () => {
  it("refuses the same address a second time", async () => {
    const url = provider.approve(await pressSignIn()).href;
    expect((await browser.visit(url)).status).toBe(303);
    expect((await browser.visit(url)).status).toBe(400);
    expect(provider.tokenRequests).toHaveLength(1);
  });

  it("refuses it from a browser that kept the cookie, before any token request", async () => {
    const thief = openBrowser();
    const away = await browser.visit(`${client.origin}/login`);
    const [name = "", value = ""] = away.headers.getSetCookie()[0]?.split(/[=;]/) ?? [];
    thief.setCookie(new URL(client.origin).host, name, value);
    const url = provider.approve(locationOf(away)).href;
    expect((await browser.visit(url)).status).toBe(303);
    expect((await thief.visit(url)).status).toBe(400);
    expect(provider.tokenRequests).toHaveLength(1);
    expect(await isSignedIn(thief)).toBe(false);
  });

  it("uses up nothing on HEAD, and starts nothing (RFC 9110 §9.2.1)", async () => {
    const url = provider.approve(await pressSignIn()).href;
    for (const address of [url, `${client.origin}/login`]) {
      const answer = await browser.visit(address, { method: "HEAD" });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([405, []]);
    }
    expect(provider.tokenRequests).toEqual([]);
    expect((await browser.visit(url)).status).toBe(303);
  });

  it("also removes the cookie of a failed sign-in", async () => {
    const url = provider.approve(await pressSignIn());
    url.searchParams.set("iss", "https://h.example");
    const refused = await browser.visit(url.href);
    expect(refused.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sample_client_login_[\w-]{22}=; Max-Age=0;/),
    ]);
  });
});

describe("rp-23: concurrent sign-ins are separate and limited", () => {
  it("completes two tabs in either order", async () => {
    const first = await pressSignIn();
    const second = await pressSignIn();
    expect((await browser.visit(provider.approve(second).href)).status).toBe(303);
    expect((await browser.visit(provider.approve(first).href)).status).toBe(303);
  });

  it("refuses the code of one tab with the state of the other", async () => {
    const first = provider.approve(await pressSignIn());
    const second = provider.approve(await pressSignIn());
    first.searchParams.set("state", second.searchParams.get("state") ?? "");
    await expectRefused(await browser.visit(first.href));
  });

  it("keeps the newest five of 200 abandoned sign-ins of a browser", async () => {
    const urls: string[] = [];
    for (let i = 0; i < 200; i++) urls.push(await pressSignIn());
    expect((await browser.visit(provider.approve(urls[194] ?? "").href)).status).toBe(400);
    expect((await browser.visit(provider.approve(urls[195] ?? "").href)).status).toBe(303);
  });
});
