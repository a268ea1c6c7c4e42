import { createHash } from "node:crypto";
import { SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Browser, locationOf, openBrowser } from "../testing/browser.ts";
import { es256Hash, type FakeProvider, type Lies, runFakeProvider } from "../testing/fake-provider.ts";
import { type RunningClient, runClient } from "../testing/run-client.ts";

let provider: FakeProvider;
let client: RunningClient;
let browser: Browser;

beforeEach(async () => {
  provider = await runFakeProvider();
  client = await runClient(provider.origin, { SCOPE: "openid email offline_access" });
  browser = openBrowser();
});
afterEach(async () => {
  await client.close();
  await provider.close();
});

async function signIn(query = ""): Promise<void> {
  const away = locationOf(await browser.visit(`${client.origin}/login${query}`, { method: "POST" }));
  await browser.visit(provider.approve(away).href);
}

const press = (path: string, headers: Record<string, string> = { origin: client.origin }) =>
  browser.visit(client.origin + path, { method: "POST", headers });

const home = async () => (await browser.visit(client.origin)).text();
const isSignedIn = async () => (await home()).includes('id="sign-out"');
const refreshes = () => provider.tokenRequests.filter((form) => form.get("grant_type") === "refresh_token");
const refreshTokens = () => refreshes().map((form) => form.get("refresh_token"));

describe("offline_access yields a refresh token (OIDC Core §11)", () => {
  it("requests consent whenever it requests offline_access", async () => {
    const asked = new URL(locationOf(await browser.visit(`${client.origin}/login`))).searchParams;
    expect([asked.get("scope"), asked.get("prompt")]).toEqual(["openid email offline_access", "consent"]);
  });

  it("requests it for one sign-in if it is not configured", async () => {
    const plain = await runClient(provider.origin);
    const askedWith = async (query: string) =>
      new URL(locationOf(await browser.visit(`${plain.origin}/login${query}`))).searchParams;
    expect((await askedWith("")).get("prompt")).toBeNull();
    expect((await askedWith("")).get("scope")).not.toContain("offline_access");
    expect((await askedWith("?flow=offline")).get("scope")).toContain("offline_access");
    expect((await askedWith("?flow=offline")).get("prompt")).toBe("consent");
    await plain.close();
  });

  it("keeps the tokens out of the page", async () => {
    await signIn();
    await press("/refresh");
    expect(await home()).not.toMatch(/[ar]t-secret|undefined/);
  });
});

describe("the Refresh button (RFC 6749 §6)", () => {
  it("gets new tokens and shows what changed", async () => {
    await signIn();
    provider.lies = { userinfo: { email: "new@example.com", name: "<b>" } };
    const response = await press("/refresh");
    expect([response.status, locationOf(response)]).toEqual([303, `${client.origin}/#changes`]);

    const page = await home();
    expect(page).toMatch(/access_token<\/code><\/dt><dd><span class="value">replaced \(fingerprint .{8} → .{8}\)/);
    expect(page).toMatch(/refresh_token<\/code><\/dt><dd><span class="value">replaced/);
    expect(page).toContain("not there → new@example.com");
    expect(page).toContain("not there → &lt;b&gt;");
  });

  it("continues with the rotated refresh token", async () => {
    await signIn();
    for (let i = 0; i < 3; i++) expect((await press("/refresh")).status).toBe(303);
    expect(new Set(refreshTokens()).size).toBe(3);
  });

  it("keeps the old refresh token if the response has none (RFC 6749 §6)", async () => {
    await signIn();
    provider.lies = {
      tokenAnswer: [200, { access_token: provider.issueAccessToken(), token_type: "Bearer", expires_in: 300 }],
    };
    await press("/refresh");
    expect(await home()).toContain("The provider did not replace it");
    await press("/refresh");
    expect([refreshTokens().length, new Set(refreshTokens()).size]).toEqual([2, 1]);
  });

  it("uses a refresh token once if two tabs press at the same time", async () => {
    await signIn();
    const responses = await Promise.all([press("/refresh"), press("/refresh"), press("/refresh")]);
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(refreshTokens()).size).toBe(refreshTokens().length);
    expect(await isSignedIn()).toBe(true);
  });

  it.each([
    ["stays narrower if less was granted", "openid", "openid"],
    ["is never wider than before", "openid email offline_access admin", "openid email offline_access"],
    ["stays if the response has none", undefined, "openid email offline_access"],
  ])("scope %s (RFC 6749 §6)", async (_, scope, expected) => {
    await signIn();
    provider.lies = { tokens: { scope } };
    await press("/refresh");
    const cookie = `sample_client_session=${browser.cookie(new URL(client.origin).host, "sample_client_session")}`;
    const session = client.deps.sessions.read({ headers: { cookie } } as Parameters<
      typeof client.deps.sessions.read
    >[0]);
    expect(session?.scopes.join(" ")).toBe(expected);
  });

  it("does not restore a session that was signed out in the meantime", async () => {
    await signIn();
    await Promise.all([press("/refresh"), press("/logout")]);
    expect(await isSignedIn()).toBe(false);
  });
});

