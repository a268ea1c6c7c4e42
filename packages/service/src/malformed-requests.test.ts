import { gzipSync } from "node:zlib";
import express, { type ErrorRequestHandler } from "express";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "./create-app.ts";
import { malformedRequestStatus, unexpectedErrors } from "./malformed-requests.ts";
import { requestLog } from "./request-log.ts";
import { raw, recordingLogger, type Served, serve } from "./test-http.ts";

const { logger, lines } = recordingLogger("info");
/** Answers with the status of a malformed request, as a service does, and leaves other errors to the last handler. */
const answering: ErrorRequestHandler = (err, _req, res, next) => {
  const status = malformedRequestStatus(err);
  if (status === undefined) next(err);
  else res.status(status).end();
};
let served: Served;
beforeEach(async () => {
  lines.length = 0;
  const app = createApp().use(requestLog(logger));
  app.get("/of/:name", (_req, res) => void res.end());
  app.post("/json", express.json({ limit: 100 }), (_req, res) => void res.end());
  app.post("/text", express.text({ type: "*/*", limit: 100, inflate: false }), (_req, res) => void res.end());
  app.post("/form", express.urlencoded({ limit: "1kb", parameterLimit: 3 }), (_req, res) => void res.end());
  app.get("/bug", () => {
    throw Object.assign(new Error("inner workings"), { status: 400 });
  });
  app.use(answering, unexpectedErrors(logger));
  served = await serve(app);
});
afterEach(() => served.close());

const post = (path: string, type: string, body: string | Uint8Array<ArrayBuffer>, headers = {}) =>
  fetch(served.origin + path, { method: "POST", body, headers: { "content-type": type, ...headers } });

describe("a request that cannot be read", () => {
  const json = "application/json";
  it.each([
    ["a path that is not UTF-8", 400, () => fetch(`${served.origin}/of/%E0%A4%A`)],
    ["JSON that is not JSON", 400, () => post("/json", json, "{")],
    ["a body that is too large", 413, () => post("/json", json, JSON.stringify("x".repeat(200)))],
    [
      "a body that is too large once unpacked",
      413,
      () =>
        post("/json", json, new Uint8Array(gzipSync(JSON.stringify("x".repeat(200)))), { "content-encoding": "gzip" }),
    ],
    ["a packed body where none is taken", 415, () => post("/text", "text/plain", "x", { "content-encoding": "gzip" })],
    ["an unknown content encoding", 415, () => post("/json", json, "{}", { "content-encoding": "rot13" })],
    ["a broken gzip body", 400, () => post("/json", json, "not gzip", { "content-encoding": "gzip" })],
    ["an unknown charset", 415, () => post("/json", `${json}; charset=rot13`, "{}")],
    ["too many parameters", 413, () => post("/form", "application/x-www-form-urlencoded", "a=1&b=2&c=3&d=4")],
  ])("is known by its status: %s", async (_, status, send) => {
    expect((await send()).status).toBe(status);
    expect(lines.filter(({ msg }) => msg === "unexpected error")).toEqual([]);
  });

  it("is refused by node itself when its header is too large or no HTTP", async () => {
    const large = `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`;
    expect(await raw(served.port, large)).toMatch(/^HTTP\/1.1 431 /);
    expect(await raw(served.port, "hello\r\n\r\n")).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe("any other error", () => {
  it("is logged, and answered with the reference to that line and nothing else", async () => {
    const response = await fetch(`${served.origin}/bug`);
    expect(response.status).toBe(500);
    const body = (await response.json()) as { reference: string };
    expect(body).toEqual({ error: "server_error", reference: expect.stringMatching(/^[\w-]{12}$/) });
    expect(lines[0]).toMatchObject({ requestId: body.reference, err: { message: "inner workings" } });
  });

  it.each([
    ["an error of ours with a status", Object.assign(new Error("x"), { status: 400 })],
    ["a server's failure", Object.assign(new Error("x"), { status: 500, expose: true })],
    ["something else that a library exposes", Object.assign(new Error("x"), { status: 402, expose: true })],
    ["a decoding failure in our code", new URIError("x")],
    ["no error at all", "x"],
  ])("is not malformed: %s", (_, error) => {
    expect(malformedRequestStatus(error)).toBeUndefined();
  });
});
