import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, type Fields, openBrowser } from "../../../../testing/browser.ts";
import { type ClientName, redirectUriOf } from "../../../../testing/clients/clients.ts";
import { newKeyPair, registered } from "../../../../testing/clients/registration.ts";
import { asClient, refresh } from "../../../../testing/clients/tokens.ts";
import { advance, agree, authorizationOf, redeem, signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
  await service.rows("UPDATE end_user SET nickname = 'Al', birthdate = '1990-01-31' WHERE username = 'alice'");
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM consent");
  browser = openBrowser(service.origin);
});

const asking = (claims: unknown, changes: Fields = {}) => ({ claims: JSON.stringify(claims), ...changes });
const payload = (token: unknown) => JSON.parse(Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString());
const parametersOf = ({ location }: Answer) =>
  new URLSearchParams(location?.hash === "" ? location.search : location?.hash.slice(1));

/** The consent page of a request, for alice. */
const consentTo = async (changes: Fields, client: ClientName = "webClient") =>
  signIn(browser, await browser.get(authorizationOf(client, changes)));

async function exchange(code: string | null, client: ClientName = "webClient") {
  const { headers, fields } = asClient(client);
  const { body } = await redeem(
    service.origin,
    code ?? "",
    { redirect_uri: redirectUriOf(client), ...fields },
    headers,
  );
  return body;
}

/** What the resource server reads about an access token's authorization. */
async function requestedAtUserinfo(accessToken: string): Promise<unknown> {
  const id = payload(accessToken).authorization_id;
  const [row] = await service.rows("SELECT requested_claims FROM userinfo_v1 WHERE authorization_id = $1", [id]);
  return row?.requested_claims;
}

const BOTH = { userinfo: { nickname: null, email: null }, id_token: { birthdate: { essential: true }, email: null } };

