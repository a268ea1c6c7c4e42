import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  ERROR_STATUS,
  invalidClient,
  invalidGrant,
  invalidRequest,
  invalidScope,
  ProtocolError,
  tooManyRequests,
} from "./errors.ts";

/** RFC 6749 §4.1.2.1 and §5.2: the characters of a code and of a description. */
const ALLOWED = /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/;

const THROW_SITE = /(?:new ProtocolError|invalidRequest|invalidGrant|invalidScope|invalidTarget|invalidClient)\(/g;

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => [name, readFileSync(`${import.meta.dirname}/${name}`, "utf8")] as const);

/** The arguments of the call whose parenthesis opens just before `start`. */
function argumentsAt(source: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < source.length; end++) {
    if (source[end] === "(") depth++;
    if (source[end] === ")") depth--;
  }
  return source.slice(start, end - 1);
}

/** Every place that makes an error, with the constant texts in it; what a template inserts reads `x`. */
const sites = sources
  .filter(([name]) => name !== "errors.ts")
  .flatMap(([name, source]) =>
    [...source.matchAll(THROW_SITE)].map((call) => {
      const given = argumentsAt(source, call.index + call[0].length);
      const texts = [...given.matchAll(/"((?:[^"\\]|\\.)*)"|`([^`]*)`/g)];
      return {
        site: `${name}: ${given}`,
        texts: texts.map((text) => (text[1] ?? text[2] ?? "").replace(/\$\{\w+\}/g, "x")),
      };
    }),
  );

describe("RFC 6749 §5.2: an error description has no quotation mark, backslash or control character", () => {
  it("finds the places that throw", () => {
    expect(sites.length).toBeGreaterThanOrEqual(15);
    expect(new Set(sites.map(({ site }) => site.split(":")[0])).size).toBeGreaterThanOrEqual(6);
  });

  it.each(sites)("resp-11: $site", ({ texts }) => {
    expect(texts.some((text) => text.includes(" "))).toBe(true);
    for (const text of texts) expect(text).toMatch(ALLOWED);
  });

  it("the description is the same for every client that fails to authenticate", () => {
    expect(invalidClient("unknown").message).toMatch(ALLOWED);
    expect(invalidClient("unknown").message).toBe(invalidClient("wrong secret").message);
  });

  it.each(Object.keys(ERROR_STATUS))("the code is %s", (code) => {
    expect(code).toMatch(/^[a-z_]+$/);
  });
});

describe("RFC 6749 §5.2: an error has two texts", () => {
  it.each([
    ["invalid_request", invalidRequest],
    ["invalid_grant", invalidGrant],
    ["invalid_scope", invalidScope],
  ])("%s: one for the client, one for the log", (code, make) => {
    const error = make("for the client", "for the log");
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ name: "ProtocolError", code, message: "for the client", detail: "for the log" });
    expect(make("for the client").detail).toBeUndefined();
  });

  it("invalid_client: only the log has the reason", () => {
    expect(invalidClient("wrong secret")).toMatchObject({ code: "invalid_client", detail: "wrong secret" });
  });
});

describe("RFC 6749 §5.2 and RFC 6750 §3.1: the status of an error response", () => {
  it.each([
    ["invalid_request", 400],
    ["invalid_grant", 400],
    ["invalid_scope", 400],
    ["unauthorized_client", 400],
    ["unsupported_grant_type", 400],
    ["invalid_client", 401],
    ["invalid_token", 401],
    ["insufficient_scope", 403],
    ["insufficient_user_authentication", 401],
    ["access_denied", 403],
    ["server_error", 500],
    ["temporarily_unavailable", 503],
  ] as const)("of %s is %i", (code, status) => {
    expect(new ProtocolError(code, "a description").status).toBe(status);
  });

  it("is a client or a server error, as fits the code", () => {
    for (const status of Object.values(ERROR_STATUS)) expect([400, 401, 403, 500, 503]).toContain(status);
  });

  it("is 429 if a limit was reached, with the seconds to wait (RFC 6585 §4)", () => {
    const error = tooManyRequests(30);
    expect(error).toMatchObject({ code: "temporarily_unavailable", status: 429, retryAfterSeconds: 30 });
    expect(error.message).toMatch(ALLOWED);
    expect(invalidRequest("a description").retryAfterSeconds).toBeUndefined();
  });
});
