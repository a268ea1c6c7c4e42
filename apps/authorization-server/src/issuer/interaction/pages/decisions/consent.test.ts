import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, type Fields, hiddenFields, openBrowser } from "../../../../../testing/browser.ts";
import { asClient, post, refresh, tokensFor } from "../../../../../testing/clients/tokens.ts";
import { advance, agree, authorizationOf, basic, codeFor, redeem, signIn } from "../../../../../testing/flows.ts";
import { type Service, startService } from "../../../../../testing/service.ts";
import { issuer } from "../../../../../testing/world.ts";

const SCOPE = "openid profile email phone";

let service: Service;
let browser: Browser;
let page: Answer;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM consent");
  browser = openBrowser(service.origin);
  page = await signIn(browser, await browser.get(authorizationOf("webClient", { scope: SCOPE })));
});

const consents = () => service.rows("SELECT user_id, client_id, granted_scopes, declined_scopes FROM consent");
const granted = async (answer: Answer) => {
  const { body } = await redeem(service.origin, answer.location?.searchParams.get("code") ?? "");
  return body.scope;
};
const ask = (changes: Fields = {}) => browser.get(authorizationOf("webClient", { scope: SCOPE, ...changes }));

describe("OIDC Core §3.1.2.4: what stayed checked is granted", () => {
  it("shows the client, the host of the redirect URI, and the values that would be shared", () => {
    expect(page.body).toContain("Client webClient wants access to your account");
    expect(page.body).toContain("You’ll be sent to rp.example.");
    expect(page.body).toContain("alice@example.org");
    expect(page.body).toContain("Signed in as alice example");
  });

  it.each<[string, readonly string[], string]>([
    ["everything", ["profile", "email", "phone"], SCOPE],
    ["some", ["email"], "openid email"],
    ["nothing that can be unchecked", [], "openid"],
    ["more than was requested (consent-01)", ["email", "address", "admin"], "openid email"],
    ["all in one value (consent-01)", ["email phone"], "openid"],
  ])("%s", async (_, scope, expected) => {
    expect(await granted(await agree(browser, page, { scope }))).toBe(expected);
  });

  it("remembers refusals like grants, and asks again only for more", async () => {
    await agree(browser, page, { scope: ["email"] });
    const again = await ask({ prompt: "none" });
    expect(await granted(again)).toBe("openid email");

    const more = await browser.follow(await ask({ scope: `${SCOPE} address` }));
    expect(more.body).toMatch(/id="scope-email"[^>]* checked>/);
    expect(more.body).not.toMatch(/id="scope-phone"[^>]* checked>/);
  });

  it("form fields named client, address or scope change nothing (consent-01)", async () => {
    const extra = {
      client_id: "webPostClient",
      redirect_uri: "https://evil.example/cb",
      state: "other",
      resource: "x",
    };
    const done = await agree(browser, page, { scope: ["email"], ...extra });
    expect(done.location?.href).toMatch(/^https:\/\/rp\.example\/cb\?code=.*&state=st1&/);
    expect(await consents()).toMatchObject([{ user_id: service.alice, client_id: "webClient" }]);
  });
});

describe("decision 6: what the person takes back is no longer given by anything that was issued before", () => {
  const asked = { scope: "openid email offline_access", prompt: "consent" };
  const tokens = async () => tokensFor(browser, service.origin, "offlineClient", asked.scope);
  const answer = async (scope: readonly string[]) =>
    agree(browser, await browser.follow(await browser.get(authorizationOf("offlineClient", asked))), { scope });
  const scopesOf = async (token: string) => {
    const { headers } = asClient("offlineClient");
    return (await post(service.origin, "/introspect", { token }, headers)).body.scope;
  };

  it("a scope: neither by a live token nor by a refresh, and other scopes stay", async () => {
    const [mine, others] = [await tokens(), await granted(await agree(browser, page))];
    await answer(["offline_access"]);
    expect(await scopesOf(mine.access_token)).toBe("openid offline_access");
    const renewed = await refresh(service.origin, "offlineClient", mine.refresh_token);
    expect([renewed.status, renewed.body.scope]).toEqual([200, "openid offline_access"]);
    expect(others).toBe(SCOPE);
  });

  it("offline access that was issued before", async () => {
    const { access_token, refresh_token } = await tokens();
    await answer(["email"]);
    expect((await refresh(service.origin, "offlineClient", refresh_token)).body.error).toBe("invalid_grant");
    expect(await scopesOf(access_token)).toBeUndefined();
  });

  it("a scope that was declined before, and is declined again, revokes nothing", async () => {
    await answer(["offline_access"]);
    const { refresh_token } = await codeTokens();
    await answer(["offline_access"]);
    expect((await refresh(service.origin, "offlineClient", refresh_token)).body.scope).toBe("openid offline_access");
  });

  it("decision 25: everything, and an outstanding code is for openid only, because Allow means sign-in", async () => {
    const waiting = (await agree(browser, page)).location?.searchParams.get("code") ?? "";
    const nothing = { scope: [] };
    const again = await agree(browser, await browser.follow(await ask({ prompt: "consent" })), nothing);
    expect(await granted(again)).toBe("openid");
    const { status, body } = await redeem(service.origin, waiting);
    expect([status, body.scope]).toEqual([200, "openid"]);
    expect(await consents()).toMatchObject([{ granted_scopes: ["openid"] }]);
  });

  it("decision 25: everything, and an outstanding code with offline access is no longer redeemed", async () => {
    const waiting = await codeFor(browser, "offlineClient", asked);
    await answer([]);
    const binding = { redirect_uri: "https://rp8.example/cb" };
    expect((await redeem(service.origin, waiting, binding, basic("offlineClient"))).body.error).toBe("invalid_grant");
  });

  // Together with what was answered before.
  async function codeTokens() {
    const code = await codeFor(browser, "offlineClient", { scope: asked.scope });
    return (await redeem(service.origin, code, { redirect_uri: "https://rp8.example/cb" }, basic("offlineClient")))
      .body;
  }
});

