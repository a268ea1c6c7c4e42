import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { openHealth } from "@countersign/service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authorizationOf } from "../testing/flows.ts";
import { raw, rawStatus } from "../testing/raw.ts";
import { type Service, startService } from "../testing/service.ts";
import { authorizationServer } from "./routes.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const request = (path: string, init: RequestInit = {}) =>
  fetch(`${service.origin}${path}`, { redirect: "manual", ...init });

const PAGES = [
  "/",
  "/signed-out",
  "/login",
  "/consent",
  "/authorization",
  "/authorization/continue",
  "/end_session",
  "/nowhere",
];
const DOCUMENTS = ["/jwks", "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"];
const FORMS = [
  "/token",
  "/revoke",
  "/introspect",
  "/login",
  "/consent",
  "/select-account",
  "/change-user",
  "/authorization",
  "/end_session",
];

describe("RFC 9110 §15.5.6: a path supports its methods and no others", () => {
  it.each([
    ...["/token", "/revoke", "/introspect", "/change-user"].map((path) => ["GET", path, "POST"]),
    ...[...DOCUMENTS, "/", "/signed-out", "/authorization/continue"].map((path) => ["POST", path, "GET"]),
    ...["/authorization", "/login", "/consent", "/select-account", "/end_session"].map((path) => [
      "PUT",
      path,
      "GET, POST",
    ]),
    ["OPTIONS", "/login", "GET, POST"],
    ["DELETE", "/token", "POST"],
  ])("%s %s is 405 and says %s", async (method, path, allow) => {
    const response = await request(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(allow);
  });

  it("decision 254: a person reads so on a page with a reference, and a program gets no body", async () => {
    const page = await request("/consent", { method: "PUT" });
    expect(await page.text()).toContain(`<code id="error-reference">${page.headers.get("x-request-id")}</code>`);
    expect(await (await request("/token")).text()).toBe("");
  });

  it.each(["/authorization", "/authorization/continue", "/end_session", "/openid/register/webClient"])(
    "§9.3.2: HEAD must be safe, so it is 405 if GET may change something: %s (authz-32)",
    async (path) => {
      const response = await request(path, { method: "HEAD" });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).not.toContain("HEAD");
      expect((await request(`${path}?x=1`, { method: "HEAD" })).status).toBe(405);
    },
  );

  it.each([...DOCUMENTS, "/", "/signed-out", "/assets/style.css"])("HEAD %s is GET without a body", async (path) => {
    const response = await request(path, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });
});

describe("resp-12, sess-11: security headers of every page", () => {
  it.each(PAGES)("%s is not framed, not cached, loads nothing from other hosts and runs no script", async (path) => {
    const { headers } = await request(path);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy.split("; ")).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'"]));
    expect(policy).not.toMatch(/unsafe|script-src|https?:/);
  });

  it.each(["/logo/webClient", "/assets/style.css", "/assets/icon.svg", "/assets/form-post.js", ...DOCUMENTS])(
    "%s has its media type, and is not framed",
    async (path) => {
      const { headers } = await request(path);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    },
  );

  it.each([
    ...["/", "/signed-out", "/end_session", "/end_session?id_token_hint=x", "/nowhere"].map(
      (path) => [path, "same-origin"] as const,
    ),
    ...[
      "/authorization",
      authorizationOf("webClient"),
      "/authorization/continue",
      "/login",
      "/select-account",
      "/consent",
    ].map((path) => [path, null] as const),
  ])("OIDC Core §3.1.2.1 (display popup): the opener of %s is kept apart by %s", async (path, policy) => {
    expect((await request(path)).headers.get("cross-origin-opener-policy")).toBe(policy);
  });

  it.each([
    ...[
      ...PAGES,
      "/logo/webClient",
      "/assets/style.css",
      "/session/check/client?origin=x",
      "/openid/register/webClient",
    ].map((path) => [path, "same-origin"] as const),
    ...[...DOCUMENTS, "/session/check", "/token", "/revoke"].map((path) => [path, "cross-origin"] as const),
    ["/introspect", "same-origin"] as const,
  ])("sess-18: %s may be loaded by pages of %s", async (path, origin) => {
    const { headers } = await request(path, { method: /token|revoke|introspect/.test(path) ? "POST" : "GET" });
    expect(headers.get("cross-origin-resource-policy")).toBe(origin);
  });

  it.each(["/logo/nobody", "/assets/nothing.css", "/nowhere", "/openid/nowhere"])(
    "%s is not found, and that is not cached",
    async (path) => {
      const { status, headers } = await request(path);
      expect([status, headers.get("cache-control")]).toEqual([404, "no-store"]);
    },
  );

  it("a redirect is not cached, and sends no referrer", async () => {
    const { status, headers } = await request(authorizationOf("webClient"));
    expect(status).toBe(303);
    expect([headers.get("cache-control"), headers.get("referrer-policy")]).toEqual(["no-store", "no-referrer"]);
  });

  it("meta-09: no response names the software", async () => {
    for (const path of [...PAGES, ...DOCUMENTS, "/logo/%E0%A4%A"]) {
      expect((await request(path)).headers.get("x-powered-by")).toBeNull();
    }
  });
});