describe("OIDC Core §5.5: claims that are requested by name", () => {
  it("are shown with their values, and only if no requested scope includes them", async () => {
    const page = await consentTo(asking({ ...BOTH, id_token: { gender: null } }, { scope: "openid email" }));
    expect(page.body).toMatch(/id="claim-nickname" name="claim" value="nickname" checked>/);
    expect(page.body).toMatch(/<span class="value">Al<\/span>/);
    expect(page.body).toContain("Nothing to share yet");
    expect(page.body).not.toContain('id="claim-email"');
  });

  it("are delivered with a code as they stayed checked: at /userinfo, and in the ID token", async () => {
    const done = await agree(browser, await consentTo(asking(BOTH)), { claim: ["birthdate", "nickname"] });
    const tokens = await exchange(parametersOf(done).get("code"));
    expect(await requestedAtUserinfo(tokens.access_token)).toEqual(["nickname"]);
    expect(payload(tokens.id_token)).toMatchObject({ sub: service.alice, birthdate: "1990-01-31" });
    expect(payload(tokens.id_token)).not.toHaveProperty("email");
    expect(payload(tokens.id_token)).not.toHaveProperty("nickname");
  });

  it("consent-01: are those of the request, regardless of the form", async () => {
    const page = await consentTo(asking({ userinfo: { nickname: null } }));
    const done = await agree(browser, page, { claim: ["nickname", "birthdate", "sub", "openid"] });
    const tokens = await exchange(parametersOf(done).get("code"));
    expect(await requestedAtUserinfo(tokens.access_token)).toEqual(["nickname"]);
    expect(await service.rows("SELECT granted_claims, declined_claims FROM consent")).toEqual([
      { granted_claims: ["nickname"], declined_claims: [] },
    ]);
  });

  it("are in the ID token with `id_token`, and nothing is stored for /userinfo", async () => {
    const implicit = { response_type: "id_token", code_challenge: undefined, code_challenge_method: undefined };
    const page = await consentTo(asking(BOTH, implicit), "implicitClient");
    expect(page.body).not.toContain('id="claim-nickname"');
    const answer = parametersOf(await agree(browser, page));
    expect(payload(answer.get("id_token"))).toMatchObject({ birthdate: "1990-01-31", email: "alice@example.org" });
  });

  it("are in both places with `id_token token`", async () => {
    const implicit = { response_type: "id_token token", code_challenge: undefined, code_challenge_method: undefined };
    const answer = parametersOf(await agree(browser, await consentTo(asking(BOTH, implicit), "implicitClient")));
    expect(payload(answer.get("id_token"))).toMatchObject({ birthdate: "1990-01-31", email: "alice@example.org" });
    expect(await requestedAtUserinfo(answer.get("access_token") ?? "")).toEqual(["nickname", "email"]);
  });

  it("are in the ID token of the front and of the back channel with `code id_token`", async () => {
    const hybrid = { response_type: "code id_token", code_challenge: undefined, code_challenge_method: undefined };
    const answer = parametersOf(await agree(browser, await consentTo(asking(BOTH, hybrid), "hybridClient")));
    const sent = { redirect_uri: redirectUriOf("hybridClient"), code_verifier: undefined };
    const { body } = await redeem(service.origin, answer.get("code") ?? "", sent, asClient("hybridClient").headers);
    for (const token of [answer.get("id_token"), body.id_token])
      expect(payload(token)).toMatchObject({ birthdate: "1990-01-31", email: "alice@example.org" });
    expect(await requestedAtUserinfo(body.access_token)).toEqual(["nickname", "email"]);
  });

  it("are delivered again at a refresh, with the current values", async () => {
    const scope = "openid offline_access";
    const page = await consentTo(asking(BOTH, { scope, prompt: "consent" }), "offlineClient");
    const tokens = await exchange(parametersOf(await agree(browser, page)).get("code"), "offlineClient");
    await service.rows("UPDATE end_user SET birthdate = '1991-01-31' WHERE username = 'alice'");
    const { body } = await refresh(service.origin, "offlineClient", tokens.refresh_token);
    await service.rows("UPDATE end_user SET birthdate = '1990-01-31' WHERE username = 'alice'");
    expect(payload(body.id_token)).toMatchObject({ birthdate: "1991-01-31", email: "alice@example.org" });
  });

  it("may be an object inside a request object", async () => {
    const pair = await newKeyPair("k");
    const client = await registered(service, { jwks: { keys: [pair.publicJwk] } });
    const parameters = { client_id: client.client_id, response_type: "code", redirect_uri: "https://new.example/cb" };
    const request = await pair.sign({ ...parameters, scope: "openid", claims: BOTH });
    const address = `/authorization?${new URLSearchParams({ ...parameters, scope: "openid", request })}`;
    const page = await signIn(browser, await browser.get(address));
    expect(page.body).toContain('id="claim-nickname"');
  });

  it("are ignored in a request without openid", async () => {
    const page = await consentTo(asking(BOTH, { scope: "email" }));
    expect(page.body).not.toContain('name="claim"');
  });

  it("cost no lookup in a request without them: nothing is stored", async () => {
    const answer = await advance(browser, authorizationOf("webClient"));
    const tokens = await exchange(answer.get("code"));
    const id = payload(tokens.access_token).authorization_id;
    expect(await service.rows(`SELECT claims_request FROM "authorization" WHERE id = $1`, [id])).toEqual([
      { claims_request: null },
    ]);
  });

  it.each([
    ['{"userinfo":{"email":null}', "authz-21: broken JSON"],
    ["[]", "authz-21: a list"],
    ['"x"', "authz-21: a string"],
    ['{"id_token":{"sub":5}}', "authz-21: a claim with a number"],
    [`${"[".repeat(1000)}${"]".repeat(1000)}`, "dos-10: depth"],
    ['{"__proto__":{}}', "dos-10: __proto__"],
  ])("%s is invalid_request to the client (%s)", async (claims) => {
    const { location } = await browser.get(authorizationOf("webClient", { claims }));
    expect(location?.searchParams.get("error")).toBe("invalid_request");
    expect(location?.searchParams.get("state")).toBe("st1");
  });
});

describe("consent-04 and OIDC Core §3.1.2.4: claims are consented to by name, once", () => {
  const silently = async (claims: unknown) =>
    parametersOf(await browser.get(authorizationOf("webClient", asking(claims, { prompt: "none" }))));

  it("with prompt=none an unanswered claim is consent_required, essential or not", async () => {
    await advance(browser, authorizationOf("webClient"));
    expect((await silently({ userinfo: { nickname: null } })).get("error")).toBe("consent_required");
    expect((await silently({ id_token: { nickname: { essential: true } } })).get("error")).toBe("consent_required");
  });

  it("a refusal counts as an answer, and is shown as refused", async () => {
    await agree(browser, await consentTo(asking(BOTH)), { claim: ["nickname"] });
    const tokens = await exchange((await silently(BOTH)).get("code"));
    expect(await requestedAtUserinfo(tokens.access_token)).toEqual(["nickname"]);
    expect(payload(tokens.id_token)).not.toHaveProperty("birthdate");

    const again = await browser.follow(
      await browser.get(authorizationOf("webClient", asking(BOTH, { prompt: "consent" }))),
    );
    expect(again.body).toMatch(/id="claim-nickname"[^>]* checked>/);
    expect(again.body).not.toMatch(/id="claim-birthdate"[^>]* checked>/);
  });

  it("an authorization gives only its own claims", async () => {
    const first = await exchange(parametersOf(await agree(browser, await consentTo(asking(BOTH)))).get("code"));
    const second = await exchange((await silently({})).get("code"));
    expect(await requestedAtUserinfo(first.access_token)).toEqual(["nickname", "email"]);
    expect(await requestedAtUserinfo(second.access_token)).toBeNull();
  });

  it("after the person takes it back, nothing issued before gives it, not even at a refresh", async () => {
    const scope = "openid offline_access";
    const request = asking(BOTH, { scope, prompt: "consent" });
    const tokens = await exchange(
      parametersOf(await agree(browser, await consentTo(request, "offlineClient"))).get("code"),
      "offlineClient",
    );
    const others = await exchange((await advance(browser, authorizationOf("webClient", asking(BOTH)))).get("code"));

    const again = await browser.follow(await browser.get(authorizationOf("offlineClient", request)));
    await agree(browser, again, { claim: ["nickname"] });
    expect(await requestedAtUserinfo(tokens.access_token)).toEqual(["nickname"]);
    const refreshed = (await refresh(service.origin, "offlineClient", tokens.refresh_token)).body;
    expect(payload(refreshed.id_token)).not.toHaveProperty("birthdate");
    expect(await requestedAtUserinfo(others.access_token)).toEqual(["nickname", "email"]); // This is another client's.
  });
});

