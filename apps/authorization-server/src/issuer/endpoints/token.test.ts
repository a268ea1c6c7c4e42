import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, type Fields, openBrowser } from "../../../testing/browser.ts";
import { clientSecret } from "../../../testing/clients/clients.ts";
import { basic, codeFor, redeem, verifier } from "../../../testing/flows.ts";
import { raw } from "../../../testing/raw.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { resource } from "../../../testing/world.ts";

let service: Service;
let browser: Browser;
let code: string;
beforeAll(async () => {
  service = await startService();
  browser = openBrowser(service.origin);
});
afterAll(() => service.close());
beforeEach(async () => {
  code = await codeFor(browser, "webClient", { scope: "openid email" });
});

const claim = (changes: Fields = {}, headers: Record<string, string> = basic("webClient")) =>
  redeem(service.origin, code, changes, headers);

const post = (path: string, init: RequestInit) => fetch(`${service.origin}${path}`, { method: "POST", ...init });

describe("RFC 6749 §5.2: each error has its code, is never cached, and uses up nothing", () => {
  it.each<[string, Fields, Record<string, string> | undefined, number, string]>([
    ["cauth-01: a wrong secret", {}, basic("webClient", "wrong"), 401, "invalid_client"],
    ["cauth-02: only a client_id", { client_id: "webClient" }, {}, 401, "invalid_client"],
    ["cauth-03: an empty secret", {}, basic("webClient", ""), 401, "invalid_client"],
    [
      "cauth-04: two methods",
      { client_id: "webClient", client_secret: clientSecret },
      undefined,
      400,
      "invalid_request",
    ],
    ["cauth-05: another method", { client_id: "webClient", client_secret: clientSecret }, {}, 401, "invalid_client"],
    ["cauth-07: another client in the body", { client_id: "webPostClient" }, undefined, 400, "invalid_request"],
    ["an unknown client", {}, basic("nobody"), 401, "invalid_client"],
    ["no grant_type", { grant_type: undefined }, undefined, 400, "invalid_request"],
    ["tok-04: password", { grant_type: "password" }, undefined, 400, "unsupported_grant_type"],
    ["tok-09: another case", { grant_type: "AUTHORIZATION_CODE" }, undefined, 400, "unsupported_grant_type"],
    ["tok-09: __proto__", { grant_type: "__proto__" }, undefined, 400, "unsupported_grant_type"],
    ["tok-09: constructor", { grant_type: "constructor" }, undefined, 400, "unsupported_grant_type"],
    ["tok-09: twice", { grant_type: ["authorization_code", "authorization_code"] }, undefined, 400, "invalid_request"],
    [
      "rt-09: a grant type that it may not use",
      { grant_type: "refresh_token", refresh_token: "x" },
      undefined,
      400,
      "unauthorized_client",
    ],
    ["tok-11: another resource", { resource: "https://other.example/" }, undefined, 400, "invalid_target"],
    ["no code", { code: undefined }, undefined, 400, "invalid_request"],
    ["code-09: an invalid code", { code: "' OR 1=1--" }, undefined, 400, "invalid_grant"],
    ["code-09: a NUL in the code", { code: "a\0b" }, undefined, 400, "invalid_grant"],
    ["dos-06: a NUL in redirect_uri", { redirect_uri: "https://rp.example/cb\0" }, undefined, 400, "invalid_request"],
    ["dos-06: a NUL in code_verifier", { code_verifier: `${verifier}\0` }, undefined, 400, "invalid_grant"],
    ["code-07: no redirect_uri", { redirect_uri: undefined }, undefined, 400, "invalid_grant"],
    ["code-07: another redirect_uri", { redirect_uri: "https://rp.example/CB" }, undefined, 400, "invalid_grant"],
    ["pkce-03: no verifier", { code_verifier: undefined }, undefined, 400, "invalid_grant"],
    ["another verifier", { code_verifier: "w".repeat(43) }, undefined, 400, "invalid_grant"],
    ["pkce-08: a short verifier", { code_verifier: "w".repeat(42) }, undefined, 400, "invalid_grant"],
    [
      "pkce-10: a code_challenge parameter",
      { code_challenge_method: "plain", code_challenge: "w".repeat(43), code_verifier: "w".repeat(43) },
      undefined,
      400,
      "invalid_grant",
    ],
    ["pkce-11: two verifiers", { code_verifier: [verifier, verifier] }, undefined, 400, "invalid_request"],
    ["tok-10: a wider scope", { scope: "openid email phone" }, undefined, 400, "invalid_scope"],
    ["code-04: another client", {}, basic("webTwoUrisClient"), 400, "invalid_grant"],
    ["code-05: a public client", { client_id: "publicClient" }, {}, 400, "invalid_grant"],
  ])("%s", async (_, changes, headers, status, error) => {
    const refused = await claim(changes, headers);
    expect([refused.status, refused.body.error]).toEqual([status, error]);
    expect(Object.keys(refused.body).sort()).toEqual(["error", "error_description"]);
    expect(refused.body.error_description).toMatch(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/);
    expect(refused.headers.get("cache-control")).toBe("no-store");
    expect(refused.headers.get("content-type")).toMatch(/^application\/json/);
    expect(refused.headers.get("www-authenticate")).toBe(status === 401 ? 'Basic realm="token"' : null);

    expect((await claim()).status).toBe(200);
  });

  it("field.md F14: an unknown grant type is told the known ones", async () => {
    const { body } = await claim({ grant_type: "password" });
    expect(body.error_description).toMatch(/^grant_type must be one of authorization_code, [a-z_]+/);
  });
});

