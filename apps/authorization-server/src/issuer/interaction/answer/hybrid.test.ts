import { createHash } from "node:crypto";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, type Fields, openBrowser } from "../../../../testing/browser.ts";
import { asClient, post } from "../../../../testing/clients/tokens.ts";
import { agree, authorizationOf, basic, redeem, signIn } from "../../../../testing/flows.ts";
import { purgeAll } from "../../../../testing/purge.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, noon } from "../../../../testing/world.ts";

const HYBRID = ["code id_token", "code token", "code id_token token"] as const;
const redirectUri = "https://rph.example/cb";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.now = noon;
  await service.rows("DELETE FROM consent");
  await service.rows(`DELETE FROM "authorization"`);
  browser = openBrowser(service.origin);
});

const requestOf = (changes: Fields) =>
  authorizationOf("hybridClient", { code_challenge: undefined, code_challenge_method: undefined, ...changes });

function fragmentOf(location: URL | undefined): URLSearchParams {
  expect(location?.search).toBe("");
  expect(location?.href.startsWith(`${redirectUri}#`)).toBe(true);
  return new URLSearchParams(location?.hash.slice(1));
}

/** The response to a request for which a person signs in and consents. Its parameters are read from the fragment. */
async function answerTo(changes: Fields): Promise<URLSearchParams> {
  const signedIn = await signIn(browser, await browser.get(requestOf(changes)));
  return fragmentOf((await agree(browser, signedIn)).location);
}

const verify = async (token: string | null) => {
  const keys = createRemoteJWKSet(new URL(`${service.origin}/jwks`));
  return (await jwtVerify(token ?? "", keys, { issuer, currentDate: service.clock.now })).payload;
};

const exchange = (code: string | null, changes: Fields = {}) =>
  redeem(
    service.origin,
    code ?? "",
    { redirect_uri: redirectUri, code_verifier: undefined, ...changes },
    basic("hybridClient"),
  );

async function introspect(token: string | null) {
  const { headers, fields } = asClient("hybridClient");
  return (await post(service.origin, "/introspect", { ...fields, token: token ?? "" }, headers)).body;
}

/** The left half of SHA-256, as for RS256. */
const half = (value: string | null) =>
  createHash("sha256")
    .update(value ?? "")
    .digest()
    .subarray(0, 16)
    .toString("base64url");

describe("OIDC Core §3.3.2.5: the response of the hybrid flow", () => {
  it.each([
    ["code id_token", ["code", "id_token", "iss", "session_state", "state"]],
    ["code token", ["access_token", "code", "expires_in", "iss", "scope", "session_state", "state", "token_type"]],
    [
      "code id_token token",
      ["access_token", "code", "expires_in", "id_token", "iss", "scope", "session_state", "state", "token_type"],
    ],
  ])("%s has %j, in the fragment", async (type, names) => {
    const answer = await answerTo({ response_type: type, scope: "openid email" });
    expect([...answer.keys()].sort()).toEqual(names);
    expect([answer.get("state"), answer.get("iss")]).toEqual(["st1", issuer]);
    expect(answer.get("code")).toMatch(/^[\w-]{43}$/);
  });

  it("accepts the values of the response type in any order", async () => {
    expect((await answerTo({ response_type: "token id_token code" })).has("id_token")).toBe(true);
  });

  it("is sent at once if no page is needed", async () => {
    await answerTo({ response_type: "code token" });
    const silent = await browser.get(requestOf({ response_type: "code token", prompt: "none" }));
    expect(fragmentOf(silent.location).has("code")).toBe(true);
  });

  it("§3.3.2.1: code token needs no nonce", async () => {
    const answer = await answerTo({ response_type: "code token", nonce: undefined });
    expect(await verify((await exchange(answer.get("code"))).body.id_token)).not.toHaveProperty("nonce");
  });
});

