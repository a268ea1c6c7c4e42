import { describe, expect, it } from "vitest";
import { locationOf, openBrowser } from "../testing/browser.ts";
import { clientAndProvider } from "../testing/client-and-provider.ts";
import { runFakeProvider } from "../testing/fake-provider.ts";
import { runClient } from "../testing/run-client.ts";

const parties = clientAndProvider();

async function signIn(): Promise<void> {
  const away = await parties.browser.visit(`${parties.client.origin}/login`, { method: "POST" });
  await parties.browser.visit(parties.provider.approve(locationOf(away)).href);
}

const signOut = (headers: Record<string, string> = { origin: parties.client.origin }) =>
  parties.browser.visit(`${parties.client.origin}/logout`, { method: "POST", headers });

const isSignedIn = async () =>
  (await (await parties.browser.visit(parties.client.origin)).text()).includes('id="sign-out"');

describe("signing out (RP-Initiated Logout 1.0 §2)", () => {
  it("ends the session, then sends the browser to the provider with hint, return address and state", async () => {
    const end = `${parties.provider.origin}/end`;
    parties.provider.lies = { discovery: { end_session_endpoint: end } };
    await signIn();
    const url = new URL(locationOf(await signOut()));
    expect(await isSignedIn()).toBe(false);
    expect(url.origin + url.pathname).toBe(end);
    expect(url.searchParams.get("id_token_hint")?.split(".")).toHaveLength(3);
    expect(url.searchParams.get("client_id")).toBe("web");
    expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${parties.client.origin}/signed-out`);

    const state = url.searchParams.get("state");
    const back = await parties.browser.visit(`${parties.client.origin}/signed-out?state=${state}`);
    expect(await back.text()).toContain("was asked to end your session there");
  });

  it.each([
    ["another state than the one that was sent", true, "?state=another"],
    ["no state", true, ""],
    ["no state, from a browser that did not sign out", false, ""],
    ["a state, from a browser that did not sign out", false, "?state=any"],
  ])("says that the person may still be signed in at the provider on %s", async (_, left, query) => {
    parties.provider.lies = { discovery: { end_session_endpoint: `${parties.provider.origin}/end` } };
    await signIn();
    if (left) await signOut();
    else parties.browser = openBrowser();
    const page = await (await parties.browser.visit(`${parties.client.origin}/signed-out${query}`)).text();
    expect(page).toContain("You may still be signed in at");
  });

  it("shows the signed-out page if the provider has no end session endpoint", async () => {
    await signIn();
    expect(locationOf(await signOut())).toBe(`${parties.client.origin}/signed-out`);
    expect(await isSignedIn()).toBe(false);
  });

  it("invalidates the old cookie", async () => {
    await signIn();
    const { host } = new URL(parties.client.origin);
    const old = parties.browser.cookie(host, "sample_client_session") ?? "";
    await signOut();
    parties.browser.setCookie(host, "sample_client_session", old);
    expect(await isSignedIn()).toBe(false);
  });

  it("accepts a browser that sends Sec-Fetch-Site but no Origin", async () => {
    await signIn();
    expect((await signOut({ "sec-fetch-site": "same-origin" })).status).toBe(303);
  });
});

describe("other sites cannot sign a person out (CSRF)", () => {
  it.each<[string, Record<string, string>]>([
    ["another origin", { origin: "https://evil.example" }],
    ["another port of this host", { origin: "http://localhost:1" }],
    ["an opaque origin", { origin: "null", "sec-fetch-site": "same-origin" }],
    ["a sibling site", { "sec-fetch-site": "same-site" }],
    ["a request without an Origin", {}],
  ])("refuses %s and keeps the session", async (_, headers) => {
    await signIn();
    expect((await signOut(headers)).status).toBe(403);
    expect(await isSignedIn()).toBe(true);
  });

  it("does not sign out by GET", async () => {
    await signIn();
    expect((await parties.browser.visit(`${parties.client.origin}/logout`)).status).toBe(404);
    expect(await isSignedIn()).toBe(true);
  });
});

describe("behind https", () => {
  it("binds cookies and addresses to the host", async () => {
    const secure = await runClient(parties.provider.origin, { BASE_URL: "https://app.example" });
    try {
      const away = await parties.browser.visit(`${secure.origin}/login`);
      const asked = locationOf(away);
      expect(new URL(asked).searchParams.get("redirect_uri")).toBe("https://app.example/callback");
      expect(away.headers.get("strict-transport-security")).toBe("max-age=31536000");

      const back = await parties.browser.visit(
        secure.origin + parties.provider.approve(asked).href.slice("https://app.example".length),
      );
      expect(back.headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^__Host-sample_client_login_[\w-]{22}=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
        expect.stringMatching(/^__Host-sample_client_session=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      ]);
    } finally {
      await secure.close();
    }
  });
});

describe("every page", () => {
  it.each(["/", "/signed-out", "/nowhere", "/callback?code=x", "/session"])(
    "%s forbids frames and everything inline",
    async (path) => {
      const response = await parties.browser.visit(parties.client.origin + path);
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'; style-src 'self'");
      expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(await response.text()).not.toMatch(/<script|style=|undefined/);
    },
  );

  it("is ready without a request to the provider", async () => {
    await parties.provider.close();
    expect((await parties.browser.visit(`${parties.client.origin}/health/ready`)).status).toBe(200);
  });

  it("says what to do when the provider is unavailable", async () => {
    await parties.provider.close();
    const response = await parties.browser.visit(`${parties.client.origin}/login`);
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining("start the provider")]);
    parties.provider = await runFakeProvider();
  });
});
