/** Random requests to /userinfo and other paths: no server error, and claims only for a valid token. */
import { connect } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { FUZZ_MS, fc } from "./testing/test-properties.ts";
import { startWorld } from "./testing/test-world.ts";

const { url, token, world, stop } = await startWorld();
afterAll(() => stop());

// A line break would start another header, or another request.
const text = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom("", "Bearer", "bearer ", "Basic x", "DPoP x", "\0", "\u00a0", "{}", "a".repeat(9000), "%E0%A4%A"),
    fc.constantFrom(...[token.slice(0, -1), `${token}A`, token.split(".").slice(0, 2).join("."), `x${token}`]),
    fc
      .tuple(fc.constantFrom("Bearer ", "bearer  ", "Bearer\t", "Bearer,"), fc.base64String())
      .map((parts) => parts.join("")),
    fc.jsonValue().map((value) => JSON.stringify(value)),
  )
  .map((value) => Buffer.from(value.replaceAll(/[\r\n]/g, " ")).toString("latin1"));

interface OddRequest {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

const requests: fc.Arbitrary<OddRequest> = fc.record({
  method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "BREW"),
  path: fc.oneof(
    fc.constant("/userinfo"),
    fc.constant("/health/ready"),
    text.map((end) => `/${end.replaceAll(" ", "%20")}`),
  ),
  query: fc.array(fc.tuple(fc.constantFrom("access_token", "scope", "scope[]", "__proto__"), text), { maxLength: 3 }),
  headers: fc.array(
    fc.tuple(fc.constantFrom("authorization", "content-type", "origin", "accept", "cookie", "content-encoding"), text),
    { maxLength: 4 },
  ),
  body: fc.oneof(
    text,
    text.map((value) => `access_token=${encodeURIComponent(value)}`),
  ),
});

async function answerTo({ method, path, query, headers, body }: OddRequest): Promise<string> {
  const { hostname, port } = new URL(url);
  const pairs = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  const lines = [
    `${method} ${path}${pairs === "" ? "" : `?${pairs}`} HTTP/1.1`,
    "host: x",
    "connection: close",
    "content-type: application/x-www-form-urlencoded",
    `content-length: ${body.length}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const socket = connect(Number(port), hostname);
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`, "latin1");
  return Buffer.concat(await socket.toArray()).toString();
}

describe("no input causes a server error", () => {
  it(
    "meta-09: any request is answered below 500, and without claims",
    async () => {
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const answer = await answerTo(request);
          expect(answer).toMatch(/^HTTP\/1\.1 [1-4]\d\d /);
          expect(answer).not.toMatch(/node_modules|\bat [\w.]+ \(|\.ts:\d|alice@/);
        }),
      );
      expect(world.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    },
    60_000 + (FUZZ_MS ?? 0),
  );
});
