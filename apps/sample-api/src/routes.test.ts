import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createTestIssuer } from "@countersign/guard/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { type Order, openOrders } from "./orders.ts";
import { CREDITOR } from "./payment.ts";
import { createApp, guardOf } from "./routes.ts";

const given = { ISSUER: "https://issuer.test", RESOURCE: "http://localhost:4005" };
const config = readConfig(given);
const { resource } = config;
const issuer = await createTestIssuer({ resource });
const api = guardOf({ ...config, issuer: issuer.options.issuer }, { issuer: issuer.options });
const server = createServer(createApp({ api, orders: openOrders(), config })).listen(0, "127.0.0.1");
await once(server, "listening");
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

const both = { scope: "orders:read orders:write" };
let person = 0;
let sub: string;
beforeEach(() => {
  person += 1;
  sub = `person-${person}`;
});

interface Asked {
  readonly method?: string;
  readonly claims?: object;
  readonly body?: unknown;
}

async function ask(path: string, { method = "GET", claims = both, body }: Asked = {}) {
  const headers = {
    authorization: `Bearer ${await issuer.token({ sub, ...claims })}`,
    "content-type": "application/json",
  };
  const init = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  return answerOf(await fetch(`${origin}${path}`, { method, headers, ...init }));
}

const answerOf = async (response: Response) => ({
  status: response.status,
  challenge: response.headers.get("www-authenticate") ?? "",
  body: JSON.parse((await response.text()) || "null"),
});
const firstOrder = async (): Promise<Order> => (await ask("/orders")).body.orders[0];

describe("RFC 6750 §3: orders need a token of this API, and the scope", () => {
  it("are those of the person", async () => {
    const { body } = await ask("/orders");
    expect(body.orders).toMatchObject([{ item: "coffee", state: "open" }, { item: "cups" }]);
    const { body: placed } = await ask("/orders", { method: "POST", body: { item: "tea" } });
    expect(placed).toMatchObject({ item: "tea", amount: "9.00", currency: "EUR" });
    expect((await ask("/orders")).body.orders).toHaveLength(3);
    expect((await ask("/orders", { claims: { ...both, sub: "somebody else" } })).body.orders).toHaveLength(2);
  });

  it("without a token: 401, and where to get one (RFC 9728 §5.1)", async () => {
    const refused = await answerOf(await fetch(`${origin}/orders`));
    expect([refused.status, refused.challenge]).toEqual([
      401,
      expect.stringContaining(`resource_metadata="${resource}/.well-known/oauth-protected-resource"`),
    ]);
  });

  it.each([
    ["orders:read does not order", "POST", { scope: "orders:read" }, 403],
    ["orders:write does not read", "GET", { scope: "orders:write" }, 403],
    ["a token for another API", "GET", { ...both, aud: "https://other.example" }, 401],
  ])("%s", async (_, method, claims, status) => {
    const body = method === "POST" ? { body: { item: "tea" } } : {};
    expect(await ask("/orders", { method, claims, ...body })).toMatchObject({ status });
    expect((await ask("/orders")).body.orders).toHaveLength(2);
  });

  it.each([
    ["another item", { item: "gold" }, 400],
    ["no JSON", "{", 400],
    ["A4: a member twice", '{"item":"tea","item":"cups"}', 400],
    ["too much", { item: "x".repeat(5000) }, 413],
  ])("a request with %s is refused", async (_, body, status) => {
    expect(await ask("/orders", { method: "POST", body })).toMatchObject({ status });
  });

  it("a person has at most 50 orders", async () => {
    for (let n = 2; n < 50; n += 1) await ask("/orders", { method: "POST", body: { item: "tea" } });
    expect(await ask("/orders", { method: "POST", body: { item: "tea" } })).toMatchObject({ status: 409 });
  });
});

