import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { alice } from "../testing/test-person.ts";
import { outcome, refusal, responseSecret, startWorld } from "../testing/test-world.ts";
import { userinfoResponses } from "./userinfo-response.ts";

const JWS = "eyJhbGciOiJSUzI1NiJ9.e30.c2ln";
const JWE = "eyJhbGciOiJFQ0RILUVTIn0..aXY.Y3Q.dGFn";

let answer: RequestListener;
let asked: { authorization: string | undefined; body: string }[] = [];
const issuer = createServer((req, res) => {
  let body = "";
  req.on("data", (chunk) => {
    body += chunk;
  });
  req.on("end", () => {
    asked.push({ authorization: req.headers.authorization, body });
    answer(req, res);
  });
});
await new Promise<void>((resolve) => issuer.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/internal/userinfo-response`;
const server = await startWorld(undefined, userinfoResponses({ url, secret: responseSecret, timeoutMs: 300 }));
const plain = await startWorld(undefined, userinfoResponses({ url, secret: undefined }));
afterAll(async () => {
  issuer.closeAllConnections();
  issuer.close();
  await Promise.all([server.stop(), plain.stop()]);
});

const says =
  (status: number, text: string, type = "application/jwt"): RequestListener =>
  (_req, res) =>
    res.writeHead(status, { "content-type": type }).end(text);
beforeEach(() => {
  for (const { world, reset } of [server, plain]) {
    reset();
    world.row = { ...alice, wants_jwt: true };
  }
  answer = says(200, JWS);
  asked = [];
});

describe("OIDC Core §5.3.2: a client that registered for a JWT", () => {
  it.each([JWS, JWE])("gets the response that the authorization server made: %s", async (jwt) => {
    answer = says(200, jwt);
    const response = await server.get();
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/jwt"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toBe(jwt);
  });

  it("the authorization server receives the token and the narrowed scope", async () => {
    await server.get("?scope=email");
    const body = new URLSearchParams({ token: server.token, scope: "email" }).toString();
    expect(asked).toEqual([{ authorization: `Bearer ${responseSecret}`, body }]);
  });

  it("the authorization server is not asked for an invalid token, nor for a client that wants JSON", async () => {
    expect((await server.get("", server.bearer("x"))).status).toBe(401);
    expect((await server.get("?scope=admin")).status).toBe(403);
    server.world.row = alice;
    await expect(server.get().then((response) => response.json())).resolves.toMatchObject({ sub: "alice" });
    expect(asked).toEqual([]);
  });
});

describe("ev.6: a client for which claims are made", () => {
  beforeEach(() => {
    server.world.row = { ...alice, is_mapped: true };
    plain.world.row = { ...alice, is_mapped: true };
  });

  it("gets the JSON that the authorization server made, and no other answer", async () => {
    answer = says(200, '{"sub":"alice","upn":"a"}', "application/json; charset=utf-8");
    const response = await server.get("?scope=openid");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(await response.json()).toEqual({ sub: "alice", upn: "a" });
    answer = says(200, JWS);
    await expect(server.get().then(outcome)).resolves.toEqual(unavailable());
    answer = says(503, "{}", "application/json");
    await expect(server.get().then(outcome)).resolves.toEqual(unavailable());
    await expect(plain.get().then(outcome)).resolves.toEqual(unavailable());
  });

  it("that registered for a JWT gets only a JWT", async () => {
    server.world.row = { ...alice, is_mapped: true, wants_jwt: true };
    answer = says(200, '{"sub":"alice"}', "application/json");
    await expect(server.get().then(outcome)).resolves.toEqual(unavailable());
  });
});

describe("architecture §5: a client that registered a signature never gets plain claims", () => {
  it.each([
    ["a token that ended in the meantime", says(401, "{}"), refusal(401, "invalid_token")],
    ["a scope that ended in the meantime", says(403, "{}"), refusal(403, "insufficient_scope")],
    ["an address that is not there", says(404, "not found", "text/html"), unavailable()],
    ["a failure", says(500, "{}"), unavailable()],
    ["an answer that is JSON", says(200, '{"sub":"alice"}', "application/json"), unavailable()],
    ["claims that call themselves a JWT", says(200, '{"sub":"alice"}'), unavailable()],
    ["an answer that is too long", says(200, `e30.e30.${"x".repeat(70_000)}`), unavailable()],
    ["silence", () => {}, unavailable()],
    ["a redirect", (_req, res) => res.writeHead(307, { location: url }).end(), unavailable()],
  ] as [string, RequestListener, ReturnType<typeof unavailable>][])("%s", async (_, listener, expected) => {
    answer = listener;
    const response = await server.get();
    expect(response.status === 503 ? response.headers.get("retry-after") : null).toBe(
      expected.status === 503 ? "5" : null,
    );
    await expect(outcome(response)).resolves.toEqual(expected);
  });

  it("also not if this service has no secret for the authorization server", async () => {
    await expect(plain.get().then(outcome)).resolves.toEqual(unavailable());
    expect(asked).toEqual([]);
  });

  it("no log contains the secret", async () => {
    await server.get();
    answer = says(500, "{}");
    await server.get();
    expect(JSON.stringify(server.world.log)).not.toContain(responseSecret);
  });
});

function unavailable() {
  return { status: 503, error: "temporarily_unavailable", challenged: undefined };
}
