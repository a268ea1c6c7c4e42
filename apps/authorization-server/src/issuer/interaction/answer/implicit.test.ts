import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, type Fields, openBrowser } from "../../../../testing/browser.ts";
import type { ClientName } from "../../../../testing/clients/clients.ts";
import { agree, authorizationOf, signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, noon } from "../../../../testing/world.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM consent");
  browser = openBrowser(service.origin);
});

const implicit = { response_type: "id_token token", code_challenge: undefined, code_challenge_method: undefined };

/** The response to a request for which a person signs in and consents. Its parameters are read from the fragment. */
async function answerTo(changes: Fields, client: ClientName = "implicitClient"): Promise<URLSearchParams> {
  const signedIn = await signIn(browser, await browser.get(authorizationOf(client, { ...implicit, ...changes })));
  return fragmentOf((await agree(browser, signedIn)).location);
}

function fragmentOf(location: URL | undefined): URLSearchParams {
  expect(location?.search).toBe("");
  expect(location?.href.startsWith("https://rp9.example/cb#")).toBe(true);
  return new URLSearchParams(location?.hash.slice(1));
}

const verify = async (token: string | null) => {
  const keys = createRemoteJWKSet(new URL(`${service.origin}/jwks`));
  return (await jwtVerify(token ?? "", keys, { issuer, currentDate: noon })).payload;
};

describe("RFC 6749 §4.2.2 and OIDC Core §3.2.2.5: the response of the implicit flow", () => {
  it("is in the fragment, with both tokens bound to each other, state and issuer", async () => {
    const answer = await answerTo({ scope: "openid email" });
    expect([...answer.keys()].sort()).toEqual([
      "access_token",
      "expires_in",
      "id_token",
      "iss",
      "scope",
      "session_state",
      "state",
      "token_type",
    ]);
    expect([answer.get("state"), answer.get("iss"), answer.get("token_type")]).toEqual(["st1", issuer, "Bearer"]);

    const idToken = await verify(answer.get("id_token"));
    expect(idToken).toMatchObject({ aud: "implicitClient", sub: service.alice, nonce: "n1" });
    expect(idToken.at_hash).toMatch(/^[\w-]{22}$/);
    expect(idToken).not.toHaveProperty("email"); // The access token gets the claims.
    expect(await verify(answer.get("access_token"))).toMatchObject({
      client_id: "implicitClient",
      scope: "openid email",
    });
  });

  it("is only an access token if no ID token was requested", async () => {
    const answer = await answerTo({ response_type: "token", scope: "email", nonce: undefined });
    expect(answer.has("access_token")).toBe(true);
    expect(answer.has("id_token")).toBe(false);
  });

  it("is an ID token with the claims of the scopes if there is no access token (OIDC Core §5.4)", async () => {
    const answer = await answerTo({ response_type: "id_token", scope: "openid email" });
    expect(answer.has("access_token")).toBe(false);
    const idToken = await verify(answer.get("id_token"));
    expect(idToken).toMatchObject({ email: "alice@example.org", email_verified: true });
    expect(idToken).not.toHaveProperty("at_hash");
    expect(idToken).not.toHaveProperty("name");
  });

  it("has no claim of a declined scope", async () => {
    const signedIn = await signIn(
      browser,
      await browser.get(
        authorizationOf("implicitClient", { ...implicit, response_type: "id_token", scope: "openid email" }),
      ),
    );
    const answer = fragmentOf((await agree(browser, signedIn, { scope: [] })).location);
    expect(await verify(answer.get("id_token"))).not.toHaveProperty("email");
  });

  it("accepts the values of the response type in any order", async () => {
    expect((await answerTo({ response_type: "token id_token" })).has("id_token")).toBe(true);
  });

  it("leaves nothing that can be redeemed", async () => {
    await service.rows(`DELETE FROM "authorization"`);
    await answerTo({});
    expect(await service.rows(`SELECT code_hash, code_expires_at FROM "authorization"`)).toEqual([
      { code_hash: null, code_expires_at: null },
    ]);
  });

  it("is sent at once if no page is needed", async () => {
    await answerTo({});
    expect(
      fragmentOf((await browser.get(authorizationOf("implicitClient", { ...implicit, prompt: "none" }))).location).has(
        "id_token",
      ),
    ).toBe(true);
  });
});

describe("RFC 6749 §4.2.2.1: errors of the implicit flow are sent like its responses", () => {
  it.each([
    ["no nonce (OIDC Core §3.2.2.1)", { nonce: undefined }, "invalid_request"],
    ["resp-06: a query for tokens", { response_mode: "query" }, "invalid_request"],
    ["an ID token without openid", { scope: "email" }, "invalid_request"],
    ["prompt=none without a session", { prompt: "none" }, "login_required"],
    ["a response type with an unknown value in it", { response_type: "id_token bogus" }, "unsupported_response_type"],
    ["a hybrid type, which this client did not register", { response_type: "code id_token" }, "unauthorized_client"],
    [
      "a code, which this client did not register",
      { response_type: "code", response_mode: "fragment" },
      "unauthorized_client",
    ],
  ])("%s", async (_, changes, error) => {
    const answer = fragmentOf(
      (await browser.get(authorizationOf("implicitClient", { ...implicit, ...changes }))).location,
    );
    expect([answer.get("error"), answer.get("state"), answer.get("iss")]).toEqual([error, "st1", issuer]);
    expect(answer.has("access_token") || answer.has("id_token")).toBe(false);
  });

  it("consent-09: a refusal, too", async () => {
    const signedIn = await signIn(browser, await browser.get(authorizationOf("implicitClient", implicit)));
    const answer = fragmentOf((await agree(browser, signedIn, { action: "deny" })).location);
    expect([...answer.keys()]).toEqual(["error", "error_description", "state", "session_state", "iss"]);
  });

  it("authz-04: no client of OAuth 2.1 gets a token in a fragment", async () => {
    const { location } = await browser.get(authorizationOf("webClient", implicit));
    expect(new URLSearchParams(location?.hash.slice(1)).get("error")).toBe("unauthorized_client");
  });
});
