import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRegistrableRedirectUri } from "../../client/metadata/redirect-uri-registration.ts";
import { ProtocolError } from "../../errors.ts";
import { hostOf, isUnowned, type RedirectRegistration, trustRedirectUri } from "./redirect-uri.ts";

const registered = [
  "https://rp.example/cb",
  "https://rp.example/cb?env=1",
  "http://127.0.0.1/cb",
  "http://127.0.0.1:8080/cb",
  "http://[::1]/cb?x=1",
  "http://localhost/cb",
  "com.example.app:/cb",
];

/** Fragments of which attacks on redirect URIs are composed. */
const pieces = [
  "@",
  ":",
  ":80",
  ":51004",
  "/",
  "//",
  "\\",
  "..",
  "%2e",
  "?",
  "#",
  "*",
  "\0",
  "\n",
  " ",
  "evil.example",
  ".",
];

/** Registered URIs, some of them cut, spliced or doubled, and unrelated strings. */
const requested = fc.oneof(
  fc.constantFrom(...registered),
  fc
    .tuple(fc.constantFrom(...registered), fc.nat(40), fc.nat(6), fc.constantFrom(...pieces))
    .map(([uri, at, cut, piece]) => {
      return uri.slice(0, at) + piece + uri.slice(at + cut);
    }),
  fc
    .tuple(fc.constantFrom("127.0.0.1", "[::1]", "localhost"), fc.nat(99_999), fc.constantFrom("/cb", "/cb?x=1", ""))
    .map(([host, port, path]) => `http://${host}:${port}${path}`),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.string({ unit: "binary" }),
);

const clients = fc.record({
  redirectUris: fc.subarray(registered),
  applicationType: fc.constantFrom("web" as const, "native" as const),
});

/** What RFC 8252 §7.3 allows in addition to equality, stated independently of the rule. */
function isPortVariant(uri: string, candidate: string): boolean {
  return ["http://127.0.0.1", "http://[::1]"].some((origin) => {
    const [before, after] = [uri, candidate].map((text) => text.startsWith(origin) && text.slice(origin.length));
    if (typeof before !== "string" || typeof after !== "string") return false;

    const path = before.slice(before.search(/\/|$/));
    const port = after.slice(0, after.length - path.length);
    return after === port + path && /^(:[0-9]+)?$/.test(port);
  });
}

/** Whether the rule accepts. An error other than a ProtocolError fails the test. */
function accepts(client: RedirectRegistration, uri: string): boolean {
  try {
    expect(trustRedirectUri(client, uri)).toBe(uri);
    return true;
  } catch (err) {
    expect(err).toBeInstanceOf(ProtocolError);
    return false;
  }
}

describe("specification §4.8 rule 1, for all strings", () => {
  it("accepts registered URIs, and in addition only a native client's loopback port", () => {
    fc.assert(
      fc.property(clients, requested, (client, uri) => {
        const exact = client.redirectUris.includes(uri);
        const variant =
          client.applicationType === "native" && client.redirectUris.some((known) => isPortVariant(known, uri));

        if (exact) expect(accepts(client, uri)).toBe(true);
        else if (!variant) expect(accepts(client, uri)).toBe(false);
      }),
      { numRuns: 10 * (fc.readConfigureGlobal().numRuns ?? 0) },
    );
  });

  it("accepts every port from 1 to 65535 for a native client, and never loses the port", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 65_535 }), (port) => {
        const uri = `http://127.0.0.1:${port}/cb`;
        expect(accepts({ redirectUris: ["http://127.0.0.1/cb"], applicationType: "native" }, uri)).toBe(true);
      }),
    );
  });

  it("names the owner and the host of every URI that it accepts", () => {
    fc.assert(
      fc.property(clients, requested, (client, uri) => {
        if (!accepts(client, uri)) return;
        const known = trustRedirectUri(client, uri);
        expect(isUnowned(known)).toBe(!uri.startsWith("https:"));
        expect(hostOf(known)).not.toBe("");
      }),
      { numRuns: 10 * (fc.readConfigureGlobal().numRuns ?? 0) },
    );
  });
});

describe("RFC 9700 §2.6, for all strings", () => {
  const context = fc.record({
    applicationType: fc.constantFrom("web" as const, "native" as const),
    issuer: fc.constantFrom("https://auth.example", "http://localhost:4000"),
  });

  it("refuses every URI that a parser would change, that has a fragment, or that runs script", () => {
    fc.assert(
      fc.property(requested, context, (uri, where) => {
        if (isRegistrableRedirectUri(uri, where) !== undefined) return;

        const { href, hash, username, password, protocol } = new URL(uri);
        // For an empty path a parser adds the slash, and it escapes an apostrophe in a query. It changes nothing
        // else.
        const parsed = uri.replace(/^(https?:\/\/[^/?]+)(?=\?|$)/, "$1/").replaceAll("%27", "'");
        expect(href.replaceAll("%27", "'")).toBe(parsed);
        expect([hash, username, password]).toEqual(["", "", ""]);
        expect(uri).not.toMatch(/[#*\\\s]/);
        expect(protocol).toMatch(/^https?:$|\./);
      }),
      { numRuns: 10 * (fc.readConfigureGlobal().numRuns ?? 0) },
    );
  });
});
