/** The rules of the specification's §4.8 and §5, by number, against the running services. */
import { createServer } from "node:net";
import type { Page } from "@playwright/test";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { allow, expectPage, expectSignedInAtClient, signIn, signInAndAllow } from "../../support/browser/pages.ts";
import { json, send, sendForm } from "../../support/http.ts";
import { arrival, type RelyingParty, userinfo } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";
import { basic, tokenRequest } from "../../support/token-endpoint.ts";
import type { Operator } from "../../support/worlds/operator.ts";
import type { Account, World } from "../../support/worlds/world.ts";

/** The variants that rule 1 names, derived from the registered address. */
const REJECTED: readonly (readonly [name: string, attempt: (registered: string) => string])[] = [
  ["an appended path segment", (uri) => `${uri}/more`],
  ["an appended parameter", (uri) => `${uri}?next=https://evil.test`],
  ["a directory traversal to another page", (uri) => `${uri}/../redirect`],
  ["an encoded traversal", (uri) => `${uri}/%2e%2e/redirect`],
  ["addresses that parsers read differently", (uri) => uri.replace("https://", "https://evil.test\\@")],
  ["userinfo before a foreign host", (uri) => uri.replace(/\/cb$/, "@evil.test/cb")],
  ["a host that only begins with localhost", () => "https://localhost.evil.test/cb"],
  ["an encoded slash", (uri) => uri.replace("/cb", "/%2fcb")],
];

const authorizationAt = (world: World, parameters: Record<string, string>) =>
  `${world.issuer}/authorization?${new URLSearchParams(parameters)}`;

/** A client with a key for request objects, and the function that signs them. */
async function signingClient(operator: Operator, redirectUri: string) {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "k" }] });
  const client = await operator.addClient("--name", "Signing party", "--redirect-uri", redirectUri, "--jwks", jwks);
  const sign = (issuer: string, claims: Record<string, unknown>) =>
    new SignJWT({ client_id: client.clientId, iss: client.clientId, aud: issuer, ...claims })
      .setProtectedHeader({ alg: "ES256", kid: "k", typ: "oauth-authz-req+jwt" })
      .setExpirationTime("2m")
      .sign(privateKey);
  return { ...client, sign };
}

test.describe("specification §4.8 rule 1: redirect_uri is exactly one of the client's whitelist", () => {
  for (const [name, attempt] of REJECTED) {
    test(`rejects ${name}`, async ({ world, rp }) => {
      const { parameters } = await rp.begin({ redirect_uri: attempt(rp.redirectUri) });
      const answer = await send(world, authorizationAt(world, { ...parameters }));
      expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
      expect(answer.body).toContain("invalid_request");
    });
  }

  test("rejects it sent twice, in either order", async ({ world, rp }) => {
    const { url } = await rp.begin();
    for (const twice of [
      `${url}&redirect_uri=https://evil.test/cb`,
      url.replace("?", "?redirect_uri=https://evil.test/cb&"),
    ]) {
      const answer = await send(world, twice);
      expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
    }
  });
});

test.describe("specification §4.8 rule 2: on a whitelisted domain only the registered page is reachable", () => {
  test("an open redirect beside the callback never receives a code", async ({ world, rp }) => {
    const openRedirect = rp.redirectUri.replace("/cb", "/redirect?to=https://evil.test");
    const { parameters } = await rp.begin({ redirect_uri: openRedirect, prompt: "none" });
    const answer = await send(world, authorizationAt(world, { ...parameters }));
    expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
  });
});

test.describe("specification §4.8 rule 3: parameters inside a JWT are validated like those of a query", () => {
  test("every rejected form of redirect_uri is rejected there too, and the registered one is accepted", async ({
    world,
    rp,
    operator,
  }) => {
    const client = await signingClient(operator, rp.redirectUri);
    const { parameters } = await rp.begin();
    const sendObject = async (redirectUri: string) => {
      const request = await client.sign(world.issuer, {
        ...parameters,
        client_id: client.clientId,
        redirect_uri: redirectUri,
      });
      return send(world, authorizationAt(world, { client_id: client.clientId, request }));
    };

    for (const [, attempt] of REJECTED) {
      const answer = await sendObject(attempt(rp.redirectUri));
      expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
    }
    expect((await sendObject(rp.redirectUri)).headers.location).toContain("/login?");
  });
});

