import { describe, expect, it } from "vitest";
import { isStorable } from "./storable.ts";

describe("what a database can hold as text", () => {
  it.each([["a\0b"], ["\ud800"], [{ "a\0": 1 }], [{ "\udc00": 1 }], [[{ a: ["\0"] }]]])("is not in %j", (value) => {
    expect(isStorable(value)).toBe(false);
  });

  it.each(['{"__proto__":1}', '{"a":[{"__proto__":{}}]}'])("C12: is not in %s, of which a copy has nothing", (text) => {
    expect(isStorable(JSON.parse(text))).toBe(false);
  });

  it.each([["aé😀"], [1], [null], [{ a: [true, "b\n"] }]])("is in %j", (value) => expect(isStorable(value)).toBe(true));

  it("is found however deep the value is nested", () => {
    expect(isStorable(JSON.parse(`${"[".repeat(500_000)}"\\u0000"${"]".repeat(500_000)}`))).toBe(false);
  });
});
