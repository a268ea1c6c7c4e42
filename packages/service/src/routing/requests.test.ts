import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createMetrics } from "../metrics.ts";
import { serveMetrics } from "../metrics-server.ts";
import { openRoutes, recordingLogger, type Served } from "../test-http.ts";
import { API_HEADERS, HSTS_HEADER } from "./security-headers.ts";

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

describe("the request log", () => {
  it("has one line per request: method, route pattern, status, time, and no query", async () => {
    const { logger, lines, text } = recordingLogger();
    served = await openRoutes(
      { "/clients/:id": { GET: (call) => call.json({ reference: call.requestId }) } },
      { log: logger },
    );

    const response = await fetch(`${served.origin}/clients/alice?code=abcdef`);
    const { reference } = (await response.json()) as { reference: string };
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ method: "GET", route: "/clients/:id", status: 200, requestId: reference });
    expect(lines[0]?.ms).toBeGreaterThanOrEqual(0);
    expect(reference).toMatch(/^[\w-]{12}$/);
    expect(text()).not.toMatch(/alice|abcdef/);
  });

  it("gives every request its own reference", async () => {
    const { logger, lines } = recordingLogger();
    served = await openRoutes({ "/": { GET: (call) => call.end(200, {}) } }, { log: logger });

    for (let request = 0; request < 2; request++) await fetch(served.origin);
    await expect.poll(() => lines).toHaveLength(2);
    expect(lines[1]?.requestId).not.toBe(lines[0]?.requestId);
  });

  it.each([
    ["a failed request", "/fails", "error", 500],
    ["a path without a route", "/unknown/path", "info", 404],
    ["a health check", "/health/live", "debug", 200],
  ])("logs %s at its level", async (_, path, level, status) => {
    const { logger, lines } = recordingLogger();
    served = await openRoutes(
      {
        "/fails": { GET: (call) => call.end(500, {}) },
        "/health/live": { GET: (call) => call.end(200, {}) },
      },
      { log: logger },
    );

    await fetch(served.origin + path);
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level, status, route: path === "/unknown/path" ? "none" : path });
  });

  it("distinguishes an aborted request from an answered one", async () => {
    const { logger, lines } = recordingLogger();
    const client = new AbortController();
    served = await openRoutes({ "/slow": { GET: () => client.abort() } }, { log: logger });

    await expect(fetch(`${served.origin}/slow`, { signal: client.signal })).rejects.toThrow();
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ msg: "request abandoned", route: "/slow" });
    expect(lines[0]).not.toHaveProperty("status");
  });
});

describe("metrics", () => {
  it("measure requests by route pattern, on a separate port", async () => {
    const metrics = await createMetrics("test");
    const { logger } = recordingLogger();
    served = await openRoutes({ "/users/:id": { GET: (call) => call.end(200, {}) } }, { log: logger, metrics });
    for (const id of ["alice", "bob"]) await fetch(`${served.origin}/users/${id}?q=1`);
    await fetch(`${served.origin}/nowhere`);
    for (const method of ["PROPFIND", "SUBSCRIBE"]) await fetch(`${served.origin}/users/eve`, { method });
    await pause(20);

    const server = await serveMetrics(metrics, { port: 0 });
    const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
    const elsewhere = await fetch(`http://127.0.0.1:${server.port}/metrics?x`);
    await server.close();

    expect(text).toContain(
      'http_request_duration_seconds_count{service="test",method="GET",route="/users/:id",status="200"} 2',
    );
    expect(text).toContain('method="_OTHER",route="/users/:id",status="405"} 2');
    expect(text).not.toContain("PROPFIND");
    expect(text).toContain('route="none",status="404"');
    expect(text).toContain("process_cpu_seconds_total");
    expect(text).not.toMatch(/alice|nowhere/);
    expect(elsewhere.status).toBe(404);
    expect((await fetch(`${served.origin}/metrics`)).status).toBe(404);
  });
});

describe("security headers", () => {
  it.each([
    ["https", "https://id.example", { ...API_HEADERS, ...HSTS_HEADER }],
    ["plain http", "http://localhost:4000", API_HEADERS],
  ])("are set on every response of an issuer on %s", async (_, publicUrl, expected) => {
    const { logger } = recordingLogger();
    served = await openRoutes({ "/": { GET: (call) => call.json({}) } }, { log: logger, publicUrl });
    for (const path of ["/", "/nowhere"]) {
      const { headers } = await fetch(served.origin + path);
      expect(headers.get("strict-transport-security")).toBe(publicUrl.startsWith("https") ? "max-age=63072000" : null);
      expect(Object.fromEntries(headers)).toMatchObject(expected);
    }
  });

  it("forbid framing and loading of all resources", () => {
    expect(API_HEADERS).toMatchObject({
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
  });
});
