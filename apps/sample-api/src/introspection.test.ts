import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createTestIssuer } from "@countersign/guard/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { type Order, openOrders } from "./orders.ts";
import { CREDITOR } from "./payment.ts";
import { createApp, guardOf, introspecting } from "./routes.ts";

const resource = "http://localhost:4005";
const issuer = await createTestIssuer({ resource });

/** Starts a server on a free port. Returns its origin. */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What the issuer was asked with, and whether it calls the token active. */
let asked: (string | undefined)[];
let isActive: boolean;
const endpoint = await listen(async (req, res) => {
  let body = "";
  for await (const chunk of req) body += chunk;
  asked.push(req.headers.authorization);
  const claims = JSON.parse(Buffer.from(String(body.split(".")[1]), "base64url").toString());
  res.end(JSON.stringify(isActive ? { active: true, ...claims } : { active: false }));
});
beforeEach(() => {
  asked = [];
  isActive = true;
});

/** The API with these settings, and requests to it with one token. */
async function api(env: Record<string, string>) {
  const config = readConfig({ ISSUER: "https://issuer.test", RESOURCE: resource, ...env });
  const { introspection } = introspecting(config);
  const asking = introspection && { introspection: { ...introspection, endpoint } };
  const guard = guardOf(config, { issuer: { ...issuer.options, ...asking } });
  const origin = await listen(createApp({ api: guard, orders: openOrders(), config }));
  return async (path: string, claims: object, method = "GET") => {
    const token = await issuer.token({ sub: "alice", scope: "orders:read orders:write", ...claims });
    const answer = await fetch(origin + path, { method, headers: { authorization: `Bearer ${token}` } });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
}

const paying = ({ id, amount, currency }: Order) => ({
  authorization_details: [
    {
      type: "payment",
      instructedAmount: { amount, currency },
      creditorName: CREDITOR.name,
      creditorAccount: { iban: CREDITOR.iban },
      remittanceInformation: id,
    },
  ],
});
const ACCOUNT = { CLIENT_ID: "sample-api", CLIENT_SECRET: "a secret" };

describe("S4: RFC 7662: the issuer is asked whether a token is still valid", () => {
  it("where it pays: a token that was revoked pays nothing", async () => {
    const ask = await api(ACCOUNT);
    const { body } = await ask("/orders", {});
    const [order] = body.orders;
    expect(asked).toEqual([]);

    isActive = false;
    const path = `/orders/${order.id}/payment`;
    expect(await ask(path, paying(order), "POST")).toMatchObject({ status: 401 });
    expect(asked).toEqual([`Basic ${btoa("sample-api:a+secret")}`]);
    isActive = true;
    expect(await ask(path, paying(order), "POST")).toMatchObject({ status: 200, body: { state: "paid" } });
  });

  it("for every request, each time, if the configuration says so", async () => {
    const ask = await api({ ...ACCOUNT, INTROSPECT: "always" });
    expect(await ask("/orders", {})).toMatchObject({ status: 200 });
    isActive = false;
    expect(await ask("/orders", {})).toMatchObject({ status: 401 });
    expect(asked).toHaveLength(2);
  });

  it("nowhere without an account at the issuer: only the token decides", async () => {
    const ask = await api({});
    const { body } = await ask("/orders", {});
    isActive = false;
    const answer = await ask(`/orders/${body.orders[0].id}/payment`, paying(body.orders[0]), "POST");
    expect([answer.status, asked]).toEqual([200, []]);
  });

  it.each([
    [{ CLIENT_ID: "sample-api" }, "CLIENT_SECRET"],
    [{ CLIENT_SECRET: "a secret" }, "CLIENT_SECRET"],
    [{ INTROSPECT: "always" }, "INTROSPECT"],
    [{ ...ACCOUNT, INTROSPECT: "often" }, "INTROSPECT"],
    [{ ...ACCOUNT, CLIENT_SECRET: "development-only-secret", NODE_ENV: "production" }, "CLIENT_SECRET"],
  ])("a configuration that cannot be meant is refused: %o", async (env, variable) => {
    await expect(api(env)).rejects.toThrow(variable);
  });
});
