/** Random requests to the client, from a browser with or without a session: no response is a server error. */
import { afterAll, describe, expect, it } from "vitest";
import { locationOf, openBrowser } from "./testing/browser.ts";
import { runFakeProvider } from "./testing/fake-provider.ts";
import { FUZZ_MS, fc } from "./testing/properties.ts";
import { runClient } from "./testing/run-client.ts";

const provider = await runFakeProvider();
const client = await runClient(provider.origin);
afterAll(async () => {
  await client.close();
  await provider.close();
});

const PATHS = "/ /login /callback /session /refresh /claims /logout /signed-out /health/ready /nothing".split(" ");
const NAMES = "code state iss error error_description id_token access_token returnTo session_state __proto__".split(
  " ",
);

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("", "\0", "<script>", "//evil.example", "/\\evil.example", provider.origin, "access_denied", "x.y.z"),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.constantFrom("a".repeat(9000), "%E0%A4%A", "\u202e"),
);
const pairs = fc.array(fc.tuple(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...NAMES) }, text), text), {
  maxLength: 5,
});
const requests = fc.record({
  method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"),
  path: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...PATHS) },
    text.map((end) => `/${encodeURIComponent(end.toWellFormed())}`),
  ),
  query: pairs,
  body: fc.oneof(
    pairs.map((form) => String(new URLSearchParams(form))),
    text,
  ),
  type: fc.constantFrom(
    "application/x-www-form-urlencoded",
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
  ),
  origin: fc.constantFrom(client.origin, "https://evil.example", "null"),
  begins: fc.boolean(),
});

describe("no input causes a server error", () => {
  it(
    "rp-15: any request is answered below 500, runs no script, and redirects only to the provider",
    async () => {
      await fc.assert(
        fc.asyncProperty(requests, async ({ method, path, query, body, type, origin, begins }) => {
          const browser = openBrowser();
          if (begins)
            await browser.visit(`${client.origin}/login`, { method: "POST", headers: { origin: client.origin } });
          const hasBody = method !== "GET" && method !== "HEAD";
          const answer = await browser.visit(`${client.origin}${path}?${new URLSearchParams(query)}`, {
            method,
            headers: { "content-type": type, origin },
            ...(hasBody ? { body } : {}),
          });
          const page = await answer.text();
          expect(answer.status).toBeLessThan(500);
          expect(page).not.toMatch(/<script>|node_modules|\bat [\w.]+ \(|\.ts:\d/);
          if (answer.headers.has("location"))
            expect([client.origin, provider.origin]).toContain(new URL(locationOf(answer), client.origin).origin);
        }),
      );
    },
    60_000 + (FUZZ_MS ?? 0),
  );
});
