import { setTimeout as pause } from "node:timers/promises";
import express from "express";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createApp } from "./create-app.ts";
import { createMetrics, serveMetrics } from "./metrics.ts";
import { requestLog } from "./request-log.ts";
import { API_HEADERS, HSTS_HEADER, securityHeaders } from "./security-headers.ts";
import { recordingLogger, type Served, serve } from "./test-http.ts";

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

describe("the request log", () => {
  it("writes one line per request: method, route pattern, status, time, and no query", async () => {
    const { logger, lines, text } = recordingLogger();
    const app = createApp().use(requestLog(logger));
    const router = express.Router();
    router.get("/:id", (_req, res) => void res.json({ reference: res.locals.requestId }));
    app.use("/clients", router);
    served = await serve(app);

    const response = await fetch(`${served.origin}/clients/alice?code=abcdef`);
    const { reference } = (await response.json()) as { reference: string };
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    expect(lines[0]).toMatchObject({ method: "GET", route: "/clients/:id", status: 200, requestId: reference });
    expect(lines[0]?.ms).toBeGreaterThanOrEqual(0);
    expect(reference).toMatch(/^[\w-]{12}$/);
    expect(text()).not.toMatch(/alice|abcdef/);
  });

  it("gives every request another reference", async () => {
    const { logger, lines } = recordingLogger();
    const app = createApp().use(requestLog(logger));
    app.get("/", (_req, res) => void res.end());
    served = await serve(app);

    for (let request = 0; request < 2; request++) await fetch(served.origin);
    await vi.waitFor(() => expect(lines).toHaveLength(2));
    expect(lines[1]?.requestId).not.toBe(lines[0]?.requestId);
  });

  it.each([
    ["a failed request", "/fails", "error", 500],
    ["a path without a route", "/unknown/path", "info", 404],
    ["a look at the health", "/health/live", "debug", 200],
  ])("logs %s at its level", async (_, path, level, status) => {
    const { logger, lines } = recordingLogger();
    const app = createApp().use(requestLog(logger));
    app.get("/fails", (_req, res) => void res.sendStatus(500));
    app.get("/health/live", (_req, res) => void res.end());
    served = await serve(app);

    await fetch(served.origin + path);
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    expect(lines[0]).toMatchObject({ level, status, route: path === "/unknown/path" ? "none" : path });
  });

  it("tells a request that the client gave up from one that was answered", async () => {
    const { logger, lines } = recordingLogger();
    const app = createApp().use(requestLog(logger));
    const client = new AbortController();
    app.get("/slow", () => client.abort());
    served = await serve(app);

    await expect(fetch(`${served.origin}/slow`, { signal: client.signal })).rejects.toThrow();
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    expect(lines[0]).toMatchObject({ msg: "request abandoned", route: "/slow" });
    expect(lines[0]).not.toHaveProperty("status");
  });
});

describe("metrics", () => {
  it("measure requests by route pattern, on a port of their own", async () => {
    const metrics = createMetrics("test");
    const app = createApp().use(metrics.middleware);
    app.get("/users/:id", (_req, res) => void res.end());
    served = await serve(app);
    for (const id of ["alice", "bob"]) await fetch(`${served.origin}/users/${id}?q=1`);
    await fetch(`${served.origin}/nowhere`);
    await pause(20);

    const server = await serveMetrics(metrics, { port: 0 });
    const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
    const elsewhere = await fetch(`http://127.0.0.1:${server.port}/metrics?x`);
    await server.close();

    expect(text).toContain(
      'http_request_duration_seconds_count{service="test",method="GET",route="/users/:id",status="200"} 2',
    );
    expect(text).toContain('route="none",status="404"');
    expect(text).toContain("process_cpu_seconds_total");
    expect(text).not.toMatch(/alice|nowhere/);
    expect(elsewhere.status).toBe(404);
    expect((await fetch(`${served.origin}/metrics`)).status).toBe(404);
  });

  it("stay bounded when a router is mounted below a parameter", async () => {
    const metrics = createMetrics("test");
    const router = express.Router().get("/", (_req, res) => void res.end());
    served = await serve(createApp().use(metrics.middleware).use("/of/:id", router));
    for (let id = 0; id < 210; id++) await (await fetch(`${served.origin}/of/${id}`)).text();
    await pause(20);

    const text = await metrics.registry.metrics();
    const routes = new Set(Array.from(text.matchAll(/route="([^"]+)"/g), ([, route]) => route));
    expect(routes.size).toBe(201);
    expect(routes).toContain("other");
  });
});

describe("security headers", () => {
  it.each([
    ["https", "https://id.example", { ...API_HEADERS, ...HSTS_HEADER }],
    ["plain http", "http://localhost:4000", API_HEADERS],
  ])("are set on every response of an issuer on %s", async (_, issuer, expected) => {
    served = await serve(createApp().use(securityHeaders(issuer)));
    const { status, headers } = await fetch(served.origin);
    expect(status).toBe(404);
    expect(headers.get("strict-transport-security")).toBe(issuer.startsWith("https") ? "max-age=63072000" : null);
    // Express's own 404 page brings an even shorter policy.
    const { "content-security-policy": _policy, ...rest } = expected;
    expect(Object.fromEntries(headers)).toMatchObject(rest);
  });

  it("forbid framing and loading anything", async () => {
    const app = createApp().use(securityHeaders("https://id.example"));
    app.get("/", (_req, res) => void res.json({}));
    served = await serve(app);
    const { headers } = await fetch(served.origin);
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });
});

describe("an app", () => {
  it("says nothing about what it runs on, and makes no ETag", async () => {
    const app = createApp();
    app.get("/", (_req, res) => void res.json({}));
    served = await serve(app);
    const { headers } = await fetch(served.origin);
    expect([headers.get("x-powered-by"), headers.get("etag")]).toEqual([null, null]);
  });

  it.each(["/Token", "/token/"])("does not take %s for /token", async (path) => {
    const app = createApp();
    app.get("/token", (_req, res) => void res.end());
    served = await serve(app);
    expect((await fetch(`${served.origin}/token`)).status).toBe(200);
    expect((await fetch(served.origin + path)).status).toBe(404);
  });

  it("shows no stack trace when nothing else answers an error", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    const app = createApp();
    app.get("/", () => {
      throw new Error("inner workings");
    });
    served = await serve(app);
    const response = await fetch(served.origin);
    quiet.mockRestore();
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/inner workings|\.ts/);
  });
});