describe("meta-09, dos-06: a malformed request is a client error, with one sentence", () => {
  it.each([
    ["a malformed percent path", "GET /%E0%A4%A", 404],
    ["a malformed percent path of a logo", "GET /logo/%E0%A4%A", 400],
    ["a NUL in the path of a logo", "GET /logo/%00", 404],
    ["a malformed percent path of an asset", "GET /assets/%E0%A4%A", 404],
    ["a NUL in the path of an asset", "GET /assets/%00", 404],
    ["a traversal", "GET /assets/../../config.ts", 404],
    ["an encoded traversal", "GET /assets/..%2f..%2fconfig.ts", 404],
    ["a folder of assets", "GET /assets", 404],
    ["two slashes", "GET //assets/style.css", 404],
    ["another case", "GET /TOKEN", 404],
    ["a trailing slash", "GET /jwks/", 404],
    ["an absolute form of another host", "GET http://evil.example/nowhere", 404],
    ["malformed escapes in the query", "GET /authorization?client_id=%E0%A4%A&redirect_uri=%zz", 400],
    ["invalid UTF-8 in the query", "GET /authorization?client_id=%ff%fe&state=%c0%ae", 400],
    ["NUL everywhere", "GET /authorization?client_id=%00&redirect_uri=%00&state=%00&request_uri=%00", 400],
    ["raw bytes", "GET /authorization?client_id=\xff\xfe", 400],
    ["a NUL in a handle", "GET /login?request=%00", 400],
    ["a NUL in a hint", "GET /end_session?id_token_hint=%00&client_id=%00", 400],
    ["a NUL in a logout address", "GET /end_session?client_id=webClient&post_logout_redirect_uri=%00", 400],
    ["names of Object.prototype", "GET /authorization?__proto__=x&constructor=y&toString=z", 400],
  ])("%s: %s is %i", async (_, line, status) => {
    expect(await rawStatus(service.origin, line)).toBe(status);
  });

  it.each([
    ["a range, which is ignored", ["Range: bytes=999999-"], 200],
    ["a failed precondition", ['If-Match: "x"'], 412],
    ["a malformed cookie", ["Cookie: =;;%00=%zz; __proto__=x"], 200],
    ["a header of 20 KB", [`X-Long: ${"x".repeat(20_000)}`], 431],
  ])("%s is answered", async (_, headers, status) => {
    expect(await rawStatus(service.origin, "GET /assets/style.css", headers)).toBe(status);
  });

  it("no response shows a stack, path or version", async () => {
    for (const line of ["GET /logo/%E0%A4%A", "GET /%zz", "GET /authorization?client_id=%zz"]) {
      const answer = await raw(service.origin, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/id="(error|not-found)"/);
      expect(answer).not.toMatch(/node_modules|\.ts:|at [A-Z]\w+\.|express/i);
    }
  });
});

describe("decision 260: at an address without an endpoint", () => {
  const html = "text/html,application/xhtml+xml,*/*;q=0.8";
  it.each<[string, RequestInit]>([
    ["a library that asks for tokens", { method: "POST", body: new URLSearchParams({ grant_type: "password" }) }],
    ["one that takes JSON", { headers: { accept: "application/json" } }],
    ["curl", { headers: { accept: "*/*" } }],
  ])("%s is told where all of them are", async (_, sent) => {
    const answer = await fetch(`${service.origin}/oauth/token`, sent);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/json; charset=utf-8"]);
    expect(await answer.json()).toEqual({
      error: "not_found",
      error_description: expect.stringContaining("https://auth.example/.well-known/openid-configuration"),
      reference: answer.headers.get("x-request-id"),
    });
  });

  it.each(["GET", "POST"])("a person sees a page: %s", async (method) => {
    const answer = await fetch(`${service.origin}/oauth/authorize`, { method, headers: { accept: html } });
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('id="not-found"')]);
  });
});

describe("dos-14: an error in a page affects only its own request", () => {
  it.each(["/authorization?client_id=nobody", "/login?request=unknown", "/logo/%E0%A4%A"])("%s", async (path) => {
    const broken = { ...service.deps.views, in: () => ({ ...service.deps.views.in([]), error: failing }) };
    const health = openHealth({ checks: {} });
    const deps = { ...service.deps, views: broken };
    const handler = authorizationServer(deps, { health, metrics: undefined, trustedProxies: [] });
    const server = createServer(handler).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect([answer.status, await answer.text()]).toEqual([
      500,
      expect.stringMatching(/^Something failed\. Reference: /),
    ]);
    expect(service.log()).toContain('"the response to an error failed"');
    server.close();
  });

  const failing = () => {
    throw new TypeError("Cannot read properties of undefined");
  };
});

