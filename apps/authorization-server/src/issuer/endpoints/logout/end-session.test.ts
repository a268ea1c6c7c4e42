import { generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, type Fields, hiddenFields, openBrowser } from "../../../../testing/browser.ts";
import { redirectUriOf } from "../../../../testing/clients/clients.ts";
import { basic, codeFor, redeem } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";

const BYE = "https://rp.example/bye";

let service: Service;
let browser: Browser;
let idToken: string;
let mallorysToken: string;
let earlierToken: string;
beforeAll(async () => {
  service = await startService();
  const other = openBrowser(service.origin);
  mallorysToken = (await redeem(service.origin, await codeFor(other, "webClient", {}, "mallory"))).body.id_token;
  earlierToken = (await redeem(service.origin, await codeFor(openBrowser(service.origin), "webClient"))).body.id_token;
  service.pass(2);
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = openBrowser(service.origin);
  idToken = (await redeem(service.origin, await codeFor(browser, "webClient"))).body.id_token;
});

const end = (query: Record<string, string>) => browser.get(`/end_session?${new URLSearchParams(query)}`);
const isSignedIn = async () => (await browser.get("/")).body.includes("alice example");

/** The claims of an ID token, with another header and key. */
async function forged(alg: "none" | "HS256" | "ES256"): Promise<string> {
  const claims = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());
  const kid = JSON.parse(Buffer.from(idToken.split(".")[0] ?? "", "base64url").toString()).kid;
  if (alg === "none") {
    const header = Buffer.from(JSON.stringify({ alg, kid, typ: "JWT" })).toString("base64url");
    return `${header}.${idToken.split(".")[1]}.`;
  }
  const key =
    alg === "HS256"
      ? Buffer.from(await (await fetch(`${service.origin}/jwks`)).text())
      : (await generateKeyPair(alg)).privateKey;
  return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: "JWT" }).sign(key);
}

describe("S15: people type /sign-out", () => {
  it("leads to the page that asks, and from there to the end of the session", async () => {
    const typed = await browser.get("/sign-out");
    expect([typed.status, typed.location?.pathname]).toEqual([303, "/end_session"]);
    const asked = await browser.follow(typed);
    expect([asked.status, await isSignedIn()]).toEqual([200, true]);
    const { location } = await browser.submit(asked, "/end_session", {});
    expect([location?.pathname, await isSignedIn()]).toEqual(["/signed-out", false]);
  });

  it("says that a browser without a session is signed out", async () => {
    const stranger = openBrowser(service.origin);
    const page = await stranger.follow(await stranger.get("/sign-out"));
    expect([page.status, page.body.includes('<main id="signed-out"')]).toEqual([200, true]);
  });
});

describe("RP-Initiated Logout §2: with an ID token of the person, without a question", () => {
  it("logout-08: signs out, revokes what was issued, and redirects with only the state, encoded", async () => {
    const code = await codeFor(browser, "webClient");
    const { status, location } = await end({
      id_token_hint: idToken,
      post_logout_redirect_uri: BYE,
      state: 'x" onload="',
    });
    expect([status, location?.href]).toEqual([303, `${BYE}?state=x%22+onload%3D%22`]);
    expect(await isSignedIn()).toBe(false);
    expect([...browser.cookies.keys()].some((name) => name.endsWith("-session"))).toBe(false);
    expect((await redeem(service.origin, code)).body.error).toBe("invalid_grant");
  });

  it("S1: knows a person by the pairwise subject of the client, which has no sid", async () => {
    const code = await codeFor(browser, "pairwiseClient");
    const sent = { redirect_uri: redirectUriOf("pairwiseClient") };
    const { body } = await redeem(service.origin, code, sent, basic("pairwiseClient"));
    expect((await end({ id_token_hint: body.id_token })).location?.href).toBe(`${issuer}/signed-out`);
    expect(await isSignedIn()).toBe(false);
  });

  it("accepts an expired ID token, together with its client_id", async () => {
    service.pass(301);
    const { location } = await end({ id_token_hint: idToken, client_id: "webClient", post_logout_redirect_uri: BYE });
    expect(location?.href).toBe(BYE);
    expect(await isSignedIn()).toBe(false);
  });

  it("shows our own page without a redirect URI, and does not use the state", async () => {
    expect((await end({ id_token_hint: idToken, state: "s" })).location?.href).toBe(`${issuer}/signed-out`);
  });

  it("redirects also if the session has already ended", async () => {
    browser = openBrowser(service.origin);
    expect((await end({ id_token_hint: idToken, post_logout_redirect_uri: BYE })).location?.href).toBe(BYE);
    expect((await end({})).location?.href).toBe(`${issuer}/signed-out`);
  });
});

