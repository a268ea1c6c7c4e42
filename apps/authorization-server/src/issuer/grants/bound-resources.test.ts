import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Browser, type Fields, openBrowser } from "../../../testing/browser.ts";
import { redirectUriOf } from "../../../testing/clients/clients.ts";
import { post } from "../../../testing/clients/tokens.ts";
import { agree, authorizationOf, basic, codeFor, redeem, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer } from "../../../testing/world.ts";
import { addResourceServer, changeResourceServer } from "../../administration/resource-servers/resource-servers.ts";

const orders = "https://orders.example";
const stock = "https://stock.example";
const client = "resourceClient";
const refused = { status: 400, body: { error: "invalid_dpop_proof" } };
const { publicKey, privateKey } = await generateKeyPair("ES256");
const jwk = await exportJWK(publicKey);
const jkt = await calculateJwkThumbprint(jwk);

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
  service.pass(600); // The memory of proofs is older than every proof.
  const about = { accessTokenSigningAlg: "EdDSA", accessTokenTtlSeconds: 900, listed: false } as const;
  for (const [identifier, dpopBoundAccessTokensRequired] of [[orders, true] as const, [stock, false] as const]) {
    const settings = { ...about, name: identifier, scopes: ["read", "api:read"], dpopBoundAccessTokensRequired };
    await addResourceServer(service.database, { identifier, ...settings }, byOperatorAt(service.clock.now));
  }
});
afterAll(() => service.close());
beforeEach(async () => {
  await setRequired(true);
  await service.rows("DELETE FROM consent");
  browser = openBrowser(service.origin);
});

async function setRequired(dpopBoundAccessTokensRequired: boolean): Promise<void> {
  await changeResourceServer(service.database, orders, { dpopBoundAccessTokensRequired }, byOperatorAt(new Date()));
  service.deps.resources.forget();
}

async function proof(): Promise<Record<string, string>> {
  const iat = Math.floor(service.clock.now.getTime() / 1000);
  const dpop = await new SignJWT({ jti: crypto.randomUUID(), htm: "POST", htu: `${issuer}/token`, iat })
    .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
    .sign(privateKey);
  return { dpop };
}
const ask = async (fields: Fields, headers: Record<string, string> = {}) =>
  post(service.origin, "/token", fields, { ...basic(client), ...headers });
const code = (changes: Fields = {}) =>
  codeFor(browser, client, { scope: "openid offline_access read", resource: orders, prompt: "consent", ...changes });
const exchange = (given: string, headers: Record<string, string> = {}, changes: Fields = {}) =>
  redeem(service.origin, given, { redirect_uri: redirectUriOf(client), ...changes }, { ...basic(client), ...headers });
const refresh = (refresh_token: string, headers: Record<string, string> = {}, changes: Fields = {}) =>
  ask({ grant_type: "refresh_token", refresh_token, ...changes }, headers);

describe("RFC 9728 §2, RFC 9449 §5: a resource server that requires bound tokens", () => {
  it("a client that acts for itself gets none without a proof", async () => {
    const fields = { grant_type: "client_credentials", resource: orders };
    const asService = (headers: Record<string, string>) =>
      post(service.origin, "/token", fields, { ...basic("serviceClient"), ...headers });
    expect(await asService({})).toMatchObject(refused);
    const { body } = await asService(await proof());
    expect([body.token_type, decodeJwt(body.access_token)]).toMatchObject(["DPoP", { aud: orders, cnf: { jkt } }]);
  });

  it.each([
    ["named", { resource: orders }],
    ["the only one", {}],
  ])("a code brings none without a proof, and is not spent (%s)", async (_, changes) => {
    const given = await code();
    expect(await exchange(given, {}, changes)).toMatchObject(refused);
    const { body } = await exchange(given, await proof(), changes);
    expect([body.token_type, decodeJwt(body.access_token)]).toMatchObject(["DPoP", { aud: orders, cnf: { jkt } }]);
  });

  it("a refresh token brings none without a proof, and is not spent", async () => {
    const { body: first } = await exchange(await code(), await proof());
    expect(await refresh(first.refresh_token)).toMatchObject(refused);
    expect(await refresh(first.refresh_token, await proof())).toMatchObject({ body: { token_type: "DPoP" } });
    // The same request again: its successor is not used yet.
    expect(await refresh(first.refresh_token)).toMatchObject(refused);
  });

  it("another resource server of the same authorization has plain tokens", async () => {
    const { body } = await exchange(await code({ resource: [orders, stock] }), {}, { resource: stock });
    expect([body.token_type, decodeJwt(body.access_token)]).toMatchObject(["Bearer", { aud: stock }]);
    expect(await refresh(body.refresh_token, {}, { resource: orders })).toMatchObject(refused);
    expect(await refresh(body.refresh_token, {}, { resource: stock })).toMatchObject({
      body: { token_type: "Bearer" },
    });
  });

  it("a refusal for another reason keeps that reason", async () => {
    const { body } = await exchange(await code(), await proof());
    expect(await refresh(body.refresh_token, await proof(), { scope: "write" })).toMatchObject({
      body: { error: "invalid_scope" },
    });
  });

  it("no token for it comes through the browser", async () => {
    const front = { response_type: "code token", scope: "read" };
    const answer = await browser.get(authorizationOf(client, { ...front, resource: orders }));
    expect(answer.location?.hash).toContain("error=invalid_target");
    const page = await signIn(browser, await browser.get(authorizationOf(client, { ...front, resource: stock })));
    expect((await agree(browser, page)).location?.hash).toContain("access_token=");
  });

  it("a code that was given before it required them brings none either", async () => {
    await setRequired(false);
    const given = await code();
    await setRequired(true);
    expect(await exchange(given)).toMatchObject(refused);
  });
});
