import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSameJson, type Json, readDetailsJson } from "./json.ts";

const refused = expect.objectContaining({ code: "invalid_authorization_details" });
const outcome = (text: string) => {
  try {
    return readDetailsJson(text);
  } catch (err) {
    return err;
  }
};

describe("RFC 8259 §4 and §6: a JSON text with one meaning", () => {
  it("is read as every parser reads it", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4, noUnicodeString: false }), (text) => {
        const value = outcome(text);
        // What cannot be stored is refused.
        if (!(value instanceof Error)) expect(value).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ["colons and braces in strings", '[{"a:{[":":}\\"]","b\\\\":"\\\\"}]'],
    ["the same name in two objects", '[{"a":{"a":1}},{"a":2}]'],
    ["a name of 200 characters", `{"${"x".repeat(200)}":1}`],
    ["8 levels", "[[[[[[[[]]]]]]]]"],
    ["16 KiB", `["${"x".repeat(2000)}"${" ".repeat(16 * 1024 - 2004)}]`],
  ])("is accepted with %s", (_, text) => {
    expect(outcome(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ["rarx-05: a repeated member", '{"a":1,"a":1}'],
    ["rarx-05: a repeated member below", '[{"b":{"a":"x","a":"y"}}]'],
    ["rarx-05: a member that is repeated in another spelling", '{"a":1,"\\u0061":2}'],
    ["rarx-01: a number that is too large", "[-1e400]"],
    ["9 levels", "[[[[[[[[[]]]]]]]]]"],
    ["thousands of levels", "[".repeat(10_000)],
    ["more than 16 KiB", `[${" ".repeat(16 * 1024)}]`],
    ["more than 16 KiB in UTF-8", `["${"é".repeat(1000)}",${'"éééééééé",'.repeat(820)}1]`],
    ["a string of more than 2000 characters", `["${"x".repeat(2001)}"]`],
    ["rarx-04: a name of more than 200 characters", `{"${"x".repeat(201)}":1}`],
    ["more than 200 entries", `[${"1,".repeat(200)}1]`],
    ["a NUL", '["\\u0000"]'],
    ["half a surrogate pair", '["\\ud800"]'],
    ["half a surrogate pair as a name", '{"\\ud800":1}'],
    ["the name __proto__", '{"__proto__":{}}'],
    ["no JSON", "[1,]"],
    ["nothing", ""],
  ])("is refused with %s", (_, text) => {
    expect(outcome(text)).toEqual(refused);
  });
});

describe("RFC 9396 §6.1: equal objects", () => {
  it.each<[Json, Json, boolean]>([
    [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [{ a: 1 }, { a: "1" }, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: 1 }, { a: 1, b: 1 }, false],
    [["x"], { 0: "x" }, false],
    [null, {}, false],
    [{ toString: 1 }, { valueOf: 1 }, false],
  ])("%j and %j: %s", (one, other, expected) => {
    expect([isSameJson(one, other), isSameJson(other, one)]).toEqual([expected, expected]);
  });
});