describe("OIDC Core §3.3.2.11: the ID token of the authorization endpoint", () => {
  it.each([
    ["code id_token", true, false],
    ["code id_token token", true, true],
  ])("of %s has c_hash: %s, at_hash: %s", async (type, withCode, withToken) => {
    const answer = await answerTo({ response_type: type });
    const claims = await verify(answer.get("id_token"));
    expect(claims).toMatchObject({ aud: "hybridClient", sub: service.alice, nonce: "n1" });
    expect(claims.c_hash).toBe(withCode ? half(answer.get("code")) : undefined);
    expect(claims.at_hash).toBe(withToken ? half(answer.get("access_token")) : undefined);
  });

  it.each(["code id_token", "code id_token token"])(
    "of %s leaves the claims to /userinfo, because there is an access token (OIDC Core §5.4)",
    async (type) => {
      const answer = await answerTo({ response_type: type, scope: "openid profile email" });
      for (const idToken of [answer.get("id_token"), (await exchange(answer.get("code"))).body.id_token]) {
        const claims = await verify(idToken);
        expect(Object.keys(claims)).not.toEqual(expect.arrayContaining([expect.stringMatching(/email|name/)]));
      }
    },
  );

  it.each(["code id_token", "code id_token token"])(
    "§3.3.3.6: of %s has the same sub and iss as that of the token endpoint",
    async (type) => {
      const answer = await answerTo({ response_type: type });
      const { c_hash, at_hash, ...first } = await verify(answer.get("id_token"));
      const { body } = await exchange(answer.get("code"));
      const { at_hash: bound, ...second } = await verify(body.id_token);
      expect(second).toEqual(first);
      expect(bound).toBe(half(body.access_token));
    },
  );
});

describe("OIDC Core §3.3.3: one authorization for both channels", () => {
  it("code-01: a code used twice revokes the tokens of both channels", async () => {
    const answer = await answerTo({ response_type: "code id_token token" });
    const front = answer.get("access_token");
    const { body } = await exchange(answer.get("code"));
    for (const token of [front, body.access_token]) expect((await introspect(token)).active).toBe(true);

    expect((await exchange(answer.get("code"))).body.error).toBe("invalid_grant");
    for (const token of [front, body.access_token]) expect(await introspect(token)).toEqual({ active: false });
  });

  it("the access token has its full lifetime, whether or not the code is redeemed in time", async () => {
    const answer = await answerTo({ response_type: "code token" });
    service.pass(299);
    await purgeAll(service.database, service.clock.now);
    expect((await introspect(answer.get("access_token"))).active).toBe(true);
    expect((await exchange(answer.get("code"))).body.error).toBe("invalid_grant");
  });

  it("and so does an access token for a code that is redeemed late", async () => {
    const answer = await answerTo({ response_type: "code token" });
    service.pass(59);
    const { body } = await exchange(answer.get("code"));
    service.pass(298);
    expect((await introspect(body.access_token)).active).toBe(true);
    expect((await introspect(answer.get("access_token"))).active).toBe(false);
  });

  it("a narrower scope at the token endpoint also narrows the other token", async () => {
    const answer = await answerTo({ response_type: "code token", scope: "openid email" });
    expect((await introspect(answer.get("access_token"))).scope).toBe("openid email");
    await exchange(answer.get("code"), { scope: "openid" });
    expect((await introspect(answer.get("access_token"))).scope).toBe("openid");
  });

  it("pkce-01: the code is bound to its challenge as in every flow", async () => {
    const signedIn = await signIn(
      browser,
      await browser.get(authorizationOf("hybridClient", { response_type: "code token" })),
    );
    const answer = fragmentOf((await agree(browser, signedIn)).location);
    expect((await exchange(answer.get("code"))).body.error).toBe("invalid_grant");
  });
});

