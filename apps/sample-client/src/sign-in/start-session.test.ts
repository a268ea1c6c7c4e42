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
  client = await runClient(provider.origin, { CLIENT_SECRET: "the secret of this client, long enough" });
  browser = openBrowser();
});
afterEach(async () => {
  await client.close();
  await provider.close();
});

async function pressSignIn(as = browser): Promise<string> {
  return locationOf(await as.visit(`${client.origin}/login?flow=implicit`, { method: "POST" }));
}

/** What the script on /callback posts for a valid response for alice. */
async function honestForm(as = browser, sub = "alice"): Promise<URLSearchParams> {
  const form = await provider.approveImplicit(await pressSignIn(as), { sub });
  form.set("user_id", sub);
  return form;
}

function post(form: URLSearchParams, headers: Record<string, string> = { origin: client.origin }, as = browser) {
  return as.visit(`${client.origin}/session`, { method: "POST", body: form, headers });
}

async function isSignedIn(as = browser): Promise<boolean> {
  return (await (await as.visit(client.origin)).text()).includes('id="sign-out"');
}

/** A 403 without a cookie. If the state was used up, the right form is refused afterwards as well. */
async function expectNoSession(response: Response, status = 403): Promise<void> {
  expect(response.status).toBe(status);
  expect(browser.cookie(new URL(client.origin).host, "sample_client_session")).toBeUndefined();
  expect(await isSignedIn()).toBe(false);
}

describe("specification §4.7: the client session request of the implicit flow", () => {
  it("requests id_token token with state and nonce, and no code challenge", async () => {
    const asked = new URL(await pressSignIn()).searchParams;
    expect(asked.get("response_type")).toBe("token id_token"); // As this provider spells it.
    expect([asked.get("state")?.length, asked.get("nonce")?.length]).toEqual([43, 43]);
    expect([asked.get("code_challenge"), asked.get("scope")]).toEqual([null, "openid profile email address phone"]);
  });

  it("starts a session with a cookie for a user ID and access token that belong together", async () => {
    provider.lies = { userinfo: { name: "Alice A" } };
    const response = await post(await honestForm());
    expect([response.status, locationOf(response)]).toEqual([303, `${client.origin}/`]);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sample_client_login_[\w-]{22}=; Max-Age=0;/),
      expect.stringMatching(/^sample_client_session=.*HttpOnly/),
    ]);

    const page = await (await browser.visit(client.origin)).text();
    expect(page).toContain('<dd id="sub">alice</dd>');
    expect(page).toContain("Alice A");
    expect(page).toContain("at_hash");
    expect(page).not.toMatch(/at-secret|undefined|id="refresh"/);
  });

  it("needs no more than user_id, access_token, id_token and state", async () => {
    const form = await honestForm();
    for (const name of ["token_type", "expires_in", "iss"]) form.delete(name);
    expect((await post(form)).status).toBe(303);
  });

  it("does not request offline_access, which has no meaning there", async () => {
    const offline = await runClient(provider.origin, { SCOPE: "openid offline_access" });
    const away = await browser.visit(`${offline.origin}/login?flow=implicit`, { method: "POST" });
    expect(new URL(locationOf(away)).searchParams.get("scope")).toBe("openid");
    await offline.close();
  });

  it("works without a userinfo endpoint: at_hash binds the token to the person", async () => {
    provider.lies = { discovery: { userinfo_endpoint: undefined } };
    expect((await post(await honestForm())).status).toBe(303);
  });
});

