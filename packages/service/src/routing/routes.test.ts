import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "../log/logger.ts";
import { vouchedBy } from "../log/reference.ts";
import { readFormBody } from "../request/body.ts";
import { inJson } from "../test-http.ts";
import { targetOf } from "./call.ts";
import { type Caller, serve } from "./routes.ts";

const LIMIT_BYTES = 64;
let origin: string;
let log: Record<string, unknown>[] = [];
const observed: string[] = [];

const program: Caller = { onError: inJson };
const anySite: Caller = { ...program, crossOrigin: true };

const server = createServer(
  serve({
    routes: {
      "/echo": {
        caller: anySite,
        methods: { GET: (call) => call.json({ query: call.query, address: call.address }) },
      },
      "/noting": {
        caller: program,
        methods: {
          GET: (call) => {
            call.note({ clientId: "web" });
            call.note({ userId: "alice", password: "secret" });
            call.end(204, {});
          },
        },
      },
      "/clients/:client_id": {
        caller: program,
        methods: {
          GET: (call) => call.json({ params: call.params, query: call.query, path: call.path }),
          PUT: throwing,
          DELETE: (call) => call.end(204, {}),
        },
      },
      "/shelves/:shelf/books/:book": { caller: program, methods: { GET: (call) => call.json(call.params) } },
      "/shelves/:shelf/books/all": {
        caller: program,
        methods: { GET: (call) => call.json({ all: call.params.shelf }) },
      },
      "/form": {
        caller: program,
        methods: {
          POST: async (call) => call.json({ body: (await readFormBody(call.req, LIMIT_BYTES)) ?? "no form" }),
        },
      },
      "/own": {
        caller: {
          headers: { "content-security-policy": "default-src 'self'" },
          onError: (_err, call) => call.send("its own words", {}, 418),
        },
        methods: { GET: throwing },
      },
      "/broken": {
        caller: { onError: throwing },
        methods: { GET: throwing, POST: async () => throwing() },
      },
      "/broken-later": {
        caller: {
          onError: (_err, { res }) => {
            res.writeHead(500, { "content-length": "10" }).write("half");
            throwing();
          },
        },
        methods: { GET: throwing },
      },
      "/throws": { caller: program, methods: { GET: throwing, POST: async () => throwing() } },
    },
    files: {
      path: "/files",
      caller: { ...program, headers: { "x-served": "as a file" } },
      middleware: (req, res, next) => {
        if (req.url === "/there.css") res.end("css");
        else next(req.url === "/broken.css" ? new Error("inside") : undefined);
      },
    },
    notFound: { caller: program, handler: (call) => call.send("nothing here", {}, 404) },
    publicUrl: "https://issuer.example",
    ...vouchedBy(["127.0.0.1"]),
    log: createLogger({
      name: "test",
      level: "info",
      destination: { write: (line: string) => void log.push(JSON.parse(line)) },
    }),
    metrics: { observe: ({ pattern }) => void observed.push(pattern) },
  }),
);
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  log = [];
});

function throwing(): never {
  throw new Error("inside");
}

