import { SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Browser, locationOf, openBrowser } from "../testing/browser.ts";
import { type FakeProvider, LOGOUT_EVENT, runFakeProvider } from "../testing/fake-provider.ts";
import { type RunningClient, runClient } from "../testing/run-client.ts";

const SECRET = "the secret of this client, long enough";
const form = { "content-type": "application/x-www-form-urlencoded" };

let provider: FakeProvider;
let client: RunningClient;
beforeEach(async () => {
  provider = await runFakeProvider();
  client = await runClient(provider.origin, { CLIENT_SECRET: SECRET });
});
afterEach(async () => {
  await client.close();
  await provider.close();
});

/** A browser with a session. Its session at the provider is s-1, unless the ID token names another, or none. */
async function signedIn(claims: Record<string, unknown> = {}): Promise<Browser> {
  const browser = openBrowser();
  const away = locationOf(await browser.visit(`${client.origin}/login`));
  const before = provider.lies;
  provider.lies = { claims: { sid: "s-1", ...claims }, userinfo: { sub: claims.sub ?? "alice" } };
  await browser.visit(provider.approve(away).href);
  provider.lies = before;
  return browser;
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await (await browser.visit(client.origin)).text()).includes('id="sign-out"');
}

const post = (body: string, headers: Record<string, string> = form) =>
  fetch(`${client.origin}/backchannel-logout`, { method: "POST", headers, body });

/** The provider notifies the client's server. No browser is involved. */
const tell = (logoutToken: string) => post(String(new URLSearchParams({ logout_token: logoutToken })));