describe("RFC 9470 §4: a challenge of /userinfo after the implicit flow", () => {
  it("leads to another sign-in, by the code flow, and there is no session until then", async () => {
    const challenge = 'Bearer error="insufficient_user_authentication", acr_values="phr", max_age="600"';
    provider.lies = { userinfoStatus: 401, challenge };
    const answer = await post(await honestForm());
    const asked = new URL(locationOf(answer)).searchParams;
    expect([answer.status, asked.get("response_type"), asked.get("acr_values"), asked.get("max_age")]).toEqual([
      303,
      "code",
      "phr",
      "600",
    ]);
    expect(await isSignedIn()).toBe(false);

    provider.lies = { claims: { acr: "phr", auth_time: Math.floor(Date.now() / 1000) } };
    await browser.visit(provider.approve(locationOf(answer)).href);
    expect(await isSignedIn()).toBe(true);
  });
});

type Change = (form: URLSearchParams) => unknown;

const altered: readonly [string, Change][] = [
  ["another user's ID", (form) => form.set("user_id", "mallory")],
  ["no user ID", (form) => form.delete("user_id")],
  ["a user ID in other letters", (form) => form.set("user_id", "Alice")],
  ["another user's access token", (form) => form.set("access_token", provider.issueAccessToken({ sub: "bob" }))],
  ["another user's ID and access token", asAnother("bob")],
  ["another access token of the same person", (form) => form.set("access_token", provider.issueAccessToken())],
  ["an invented access token", (form) => form.set("access_token", "invented")],
  ["no access token", (form) => form.delete("access_token")],
  ["a token of an unknown type", (form) => form.set("token_type", "mac")],
  ["no ID token", (form) => form.delete("id_token")],
  ["text that is not an ID token", (form) => form.set("id_token", "a.b.c")],
  ["an ID token without its signature", (form) => form.set("id_token", unsigned(form))],
  ["an ID token whose payload was altered", (form) => form.set("id_token", withSub(form, "mallory"))],
  ["an ID token with alg none", (form) => form.set("id_token", withAlgNone(form))],
  ["an ID token signed with the client's secret", async (form) => form.set("id_token", await withSecret(form))],
  ["no state", (form) => form.delete("state")],
  ["an unknown state", (form) => form.set("state", "x".repeat(43))],
  ["an answer of another issuer", (form) => form.set("iss", "https://evil.example")],
  ["a repeated user ID", (form) => form.append("user_id", "mallory")],
  ["a repeated access token", (form) => form.append("access_token", form.get("access_token") ?? "")],
  ["a repeated state", (form) => form.append("state", form.get("state") ?? "")],
  ["a repeated ID token", (form) => form.append("id_token", "a.b.c")],
  ["a hundred fields", (form) => Array.from({ length: 100 }, (_, i) => form.append(`f${i}`, "x"))],
];

function asAnother(sub: string): Change {
  return (form) => {
    form.set("user_id", sub);
    form.set("access_token", provider.issueAccessToken({ sub }));
  };
}

const partsOf = (form: URLSearchParams) => (form.get("id_token") ?? "").split(".") as [string, string, string];
const decoded = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const unsigned = (form: URLSearchParams) => `${partsOf(form).slice(0, 2).join(".")}.`;
const withAlgNone = (form: URLSearchParams) => `${encoded({ alg: "none" })}.${partsOf(form)[1]}.`;

function withSub(form: URLSearchParams, sub: string): string {
  const [header, payload, signature] = partsOf(form);
  form.set("user_id", sub);
  return [header, encoded({ ...decoded(payload), sub }), signature].join(".");
}

function withSecret(form: URLSearchParams): Promise<string> {
  const key = new TextEncoder().encode(client.deps.config.clientSecret);
  return new SignJWT(decoded(partsOf(form)[1])).setProtectedHeader({ alg: "HS256" }).sign(key);
}