describe("reading the claims again", () => {
  const expired: Lies = { tokens: { expires_in: 5 } };

  it("uses the access token while it is valid", async () => {
    await signIn();
    expect((await press("/claims")).status).toBe(303);
    expect(refreshes()).toHaveLength(0);
    expect(await home()).toContain("with the access token it still had");
  });

  it("refreshes first when the access token expired", async () => {
    provider.lies = expired;
    await signIn();
    const before = provider.requests.length;
    expect((await press("/claims")).status).toBe(303);
    expect(provider.requests.slice(before)).toEqual(["/token", "/userinfo"]);
  });

  it("refreshes if the access token is refused before its expiry", async () => {
    await signIn();
    revokeAll();
    const before = provider.requests.length;
    expect((await press("/claims")).status).toBe(303);
    expect(provider.requests.slice(before)).toEqual(["/userinfo", "/token", "/userinfo"]);
  });

  it("shows a message, and stays signed in, if there is no refresh token", async () => {
    await client.close();
    client = await runClient(provider.origin, { SCOPE: "openid" });
    provider.lies = expired;
    await signIn();
    const response = await press("/claims");
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining("The access token is no longer good"),
    ]);
    expect(await isSignedIn()).toBe(true);
    expect(await home()).not.toContain('id="refresh"');
  });
});

function revokeAll(): void {
  const cookie = `sample_client_session=${browser.cookie(new URL(client.origin).host, "sample_client_session")}`;
  const session = client.deps.sessions.read({ headers: { cookie } } as Parameters<typeof client.deps.sessions.read>[0]);
  provider.revoke(session?.access.accessToken ?? "");
}

describe("a refresh that the provider refuses ends the session (RFC 6749 §5.2)", () => {
  it("signs out and explains after invalid_grant", async () => {
    await signIn();
    provider.lies = { tokenAnswer: [400, { error: "invalid_grant", error_description: "<b>gone</b>" }] };
    const response = await press("/refresh");
    const page = await response.text();
    expect([response.status, page]).toEqual([
      403,
      expect.stringContaining("Your access has ended, and you were signed out"),
    ]);
    expect(page).not.toContain("<b>gone");
    expect(await isSignedIn()).toBe(false);
  });

  it.each<[string, Lies, number]>([
    ["the provider is down", { tokenAnswer: [503, {}] }, 503],
    ["the provider is down with a page", { tokenAnswer: [500, { error: "invalid_grant" }] }, 503],
    ["this client is no longer known", { tokenAnswer: [400, { error: "invalid_client" }] }, 502],
    ["this client's secret is wrong", { tokenAnswer: [401, { error: "invalid_client" }] }, 502],
  ])("keeps the session when %s", async (_, lies, status) => {
    await signIn();
    provider.lies = lies;
    expect((await press("/refresh")).status).toBe(status);
    provider.lies = {};
    expect(await isSignedIn()).toBe(true);
    expect((await press("/refresh")).status).toBe(303);
  });
});