describe("OIDC Back-Channel Logout §2.7: the session ends together with the session at the provider", () => {
  it("answers 200 with no-store, and the browser has no session at its next request", async () => {
    const browser = await signedIn();
    const answer = await tell(await provider.signLogoutToken());
    expect([answer.status, await answer.text(), answer.headers.get("cache-control")]).toEqual([200, "", "no-store"]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>, boolean]>([
    ["its sid and sub", {}, {}, true],
    ["only its sid", {}, { sub: undefined }, true],
    ["only its sub", {}, { sid: undefined }, true],
    ["another sid", { sid: "s-2" }, {}, false],
    ["only another sid", { sid: "s-2" }, { sub: undefined }, false],
    ["only another sub", { sub: "bob" }, { sid: undefined }, false],
    ["its sid, but another sub", { sub: "bob" }, {}, false],
    ["its sub, where the ID token had no sid", { sid: undefined }, {}, true],
    ["only a sid, where the ID token had none", { sid: undefined }, { sub: undefined }, false],
  ])("with %s", async (_, idToken, logoutToken, ends) => {
    const browser = await signedIn(idToken);
    expect((await tell(await provider.signLogoutToken(logoutToken))).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(!ends);
  });

  it("ends every session here that belongs to one session there", async () => {
    const browsers = [await signedIn(), await signedIn()];
    const other = await signedIn({ sid: "s-2" });
    await tell(await provider.signLogoutToken());
    for (const browser of browsers) expect(await isSignedIn(browser)).toBe(false);
    expect(await isSignedIn(other)).toBe(true);
  });

  it("§2.8: answers 200 if the session no longer exists", async () => {
    expect((await tell(await provider.signLogoutToken())).status).toBe(200);
    expect((await tell(await provider.signLogoutToken())).status).toBe(200);
  });

  it("needs no cookie, sets none, and ignores those of other browsers", async () => {
    const [alice, bob] = [await signedIn(), await signedIn({ sub: "bob", sid: "s-2" })];
    const cookie = `sample_client_session=${bob.cookie(new URL(client.origin).host, "sample_client_session")}`;
    const body = String(new URLSearchParams({ logout_token: await provider.signLogoutToken() }));
    const answer = await post(body, { ...form, cookie });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    expect([await isSignedIn(alice), await isSignedIn(bob)]).toEqual([false, true]);
  });
});

/** A 400 without details, and no session ends. */
async function expectRefused(answer: Response): Promise<void> {
  expect([answer.status, await answer.json()]).toEqual([400, { error: "invalid_request" }]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
}

const now = Math.floor(Date.now() / 1000);
const altered: readonly [string, Record<string, unknown>, Record<string, unknown>?][] = [
  ["another issuer", { iss: "https://evil.example" }],
  ["no issuer", { iss: undefined }],
  ["another audience", { aud: "w2" }],
  ["no audience", { aud: undefined }],
  ["an additional audience", { aud: ["web", "w2"] }],
  ["no exp", { exp: undefined }],
  ["an exp that has passed", { iat: now - 200, exp: now - 100 }],
  ["no iat", { iat: undefined }],
  ["an iat of yesterday", { iat: now - 86_400 }],
  ["an iat of tomorrow", { iat: now + 86_400, exp: now + 90_000 }],
  ["no jti", { jti: undefined }],
  ["an empty jti", { jti: "" }],
  ["neither sub nor sid", { sub: undefined, sid: undefined }],
  ["a sub that is not text", { sub: 1 }],
  ["a sid that is not text", { sid: {} }],
  ["a nonce", { nonce: "n" }],
  ["a nonce that is null", { nonce: null }],
  ["no events", { events: undefined }],
  ["another event", { events: { "http://schemas.openid.net/event/other": {} } }],
  ["an event that is not an object", { events: { [LOGOUT_EVENT]: true } }],
  ["an event that is a list", { events: { [LOGOUT_EVENT]: [] } }],
  ["events that are a list", { events: [LOGOUT_EVENT] }],
  ["no type", {}, { typ: undefined }],
  ["the type of another token", {}, { typ: "at+jwt" }],
  ["an unknown critical header", {}, { crit: ["x"], x: 1 }],
];

describe("OIDC Back-Channel Logout §2.6: an invalid logout token ends no session", () => {
  it.each<(typeof altered)[number]>(altered)("logout-10: refuses one with %s", async (_, claims, header = {}) => {
    const browser = await signedIn();
    await expectRefused(await tell(await provider.signLogoutToken(claims, header)));
    expect(await isSignedIn(browser)).toBe(true);
  });

  it("logout-10: refuses a token that another key signed", async () => {
    const browser = await signedIn();
    provider.lies = { foreignKey: true };
    await expectRefused(await tell(await provider.signLogoutToken()));
    expect(await isSignedIn(browser)).toBe(true);
  });

  it.each([
    ["does not support for ID tokens", ["RS256"]],
    ["does not name, so the default RS256 applies (Discovery §3)", undefined],
  ])("logout-10: refuses an algorithm that the provider %s", async (_, offered) => {
    provider.lies = { discovery: { id_token_signing_alg_values_supported: offered } };
    await expectRefused(await tell(await provider.signLogoutToken()));
  });

  const parts = (token: string) => token.split(".") as [string, string, string];
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const payloadOf = (token: string) => JSON.parse(Buffer.from(parts(token)[1], "base64url").toString());
  const withSecret = (token: string) =>
    new SignJWT(payloadOf(token))
      .setProtectedHeader({ alg: "HS256", typ: "logout+jwt" })
      .sign(new TextEncoder().encode(SECRET));

  it.each<[string, (token: string) => string | Promise<string>]>([
    ["alg none", (token) => `${encoded({ alg: "none", typ: "logout+jwt" })}.${parts(token)[1]}.`],
    ["no signature", (token) => `${parts(token)[0]}.${parts(token)[1]}.`],
    [
      "an altered payload",
      (token) => [parts(token)[0], encoded({ ...payloadOf(token), sid: "s" }), parts(token)[2]].join("."),
    ],
    ["the client's secret as the key", withSecret],
    ["text that is not a token", () => "x"],
    ["nothing", () => ""],
  ])("logout-10: refuses one with %s, also if the provider supports such ID tokens", async (_, change) => {
    provider.lies = { discovery: { id_token_signing_alg_values_supported: ["none", "HS256", "ES256"] } };
    const browser = await signedIn();
    await expectRefused(await tell(await change(await provider.signLogoutToken())));
    expect(await isSignedIn(browser)).toBe(true);
  });

  it("logout-11: refuses an ID token, and a logout token is not accepted at sign-in", async () => {
    const browser = await signedIn();
    const idToken = await provider.approveImplicit(
      `${provider.origin}/?response_type=id_token&redirect_uri=http://localhost/`,
    );
    await expectRefused(await tell(idToken.get("id_token") ?? ""));
    expect(await isSignedIn(browser)).toBe(true);

    const stranger = openBrowser();
    const away = new URL(locationOf(await stranger.visit(`${client.origin}/login`)));
    const logoutToken = await provider.signLogoutToken({ exp: now + 300 });
    provider.lies = { tokens: { id_token: logoutToken } };
    expect((await stranger.visit(provider.approve(away.href).href)).status).toBe(502);
  });

  it("logout-12: accepts a token once, also under concurrency", async () => {
    const token = await provider.signLogoutToken({ sid: undefined });
    await provider.signLogoutToken();
    const answers = await Promise.all([tell(token), tell(token), tell(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const later = await signedIn();
    await expectRefused(await tell(token));
    expect(await isSignedIn(later)).toBe(true);
  });

  it("refuses all tokens while the provider's keys are unavailable, and accepts the token afterwards", async () => {
    const browser = await signedIn();
    const token = await provider.signLogoutToken();
    provider.lies = { keysStatus: 503 };
    await expectRefused(await tell(token));
    expect(await isSignedIn(browser)).toBe(true);
    provider.lies = {};
    expect((await tell(token)).status).toBe(200);
  });
});

describe("OIDC Back-Channel Logout §2.5: the request is a small form", () => {
  const logoutTokenForm = async () => String(new URLSearchParams({ logout_token: await provider.signLogoutToken() }));

  it.each<[string, (body: string) => Promise<Response>]>([
    ["JSON", (body) => post(JSON.stringify({ logout_token: body }), { "content-type": "application/json" })],
    ["a text", (body) => post(body, { "content-type": "text/plain" })],
    ["two tokens", (body) => post(`${body}&${body}`)],
    ["no token", () => post("a=b")],
    ["no body", () => post("")],
    ["5 MB", (body) => post(`${body}&x=${"x".repeat(5_000_000)}`)],
    ["an unknown charset", (body) => post(body, { "content-type": `${form["content-type"]}; charset=x` })],
  ])("logout-13: refuses %s", async (_, send) => {
    const browser = await signedIn();
    await expectRefused(await send(await logoutTokenForm()));
    expect(await isSignedIn(browser)).toBe(true);
  });

  it.each(["GET", "PUT", "DELETE", "OPTIONS"])(
    "logout-13: has no %s, and no other site can read the response",
    async (method) => {
      const url = `${client.origin}/backchannel-logout?${await logoutTokenForm()}`;
      const answer = await fetch(url, { method, headers: { origin: "https://evil.example" } });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
      expect(answer.headers.has("access-control-allow-origin")).toBe(false);
    },
  );
});

describe("rp-21: logout tokens with invented key ids cause few requests to the provider (OIDC Core §10.1.1)", () => {
  it("fetches the keys once for many of them", async () => {
    await tell(await provider.signLogoutToken());
    const before = provider.requests.filter((path) => path === "/jwks").length;
    for (let i = 0; i < 100; i++)
      await expectRefused(await tell(await provider.signLogoutToken({}, { kid: `invented-${i}` })));
    expect(provider.requests.filter((path) => path === "/jwks")).toHaveLength(before);
  });
});