describe("specification §4.8 rule 6: altered parameters start no session", () => {
  it.each(altered)("specification §4.8 rule 6: refuses %s", async (_, change) => {
    const form = await honestForm();
    await change(form);
    await expectNoSession(await post(form));
  });

  const iat = Math.floor(Date.now() / 1000);
  const lies: readonly [string, Lies][] = [
    ["an ID token issued to another client", { claims: { aud: "w2" } }],
    ["an ID token whose authorized party is another client", { claims: { azp: "w2" } }],
    ["an ID token for two clients without azp", { claims: { aud: ["web", "w2"] } }],
    ["an ID token of another issuer", { claims: { iss: "https://evil.example" } }],
    ["an expired ID token", { claims: { iat: iat - 200, exp: iat - 100 } }],
    ["an ID token of yesterday", { claims: { iat: iat - 86_400 } }],
    ["an ID token without exp", { claims: { exp: undefined } }],
    ["an ID token without iat", { claims: { iat: undefined } }],
    ["an ID token with the nonce of another sign-in", { claims: { nonce: "another" } }],
    ["an ID token without nonce", { claims: { nonce: undefined } }],
    ["an ID token without at_hash", { claims: { at_hash: undefined } }],
    ["an ID token with an empty at_hash", { claims: { at_hash: "" } }],
    ["an ID token with the at_hash of another token", { claims: { at_hash: es256Hash("another") } }],
    ["an ID token signed with another key", { foreignKey: true }],
    ["userinfo about another person", { userinfo: { sub: "mallory" } }],
    ["userinfo without a person", { userinfo: { sub: undefined } }],
    ["userinfo that refuses the access token", { userinfoStatus: 401 }],
    ["userinfo that answers 403", { userinfoStatus: 403 }],
  ];
  it.each(lies)("specification §4.8 rule 6: refuses %s", async (_, told) => {
    provider.lies = told;
    await expectNoSession(await post(await honestForm()));
  });

  it("specification §4.8 rule 6: refuses the complete response for another client", async () => {
    const theirs = provider.issueAccessToken({ client_id: "w2" });
    provider.lies = { claims: { aud: "w2", at_hash: es256Hash(theirs) } };
    const form = await honestForm();
    form.set("access_token", theirs);
    await expectNoSession(await post(form));
  });

  it("specification §4.8 rule 6: refuses another person's complete response with this browser's state", async () => {
    const own = await honestForm();
    const theirs = await honestForm(openBrowser(), "bob");
    theirs.set("state", own.get("state") ?? "");
    await expectNoSession(await post(theirs));
  });
});

describe("specification §4.8 rule 5: the state belongs to this browser, and is used once", () => {
  it("specification §4.8 rule 6: refuses the state of another browser (login CSRF)", async () => {
    await pressSignIn();
    const form = await honestForm(openBrowser());
    await expectNoSession(await post(form));
  });

  it("specification §4.8 rule 6: refuses a response that is sent again", async () => {
    const form = await honestForm();
    expect((await post(form)).status).toBe(303);
    const { host } = new URL(client.origin);
    const first = browser.cookie(host, "sample_client_session");
    expect((await post(form)).status).toBe(403);
    expect(browser.cookie(host, "sample_client_session")).toBe(first);
  });

  it("specification §4.8 rule 6: refuses the right response after an altered one used up its state", async () => {
    const form = await honestForm();
    const wrong = new URLSearchParams(form);
    wrong.set("user_id", "mallory");
    expect((await post(wrong)).status).toBe(403);
    await expectNoSession(await post(form));
  });

  it("does not accept the state of a code sign-in, nor use it up", async () => {
    const away = locationOf(await browser.visit(`${client.origin}/login`, { method: "POST" }));
    const form = await honestForm();
    form.set("state", new URL(away).searchParams.get("state") ?? "");
    await expectNoSession(await post(form));
    expect((await browser.visit(provider.approve(away).href)).status).toBe(303);
  });

  it("does not accept the state of an implicit sign-in at /callback", async () => {
    const callback = provider.approve(await pressSignIn());
    expect((await browser.visit(callback.href)).status).toBe(400);
    expect(provider.tokenRequests).toEqual([]);
  });

  it("creates a new session id and ends the old session (no fixation)", async () => {
    const { host } = new URL(client.origin);
    browser.setCookie(host, "sample_client_session", "planted");
    await post(await honestForm());
    const first = browser.cookie(host, "sample_client_session") ?? "";
    expect(first).not.toBe("planted");
    await post(await honestForm());
    const thief = openBrowser();
    thief.setCookie(host, "sample_client_session", first);
    expect(await isSignedIn(thief)).toBe(false);
  });
});