describe("RFC 6749 §4.1.2.1: a refusal is access_denied, and is not remembered", () => {
  it.each<[string, Fields]>([
    ["deny", { action: "deny" }],
    ["no button at all", { action: undefined }],
    ["another button", { action: "ALLOW" }],
  ])("consent-09: %s", async (_, fields) => {
    const { location } = await agree(browser, page, fields);
    const { error, state, iss, code } = Object.fromEntries(location?.searchParams ?? []);
    expect({ error, state, iss, code }).toEqual({ error: "access_denied", state: "st1", iss: issuer, code: undefined });
    expect(await consents()).toEqual([]);
    expect((await ask()).location?.pathname).toBe("/consent");
  });

  it("a refusal counts even if another request of the client was allowed in the meantime", async () => {
    const other = await browser.follow(await ask({ state: "other" }));
    expect((await agree(browser, other)).location?.searchParams.has("code")).toBe(true);
    const { location } = await agree(browser, page, { action: "deny" });
    expect([location?.searchParams.get("error"), location?.searchParams.has("code")]).toEqual(["access_denied", false]);
  });

  it("allowing nothing is a refusal, now and later: no code is issued for nothing", async () => {
    const nothing = { scope: "email phone" };
    const first = await browser.follow(await ask(nothing));
    const { location } = await agree(browser, first, { scope: [] });
    expect(location?.searchParams.get("error")).toBe("access_denied");

    expect((await ask({ ...nothing, prompt: "none" })).location?.searchParams.get("error")).toBe("consent_required");
    expect((await ask({ scope: "phone" })).location?.pathname).toBe("/consent");
  });
});

describe("consent-02: only the person who saw the form can answer it", () => {
  const send = (fields: Fields, headers: Record<string, string> = {}) =>
    browser.post(
      "/consent",
      { ...hiddenFields(page.body, "/consent"), action: "allow", scope: "email", ...fields },
      headers,
    );

  it.each<[string, Fields, Record<string, string>]>([
    ["no token", { csrf: undefined }, {}],
    ["another token", { csrf: "x".repeat(43) }, {}],
    ["another origin", {}, { origin: "https://evil.example" }],
    ["a cross-site request", {}, { "sec-fetch-site": "cross-site" }],
    ["a request of a sibling site", {}, { "sec-fetch-site": "same-site" }],
  ])("refuses %s, and stores nothing", async (_, fields, headers) => {
    expect((await send(fields, headers)).status).toBe(403);
    expect(await consents()).toEqual([]);
  });

  it("refuses the form of another page, such as the one that changes the person", async () => {
    const { csrf } = hiddenFields((await browser.follow(await ask({ prompt: "login" }))).body, "/login");
    expect((await send({ csrf })).status).toBe(403);
  });

  it("a form of one person cannot be answered by the next one, who signed in in another tab", async () => {
    await signIn(browser, await ask({ prompt: "login" }), "mallory");
    const answer = await send({});
    expect(answer.status).toBe(403);
    expect(await consents()).toEqual([]);
    // F3: the error page says it, and leads to the page for the person of now.
    expect(answer.body).toContain("Someone else may have signed in");
    const again = /id="again"[^>]* href="([^"]+)"/.exec(answer.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await browser.follow(await browser.get(again))).body).toContain("Signed in as mallory example");
  });

  it("a form whose person signed out leads back to sign-in", async () => {
    const out = await browser.get("/end_session");
    await browser.submit(out, "/end_session", {});
    const at = await browser.follow(await send({}));
    expect(at.body).toContain('action="/login"');
    expect(await consents()).toEqual([]);
  });

  it("two answers at the same time yield one code", async () => {
    const answers = await Promise.all([agree(browser, page), agree(browser, page)]);
    expect(answers.filter(({ location }) => location?.searchParams.has("code"))).toHaveLength(1);
    expect(answers.filter(({ status, location }) => status === 400 && location === undefined)).toHaveLength(1);
  });
});

describe("the button for another person", () => {
  it("ends the session, and lets another person sign in to the same request", async () => {
    const earlier = await advance(browser, authorizationOf("webTwoUrisClient"));
    const login = await browser.follow(await browser.submit(page, "/change-user", {}));
    expect(login.body).toContain('action="/login"');
    const body = { redirect_uri: "https://rp4.example/cb" };
    expect((await redeem(service.origin, earlier.get("code") ?? "", body, basic("webTwoUrisClient"))).body.error).toBe(
      "invalid_grant",
    );

    const hers = await signIn(browser, login, "mallory");
    expect(hers.body).toContain("Signed in as mallory example");
    expect((await agree(browser, hers)).location?.searchParams.get("state")).toBe("st1");
  });

  it.each<[string, Fields, Record<string, string>]>([
    ["no token", { csrf: undefined }, {}],
    ["another origin", {}, { origin: "https://evil.example" }],
  ])("refuses %s, and does not sign out", async (_, fields, headers) => {
    const form = hiddenFields(page.body, "/change-user");
    expect((await browser.post("/change-user", { ...form, ...fields }, headers)).status).toBe(403);
    expect((await browser.get("/")).body).toContain("alice example");
  });
});
