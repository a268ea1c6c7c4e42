/**
 * Responses by POST to a client on another site: OAuth 2.0 Form Post Response Mode, with a client library by others.
 */
import type { Page, Request as Sent } from "@playwright/test";
import * as oidc from "openid-client";
import { allow, expectPage, signIn } from "../../support/browser/pages.ts";
import { fetchIn } from "../../support/http.ts";
import { expect, test } from "../../support/test.ts";
import { siteOf, type World } from "../../support/worlds/world.ts";

interface Party {
  readonly configuration: oidc.Configuration;
  readonly redirectUri: string;
}

/** A client for every response type with a code, which registered itself. */
async function registered(world: World, initialAccessToken: string, ...execute: ((c: oidc.Configuration) => void)[]) {
  const redirectUri = `${siteOf(world, "rp")}/cb`;
  const metadata = {
    client_name: "Posted to",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "implicit"],
    response_types: ["code", "code id_token"],
    token_endpoint_auth_method: "client_secret_post",
  };
  const configuration = await oidc.dynamicClientRegistration(new URL(world.issuer), metadata, undefined, {
    initialAccessToken,
    [oidc.customFetch]: fetchIn(world) as oidc.CustomFetch,
    execute: [oidc.enableNonRepudiationChecks, ...execute],
  });
  return { configuration, redirectUri };
}

async function requestOf({ configuration, redirectUri }: Party, changes: Readonly<Record<string, string>> = {}) {
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: "openid email",
    response_mode: "form_post",
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...changes,
  });
  return { url: url.href, state, checks: { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier } };
}

/** The request with which the browser comes to the client. Nothing of the response is in its address. */
function arrival(page: Page, { redirectUri }: Party): Promise<Sent> {
  return page.waitForRequest((request) => request.url().startsWith(redirectUri));
}

async function postedFields(sent: Sent, { redirectUri }: Party): Promise<URLSearchParams> {
  expect([sent.method(), sent.url()]).toEqual(["POST", redirectUri]);
  expect(await sent.headerValue("content-type")).toBe("application/x-www-form-urlencoded");
  return new URLSearchParams(sent.postData() ?? "");
}

/** The same request, as the client's own server receives it. */
const asReceived = (sent: Sent) =>
  new Request(sent.url(), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: sent.postData(),
  });

for (const script of [true, false]) {
  const how = script ? "by itself" : "by its button, where scripts are off";

  test.describe(`Form Post Response Mode §2: the page posts the response ${how}`, () => {
    test.use({ javaScriptEnabled: script });

    const go = async (page: Page, world: World) => {
      if (script) return;
      await expect(page.locator("main#form-post")).toBeVisible();
      expect(new URL(page.url()).origin).toBe(world.issuer);
      expect(page.url()).not.toMatch(/[?&#](?:code|error|id_token|iss)=/);
      await page.locator("#continue").click();
    };

    test("a code, after sign-in and consent, which the client can redeem", async ({
      page,
      world,
      operator,
      person,
    }) => {
      const party = await registered(world, await operator.addInitialAccessToken());
      const { url, state, checks } = await requestOf(party);
      const violations: string[] = [];
      page.on("console", (message) => violations.push(message.text()));

      await page.goto(url);
      await signIn(page, person);
      await expectPage(page, "consent");
      const arrived = arrival(page, party);
      await allow(page);
      await go(page, world);

      const sent = await arrived;
      const fields = await postedFields(sent, party);
      expect([...fields.keys()].sort()).toEqual(["code", "iss", "session_state", "state"]);
      expect([fields.get("state"), fields.get("iss")]).toEqual([state, world.issuer]);
      const tokens = await oidc.authorizationCodeGrant(party.configuration, asReceived(sent), checks);
      expect(tokens.claims()?.aud).toBe(party.configuration.clientMetadata().client_id);

      await expect(page.locator("h1")).toHaveText("Another site");
      expect(page.url()).toBe(party.redirectUri);
      expect(violations.filter((text) => /content security policy/i.test(text))).toEqual([]);
    });

    test("an error, without any other page", async ({ page, world, operator }) => {
      const party = await registered(world, await operator.addInitialAccessToken());
      const { url, state } = await requestOf(party, { prompt: "none" });
      const arrived = arrival(page, party);
      // The page navigates away before it has loaded. This is not a failed navigation.
      await page.goto(url).catch(() => undefined);
      await go(page, world);

      const fields = await postedFields(await arrived, party);
      expect(Object.fromEntries(fields)).toEqual({
        error: "login_required",
        error_description: expect.any(String),
        state,
        iss: world.issuer,
      });
    });
  });
}

test.describe("OIDC Core §3.3: the hybrid flow, as openid-client verifies it", () => {
  for (const mode of ["fragment", "form_post"]) {
    test(`code id_token by ${mode}: c_hash, nonce, and the ID token of the token endpoint`, async ({
      page,
      world,
      operator,
      person,
    }) => {
      const party = await registered(world, await operator.addInitialAccessToken(), oidc.useCodeIdTokenResponseType);
      const { url, checks } = await requestOf(party, { response_mode: mode });
      await page.goto(url);
      await signIn(page, person);
      await expectPage(page, "consent");
      const arrived = arrival(page, party);
      await allow(page);

      const sent = await arrived;
      await page.waitForURL((at) => at.href.startsWith(party.redirectUri));
      const answer = mode === "form_post" ? asReceived(sent) : new URL(page.url());
      const tokens = await oidc.authorizationCodeGrant(party.configuration, answer, checks);
      const about = await oidc.fetchUserInfo(party.configuration, tokens.access_token, tokens.claims()?.sub ?? "");
      expect(about.email).toBe("carol@example.com");
    });
  }
});

test.describe("resp-06: a mode that would leak", () => {
  test("is refused in the fragment, with nothing in the query", async ({ page, world, operator }) => {
    const party = await registered(world, await operator.addInitialAccessToken(), oidc.useCodeIdTokenResponseType);
    const { url, state } = await requestOf(party, { response_mode: "query" });
    await page.goto(url);
    // The client registered itself, and no one is signed in: the person decides whether to go back (RFC 9700
    // §4.11.2).
    await page.locator("#return").click();
    await page.waitForURL((to) => to.href.startsWith(party.redirectUri));
    const at = new URL(page.url());
    expect(at.search).toBe("");
    const answer = new URLSearchParams(at.hash.slice(1));
    expect([answer.get("error"), answer.get("state")]).toEqual(["invalid_request", state]);
  });
});