describe("RFC 6749 §2.3: credentials are sent once", () => {
  it.each(["/token", "/revoke", "/introspect"])("two Authorization headers are refused at %s", async (path) => {
    const { authorization } = basic("webClient");
    const other = basic("webTwoUrisClient").authorization;
    const lines = [`POST ${path} HTTP/1.1`, "Host: auth.example", "Connection: close", "Content-Length: 7"];
    const type = "Content-Type: application/x-www-form-urlencoded";
    const credentials = [`Authorization: ${authorization}`, `Authorization: ${other}`];
    const answer = await raw(service.origin, [...lines, type, ...credentials, "", "token=x"].join("\r\n"));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"error":"invalid_request"');
  });
});

describe("RFC 6749 §5.1: a token response", () => {
  it("tok-03: is JSON, never cached, and has type and lifetime", async () => {
    const { status, headers, body } = await claim();
    expect(status).toBe(200);
    expect([headers.get("cache-control"), headers.get("pragma"), headers.get("etag")]).toEqual([
      "no-store",
      "no-cache",
      null,
    ]);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(body).toMatchObject({ token_type: "Bearer", expires_in: 300, scope: "openid email" });
    expect(Object.keys(body).sort()).toEqual(["access_token", "expires_in", "id_token", "scope", "token_type"]);
  });

  it("tok-12: is for the requested resource, or for /userinfo", async () => {
    expect((await claim({ resource: [resource, "https://other.example"] })).body.error).toBe("invalid_target");
    expect((await claim({ resource: [resource, resource] })).body.error).toBe("invalid_target");
    expect(decodeJwt((await claim({ resource })).body.access_token).aud).toBe(resource);
  });

  it("has no ID token without openid (authz-12), and contains a narrower scope (specification §4.2)", async () => {
    expect((await claim({ scope: "email" })).body).not.toHaveProperty("id_token");
    code = await codeFor(browser, "webClient", { scope: "OPENID email" });
    expect((await claim()).body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 300,
      scope: "email",
    });
  });

  it("cauth-08: client_secret_post works for a client that registered it", async () => {
    code = await codeFor(browser, "webPostClient");
    const changes = { client_id: "webPostClient", client_secret: clientSecret, redirect_uri: "https://rp2.example/cb" };
    expect((await claim(changes, {})).status).toBe(200);
  });

  it("a public client needs only its verifier", async () => {
    code = await codeFor(browser, "publicClient");
    expect((await claim({ client_id: "publicClient", redirect_uri: "https://spa.example/cb" }, {})).status).toBe(200);
  });
});

describe("RFC 6749 §4.1.2: a code is used once, and expires soon", () => {
  it("code-01: a second use is refused, and revokes what the first one issued", async () => {
    await claim();
    expect((await claim()).body.error).toBe("invalid_grant");
    const [row] = await service.rows(`SELECT revoked_at FROM "authorization" WHERE code_hash = sha256($1::bytea)`, [
      code,
    ]);
    expect(row?.revoked_at).toBeInstanceOf(Date);
  });

  it("code-02: of twenty concurrent uses one succeeds", async () => {
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => claim()))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(19);
  });

  it("code-06: at its sixtieth second it is expired", async () => {
    service.pass(60);
    expect((await claim()).body.error).toBe("invalid_grant");
  });

  it.each([
    ["signs out", () => browser.get("/")],
    [
      "is disabled (code-10)",
      () => service.rows("UPDATE end_user SET disabled_at = now() WHERE id = $1", [service.alice]),
    ],
  ])("is revoked when its person %s", async (how, act) => {
    await act();
    if (how === "signs out") {
      const page = await browser.get("/end_session");
      await browser.submit(page, "/end_session", {});
    }
    expect((await claim()).body.error).toBe("invalid_grant");
    await service.rows("UPDATE end_user SET disabled_at = NULL");
  });
});

describe("RFC 6749 §3.2: parameters are read from a form body only", () => {
  const query = () =>
    new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: "https://rp.example/cb",
      code_verifier: verifier,
    });

  it("tok-01, cauth-20: the query is ignored", async () => {
    expect((await fetch(`${service.origin}/token?${query()}`, { headers: basic("webClient") })).status).toBe(405);
    const form = { body: new URLSearchParams({}), headers: basic("webClient") };
    expect(await (await post(`/token?${query()}`, form)).json()).toMatchObject({ error: "invalid_request" });
    const secret = new URLSearchParams({ client_id: "webPostClient", client_secret: clientSecret });
    expect((await post(`/token?${secret}`, { body: query() })).status).toBe(401);
  });

  it("tok-02: JSON is refused", async () => {
    const body = JSON.stringify(Object.fromEntries(query()));
    const response = await post("/token", {
      body,
      headers: { ...basic("webClient"), "content-type": "application/json" },
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ error: "invalid_request" }),
    ]);
  });
});
