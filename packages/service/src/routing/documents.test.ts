import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "../log/logger.ts";
import { inJson, openRoutes, type Served } from "../test-http.ts";
import { answerDocument, type Document, etagOf } from "./documents.ts";
import { documentRoute, type Route } from "./routes.ts";

const documentOf = (body: string): Document => ({ body, etag: etagOf(body) });
const first = documentOf('{"a":1}');
let current = first;
let log: string[] = [];
let observed: string[] = [];
const hidden = { onError: inJson, hiddenFrom: () => true };

const table = (): Record<string, Route> => {
  const answer = answerDocument(() => current, { contentType: "application/json", maxAgeSeconds: 60 });
  return {
    "/document": documentRoute({ onError: inJson, crossOrigin: true }, answer),
    "/hidden": documentRoute(hidden, answer),
    "/other": { caller: { onError: inJson }, methods: { GET: (call) => call.json("other") } },
  };
};
const open = (level: string) =>
  openRoutes(
    {},
    {
      routes: table(),
      log: createLogger({ name: "test", level, destination: { write: (line) => void log.push(line) } }),
      metrics: { observe: ({ pattern }) => void observed.push(pattern) },
    },
  );

// The same document by the fast path, and by the way of all other routes.
describe.each(["info", "debug"])("a document at the level %s of the log", (level) => {
  let served: Served;
  beforeAll(async () => {
    served = await open(level);
  });
  afterAll(() => served.close());
  beforeEach(() => {
    current = first;
    log = [];
    observed = [];
  });
  const get = (init: RequestInit = {}, path = "/document") => fetch(`${served.origin}${path}`, init);

  it("comes with its type, length, entity tag and age, and the protective headers", async () => {
    const answer = await get();
    expect([answer.status, await answer.text()]).toEqual([200, first.body]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/json",
      "content-length": String(first.body.length),
      "cache-control": "public, max-age=60",
      etag: first.etag,
      vary: "Origin",
      "x-content-type-options": "nosniff",
      "strict-transport-security": "max-age=63072000",
    });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("may be read by scripts of any site", async () => {
    const { headers } = await get({ headers: { origin: "https://app.example" } });
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  it.each([
    ["the same tag", first.etag],
    ["a weak tag", `W/${first.etag}`],
    ["a list with it", `"other", ${first.etag}`],
    ["any tag", "*"],
  ])("RFC 9110 §13.1.2: is not sent again to a client with %s", async (_, known) => {
    const answer = await get({ headers: { "if-none-match": known } });
    expect([answer.status, await answer.text()]).toEqual([304, ""]);
    expect(answer.headers.get("etag")).toBe(first.etag);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
    expect(answer.headers.get("content-type")).toBeNull();
  });

  it("is sent to a client with another tag", async () => {
    expect((await get({ headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  it("RFC 9110 §9.3.2: HEAD has the same headers and no body", async () => {
    const answer = await get({ method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(answer.headers.get("content-length")).toBe(String(first.body.length));
  });

  it("is replaced when it changes, and may have characters of any kind", async () => {
    await get();
    current = documentOf('{"name":"Zoë 日本"}');
    const answer = await get({ headers: { "if-none-match": first.etag } });
    expect(await answer.text()).toBe(current.body);
    expect(answer.headers.get("etag")).toBe(current.etag);
    expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(current.body)));
  });

  it("is answered in the same way with a query, and other methods are refused", async () => {
    expect(await (await get({}, "/document?a=b")).text()).toBe(first.body);
    expect((await get({ method: "POST" })).status).toBe(405);
    expect((await get({ method: "OPTIONS" })).status).toBe(204);
    expect((await get({}, "/document/")).status).toBe(404);
    expect(await (await get({}, "/other")).json()).toBe("other");
  });

  it("is measured", async () => {
    await get();
    expect(observed).toEqual(["/document"]);
  });

  it("does not exist for callers from whom it is hidden", async () => {
    expect((await get({}, "/hidden")).status).toBe(404);
  });

  it("RFC 9112 §3.2: a request with two hosts is refused", async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = ["host", "one.example", "host", "other.example"];
      request(`${served.origin}/document`, { headers }, (res) => resolve(res.resume().statusCode))
        .on("error", reject)
        .end();
    });
    expect(status).toBe(400);
  });

  it(`is ${level === "debug" ? "" : "not "}logged`, async () => {
    await (await get()).text();
    await expect.poll(() => observed.length).toBe(1);
    await (await get({}, "/other")).text();
    await expect.poll(() => log.some((line) => line.includes("/other"))).toBe(true);
    expect(log.some((line) => line.includes('"/document"'))).toBe(level === "debug");
  });
});