describe("OIDC Core §5.5.1 and §3.1.2.2: sub with a value", () => {
  const about = (sub: string, changes: Fields = {}) =>
    authorizationOf("webClient", asking({ id_token: { sub: { value: sub } } }, changes));
  beforeEach(() => advance(browser, authorizationOf("webClient")));

  it("the response is for the person who is signed in", async () => {
    const { location } = await browser.get(about(service.alice, { prompt: "none" }));
    expect(location?.searchParams.has("code")).toBe(true);
  });

  it.each([
    ["in the ID token", () => about(service.mallory, { prompt: "none" })],
    [
      "at /userinfo",
      () =>
        authorizationOf("webClient", asking({ userinfo: { sub: { values: [service.mallory] } } }, { prompt: "none" })),
    ],
  ])("another person %s is login_required", async (_, address) => {
    const { location } = await browser.get(address());
    expect(location?.searchParams.get("error")).toBe("login_required");
    expect(location?.searchParams.has("code")).toBe(false);
  });

  it("with a hint, both are checked: two different persons match no one", async () => {
    const code = parametersOf(await browser.get(authorizationOf("webClient", { prompt: "none" }))).get("code");
    const id_token_hint = (await exchange(code)).id_token;
    const asked = (sub: string) => browser.get(about(sub, { prompt: "none", id_token_hint }));
    expect(parametersOf(await asked(service.alice)).has("code")).toBe(true);
    expect(parametersOf(await asked(service.mallory)).get("error")).toBe("login_required");
  });

  it("another person has to sign in, and if still another does, the request ends", async () => {
    const { location } = await signIn(browser, await browser.get(about(service.mallory)), "alice");
    expect(location?.searchParams.get("error")).toBe("login_required");
  });
});

describe("OIDC Core §5.5.1.1 and §3.1.2.1: acr", () => {
  const silent = async (changes: Fields) =>
    parametersOf(await browser.get(authorizationOf("webClient", { prompt: "none", ...changes })));
  const acrOf = async (answer: URLSearchParams) => payload((await exchange(answer.get("code"))).id_token);
  beforeEach(() => advance(browser, authorizationOf("webClient")));

  it("an essential acr out of reach is unmet_authentication_requirements, also without a session", async () => {
    const claims = { id_token: { acr: { essential: true, values: ["urn:example:loa4"] } } };
    expect((await silent(asking(claims))).get("error")).toBe("unmet_authentication_requirements");
    const answer = await openBrowser(service.origin).get(authorizationOf("webClient", asking(claims)));
    expect(parametersOf(answer).get("error")).toBe("unmet_authentication_requirements");
  });

  it.each<[string, Fields]>([
    [
      "that can be reached",
      asking({ id_token: { acr: { essential: true, values: ["x", "urn:countersign:acr:password"] } } }),
    ],
    ["that is voluntary", asking({ id_token: { acr: { values: ["urn:example:loa4"] } } })],
    ["that is essential and any", asking({ id_token: { acr: { essential: true } } })],
    ["of acr_values, of which one is ours", { acr_values: "urn:example:loa4 urn:countersign:acr:password" }],
    ["of acr_values, none of which is supported, is voluntary", { acr_values: "1 2" }],
  ])("%s: the ID token has the actual acr", async (_, changes) => {
    expect(await acrOf(await silent(changes))).toMatchObject({ acr: "urn:countersign:acr:password", amr: ["pwd"] });
  });
});