describe("specification §4.8 rule 6: the request comes from our page, as a form", () => {
  it.each<[string, Record<string, string>]>([
    ["another origin", { origin: "https://evil.example" }],
    ["another port of this host", { origin: "http://localhost:1" }],
    ["an opaque origin", { origin: "null" }],
    ["a sibling site", { "sec-fetch-site": "same-site" }],
    ["a request without an Origin", {}],
  ])("specification §4.8 rule 6: refuses %s, and uses up no state", async (_, headers) => {
    const form = await honestForm();
    await expectNoSession(await post(form, headers));
    expect((await post(form)).status).toBe(303);
  });

  it.each([
    ["JSON", "application/json", (form: URLSearchParams) => JSON.stringify(Object.fromEntries(form))],
    ["text/plain", "text/plain", String],
    ["no type", "", String],
  ])("specification §4.8 rule 6: refuses %s, and uses up no state", async (_, type, write) => {
    const form = await honestForm();
    const headers: Record<string, string> = { origin: client.origin, "content-type": type };
    const body = Buffer.from(write(form));
    const response = await browser.visit(`${client.origin}/session`, { method: "POST", body, headers });
    await expectNoSession(response, 415);
    expect((await post(form)).status).toBe(303);
  });

  it("refuses a body that is too large", async () => {
    const form = await honestForm();
    form.set("more", "x".repeat(40_000));
    await expectNoSession(await post(form), 415);
  });

  it.each(["GET", "HEAD", "PUT", "DELETE"])("specification §4.8 rule 6: answers %s with 405", async (method) => {
    const form = await honestForm();
    const response = await browser.visit(`${client.origin}/session?${form}`, { method });
    expect(response.headers.get("allow")).toBe("POST");
    await expectNoSession(response, 405);
  });
});

describe("an error in the fragment is explained like one in the query (RFC 6749 §4.2.2.1)", () => {
  async function answerWith(error: string, state?: string): Promise<[number, string]> {
    const asked = new URL(await pressSignIn()).searchParams.get("state") ?? "";
    const form = new URLSearchParams({ error, state: state ?? asked });
    form.set("error_description", "<img src=x onerror=alert(1)>");
    const response = await post(form);
    return [response.status, await response.text()];
  }

  it("explains a known code", async () => {
    const [status, page] = await answerWith("access_denied");
    expect(status).toBe(400);
    expect(page).toContain('<code id="error-code">access_denied</code>');
    expect(page).not.toContain("onerror");
  });

  it("shows nothing of an unknown one", async () => {
    const [status, page] = await answerWith("<script>alert(1)</script>");
    expect(status).toBe(400);
    expect(page).not.toMatch(/<script|alert|onerror|error-code/);
  });

  it("ignores an error for a sign-in that this browser did not start", async () => {
    const [status, page] = await answerWith("access_denied", "x".repeat(43));
    expect(status).toBe(403);
    expect(page).not.toContain("access_denied");
  });
});

describe("failures that the response did not cause", () => {
  it("shows that the provider is unavailable, and starts no session", async () => {
    const form = await honestForm();
    provider.lies = { userinfoStatus: 503 };
    await expectNoSession(await post(form), 503);
  });

  it("says so if the provider supports no implicit flow that can be verified", async () => {
    provider.lies = { discovery: { response_types_supported: ["code", "id_token"] } };
    const response = await browser.visit(`${client.origin}/login?flow=implicit`, { method: "POST" });
    await expectNoSession(response, 501);
    expect(await response.text()).toContain("The implicit flow is not possible here");
  });
});