describe("OIDC Core §3.3.2.6: errors of the hybrid flow are sent like its responses", () => {
  type Row = [name: string, changes: Fields, error: string];
  const everyType = (changes: Fields, error: string) =>
    HYBRID.map((type): Row => [type, { response_type: type, ...changes }, error]);

  it.each<Row>([
    ...everyType({ response_mode: "query" }, "invalid_request"), // resp-06
    ...everyType({ response_mode: "bogus" }, "invalid_request"), // resp-05
    ...everyType({ prompt: "none" }, "login_required"),
    ...everyType({ prompt: "none login" }, "invalid_request"),
    ["code id_token", { response_type: "code id_token", nonce: undefined }, "invalid_request"],
    ["code id_token token", { response_type: "code id_token token", nonce: undefined }, "invalid_request"],
    ["code id_token", { response_type: "code id_token", scope: "email" }, "invalid_request"],
    ["an unknown value in it", { response_type: "code id_token bogus" }, "unsupported_response_type"],
  ])("resp-05, resp-06: %s with %j is %s", async (_, changes, error) => {
    const answer = fragmentOf((await browser.get(requestOf(changes))).location);
    expect([answer.get("error"), answer.get("state"), answer.get("iss")]).toEqual([error, "st1", issuer]);
    expect(["code", "access_token", "id_token"].filter((name) => answer.has(name))).toEqual([]);
  });

  it.each(HYBRID)("consent-09: a refusal of %s, too", async (type) => {
    const signedIn = await signIn(browser, await browser.get(requestOf({ response_type: type })));
    const answer = fragmentOf((await agree(browser, signedIn, { action: "deny" })).location);
    expect([...answer.keys()]).toEqual(["error", "error_description", "state", "session_state", "iss"]);
    expect(answer.get("error")).toBe("access_denied");
  });

  it.each([...HYBRID, "none"])("authz-04: a client of OAuth 2.1 cannot use %s", async (type) => {
    const { location } = await browser.get(authorizationOf("webClient", { response_type: type }));
    const answer = new URLSearchParams(type === "none" ? location?.search : location?.hash.slice(1));
    expect(answer.get("error")).toBe("unauthorized_client");
  });

  it("RFC 6749 §4.1.2.1: without a response type the error is in the query", async () => {
    const { location } = await browser.get(requestOf({ response_type: undefined }));
    expect([location?.searchParams.get("error"), location?.searchParams.get("state"), location?.hash]).toEqual([
      "invalid_request",
      "st1",
      "",
    ]);
  });
});

describe("Multiple Response Types §4: response type none", () => {
  const none = { response_type: "none", scope: "openid email" };

  it("is answered with only state, session state and issuer, in the query, and stores only the consent", async () => {
    const signedIn = await signIn(browser, await browser.get(requestOf(none)));
    const { location } = await agree(browser, signedIn);
    expect(location?.href).toMatch(/^[^?]+\?state=st1&session_state=[\w.-]+&iss=https%3A%2F%2Fauth\.example$/);
    expect(location?.href.split("?")[0]).toBe(redirectUri);
    expect(await service.rows(`SELECT id FROM "authorization"`)).toEqual([]);
    expect(await service.rows("SELECT granted_scopes FROM consent")).toEqual([
      { granted_scopes: expect.arrayContaining(["openid", "email"]) },
    ]);
  });

  it("is answered in the fragment if the request says so", async () => {
    const signedIn = await signIn(browser, await browser.get(requestOf({ ...none, response_mode: "fragment" })));
    expect([...fragmentOf((await agree(browser, signedIn)).location).keys()]).toEqual([
      "state",
      "session_state",
      "iss",
    ]);
  });

  it.each([
    ["prompt=none without a session", { prompt: "none" }, "login_required"],
    ["resp-05: an unknown mode", { response_mode: "bogus" }, "invalid_request"],
    ["together with a code", { response_type: "none code" }, "unsupported_response_type"],
  ])("has its errors in the query: %s", async (_, changes, error) => {
    const { location } = await browser.get(requestOf({ ...none, ...changes }));
    expect([location?.searchParams.get("error"), location?.searchParams.get("state"), location?.hash]).toEqual([
      error,
      "st1",
      "",
    ]);
  });
});