describe("routes", () => {
  it("RFC 9112 §3.2.2: are matched if the target is an absolute URL", async () => {
    for (const target of [`${origin}/echo?a=1`, "HTTPS://other.example/echo?a=1"]) {
      const { hostname, port } = new URL(origin);
      const body = await new Promise<string>((resolve, reject) => {
        const asking = request({ hostname, port, path: target }, async (res) =>
          resolve(String((await res.toArray()).join(""))),
        );
        asking.on("error", reject).end();
      });
      expect(JSON.parse(body)).toMatchObject({ query: "a=1" });
    }
  });

  it("RFC 9112 §3.2.1: match the root if the target has no path", async () => {
    expect(targetOf({ url: "http://host.example" })).toEqual({ path: "/", query: "" });
    expect(targetOf({ url: "http://host.example?a=1" })).toEqual({ path: "/", query: "a=1" });
  });

  it("may have their own headers and error handler", async () => {
    const failed = await fetch(`${origin}/own`);
    expect([failed.status, await failed.text()]).toEqual([418, "its own words"]);
    expect(failed.headers.get("content-security-policy")).toBe("default-src 'self'");
    expect(failed.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("are matched by their exact path; every other path is not found", async () => {
    expect(await (await fetch(`${origin}/echo?a=1&b=%20`)).json()).toMatchObject({ query: "a=1&b=%20" });
    for (const path of [
      "/Echo",
      "/echo/",
      "/echo/more",
      "/",
      "//echo",
      "/%65cho",
      "/clients/",
      "/clients/a/b",
      "/Clients/a",
    ])
      expect(await (await fetch(`${origin}${path}`)).text()).toBe("nothing here");
  });

  it("may have a part of the path as a parameter, decoded", async () => {
    const answer = await fetch(`${origin}/clients/a%2Fb%20c?x=1`);
    expect(await answer.json()).toEqual({ params: { client_id: "a/b c" }, query: "x=1", path: "/clients/a%2Fb%20c" });
    expect((await fetch(`${origin}/clients/a`, { method: "DELETE" })).status).toBe(204);
    expect((await fetch(`${origin}/clients/a`, { method: "PUT" })).status).toBe(500);
    const refused = await fetch(`${origin}/clients/a`, { method: "POST" });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, PUT, DELETE"]);
  });

  it("prefer a word that is written out to a parameter in its place, whichever is listed first", async () => {
    const answerOf = async (path: string) => (await fetch(`${origin}/shelves/a/books/${path}`)).json();
    expect([await answerOf("all"), await answerOf("x")]).toEqual([{ all: "a" }, { shelf: "a", book: "x" }]);
  });

  it("reject a path that is not UTF-8 as malformed", async () => {
    expect((await fetch(`${origin}/clients/%E0%A4%A`)).status).toBe(400);
  });

  it("leave files to middleware, with the headers and error handler of their caller", async () => {
    const there = await fetch(`${origin}/files/there.css`);
    expect([there.status, there.headers.get("x-served"), await there.text()]).toEqual([200, "as a file", "css"]);
    expect(there.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await (await fetch(`${origin}/files/elsewhere.css`)).text()).toBe("nothing here");
    expect((await fetch(`${origin}/files/broken.css`)).status).toBe(500);
    await expect.poll(() => log.filter(({ msg }) => String(msg).startsWith("request")).length).toBe(3);
  });

  it("log one line for each request, with what its handler noted", async () => {
    await fetch(`${origin}/noting`);
    await expect.poll(() => log.length).toBe(1);
    const told = { route: "/noting", status: 204, clientId: "web", userId: "alice", password: "[redacted]" };
    expect(log[0]).toMatchObject({ msg: "request", ...told });
  });

  it("answer HEAD as GET, without a body (RFC 9110 §9.3.2)", async () => {
    const answer = await fetch(`${origin}/echo`, { method: "HEAD" });
    expect([answer.status, Number(answer.headers.get("content-length")) > 0, await answer.text()]).toEqual([
      200,
      true,
      "",
    ]);
  });

  it.each(["PUT", "DELETE", "PATCH", "POST"])(
    "refuse %s and list the supported methods (RFC 9110 §15.5.6)",
    async (method) => {
      const { status, headers } = await fetch(`${origin}/echo`, { method });
      expect([status, headers.get("allow")]).toEqual([405, "GET"]);
    },
  );

  it("set the same security headers as pages", async () => {
    const { headers } = await fetch(`${origin}/echo`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("strict-transport-security")).toContain("max-age=");
  });

  it.each([
    ["https://spa.example", "*"],
    ["null", null],
  ])("meta-07: a script of %s may read %s", async (from, allowed) => {
    const { headers } = await fetch(`${origin}/echo`, { headers: { origin: from } });
    expect([headers.get("access-control-allow-origin"), headers.get("access-control-allow-credentials")]).toEqual([
      allowed,
      null,
    ]);
    const preflight = await fetch(`${origin}/echo`, { method: "OPTIONS", headers: { origin: from } });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, allowed]);
  });

  it("decision 214: a script of any site may read the reference, which files have too", async () => {
    const { headers } = await fetch(`${origin}/echo`, { headers: { origin: "https://spa.example" } });
    expect(headers.get("access-control-expose-headers")).toContain("X-Request-Id");
    const file = await fetch(`${origin}/files/there.css`);
    expect(file.headers.get("x-request-id")).toMatch(/^[\w-]{12}$/);
  });

  it("do not name the software, and set no ETag", async () => {
    const { headers } = await fetch(`${origin}/echo`);
    expect([headers.get("x-powered-by"), headers.get("etag")]).toEqual([null, null]);
  });

  it("responses without CORS cannot be read by a script of another site", async () => {
    const { headers } = await fetch(`${origin}/throws`, { headers: { origin: "https://spa.example" } });
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  it.each(["GET", "POST"])("an error from a %s is passed to the error handler", async (method) => {
    const answer = await fetch(`${origin}/throws`, { method });
    expect([answer.status, await answer.json()]).toMatchObject([500, { failed: "Error: inside" }]);
  });

  it.each(["GET", "POST"])(
    "dos-14: if the error handler of a %s fails, the response is a logged 500",
    async (method) => {
      const answer = await fetch(`${origin}/broken`, { method });
      const reference = String(log.find(({ msg }) => msg === "the response to an error failed")?.requestId);
      expect([answer.status, await answer.text()]).toEqual([500, `Something failed. Reference: ${reference}\n`]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    },
  );

  it("dos-14: if it fails half-way, only the connection ends", async () => {
    await expect(fetch(`${origin}/broken-later`).then((answer) => answer.text())).rejects.toThrow();
    expect((await fetch(`${origin}/echo`)).status).toBe(200);
  });

  it("trust our own proxies, and no address before them", async () => {
    const headers = { "x-forwarded-for": "203.0.113.9, 198.51.100.7" };
    expect(await (await fetch(`${origin}/echo`, { headers })).json()).toMatchObject({ address: "198.51.100.7" });
    const odd = { "x-forwarded-for": "not an address" };
    expect(await (await fetch(`${origin}/echo`, { headers: odd })).json()).toMatchObject({ address: "127.0.0.1" });
  });

  it("log each call once, by its path only, and measure it", async () => {
    await fetch(`${origin}/echo?secret=1`);
    await expect.poll(() => log.length).toBe(1);
    expect(log[0]).toMatchObject({
      method: "GET",
      route: "/echo",
      status: 200,
      requestId: expect.stringMatching(/^[\w-]{12}$/),
    });
    await fetch(`${origin}/clients/alice`);
    await fetch(`${origin}/nowhere`);
    expect(observed).toEqual(expect.arrayContaining(["/echo", "/clients/:client_id", "none"]));
    await expect.poll(() => log.map(({ route }) => route)).toEqual(["/echo", "/clients/:client_id", "none"]);
  });
});

describe("RFC 6749 Appendix B: form bodies", () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}/form`, {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });

  it.each([
    ["a=1", {}, 200, { body: "a=1" }],
    ["ä=ü", { "content-type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8" }, 200, { body: "ä=ü" }],
    ["", {}, 200, { body: "" }],
    ["{}", { "content-type": "application/json" }, 200, { body: "no form" }],
    ["a=1", { "content-type": "application/x-www-form-urlencodedX" }, 200, { body: "no form" }],
    ["a=1", { "content-encoding": "gzip" }, 415, {}],
    ["a=1", { "content-type": "application/x-www-form-urlencoded; charset=iso-8859-1" }, 415, {}],
    ["a=1", { "content-type": "application/x-www-form-urlencoded; boundary=x; charset=utf-16le" }, 415, {}],
    ["a=1", { "content-type": 'application/x-www-form-urlencoded; charset="utf-8"; charset=utf-16le' }, 415, {}],
    [
      "a=1",
      { "content-type": 'application/x-www-form-urlencoded ; boundary=x; Charset = "UTF-8"' },
      200,
      { body: "a=1" },
    ],
    ["a".repeat(LIMIT_BYTES), {}, 200, { body: "a".repeat(LIMIT_BYTES) }],
    ["a".repeat(LIMIT_BYTES + 1), {}, 413, {}],
  ])("%j with %j: %i", async (body, headers, status, answer) => {
    const got = await post(body, headers);
    expect(got.status).toBe(status);
    expect(await got.json()).toMatchObject(answer);
  });

  it("a body without a declared length is cut off at the same limit", async () => {
    const status = await new Promise((resolve, reject) => {
      const sending = request(`${origin}/form`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      sending.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
      sending.write("a".repeat(40));
      setTimeout(() => sending.write("a".repeat(40)), 20);
    });
    expect(status).toBe(413);
  });
});
