import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { remoteJwks } from "@countersign/jwt";
import { ProtocolError } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { resourceServer } from "./app.ts";
import type { UserinfoRow } from "./store.ts";
import { startIssuer, type TestIssuer } from "./test-issuer.ts";
import { alice } from "./test-person.ts";
import { tokenVerification } from "./verification.ts";

const now = new Date("2030-01-01T12:00:00Z");
const resource = "http://localhost:4001";

let issuer: TestIssuer;
let server: Server;
let url: string;
let token: string;
let row: UserinfoRow | undefined;
let databaseIsDown: boolean;
let errors: object[];

const store = {
  async find() {
    if (databaseIsDown)
      throw new ProtocolError("temporarily_unavailable", "the service cannot answer now", "database: gone");
    return row;
  },
};

beforeAll(async () => {
  issuer = await startIssuer(resource);
  const keys = remoteJwks(`${issuer.issuer}/jwks`, { now: () => now });
  const verify = tokenVerification({ keys, issuer: issuer.issuer, audience: resource, now: () => now });
  const logger = { info: () => {}, error: (fields: object) => errors.push(fields) };
  server = createServer(resourceServer({ verify, store, resource }, logger));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/userinfo`;
  token = await issuer.accessToken(now);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await issuer.stop();
});
beforeEach(() => {
  row = alice;
  databaseIsDown = false;
  errors = [];
});

const bearer = (value = token) => ({ authorization: `Bearer ${value}` });
const get = (query = "", headers: Record<string, string> = bearer()) => fetch(`${url}${query}`, { headers });
const post = (form: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    body: form,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });

/** Status, error code and challenge of an answer: the three must agree. */
async function outcome(response: Response) {
  const body = await response.text();
  const { error } = body === "" ? {} : JSON.parse(body);
  const challenged = response.headers.get("www-authenticate")?.match(/error="([a-z_]+)"/)?.[1];
  return { status: response.status, error, challenged };
}
const refusal = (status: number, error: string) => ({ status, error, challenged: error });

describe("OIDC Core §5.3: the UserInfo endpoint", () => {
  it.each([
    ["GET with a header", () => get()],
    ["POST with a header", () => fetch(url, { method: "POST", headers: bearer() })],
    ["POST with a form", () => post(`access_token=${token}`)],
    [
      "POST with a form in a charset",
      () => post(`access_token=${token}`, { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" }),
    ],
    ["the scheme in lower case", () => get("", { authorization: `bearer ${token}` })],
  ])("answers %s", async (_, send) => {
    const response = await send();
    expect(response.status).toBe(200);
    await expect(response.json()).resolves.toMatchObject({
      sub: "alice",
      email: "alice@example.com",
      email_verified: true,
    });
  });

  it("at-16: is JSON that stays in no cache, for any origin, and never with credentials", async () => {
    const { headers } = await get("", { ...bearer(), origin: "https://spa.example" });
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("set-cookie")).toBeNull();
  });

  it("gives the claims of the token's scopes alone", async () => {
    const minimal = await get("", bearer(await issuer.accessToken(now, { scope: "openid" })));
    await expect(minimal.json()).resolves.toEqual({ sub: "alice" });
  });
});

describe("§4.8 rule 7: scope is not widened at /userinfo", () => {
  it.each([
    ["a scope in the query", () => get("?scope=openid+phone")],
    ["a scope in the form", () => post(`access_token=${token}&scope=phone`)],
    ["a scope that no one defined", () => get("?scope=admin")],
    ["a scope with a line break (at-17)", () => get("?scope=x%22%0D%0AX:%20y")],
  ])("refuses %s that was not granted", async (_, send) => {
    await expect(send().then(outcome)).resolves.toEqual(refusal(403, "insufficient_scope"));
  });

  it("refuses a scope that the token has and the authorization has not", async () => {
    row = { ...alice, scopes: ["openid"] };
    const response = await get("?scope=email");
    expect(response.headers.get("www-authenticate")).toContain('scope="openid"');
    await expect(outcome(response)).resolves.toEqual(refusal(403, "insufficient_scope"));
  });

  it("narrows to a scope that was granted", async () => {
    const response = await get("?scope=email");
    await expect(response.json()).resolves.toEqual({ sub: "alice", email: "alice@example.com", email_verified: true });
  });
});

describe("RFC 6750 §3.1: requests that are refused", () => {
  it("at-01: without credentials there is a challenge, and no error", async () => {
    const response = await get("", {});
    expect(response.headers.get("www-authenticate")).toBe('Bearer realm="userinfo"');
    await expect(outcome(response)).resolves.toEqual({ status: 401, error: undefined, challenged: undefined });
  });

  it.each([
    ["a token in the query (at-02)", () => get(`?access_token=${token}`, {})],
    [
      "a token in the query of a POST (at-02)",
      () => fetch(`${url}?access_token=${token}`, { method: "POST", headers: bearer() }),
    ],
    ["header and form (at-03)", () => post(`access_token=${token}`, bearer())],
    ["a repeated access_token (at-03)", () => post(`access_token=${token}&access_token=${token}`)],
    ["a repeated scope", () => get("?scope=openid&scope=email")],
    [
      "a scope in query and form",
      () =>
        fetch(`${url}?scope=email`, {
          method: "POST",
          body: new URLSearchParams({ access_token: token, scope: "email" }),
        }),
    ],
  ])("400 for %s", async (_, send) => {
    await expect(send().then(outcome)).resolves.toEqual(refusal(400, "invalid_request"));
  });

  it("at-03: 400 for two Authorization headers, which Node's `headers` would hide", async () => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.end(
      `GET /userinfo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    const received = Buffer.concat(await socket.toArray()).toString();
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toContain('"error":"invalid_request"');
  });

  it("ignores a body that is not a form: §2.2 knows no other", async () => {
    const json = await post(JSON.stringify({ access_token: token }), { "content-type": "application/json" });
    await expect(outcome(json)).resolves.toEqual({ status: 401, error: undefined, challenged: undefined });
  });

  it.each([
    ["an ID token (at-06)", () => issuer.idToken(now)],
    ["a refresh token (at-07)", async () => "b64urlopaque_refresh-token"],
    ["another audience (at-08)", () => issuer.accessToken(now, { aud: "https://other.example" })],
    ["an issuer with a slash (at-10)", () => issuer.accessToken(now, { iss: `${issuer.issuer}/` })],
    ["an expired token", () => issuer.accessToken(now, { exp: now.getTime() / 1000 - 60 })],
    ["a truncated token (at-11)", async () => token.slice(0, -1)],
    ["an extended token (at-11)", async () => `${token}A`],
    ["a token of another client's authorization", () => issuer.accessToken(now, { client_id: "other" })],
  ])("401 for %s", async (_, make) => {
    await expect(get("", bearer(await make())).then(outcome)).resolves.toEqual(refusal(401, "invalid_token"));
  });

  it.each([
    ["without openid (at-04)", { scope: "email" }],
    ["without any scope, as of client_credentials (at-13)", { scope: undefined }],
  ])("403 for a token %s", async (_, changes) => {
    const response = await get("", bearer(await issuer.accessToken(now, changes)));
    expect(response.headers.get("www-authenticate")).toContain('scope="openid"');
    await expect(outcome(response)).resolves.toEqual(refusal(403, "insufficient_scope"));
  });
});

