import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Call } from "./call.ts";
import { clientAddress } from "./client-address.ts";
import { serveEndpoints } from "./endpoints.ts";
import { readFormBody } from "./form-body.ts";
import { createLogger } from "./logger.ts";
import { malformedRequestStatus } from "./malformed-requests.ts";

const LIMIT_BYTES = 64;
let origin: string;
let log: Record<string, unknown>[] = [];
const observed: string[] = [];

const server = createServer(
  serveEndpoints({
    table: {
      "/echo": {
        methods: { GET: (call) => call.json({ query: call.query, address: call.address }) },
        crossOrigin: true,
      },
      "/form": {
        methods: {
          POST: async (call) => call.json({ body: (await readFormBody(call.req, LIMIT_BYTES)) ?? "no form" }),
        },
        crossOrigin: false,
      },
      "/own": {
        methods: { GET: ({ query }) => (query === "" ? throwing() : undefined) },
        crossOrigin: false,
        headers: { "content-security-policy": "default-src 'self'" },
        failed: (_err, call) => call.send("its own words", {}, 418),
        elsewhere: true,
      },
      "/broken": {
        methods: { GET: throwing, POST: async () => throwing() },
        crossOrigin: false,
        failed: throwing,
      },
      "/broken-later": {
        methods: { GET: throwing },
        crossOrigin: false,
        failed: (_err, { res }) => {
          res.writeHead(500, { "content-length": "10" }).write("half");
          throwing();
        },
      },
      "/throws": { methods: { GET: throwing, POST: async () => throwing() }, crossOrigin: false },
    },
    publicUrl: "https://issuer.example",
    addressOf: clientAddress(["127.0.0.1"]),
    log: createLogger({
      name: "test",
      level: "info",
      destination: { write: (line: string) => void log.push(JSON.parse(line)) },
    }),
    metrics: { observe: ({ path }) => void observed.push(path) },
    failed: (err, call: Call) => call.json({ failed: String(err) }, {}, malformedRequestStatus(err) ?? 500),
    others: (_req, res) => void res.writeHead(404).end("others"),
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

describe("endpoints of programs", () => {
  it("RFC 9112 §3.2.2: are found where the host stands before the path", async () => {
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

  it("may have headers and errors of their own, and leave other methods to the others", async () => {
    const failed = await fetch(`${origin}/own`);
    expect([failed.status, await failed.text()]).toEqual([418, "its own words"]);
    expect(failed.headers.get("content-security-policy")).toBe("default-src 'self'");
    expect(failed.headers.get("x-content-type-options")).toBe("nosniff");
    for (const method of ["POST", "PUT", "OPTIONS"])
      expect(await (await fetch(`${origin}/own`, { method })).text()).toBe("others");
  });

  it("are found by their exact path; everything else is for the others", async () => {
    expect(await (await fetch(`${origin}/echo?a=1&b=%20`)).json()).toMatchObject({ query: "a=1&b=%20" });
    for (const path of ["/Echo", "/echo/", "/echo/more", "/", "//echo", "/%65cho"])
      expect(await (await fetch(`${origin}${path}`)).text()).toBe("others");
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
    "refuse %s with the methods there are (RFC 9110 §15.5.6)",
    async (method) => {
      const { status, headers } = await fetch(`${origin}/echo`, { method });
      expect([status, headers.get("allow")]).toEqual([405, "GET"]);
    },
  );

  it("protect browsers as pages do", async () => {
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

  it("no script of another site reads what is not meant for it", async () => {
    const { headers } = await fetch(`${origin}/throws`, { headers: { origin: "https://spa.example" } });
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  it.each(["GET", "POST"])("what a %s throws is answered where errors are", async (method) => {
    const answer = await fetch(`${origin}/throws`, { method });
    expect([answer.status, await answer.json()]).toEqual([500, { failed: "Error: inside" }]);
  });

  it.each(["GET", "POST"])(
    "dos-14: an answer to an error of a %s that fails itself is a 500, and logged",
    async (method) => {
      const answer = await fetch(`${origin}/broken`, { method });
      const reference = String(log.find(({ msg }) => msg === "an error could not be answered")?.requestId);
      expect([answer.status, await answer.text()]).toEqual([500, `Something failed. Reference: ${reference}\n`]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    },
  );

  it("dos-14: one that fails half-way ends the connection, and nothing else", async () => {
    await expect(fetch(`${origin}/broken-later`).then((answer) => answer.text())).rejects.toThrow();
    expect((await fetch(`${origin}/echo`)).status).toBe(200);
  });

  it("believe the proxies that are ours, and nobody before them", async () => {
    const headers = { "x-forwarded-for": "203.0.113.9, 198.51.100.7" };
    expect(await (await fetch(`${origin}/echo`, { headers })).json()).toMatchObject({ address: "198.51.100.7" });
    const odd = { "x-forwarded-for": "not an address" };
    expect(await (await fetch(`${origin}/echo`, { headers: odd })).json()).toMatchObject({ address: "127.0.0.1" });
  });

  it("log each call once, by its path alone, and measure it", async () => {
    await fetch(`${origin}/echo?secret=1`);
    await expect.poll(() => log.length).toBe(1);
    expect(log[0]).toMatchObject({
      method: "GET",
      route: "/echo",
      status: 200,
      requestId: expect.stringMatching(/^[\w-]{12}$/),
    });
    expect(observed).toContain("/echo");
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

  it("a body without a stated length ends at the limit too", async () => {
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
