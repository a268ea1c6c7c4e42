import { decodeJwt } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { locationOf } from "../testing/browser.ts";
import { clientAndProvider } from "../testing/client-and-provider.ts";
import { type FakeOrders, runFakeOrders } from "../testing/fake-orders.ts";
import { runClient } from "../testing/run-client.ts";

const parties = clientAndProvider();
let api: FakeOrders;
beforeEach(async () => {
  api = await runFakeOrders();
});
afterEach(() => api.close());

/** Signs in at a client with these settings. Returns the page that is shown then. */
async function signIn(env: Record<string, string>): Promise<string> {
  await parties.client.close();
  parties.client = await runClient(parties.provider.origin, env);
  const { origin } = parties.client;
  const away = await parties.browser.visit(`${origin}/login`, { method: "POST", headers: { origin } });
  await parties.browser.visit(parties.provider.approve(locationOf(away)).href);
  return (await parties.browser.visit(origin)).text();
}

describe("S7: RFC 6750 §2.1: a sign-in calls the API that the configuration names", () => {
  it("once, with its access token, and the page says what the API answered", async () => {
    const page = await signIn({ API_URL: `${api.origin}/accounts?all=1` });
    expect(api.requests.map(({ what }) => what)).toEqual(["GET /accounts?all=1"]);
    expect(api.requests[0]?.headers.authorization).toMatch(/^Bearer at-secret-/);
    expect(page).toContain("It answered 200.");
  });

  it("RFC 9449 §7: with a proof for a token that is bound", async () => {
    await signIn({ API_URL: `${api.origin}/accounts`, BIND_TOKENS: "yes" });
    const headers = api.requests[0]?.headers;
    expect(headers?.authorization).toMatch(/^DPoP /);
    expect(decodeJwt(String(headers?.dpop))).toMatchObject({ htm: "GET", htu: `${api.origin}/accounts` });
  });

  it.each([
    ["refuses the token", [401, {}, 'Bearer error="invalid_token"'], "It answered 401."],
    ["fails", [500, {}], "It could not answer."],
  ] as const)("an API that %s does not end the sign-in", async (_, answer, said) => {
    api.answers = { "GET /accounts": answer };
    const page = await signIn({ API_URL: `${api.origin}/accounts` });
    expect(page).toContain('id="sign-out"');
    expect(page).toContain(said);
  });

  it("nor does one that cannot be reached", async () => {
    await api.close();
    const page = await signIn({ API_URL: `${api.origin}/accounts` });
    expect(page).toContain('id="sign-out"');
    expect(page).toContain("It could not answer.");
  });

  it("no API is called if none is named, nor before every check of the sign-in has passed", async () => {
    expect(await signIn({})).not.toContain("An API was called");
    parties.provider.lies = { claims: { nonce: "another" } };
    await signIn({ API_URL: `${api.origin}/accounts` });
    expect(api.requests).toEqual([]);
  });
});