describe("F5: a logout request that cannot be used", () => {
  it.each<[string, () => Record<string, string>]>([
    [
      "another return address",
      () => ({ id_token_hint: idToken, post_logout_redirect_uri: "https://rp.example/other" }),
    ],
    ["a return address without a client", () => ({ post_logout_redirect_uri: BYE })],
    ["a hint that is not an ID token", () => ({ id_token_hint: "x" })],
  ])("is an error page that leads to signing out without it: %s", async (_, query) => {
    const page = await end(query());
    expect(page.status).toBe(400);
    expect(page.body).toMatch(/id="sign-out"[^>]* href="\/end_session"/);

    const asked = await browser.get("/end_session");
    const { location } = await browser.submit(asked, "/end_session", {});
    expect(location?.href).toBe(`${issuer}/signed-out`);
    expect(await isSignedIn()).toBe(false);
  });
});

describe("RP-Initiated Logout §2 and §6: without a valid ID token, the person is asked", () => {
  it.each<[string, () => Record<string, string>]>([
    ["logout-01: no parameters, as an image would send", () => ({})],
    ["a client without an ID token", () => ({ client_id: "webClient", post_logout_redirect_uri: BYE })],
    ["an ID token of another person", () => ({ id_token_hint: mallorysToken, post_logout_redirect_uri: BYE })],
    ["S1: an ID token of an earlier session", () => ({ id_token_hint: earlierToken, post_logout_redirect_uri: BYE })],
  ])("%s", async (_, query) => {
    const page = await end(query());
    expect([page.status, page.location]).toEqual([200, undefined]);
    expect(await isSignedIn()).toBe(true);

    const { location } = await browser.submit(page, "/end_session", {});
    expect(location?.href).toBe("post_logout_redirect_uri" in query() ? BYE : `${issuer}/signed-out`);
    expect(await isSignedIn()).toBe(false);
  });

  it.each<[string, Fields, Record<string, string>]>([
    ["another token", { csrf: "x".repeat(43) }, {}],
    ["another origin", {}, { origin: "https://evil.example" }],
    ["a cross-site request", {}, { "sec-fetch-site": "cross-site" }],
  ])("a form with %s signs no one out", async (_, fields, headers) => {
    const form = hiddenFields((await end({})).body, "/end_session");
    expect((await browser.post("/end_session", { ...form, ...fields }, headers)).status).toBe(403);
    expect(await isSignedIn()).toBe(true);
  });

  it("our own form is checked again: a changed address in it is refused", async () => {
    const form = hiddenFields(
      (await end({ client_id: "webClient", post_logout_redirect_uri: BYE })).body,
      "/end_session",
    );
    const answer = await browser.post("/end_session", { ...form, post_logout_redirect_uri: "https://evil.example/" });
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(await isSignedIn()).toBe(true);
  });
});