describe("RFC 9396 §2: a payment needs authorization details that fit the order", () => {
  const fitting = ({ id, amount, currency }: Order) => ({
    type: "payment",
    instructedAmount: { amount, currency },
    creditorName: CREDITOR.name,
    creditorAccount: { iban: CREDITOR.iban },
    remittanceInformation: id,
  });
  const pay = (order: Order, details: readonly object[]) =>
    ask(`/orders/${order.id}/payment`, { method: "POST", claims: { ...both, authorization_details: details } });

  it("is made once", async () => {
    const order = await firstOrder();
    expect(await pay(order, [fitting(order)])).toMatchObject({ status: 200, body: { state: "paid" } });
    expect(await pay(order, [fitting(order)])).toMatchObject({ status: 404 });
    expect(await firstOrder()).toMatchObject({ id: order.id, state: "paid" });
  });

  it.each<[string, (order: Order) => readonly object[]]>([
    ["none", () => []],
    ["of another type", (order) => [{ ...fitting(order), type: "account" }]],
    ["for less", (order) => [{ ...fitting(order), instructedAmount: { amount: "1.00", currency: "EUR" } }]],
    [
      "in another currency",
      (order) => [{ ...fitting(order), instructedAmount: { amount: order.amount, currency: "X" } }],
    ],
    ["for another account", (order) => [{ ...fitting(order), creditorAccount: { iban: "DE0" } }]],
    ["for another order", (order) => [{ ...fitting(order), remittanceInformation: "another" }]],
    ["malformed", () => [{ type: "payment", instructedAmount: "12.50" }]],
  ])("is refused with details %s", async (_, details) => {
    const order = await firstOrder();
    const refused = await pay(order, details(order));
    expect([refused.status, refused.challenge]).toEqual([403, expect.stringContaining("insufficient_scope")]);
    expect(await firstOrder()).toMatchObject({ state: "open" });
  });
});

describe("RFC 9470 §3: to cancel an order needs a fresh and strong sign-in", () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  const cancel = async (signIn: object) =>
    ask(`/orders/${(await firstOrder()).id}`, { method: "DELETE", claims: { ...both, ...signIn } });

  it("sup-r01: is done after one", async () => {
    const fresh = { acr: "urn:countersign:acr:mfa", auth_time: seconds() - 10 };
    expect(await cancel(fresh)).toMatchObject({ status: 200, body: { state: "cancelled" } });
  });

  it.each([
    ["weak", { acr: "urn:countersign:acr:password", auth_time: seconds() }],
    ["old", { acr: "phr", auth_time: seconds() - 400 }],
    ["unknown", {}],
  ])("sup-r01: a sign-in that is %s is challenged, with what it must reach", async (_, signIn) => {
    const { status, challenge } = await cancel(signIn);
    expect(status).toBe(401);
    expect(challenge).toContain('error="insufficient_user_authentication"');
    expect(challenge).toContain('acr_values="urn:countersign:acr:mfa phr phrh"');
    expect(challenge).toMatch(/max_age="?300/);
    expect(await firstOrder()).toMatchObject({ state: "open" });
  });
});

describe("RFC 9449 §7: receipts need a token that is bound to a key", () => {
  it("dpop-r12: a bearer token is refused, and a bound one with its proof is accepted", async () => {
    expect(await ask("/receipts")).toMatchObject({ status: 401 });
    const key = await issuer.key();
    const token = await issuer.token({ sub, ...both, cnf: { jkt: key.jkt } });
    const send = async (nonce?: string) => {
      const dpop = await key.proof({ method: "GET", url: `${resource}/receipts`, token, ...(nonce && { nonce }) });
      return fetch(`${origin}/receipts`, { headers: { authorization: `DPoP ${token}`, dpop } });
    };
    const first = await send();
    // The memory of proofs was just made, so the guard asks for a nonce.
    const answer = first.status === 401 ? await send(first.headers.get("dpop-nonce") ?? "") : first;
    expect([answer.status, await answer.json()]).toEqual([200, { receipts: [] }]);
  });
});

describe("RFC 9728 §3: metadata, and health", () => {
  it("names the issuer, the scopes and the types of authorization details", async () => {
    const { body } = await answerOf(await fetch(`${origin}/.well-known/oauth-protected-resource`));
    expect(body).toMatchObject({
      resource,
      authorization_servers: [issuer.options.issuer],
      scopes_supported: ["orders:read", "orders:write"],
      authorization_details_types_supported: ["payment"],
    });
  });

  it.each([
    ["/health/ready", 200],
    ["/health/live", 200],
    ["/other", 404],
  ])("GET %s is %i", async (path, status) => {
    expect((await fetch(`${origin}${path}`)).status).toBe(status);
  });
});

describe("the configuration", () => {
  it.each([
    { PORT: "x" },
    { ISSUER: "" },
    { RESOURCE: "orders" },
    { STRONG_ACR_VALUES: " " },
    { STRONG_MAX_AGE_SECONDS: "-1" },
  ])("refuses %o", (env) => {
    expect(() => readConfig({ ...given, ...env })).toThrow(Object.keys(env)[0]);
  });
});
