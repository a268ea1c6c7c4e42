import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProtocolError } from "../errors.ts";
import { narrows, parseScope, requestableScopes, stillGranted } from "./scope.ts";
import { SCOPE_EXPECTED } from "./scope-token.ts";

const malformed = expect.objectContaining({ code: "invalid_scope", message: `scope ${SCOPE_EXPECTED}` });

describe("RFC 6749 §3.3: a scope is tokens with one space between them", () => {
  it.each([
    ["none of an absent parameter", undefined, []],
    ["one", "openid", ["openid"]],
    ["several in the order sent", "profile openid email", ["profile", "openid", "email"]],
    ["each scope once", "openid email openid", ["openid", "email"]],
    ["capitals as different letters (authz-12)", "OPENID Openid openid", ["OPENID", "Openid", "openid"]],
    [
      "every punctuation mark that a token may contain",
      "!#[]~ https://api.example/read",
      ["!#[]~", "https://api.example/read"],
    ],
  ])("reads %s", (_, scope, expected) => {
    expect(parseScope(scope)).toEqual(expected);
  });

  it.each([
    ["nothing", ""],
    ["a space", " "],
    ["a leading space", " openid"],
    ["a trailing space", "openid "],
    ["a double space", "openid  email"],
    ["a tab", "openid\temail"],
    ["a line feed at the end", "openid\n"],
    ["a quotation mark", 'openid "x"'],
    ["a backslash", "openid\\email"],
    ["a no-break space", "openid\u00a0email"],
    ["a letter beyond ASCII", "openid é"],
    ["NUL", "openid\0"],
    ["DEL", "openid\x7f"],
  ])("authz-10: refuses %s", (_, scope) => {
    expect(() => parseScope(scope)).toThrow(malformed);
  });

  it("authz-10: accepts angle brackets, which the grammar allows, and treats the scope as unknown", () => {
    const scopes = parseScope("openid <script>");
    expect(requestableScopes(scopes, { defined: ["openid"], allowed: ["openid"] })).toEqual(["openid"]);
  });

  it("dos-09: handles a hostile scope in linear time", () => {
    const started = process.threadCpuUsage().user;
    expect(() => parseScope(`${"a ".repeat(25_000)}"`)).toThrow(malformed);
    expect(process.threadCpuUsage().user - started).toBeLessThan(250_000); // microseconds
  });
});

describe("RFC 6749 §3.3: the scopes that a client may request", () => {
  const rules = { defined: ["openid", "email", "admin"], allowed: ["openid", "email"] };

  it.each([
    ["what is defined and allowed", ["openid", "email"], ["openid", "email"]],
    ["nothing for nothing", [], []],
    ["no undefined scope", ["openid", "unknown"], ["openid"]],
    ["no scope in another case (authz-12)", ["OPENID", "email"], ["email"]],
  ])("is %s", (_, requested, expected) => {
    expect(requestableScopes(requested, rules)).toEqual(expected);
  });

  it("excludes a defined scope that the client is not allowed (authz-11)", () => {
    expect(() => requestableScopes(["openid", "admin"], rules)).toThrow(
      expect.objectContaining({
        code: "invalid_scope",
        message: "scope is not allowed for this client",
        detail: "admin",
      }),
    );
  });

  it("excludes an allowed scope that is no longer defined", () => {
    expect(requestableScopes(["email"], { defined: ["openid"], allowed: ["openid", "email"] })).toEqual([]);
  });
});

describe("RFC 6749 §3.3, for all scopes", () => {
  const token = fc.oneof(fc.constantFrom("openid", "email", "phone", "admin"), fc.stringMatching(/^[!#-[\]-~]{1,4}$/));
  const sent = fc.oneof(
    fc.array(token, { minLength: 1 }).map((tokens) => tokens.join(" ")),
    fc.string(),
  );

  /** The result of `rule`, or nothing if it refuses. Any other error fails the test. */
  function given(rule: () => readonly string[]): readonly string[] {
    try {
      return rule();
    } catch (err) {
      expect(err).toBeInstanceOf(ProtocolError);
      return [];
    }
  }

  it("reads back what it reads, each scope once, and nothing that was not sent", () => {
    fc.assert(
      fc.property(sent, (scope) => {
        const scopes = given(() => parseScope(scope));
        expect(new Set(scopes).size).toBe(scopes.length);
        for (const one of scopes) expect(scope.split(" ")).toContain(one);
        if (scopes.length > 0) expect(parseScope(scopes.join(" "))).toEqual(scopes);
      }),
    );
  });

  it("grants no client more than it sent, than is defined and than it is allowed", () => {
    const some = fc.array(token);
    fc.assert(
      fc.property(some, some, some, (requested, defined, allowed) => {
        for (const one of given(() => requestableScopes(requested, { defined, allowed }))) {
          expect([requested, defined, allowed].every((scopes) => scopes.includes(one))).toBe(true);
        }
      }),
    );
  });
});

describe("RFC 6749 §6: a request narrows the granted scope, and never widens it", () => {
  const granted = ["openid", "email", "phone"];

  it.each([
    [[], true],
    [["email"], true],
    [["phone", "openid", "email"], true],
    [["profile"], false],
    [["email", "profile"], false],
    [["Email"], false],
  ])("%j narrows openid, email and phone: %j", (scopes, isNarrower) => {
    expect(narrows(scopes, granted)).toBe(isNarrower);
  });

  it.each([
    [undefined, []],
    ["", []],
    ["openid profile email", ["openid", "email"]],
  ])("a token with the scope %j still has %j", (scope, left) => {
    expect(stillGranted(scope, granted)).toEqual(left);
  });
});
