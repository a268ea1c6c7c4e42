/** This API calls the stock API in the name of a person (RFC 8693), at a provider that answers what a test wants. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createTestIssuer } from "@countersign/guard/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { openOrders } from "./orders.ts";
import { createApp, guardOf } from "./routes.ts";
import { openStock } from "./stock.ts";

const TOKEN_TYPE = "urn:ietf:params:oauth:token-type:access_token";
const EXCHANGED = { issued_token_type: TOKEN_TYPE, token_type: "DPoP", expires_in: 300, scope: "stock:reserve" };

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Asked {
  readonly what: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What each party was asked, and what it answers. */
let asked: Asked[];
let answers: Record<string, [status: number, body: object]>;
const answering = (urlOf: () => string) =>
  (async (req, res) => {
    let body = "";
    for await (const chunk of req) body += chunk;
    const what = `${req.method} ${req.url}`;
    const document = { issuer: urlOf(), token_endpoint: `${urlOf()}/token` };
    if (req.url?.startsWith("/.well-known/")) return void res.end(JSON.stringify(document));
    asked.push({ what, headers: req.headers, body });
    const [status, json] = answers[what] ?? [404, {}];
    res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
  }) satisfies RequestListener;

const provider: string = await listen(answering(() => provider));
const stockApi: string = await listen(answering(() => stockApi));
const account = { clientId: "sample-api", clientSecret: "a secret" };
const config = readConfig({ ISSUER: provider, RESOURCE: "http://localhost:4005" });
const issuer = await createTestIssuer({ resource: config.resource });
const failures: string[] = [];
const stock = openStock({
  issuer: provider,
  account,
  stockApi,
  onFailure: ({ failure }) => void failures.push(failure),
});
const api = guardOf(config, { issuer: issuer.options });
const origin = await listen(createApp({ api, orders: openOrders(), config, stock }));

let person = 0;
let token: string;
beforeEach(async () => {
  [asked, failures.length] = [[], 0];
  answers = {
    "POST /token": [200, { access_token: "for-stock", ...EXCHANGED }],
    "POST /reservations": [201, { id: "r-1", item: "tea", reserved_by: ["sample-api"] }],
  };
  person += 1;
  token = await issuer.token({ sub: `person-${person}`, scope: "orders:read orders:write" });
});

const order = () =>
  fetch(`${origin}/orders`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: '{"item":"tea"}',
  });
const listed = async () => {
  const answer = await fetch(`${origin}/orders`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { orders: unknown[] }).orders;
};

describe("RFC 8693 §2.1: an order reserves goods at another API, in the name of the person", () => {
  it("the token that came here is exchanged for one of that API, by the account of this one", async () => {
    const answer = await order();
    expect([answer.status, await answer.json()]).toMatchObject([201, { item: "tea", reserved_by: ["sample-api"] }]);

    const [exchange, reservation] = asked;
    expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: token,
      subject_token_type: TOKEN_TYPE,
      resource: stockApi,
      scope: "stock:reserve",
    });
    expect(exchange?.headers).toMatchObject({ authorization: `Basic ${btoa("sample%2Dapi:a+secret")}` });
    expect(exchange?.headers.dpop).toBeDefined();
    expect(reservation).toMatchObject({ what: "POST /reservations", body: '{"item":"tea"}' });
    expect(reservation?.headers).toMatchObject({ authorization: "DPoP for-stock", dpop: expect.any(String) });
  });

  it("RFC 9700 §4.10.2: and is sent to no other API", async () => {
    await order();
    expect(
      asked.filter(({ what, headers }) => what !== "POST /token" && JSON.stringify(headers).includes(token)),
    ).toEqual([]);
  });

  it.each<[string, typeof answers, string]>([
    [
      "the provider refuses",
      { "POST /token": [400, { error: "invalid_target", error_description: "resource is the target of no policy" }] },
      "invalid_target: resource is the target of no policy",
    ],
    ["the stock API refuses", { "POST /reservations": [409, {}] }, "the stock API answered 409"],
    ["the stock API answers something else", { "POST /reservations": [201, { id: "r-1" }] }, "reserved_by"],
  ])("nothing is ordered if %s, and the log says why, without a token", async (_, changes, reason) => {
    answers = { ...answers, ...changes };
    expect((await order()).status).toBe(502);
    expect(await listed()).toHaveLength(2);
    expect(failures).toEqual([expect.stringContaining(reason)]);
    expect(failures.join()).not.toContain(token);
  });

  it("a person with too many orders reserves nothing more", async () => {
    for (let n = 2; n < 50; n += 1) await order();
    asked = [];
    expect([(await order()).status, asked]).toEqual([409, []]);
  });
});

describe("the configuration", () => {
  it.each([{ STOCK_API: "stock" }, { STOCK_API: "http://localhost:4008/" }, { STOCK_API: "http://localhost:4008" }])(
    "refuses %o without an account, or in another form",
    (env) => {
      expect(() => readConfig({ ISSUER: provider, RESOURCE: "http://localhost:4005", ...env })).toThrow("STOCK_API");
    },
  );
});