test.describe("specification §4.8 rule 4: logo_uri, jwks_uri and request_uri are untrusted addresses", () => {
  test("none of them makes the service connect to an address of its own network", async ({ world, rp, operator }) => {
    let connections = 0;
    const sink = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
    const { port } = sink.address() as { port: number };

    for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0x7f.1", "2130706433"]) {
      const inside = `https://${host}:${port}/x`;
      const register = async (members: object) =>
        send(world, `${world.issuer}/openid/register`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            authorization: `Bearer ${await operator.addInitialAccessToken()}`,
          },
          body: JSON.stringify({ client_name: "Curious", redirect_uris: [rp.redirectUri], ...members }),
        });

      expect((await register({ jwks_uri: inside, token_endpoint_auth_method: "private_key_jwt" })).status).toBe(400);
      const registered = await register({ logo_uri: inside, request_uris: [inside] });
      expect([201, 400]).toContain(registered.status);
      if (registered.status === 201) {
        const clientId = String(json(registered).client_id);
        expect((await send(world, `${world.issuer}/logo/${clientId}`)).status).toBe(404);
        const answer = await send(world, authorizationAt(world, { client_id: clientId, request_uri: inside }));
        expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
      }
    }
    await new Promise((resolve) => sink.close(resolve));
    expect(connections).toBe(0);
  });
});

/** The address at which a sign-in returned to the sample client. */
async function callbackOf(page: Page, world: World, account: Account): Promise<URL> {
  const returned = page.waitForRequest((request) => request.url().startsWith(`${world.client}/callback?`));
  await page.goto(world.client);
  await page.locator("#sign-in").click();
  await signIn(page, account);
  await expectPage(page, "consent");
  await allow(page);
  return new URL((await returned).url());
}

test.describe("specification §4.8 rule 5: state is sent, unguessable, bound to the browser and checked", () => {
  test("by the sample client: a response starts one session, in the browser that sent the request", async ({
    page,
    browser,
    world,
    person,
  }) => {
    const callback = await callbackOf(page, world, person);
    await expectSignedInAtClient(page, world.client);
    expect(callback.searchParams.get("state")).toMatch(/^[\w-]{40,}$/);

    // Again in the same browser, in another one, and with another state.
    expect((await page.goto(callback.href))?.status()).toBe(400);
    const stranger = await browser.newPage({ ignoreHTTPSErrors: true });
    expect((await stranger.goto(callback.href))?.status()).toBe(400);
    const altered = new URL(callback);
    altered.searchParams.set("state", "a".repeat(43));
    expect((await stranger.goto(altered.href))?.status()).toBe(400);
    await stranger.goto(world.client);
    await expect(stranger.locator("#sign-in")).toBeVisible();
    await stranger.close();
  });

  test("by the service: it is returned byte for byte, with success and with an error", async ({
    page,
    world,
    rp,
    person,
  }) => {
    const state = "a b+c&d=e/é%20".repeat(4);
    await signInAndAllow(page, (await rp.begin({ state })).url, person);
    expect((await arrival(page, rp)).searchParams.get("state")).toBe(state);
    const refused = await send(world, (await rp.begin({ state, prompt: "none login" })).url);
    expect(new URL(String(refused.headers.location)).searchParams.get("state")).toBe(state);
  });
});

/** What the script of the sample client would post for a person who signs in by the implicit flow. It is not posted. */
async function implicitAnswer(page: Page, world: World, account: Account): Promise<URLSearchParams> {
  let posted: URLSearchParams | undefined;
  await page.route(`${world.client}/session`, (route) => {
    posted = new URLSearchParams(route.request().postData() ?? "");
    return route.abort();
  });
  await page.goto(world.client);
  await page.locator("#sign-in-implicit").click();
  await signIn(page, account);
  // The consent page is shown the first time only.
  await expect
    .poll(async () => {
      if (posted === undefined && (await page.locator("main#consent").isVisible())) await allow(page);
      return posted;
    })
    .toBeDefined();
  await page.unroute(`${world.client}/session`);
  return new URLSearchParams(posted);
}

