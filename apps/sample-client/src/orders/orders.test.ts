/** The page of orders: an API with tokens of its own. */
import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { locationOf } from "../testing/browser.ts";
import { clientAndProvider } from "../testing/client-and-provider.ts";
import { COFFEE, type FakeOrders, runFakeOrders } from "../testing/fake-orders.ts";
import { runClient } from "../testing/run-client.ts";

const parties = clientAndProvider();
let api: FakeOrders;
beforeEach(async () => {
  api = await runFakeOrders();
  await start();
});
afterEach(() => api.close());

async function start(env: Record<string, string> = {}): Promise<void> {
  await parties.client.close();
  parties.client = await runClient(parties.provider.origin, { ORDERS_API: api.origin, ...env });
  await come(await parties.browser.visit(`${parties.client.origin}/login`, { method: "POST" }));
}

const press = (path: string, fields: Record<string, string> = {}, origin = parties.client.origin) =>
  parties.browser.visit(parties.client.origin + path, {
    method: "POST",
    headers: { origin },
    body: new URLSearchParams(fields),
  });
/** The provider approves the request that the client sent the browser away with. */
const come = (away: Response) => parties.browser.visit(parties.provider.approve(locationOf(away)).href);
const page = async () => (await parties.browser.visit(`${parties.client.origin}/orders`)).text();
const asked = (away: Response) => Object.fromEntries(new URL(locationOf(away)).searchParams);
const sent = (what: string) => api.requests.filter((request) => request.what === what);
const STRONG =
  'Bearer error="insufficient_user_authentication", acr_values="urn:countersign:acr:mfa phr", max_age="300"';

describe("RFC 8707 §2: access to an API of another party", () => {
  it("is asked for by its resource and scopes, once, and shows the orders", async () => {
    expect(await page()).toContain('id="ask-access"');
    const away = await press("/orders/access");
    expect(asked(away)).toMatchObject({
      resource: api.origin,
      scope: "openid orders:read orders:write",
      code_challenge_method: "S256",
    });
    expect(locationOf(await come(away))).toBe(`${parties.client.origin}/orders`);
    expect(parties.provider.tokenRequests.at(-1)?.get("resource")).toBe(api.origin);

    const shown = await page();
    expect(shown).toContain("Pay 12.50 EUR for coffee");
    expect(shown).toContain("&lt;b&gt;cups&lt;/b&gt;");
    // RFC 8693 §4.1: whom the API behind that one was called by.
    expect(shown).toContain("Reserved in your name by <code>orders-api</code>");
    expect(sent("GET /orders").at(-1)?.headers.authorization).toMatch(/^Bearer at-secret-/);
  });

  it("the token of the sign-in is never sent there", async () => {
    await page();
    expect(api.requests).toEqual([]);
  });

  it("an order is placed", async () => {
    await come(await press("/orders/access"));
    await press("/orders", { item: "tea" });
    expect(sent("POST /orders").map(({ body }) => JSON.parse(body))).toEqual([{ item: "tea" }]);
    expect(await page()).toContain("The order was placed.");
    expect(await page()).not.toContain("The order was placed.");
  });

  it("a token that the API refuses is replaced: the provider decides again", async () => {
    await come(await press("/orders/access"));
    api.answers = { "GET /orders": [401, {}, 'Bearer error="invalid_token"'] };
    expect(await page()).toContain('id="ask-access"');
    expect(asked(await press("/orders/pay", { id: "o-1" }))).toMatchObject({ resource: api.origin });
  });

  it("an answer about another person gives no access", async () => {
    const away = await press("/orders/access");
    parties.provider.lies = { claims: { sub: "mallory" } };
    expect((await come(away)).status).toBe(403);
    expect(await page()).toContain('id="ask-access"');
  });

  it("an answer works once, and only in the browser that asked", async () => {
    const back = parties.provider.approve(locationOf(await press("/orders/access"))).href;
    expect((await fetch(back, { redirect: "manual" })).status).toBe(400);
    expect((await parties.browser.visit(back)).status).toBe(303);
    expect((await parties.browser.visit(back)).status).toBe(400);
  });

  it("of two answers to one request, one pays", async () => {
    await come(await press("/orders/access"));
    const away = locationOf(await press("/orders/pay", { id: "o-1" }));
    const answers = [parties.provider.approve(away), parties.provider.approve(away)];
    const statuses = await Promise.all(answers.map(async ({ href }) => (await parties.browser.visit(href)).status));
    expect(statuses.sort()).toEqual([303, 400]);
    expect(sent("POST /orders/o-1/payment")).toHaveLength(1);
  });
});

