import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Browser, locationOf, openBrowser } from "../testing/browser.ts";
import { type FakeProvider, runFakeProvider } from "../testing/fake-provider.ts";
import { type RunningClient, runClient } from "../testing/run-client.ts";

let provider: FakeProvider;
let client: RunningClient;
let browser: Browser;

/** A provider that issues an access token without an ID token, but supports introspection. */
const discovery = () => ({
  response_types_supported: ["code", "token"],
  introspection_endpoint: `${provider.origin}/introspect`,
});

beforeEach(async () => {
  provider = await runFakeProvider();
  provider.lies = { discovery: discovery() };
  client = await runClient(provider.origin, { CLIENT_SECRET: "s3cret" });
  browser = openBrowser();
});
afterEach(async () => {
  await client.close();
  await provider.close();
});

async function honestForm(): Promise<URLSearchParams> {
  const away = await browser.visit(`${client.origin}/login?flow=implicit`, { method: "POST" });
  return provider.approveImplicit(locationOf(away));
}

const post = (form: URLSearchParams) =>
  browser.visit(`${client.origin}/session`, { method: "POST", body: form, headers: { origin: client.origin } });

async function expectNoSession(response: Response): Promise<void> {
  expect(response.status).toBe(403);
  expect(browser.cookie(new URL(client.origin).host, "sample_client_session")).toBeUndefined();
}

describe("a bare access token is introspected with this client's own credentials (RFC 7662 §2)", () => {
  it("requests token, without a nonce, because no ID token could return it", async () => {
    const away = locationOf(await browser.visit(`${client.origin}/login?flow=implicit`, { method: "POST" }));
    const asked = new URL(away).searchParams;
    expect([asked.get("response_type"), asked.get("nonce"), asked.get("state")?.length]).toEqual(["token", null, 43]);
  });

  it.each([
    ["without a user ID, which the script cannot know", undefined],
    ["with the right user ID", "alice"],
  ])("starts a session %s", async (_, userId) => {
    const form = await honestForm();
    if (userId !== undefined) form.set("user_id", userId);
    expect((await post(form)).status).toBe(303);

    const page = await (await browser.visit(client.origin)).text();
    expect(page).toContain('<dd id="sub">alice</dd>');
    expect(page).toContain("The provider issued none, only an access token");
    expect(page).not.toMatch(/at-secret|undefined/);

    const asked = provider.posts.find(({ path }) => path === "/introspect");
    expect(asked?.authorization).toBe(`Basic ${Buffer.from("web:s3cret").toString("base64")}`);
    expect(new URLSearchParams(asked?.body).get("token")).toBe(form.get("access_token"));
  });

  it("signs out without a hint, because there is no ID token", async () => {
    provider.lies = { discovery: { ...discovery(), end_session_endpoint: `${provider.origin}/end` } };
    await client.close();
    client = await runClient(provider.origin, { CLIENT_SECRET: "s3cret" });
    await post(await honestForm());
    const headers = { origin: client.origin };
    const away = new URL(locationOf(await browser.visit(`${client.origin}/logout`, { method: "POST", headers })));
    expect([away.searchParams.get("id_token_hint"), away.searchParams.get("client_id")]).toEqual([null, "web"]);
  });
});

const iat = Math.floor(Date.now() / 1000);
const toldWrong: readonly [string, Record<string, unknown>][] = [
  ["a token that is not active", { active: false }],
  ["another client's token", { client_id: "w2" }],
  ["a token of no client", { client_id: undefined }],
  ["a token without a person", { sub: undefined }],
  ["a token with an empty sub", { sub: "" }],
  ["a token that is not for signing in", { scope: "email" }],
  ["a token without scope", { scope: undefined }],
  ["a token of another issuer", { iss: "https://evil.example" }],
  ["a token of another type", { token_type: "DPoP" }],
  ["a token that has expired", { exp: iat - 1 }],
  ["a token that is older than the sign-in", { iat: iat - 3600 }],
  ["a token of another person than userinfo says", { sub: "bob" }],
];

describe("specification §4.8 rule 6: an access token that fails a check starts no session", () => {
  it.each(toldWrong)("specification §4.8 rule 6: refuses %s", async (_, introspection) => {
    provider.lies = { discovery: discovery(), introspection };
    await expectNoSession(await post(await honestForm()));
  });

  it.each<[string, (form: URLSearchParams) => void]>([
    ["another user's ID", (form) => form.set("user_id", "mallory")],
    ["another client's token", (form) => form.set("access_token", provider.issueAccessToken({ client_id: "w2" }))],
    ["an invented token", (form) => form.set("access_token", "invented")],
    ["no token", (form) => form.delete("access_token")],
    ["a response of another issuer", (form) => form.set("iss", "https://evil.example")],
    ["no iss, although the provider declares that it sends one", (form) => form.delete("iss")],
    [
      "another user's token from before this sign-in",
      (form) => {
        form.set("access_token", provider.issueAccessToken({ sub: "bob", iat: iat - 200 }));
        form.set("user_id", "bob");
      },
    ],
  ])("specification §4.8 rule 6: refuses %s", async (_, change) => {
    const form = await honestForm();
    change(form);
    await expectNoSession(await post(form));
  });
});

describe("a token of the client itself has no person (RFC 6749 §4.4)", () => {
  it("specification §4.8 rule 6: is refused even if there is no userinfo to compare with", async () => {
    provider.lies = { discovery: { ...discovery(), userinfo_endpoint: undefined }, introspection: { sub: "web" } };
    await expectNoSession(await post(await honestForm()));
  });
});

describe("without introspection there is no session", () => {
  it("does not start without a secret for introspection", async () => {
    const publicClient = await runClient(provider.origin);
    const response = await browser.visit(`${publicClient.origin}/login?flow=implicit`, { method: "POST" });
    expect(response.status).toBe(501);
    await publicClient.close();
  });

  it("refuses a response in which active is neither true nor false", async () => {
    provider.lies = { discovery: discovery(), introspection: { active: "true" } };
    expect((await post(await honestForm())).status).toBe(502);
    expect(browser.cookie(new URL(client.origin).host, "sample_client_session")).toBeUndefined();
  });

  it("does not start without an introspection endpoint", async () => {
    provider.lies = { discovery: { response_types_supported: ["code", "token"] } };
    const response = await browser.visit(`${client.origin}/login?flow=implicit`, { method: "POST" });
    expect(response.status).toBe(501);
  });
});
