import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createTestIssuer } from "@countersign/guard/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { createApp, guardOf } from "./routes.ts";
import { openStock } from "./stock.ts";

const given = { ISSUER: "https://issuer.test", RESOURCE: "http://localhost:4008" };
const config = readConfig(given);
const issuer = await createTestIssuer({ resource: config.resource });
const api = guardOf({ ...config, issuer: issuer.options.issuer }, { issuer: issuer.options });
const server = createServer(createApp(api, openStock())).listen(0, "127.0.0.1");
await once(server, "listening");
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

let person = 0;
let sub: string;
beforeEach(() => {
  person += 1;
  sub = `person-${person}`;
});

const both = { scope: "stock:read stock:reserve", client_id: "sample-api", act: { sub: "sample-api" } };

async function ask(claims: object, body?: unknown) {
  const headers = {
    authorization: `Bearer ${await issuer.token({ sub, ...claims })}`,
    "content-type": "application/json",
  };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const init = body === undefined ? {} : { method: "POST", body: text };
  const answer = await fetch(`${origin}/reservations`, { headers, ...init });
  const challenge = answer.headers.get("www-authenticate") ?? "";
  return { status: answer.status, challenge, body: JSON.parse((await answer.text()) || "null") };
}
const reserved = async (claims: object = both) => (await ask(claims)).body.reservations;

describe("RFC 8693 §4.1: who acts, and for whom", () => {
  it("tex-r06: a reservation is the person's, and says which API made it", async () => {
    const { status, body } = await ask(both, { item: "tea" });
    expect([status, body]).toEqual([201, { id: expect.any(String), item: "tea", reserved_by: ["sample-api"] }]);
    expect(await reserved()).toEqual([body]);
    expect(await reserved({ ...both, sub: "another" })).toEqual([]);
  });

  it("tex-r06: and which one called that one", async () => {
    const act = { sub: "warehouse", act: { sub: "sample-api" } };
    expect((await ask({ ...both, act }, { item: "tea" })).body.reserved_by).toEqual(["warehouse", "sample-api"]);
  });

  it.each([
    ["a token that names no actor", { act: undefined }, 403, "insufficient_scope"],
    ["the scope stock:read", { scope: "stock:read" }, 403, "insufficient_scope"],
    ["the token of the API that calls", { aud: "http://localhost:4005" }, 401, "invalid_token"],
  ])("nothing is reserved with %s", async (_, claims, status, error) => {
    const refused = await ask({ ...both, ...claims }, { item: "tea" });
    expect([refused.status, refused.challenge]).toEqual([status, expect.stringContaining(error)]);
    expect(await reserved()).toEqual([]);
  });
});

describe("the requests", () => {
  it.each([
    ["another item", { item: "gold" }, 400],
    ["no JSON", "{", 400],
    ["A4: a member twice", '{"item":"tea","item":"cups"}', 400],
    ["too much", { item: "x".repeat(5000) }, 413],
  ])("one with %s is refused", async (_, body, status) => {
    expect(await ask(both, body)).toMatchObject({ status });
    expect(await reserved()).toEqual([]);
  });

  it("a person has at most 50 reservations", async () => {
    for (let n = 0; n < 50; n += 1) await ask(both, { item: "tea" });
    expect(await ask(both, { item: "tea" })).toMatchObject({ status: 409 });
  });

  it.each([
    ["/.well-known/oauth-protected-resource", 200],
    ["/health/ready", 200],
    ["/reservations", 401],
    ["/other", 404],
  ])("GET %s is %i", async (path, status) => {
    expect((await fetch(origin + path)).status).toBe(status);
  });

  it.each([{ PORT: "x" }, { ISSUER: "" }, { RESOURCE: "stock" }])("the configuration refuses %o", (env) => {
    expect(() => readConfig({ ...given, ...env })).toThrow(Object.keys(env)[0]);
  });
});