describe("rp-11: a refresh response that fails a check ends the session (OIDC Core §12.2)", () => {
  const iat = Math.floor(Date.now() / 1000);
  const good = { access_token: "at", token_type: "Bearer", expires_in: 300 };

  /** A valid ID token for a refresh, with changes. */
  async function refreshWith(claims: Record<string, unknown>): Promise<Response> {
    await signIn();
    const { idToken, issuer } = await signedFor({ at_hash: undefined, ...claims });
    provider.lies = { ...provider.lies, tokens: { id_token: idToken } };
    expect(issuer).toBe(provider.origin);
    return press("/refresh");
  }

  async function signedFor(claims: Record<string, unknown>): Promise<{ idToken: string; issuer: string }> {
    provider.lies = { claims };
    const away = new URL(
      `${provider.origin}/authorization?response_type=id_token&redirect_uri=http://localhost/&state=s`,
    );
    const answer = await provider.approveImplicit(away.href);
    provider.lies = {};
    return { idToken: answer.get("id_token") ?? "", issuer: provider.origin };
  }

  it("accepts an ID token for the same person, and stores it", async () => {
    expect((await refreshWith({ nonce: undefined })).status).toBe(303);
    expect(await home()).toContain("Checked like the first one");
  });

  it.each<[string, Record<string, unknown>]>([
    ["another sub", { sub: "mallory" }],
    ["another iss", { iss: "https://evil.example" }],
    ["another audience", { aud: "w2" }],
    ["another authorized party", { azp: "w2" }],
    ["a nonce of another sign-in", { nonce: "another" }],
    ["an auth_time that the first one did not have", { auth_time: iat }],
    ["an iat of yesterday", { iat: iat - 86_400 }],
    ["an exp that has passed", { iat: iat - 200, exp: iat - 100 }],
    ["the at_hash of another access token (§3.1.3.8)", { at_hash: es256Hash("another") }],
  ])("signs out on an ID token with %s", async (_, claims) => {
    const response = await refreshWith(claims);
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining("you were signed out")]);
    expect(await isSignedIn()).toBe(false);
  });

  it("signs out on an ID token that the provider did not sign", async () => {
    await signIn();
    const key = createHash("sha256").update("any").digest();
    const claims = { iss: provider.origin, aud: "web", sub: "alice", iat, exp: iat + 300 };
    provider.lies = { tokens: { id_token: await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(key) } };
    expect((await press("/refresh")).status).toBe(502);
    expect(await isSignedIn()).toBe(false);
  });

  it.each<[string, Record<string, unknown>]>([
    ["token_type mac", { ...good, token_type: "mac" }],
    ["token_type DPoP, which was not requested", { ...good, token_type: "DPoP" }],
    ["no token_type", { ...good, token_type: undefined }],
    ["no access token", { ...good, access_token: undefined }],
  ])("signs out on a response with %s", async (_, answer) => {
    await signIn();
    const usable = answer.access_token === undefined ? {} : { access_token: provider.issueAccessToken() };
    provider.lies = { tokenAnswer: [200, { ...answer, ...usable }] };
    expect((await press("/refresh")).status).toBe(502);
    expect(await isSignedIn()).toBe(false);
  });

  it("signs out if userinfo is for another person", async () => {
    await signIn();
    provider.lies = { userinfo: { sub: "mallory" } };
    expect((await press("/claims")).status).toBe(502);
    expect(await isSignedIn()).toBe(false);
  });

  it("signs out if userinfo refuses the new token as well", async () => {
    await signIn();
    provider.lies = { userinfoStatus: 401 };
    expect((await press("/refresh")).status).toBe(502);
    expect(await isSignedIn()).toBe(false);
  });
});

describe("other sites cannot press these buttons (CSRF)", () => {
  it.each(["/refresh", "/claims"])("refuses %s from elsewhere, and sends no request", async (path) => {
    await signIn();
    const before = provider.requests.length;
    for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }, {}]) {
      expect((await press(path, headers)).status).toBe(403);
    }
    expect((await browser.visit(client.origin + path)).status).toBe(404);
    expect(provider.requests).toHaveLength(before);
    expect(await isSignedIn()).toBe(true);
  });

  it.each(["/refresh", "/claims"])("shows at %s that no one is signed in", async (path) => {
    const response = await press(path);
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining("You are not signed in any more"),
    ]);
  });
});

describe("signing out revokes the refresh token (RFC 7009 §2)", () => {
  const revoked = () =>
    provider.posts.filter(({ path }) => path === "/revoke").map(({ body }) => new URLSearchParams(body));

  it("sends it to the provider's revocation endpoint", async () => {
    provider.lies = { discovery: { revocation_endpoint: `${provider.origin}/revoke` } };
    await signIn();
    await press("/logout");
    expect(revoked().map((form) => form.get("token"))).toEqual([expect.stringMatching(/^rt-secret-/)]);
    expect(await isSignedIn()).toBe(false);
  });

  it("signs out also if that fails", async () => {
    provider.lies = { discovery: { revocation_endpoint: `${provider.origin}/nowhere` } };
    await signIn();
    expect((await press("/logout")).status).toBe(303);
    expect(client.log.join()).toContain("revocation_failed");
    expect(await isSignedIn()).toBe(false);
  });
});
