import { describe, expect, it } from "vitest";
import { isStorable, unstorableAt } from "./storable.ts";

describe("what a database can hold as text", () => {
  it.each([["a\0b"], ["\ud800"], [{ "a\0": 1 }], [{ "\udc00": 1 }], [[{ a: ["\0"] }]]])("is not in %j", (value) => {
    expect(isStorable(value)).toBe(false);
  });

  it.each([
    [{ a: [{ "b/c~": "\0" }] }, "/a/0/b~1c~0"],
    [{ "a\ud800": 1 }, "/a\ufffd"],
    ["\0", ""],
  ])("RFC 6901: is missing in %j at %s", (value, pointer) => expect(unstorableAt(value)).toBe(pointer));

  it.each([["aé😀"], [1], [null], [{ a: [true, "b\n"] }]])("is in %j", (value) => expect(isStorable(value)).toBe(true));

  it("is found at any depth of the value", () => {
    expect(isStorable(JSON.parse(`${"[".repeat(500_000)}"\\u0000"${"]".repeat(500_000)}`))).toBe(false);
  });
});