describe("RP-Initiated Logout §3: the browser is redirected only to registered addresses", () => {
  it.each<[string, () => Record<string, string> | Promise<Record<string, string>>]>([
    ["logout-02: another site", () => ({ id_token_hint: idToken, post_logout_redirect_uri: "https://evil.example/" })],
    ["logout-02: a traversal", () => ({ id_token_hint: idToken, post_logout_redirect_uri: `${BYE}/..` })],
    ["logout-02: a query", () => ({ id_token_hint: idToken, post_logout_redirect_uri: `${BYE}?x` })],
    [
      "logout-02: userinfo",
      () => ({ id_token_hint: idToken, post_logout_redirect_uri: "https://rp.example@evil.example/bye" }),
    ],
    [
      "logout-05: a javascript: URI",
      () => ({ id_token_hint: idToken, post_logout_redirect_uri: "javascript:alert(1)" }),
    ],
    [
      "a redirect URI, which is registered for another purpose",
      () => ({ id_token_hint: idToken, post_logout_redirect_uri: "https://rp.example/cb" }),
    ],
    ["logout-03: no client", () => ({ post_logout_redirect_uri: BYE })],
    ["an unknown client", () => ({ client_id: "nobody", post_logout_redirect_uri: BYE })],
    ["another client's address", () => ({ client_id: "webPostClient", post_logout_redirect_uri: BYE })],
    [
      "logout-04: an ID token of one client with another client_id",
      () => ({ id_token_hint: idToken, client_id: "webPostClient" }),
    ],
    [
      "jose-01: an ID token without a signature",
      async () => ({ id_token_hint: await forged("none"), post_logout_redirect_uri: BYE }),
    ],
    [
      "jose-02: a signature made with our public keys",
      async () => ({ id_token_hint: await forged("HS256"), post_logout_redirect_uri: BYE }),
    ],
    [
      "a signature with another key and our kid",
      async () => ({ id_token_hint: await forged("ES256"), post_logout_redirect_uri: BYE }),
    ],
    ["an access token as a hint", async () => ({ id_token_hint: await accessToken(), post_logout_redirect_uri: BYE })],
    ["text that is not a token", () => ({ id_token_hint: "a.b.c", post_logout_redirect_uri: BYE })],
    ["an unknown request", () => ({ request_uri: "urn:ietf:params:oauth:request_uri:guess" })],
  ])("%s", async (_, query) => {
    const answer = await end(await query());
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.body).not.toMatch(/evil\.example|javascript:/);
    expect(await isSignedIn()).toBe(true);
  });

  it.each([
    [
      "an address that is not registered",
      { client_id: "webClient", post_logout_redirect_uri: "https://evil.example/" },
      "post_logout_redirect_uri is not registered",
    ],
    ["no client", { post_logout_redirect_uri: BYE }, "post_logout_redirect_uri needs id_token_hint or client_id"],
    ["an unknown client", { client_id: "nobody", post_logout_redirect_uri: BYE }, "client_id is unknown"],
  ])("the page names the wrong parameter: %s", async (_, query, description) => {
    expect((await end(query)).body).toContain(description);
  });

  it("a client that was disabled after it got its ID token is refused", async () => {
    await service.rows("UPDATE client SET disabled_at = now() WHERE id = 'webClient'");
    service.deps.clients.forget("webClient");
    const answer = await end({ id_token_hint: idToken, post_logout_redirect_uri: BYE });
    await service.rows("UPDATE client SET disabled_at = NULL WHERE id = 'webClient'");
    service.deps.clients.forget("webClient");
    expect(answer.body).toContain("the client of id_token_hint is unknown");
  });

  it("two addresses are refused", async () => {
    const twice = await browser.get(
      `/end_session?client_id=webClient&post_logout_redirect_uri=${BYE}&post_logout_redirect_uri=${BYE}`,
    );
    expect([twice.status, twice.location]).toEqual([400, undefined]);
  });

  it("logout-09: a native client may use any port of a loopback address, and nothing more", async () => {
    browser = openBrowser(service.origin);
    const to = (uri: string) => end({ client_id: "nativeClient", post_logout_redirect_uri: uri });
    expect((await to("http://127.0.0.1:5000/bye")).location?.href).toBe("http://127.0.0.1:5000/bye");
    expect((await to("http://127.0.0.1:5000/bye?x")).status).toBe(400);
  });

  const accessToken = async () => (await redeem(service.origin, await codeFor(browser, "webClient"))).body.access_token;
});

describe("RP-Initiated Logout §2: a cross-site POST, which has no cookies", () => {
  it("is stored, and continues as a GET with the cookies", async () => {
    const stranger = openBrowser(service.origin);
    const held = await stranger.post("/end_session", {
      id_token_hint: idToken,
      post_logout_redirect_uri: BYE,
      state: "s",
    });
    expect([held.status, held.location?.pathname, stranger.cookies.size]).toEqual([303, "/end_session", 0]);
    expect(held.location?.href).not.toContain(idToken);
    expect(await isSignedIn()).toBe(true);

    expect((await browser.get(held.location ?? "")).location?.href).toBe(`${BYE}?state=s`);
    expect(await isSignedIn()).toBe(false);
  });
});