/** Posts it as this browser would. */
async function postSession(page: Page, world: World, fields: URLSearchParams): Promise<number> {
  const known = await page.context().cookies(world.client);
  const cookie = known.map(({ name, value }) => `${name}=${value}`).join("; ");
  return (await sendForm(world, `${world.client}/session`, fields, { cookie, origin: world.client })).status;
}

test.describe("specification §4.8 rule 6: posted user ID and access token belong to one person and client", () => {
  test("altered parameters get 403 and no session", async ({ page, browser, world, rp, person, demo }) => {
    const foreign = await tokensOf(rp, await browser.newPage({ ignoreHTTPSErrors: true }), demo);
    const { user_id, access_token, id_token } = foreign;
    for (const changes of [{ user_id }, { access_token }, { id_token }, foreign]) {
      await page.context().clearCookies();
      const answer = await implicitAnswer(page, world, person);
      for (const [name, value] of Object.entries(changes)) answer.set(name, value);
      expect(await postSession(page, world, answer)).toBe(403);

      await page.goto(world.client);
      await expect(page.locator("#sign-in")).toBeVisible();
    }
  });

  test("the unchanged response is accepted once", async ({ page, world, person }) => {
    const answer = await implicitAnswer(page, world, person);
    expect(await postSession(page, world, answer)).toBe(303);
    expect(await postSession(page, world, answer)).toBe(403);
  });

  test("in the browser it ends on the page of claims", async ({ page, world, person }) => {
    await page.goto(world.client);
    await page.locator("#sign-in-implicit").click();
    await signIn(page, person);
    await expectPage(page, "consent");
    await allow(page);
    await expectSignedInAtClient(page, world.client);
  });
});

/** The response that another client received for another person. */
async function tokensOf(rp: RelyingParty, page: Page, account: Account) {
  const begun = await rp.begin({ prompt: "consent" });
  await signInAndAllow(page, begun.url, account);
  const tokens = await rp.redeem(begun, await arrival(page, rp));
  await page.close();
  return {
    user_id: String(tokens.claims()?.sub),
    access_token: tokens.access_token,
    id_token: String(tokens.id_token),
  };
}

test.describe("specification §4.8 rule 7: scope is not widened after consent", () => {
  test("neither at the token endpoint nor at /userinfo", async ({ page, world, rp, person }) => {
    const begun = await rp.begin({ scope: "openid email" });
    await signInAndAllow(page, begun.url, person);
    const code = String((await arrival(page, rp)).searchParams.get("code"));
    const exchange = {
      grant_type: "authorization_code",
      code,
      redirect_uri: rp.redirectUri,
      code_verifier: begun.verifier,
    };

    const wider = await tokenRequest(world, { ...exchange, scope: "openid email phone" }, basic(rp));
    expect([wider.status, json(wider).error]).toEqual([400, "invalid_scope"]);
    const token = String(json(await tokenRequest(world, exchange, basic(rp))).access_token);

    const widened = await send(world, `${world.resource}/userinfo?scope=openid+phone`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([widened.status, json(widened).error]).toEqual([403, "insufficient_scope"]);
    expect(Object.keys(json(await userinfo(world, token))).sort()).toEqual(["email", "sub"]);
  });
});

test.describe("specification §5: authentication", () => {
  test("registration needs a token, the token endpoint a client, /userinfo a token in the header", async ({
    world,
    rp,
  }) => {
    const body = JSON.stringify({ client_name: "Evil", redirect_uris: ["https://evil.test/cb"] });
    const headers = { "content-type": "application/json" };
    expect((await send(world, `${world.issuer}/openid/register`, { method: "POST", headers, body })).status).toBe(401);

    const exchange = {
      grant_type: "authorization_code",
      code: "x",
      redirect_uri: rp.redirectUri,
      client_id: rp.clientId,
    };
    expect((await sendForm(world, `${world.issuer}/token`, exchange)).status).toBe(401);
    expect((await send(world, `${world.resource}/userinfo`)).status).toBe(401);
  });

  test("a person signs in and consents before anything is shared", async ({ page, world, rp, person }) => {
    await page.goto((await rp.begin()).url);
    await expectPage(page, "login");
    await signIn(page, person);
    await expectPage(page, "consent");
    expect(new URL(page.url()).origin).toBe(world.issuer);
  });
});