describe("dos-01, dos-04: bodies", () => {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const compressed = new Uint8Array(gzipSync("grant_type=authorization_code"));

  it.each(FORMS)("%s accepts 16 KB, uncompressed, and of one media type", async (path) => {
    const statuses = await Promise.all(
      [
        { body: "x=".padEnd(20_000, "y"), headers: type },
        { body: "a=1&".repeat(3000), headers: type },
        { body: compressed, headers: { ...type, "content-encoding": "gzip" } },
        { body: '{"grant_type":"authorization_code"}', headers: { "content-type": "application/json" } },
        { body: "a=1", headers: { "content-type": "application/x-www-form-urlencoded; charset=bogus" } },
        { body: `${"a=1&".repeat(200)}`, headers: type },
      ].map(async (init) => (await request(path, { method: "POST", ...init })).status),
    );
    expect(statuses).toEqual([413, 400, 415, 400, 415, 400]);
  });

  it.each(FORMS)("%s discards a body that is too large: nothing in it is parsed as the next request", async (path) => {
    const inside = "GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n";
    const body = `x=${inside.repeat(2000)}`;
    const type = "application/x-www-form-urlencoded";
    const length = body.length;
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
    const next = "GET /jwks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    const answers = await raw(service.origin, `${head}${body}${next}`);
    expect(answers.match(/HTTP\/1\.1 \d{3}/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
  });

  const utf16 = new Uint8Array(Buffer.from("grant_type=authorization_code&client_id=webClient", "utf16le"));

  it.each(FORMS)("RFC 6749 Appendix B, dos-15: %s reads UTF-8 and no other encoding", async (path) => {
    const declared = ["utf-16le", "utf-7", "iso-8859-1", '"utf-16le"', "utf-8; charset=utf-16le"].map(
      (charset) => `; charset=${charset}`,
    );
    for (const parameters of [...declared, "; boundary=x; charset=utf-16le", '; x="a";CHARSET = utf-16le']) {
      const headers = { "content-type": `${type["content-type"]}${parameters}` };
      const { status } = await request(path, { method: "POST", body: utf16, headers });
      expect([parameters, status]).toEqual([parameters, 415]);
    }
  });

  it.each(FORMS)("dos-15: %s refuses two types of one body, and two hosts (RFC 9112 §3.2)", async (path) => {
    const post = (...headers: string[]) => rawStatus(service.origin, `POST ${path}`, ["Content-Length: 0", ...headers]);
    const form = `Content-Type: ${type["content-type"]}`;
    expect(await post(form)).not.toBe(415);
    expect(await post(form, `content-type: ${type["content-type"]}; charset=utf-16le`)).toBe(400);
    expect(await post("Content-Type: application/json", form)).toBe(400);
    expect(await post(form, "host: evil.example")).toBe(400);
  });

  it.each(["/openid/register", "/jwks", "/nowhere", "/assets/style.css", "/"])(
    "dos-15: and so does %s",
    async (path) => {
      for (const twice of ["Host: auth.example", "Content-Type: application/json"]) {
        const lines = [`POST ${path} HTTP/1.1`, "Host: auth.example", twice, twice];
        const answer = await raw(
          service.origin,
          [...lines, "Content-Length: 0", "Connection: close", "", ""].join("\r\n"),
        );
        expect(answer).toMatch(/^HTTP\/1\.1 400 /);
        expect(answer).toContain(
          '{"error":"invalid_request","error_description":"a header that must be sent once is repeated"}',
        );
        expect(answer).toMatch(/cache-control: no-store/i);
      }
    },
  );

  it.each(FORMS)("%s answers a NUL in every field, and names of Object.prototype, below 500", async (path) => {
    const names = [
      "client_id",
      "client_secret",
      "code",
      "redirect_uri",
      "code_verifier",
      "scope",
      "token",
      "request",
      "csrf",
    ];
    const rest = [
      "username",
      "password",
      "id_token_hint",
      "state",
      "request_uri",
      "__proto__",
      "constructor",
      "grant_type",
    ];
    for (const value of ["%00", "a%00b", "%ff", "%F0%9F%98%80", "%ED%A0%80", "' OR 1=1--"]) {
      const body = [...names, ...rest].map((name) => `${name}=${value}`).join("&");
      const { status } = await request(path, { method: "POST", body, headers: type });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
  });
});
