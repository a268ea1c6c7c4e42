import type { IncomingMessage } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { openRoutes, recordingLogger, type Served } from "../test-http.ts";
import { newReference, vouchedBy } from "./reference.ts";

const requestFrom = (remoteAddress: string | undefined, given?: string) =>
  ({
    socket: { remoteAddress },
    headers: given === undefined ? {} : { "x-request-id": given },
  }) as unknown as IncomingMessage;

const UUID = "0b7f2b4e-27a5-4a3e-9d0e-0f6c1f2d3a4b";

describe("the reference of a request", () => {
  it.each([
    ["one of our proxies", "10.0.0.1", UUID, UUID],
    ["nginx, by $request_id", "10.0.0.1", "4ad2a1e9c0b3f75d8e6f0a1b2c3d4e5f", "4ad2a1e9c0b3f75d8e6f0a1b2c3d4e5f"],
    ["a proxy that gives none", "10.0.0.1", undefined, undefined],
    ["a client, or a proxy of others", "192.0.2.1", UUID, undefined],
    ["a closed connection", undefined, UUID, undefined],
    ["two proxies, which each added one", "10.0.0.1", `${UUID}, ${UUID}`, undefined],
  ])("given by %s", (_, peer, given, reference) => {
    expect(vouchedBy(["10.0.0.0/8"]).referenceOf(requestFrom(peer, given))).toBe(reference);
  });

  it("may be given by a proxy at a Unix socket", () => {
    expect(vouchedBy([], true).referenceOf(requestFrom(undefined, UUID))).toBe(UUID);
    expect(vouchedBy([]).referenceOf(requestFrom(undefined, UUID))).toBeUndefined();
  });

  it.each(["short", "", "a".repeat(65), "with space", "with\nline", "query?a=1", "äöüäöüäö", '"quoted"'])(
    "cannot be %j",
    (given) => {
      expect(vouchedBy(["10.0.0.1"]).referenceOf(requestFrom("10.0.0.1", given))).toBeUndefined();
    },
  );

  it("is another one for each request", () => {
    expect(new Set(Array.from({ length: 1000 }, newReference)).size).toBe(1000);
  });

  it("begins with a letter, so that a command does not take it for an option", () => {
    for (const reference of Array.from({ length: 1000 }, newReference))
      expect(reference).toMatch(/^[A-Za-z][\w-]{11}$/);
  });
});

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

/** Serves each kind of answer, and asks for one. */
async function ask(path: string, trustedProxies: readonly string[], headers: Record<string, string> = {}) {
  const { logger, lines } = recordingLogger();
  served = await openRoutes(
    {
      "/json": { GET: (call) => call.json({}) },
      "/empty": { GET: (call) => call.end(204, {}) },
      "/parts": {
        GET: (call) => {
          call.begin({ "content-type": "text/plain" });
          call.res.end("in parts");
        },
      },
      "/fails": {
        GET: () => {
          throw new Error("inside");
        },
      },
    },
    { log: logger, ...vouchedBy(trustedProxies) },
  );
  const answer = await fetch(served.origin + path, { headers });
  await answer.text();
  await expect.poll(() => lines.filter(({ route }) => route !== undefined)).toHaveLength(1);
  return { answered: answer.headers.get("x-request-id"), logged: lines.find(({ route }) => route)?.requestId };
}

describe("every answer of a handler has the reference that the log has", () => {
  it.each(["/json", "/empty", "/parts", "/fails", "/nowhere"])("%s", async (path) => {
    const { answered, logged } = await ask(path, []);
    expect(answered).toMatch(/^[\w-]{12}$/);
    expect(logged).toBe(answered);
  });

  it("the one that a trusted proxy gave", async () => {
    const given = { "x-request-id": UUID };
    expect(await ask("/json", ["127.0.0.1"], given)).toEqual({ answered: UUID, logged: UUID });
  });

  it("never the one of a client", async () => {
    const { answered, logged } = await ask("/json", [], { "x-request-id": UUID });
    expect(answered).not.toBe(UUID);
    expect(logged).toBe(answered);
  });
});