describe("RFC 9396 §2: a payment", () => {
  it("asks for exactly the payment of the order, and pays only with that token", async () => {
    await come(await press("/orders/access"));
    const away = await press("/orders/pay", { id: "o-1" });
    expect(JSON.parse(asked(away).authorization_details ?? "")).toEqual([
      {
        type: "payment",
        instructedAmount: { currency: "EUR", amount: "12.50" },
        creditorName: "Sample Orders",
        creditorAccount: { iban: "DE02120300000000202051" },
        remittanceInformation: "o-1",
      },
    ]);
    await come(away);
    const [paid] = sent("POST /orders/o-1/payment");
    expect(await page()).toContain("The order was paid.");
    expect(sent("GET /orders").at(-1)?.headers.authorization).not.toBe(paid?.headers.authorization);
  });

  it("that the person declined pays nothing", async () => {
    await come(await press("/orders/access"));
    const callback = parties.provider.approve(locationOf(await press("/orders/pay", { id: "o-1" })));
    callback.searchParams.delete("code");
    callback.searchParams.set("error", "access_denied");
    await parties.browser.visit(callback.href);
    expect(await page()).toContain("You declined, and nothing was done.");
    expect(sent("POST /orders/o-1/payment")).toEqual([]);
  });

  it.each(["o-2", "o-9", ""])("of the order %j, which is not open, is not asked for", async (id) => {
    await come(await press("/orders/access"));
    expect((await press("/orders/pay", { id })).status).toBe(409);
  });
});

describe("RFC 9470 §4: an act that needs a fresh strong sign-in", () => {
  const cancel = "DELETE /orders/o-1";
  beforeEach(async () => {
    await come(await press("/orders/access"));
    api.answers = { [cancel]: [401, {}, STRONG] };
  });

  it("follows the challenge, and is done after it", async () => {
    const away = await press("/orders/cancel", { id: "o-1" });
    expect(asked(away)).toMatchObject({
      acr_values: "urn:countersign:acr:mfa phr",
      max_age: "300",
      resource: api.origin,
    });
    api.answers = {};
    parties.provider.lies = { claims: { auth_time: Math.floor(Date.now() / 1000) } };
    await come(away);
    expect(sent(cancel)).toHaveLength(2);
    expect(await page()).toContain("The order was cancelled.");
  });

  it("a second challenge is a problem, and no circle", async () => {
    const away = await press("/orders/cancel", { id: "o-1" });
    parties.provider.lies = { claims: { auth_time: Math.floor(Date.now() / 1000) } };
    expect((await come(away)).status).toBe(502);
    expect(sent(cancel)).toHaveLength(2);
  });

  it("an answer that is older than max_age is refused", async () => {
    const away = await press("/orders/cancel", { id: "o-1" });
    parties.provider.lies = { claims: { auth_time: Math.floor(Date.now() / 1000) - 3600 } };
    expect((await come(away)).status).toBe(502);
    expect(sent(cancel)).toHaveLength(1);
  });
});

describe("RFC 9449 §5: tokens that are bound to a key", () => {
  beforeEach(async () => {
    await start({ BIND_TOKENS: "yes" });
  });

  it("are sent with a proof for each request, and open the receipts", async () => {
    await come(await press("/orders/access"));
    expect(await page()).toContain('id="receipts"');
    const [request] = sent("GET /receipts");
    expect(request?.headers.authorization).toMatch(/^DPoP /);
    const proof = String(request?.headers.dpop);
    expect(decodeProtectedHeader(proof).typ).toBe("dpop+jwt");
    expect(decodeJwt(proof)).toMatchObject({ htm: "GET", htu: `${api.origin}/receipts` });
  });

  it("a token that is not bound is refused", async () => {
    parties.provider.lies = { tokens: { token_type: "Bearer" } };
    expect((await come(await press("/orders/access"))).status).toBe(502);
    expect(await page()).toContain('id="ask-access"');
  });
});

describe("what goes wrong", () => {
  it.each([
    ["does not answer in time or fails", [503, {}], 503],
    ["answers with something other than a list of orders", [200, { orders: [{ ...COFFEE, state: "eaten" }] }], 502],
    ["refuses the scope", [403, {}, 'Bearer error="insufficient_scope"'], 502],
  ] as const)("an API that %s is said to the person", async (_, answer, status) => {
    await come(await press("/orders/access"));
    api.answers = { "GET /orders": answer };
    expect((await parties.browser.visit(`${parties.client.origin}/orders`)).status).toBe(status);
  });

  it.each(["/orders", "/orders/access", "/orders/pay", "/orders/cancel"])(
    "a form at %s from another site changes nothing",
    async (path) => {
      expect((await press(path, { id: "o-1" }, "https://evil.example")).status).toBe(403);
      expect(api.requests).toEqual([]);
    },
  );

  it("without a session there is no page, and without ORDERS_API no address", async () => {
    expect((await fetch(`${parties.client.origin}/orders`, { redirect: "manual" })).status).toBe(303);
    await parties.client.close();
    parties.client = await runClient(parties.provider.origin);
    expect((await parties.browser.visit(`${parties.client.origin}/orders`)).status).toBe(404);
  });
});