describe("RFC 7009 §2.1: revocation counts at once", () => {
  it("at-15: 401 as soon as the authorization is gone, however well the token is known", async () => {
    expect((await get()).status).toBe(200);
    row = undefined;
    await expect(get().then(outcome)).resolves.toEqual(refusal(401, "invalid_token"));
  });

  it("at-15: 401 as soon as the token's own jti is revoked", async () => {
    row = { ...alice, revoked_jtis: ["j-1"] };
    await expect(get().then(outcome)).resolves.toEqual(refusal(401, "invalid_token"));
  });
});

describe("the service answers whatever comes", () => {
  it("503 while the database is down, and says so in the log", async () => {
    databaseIsDown = true;
    const response = await get();
    expect(response.headers.get("retry-after")).toBe("5");
    await expect(outcome(response)).resolves.toEqual({
      status: 503,
      error: "temporarily_unavailable",
      challenged: undefined,
    });
    expect(errors).toEqual([{ code: "temporarily_unavailable", detail: "database: gone" }]);
  });

  it("answers a preflight for the Authorization header", async () => {
    const { status, headers } = await fetch(url, { method: "OPTIONS", headers: { origin: "https://spa.example" } });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-headers")).toContain("Authorization");
    expect(headers.get("access-control-allow-methods")).toBe("GET, POST, OPTIONS");
  });

  it.each(["HEAD", "PUT", "DELETE", "PATCH"])("405 for %s, with the methods there are", async (method) => {
    const { status, headers } = await fetch(url, { method, headers: bearer() });
    expect({ status, allow: headers.get("allow") }).toEqual({ status: 405, allow: "GET, POST, OPTIONS" });
  });

  it("404 in JSON for other paths", async () => {
    const response = await fetch(`${url}/more`);
    expect(response.status).toBe(404);
    await expect(response.json()).resolves.toEqual({ error: "not_found" });
  });

  it.each([
    ["too large a form", 413, () => post(`access_token=${"A".repeat(20_000)}`)],
    ["a packed form", 415, () => post("x", { "content-encoding": "gzip" })],
    [
      "an unknown charset",
      415,
      () => post("x", { "content-type": "application/x-www-form-urlencoded; charset=klingon" }),
    ],
    ["a broken escape in the path", 404, () => fetch(`${new URL(url).origin}/%E0%A4%A`)],
  ])("4xx in JSON for %s", async (_, status, send) => {
    const response = await send();
    expect(response.status).toBe(status);
    await expect(response.json()).resolves.toHaveProperty("error");
  });
});
