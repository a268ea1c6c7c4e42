import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isUnreadableJson, readJson } from "./json.ts";

const limits = { longest: 1000, deepest: 4 };
const outcome = (source: string | Uint8Array) => {
  try {
    return readJson(source, limits);
  } catch (err) {
    return isUnreadableJson(err) ? err.problem : err;
  }
};
const bytes = (text: string) => new TextEncoder().encode(text);

afterEach(() => void vi.restoreAllMocks());

describe("A4, B8, C12: RFC 8259 §4: no object has two members of one name", () => {
  it.each([
    ["at the top", '{"a":1,"b":2,"a":1}'],
    ["with other spelling", '{"redirect_uri":"x","redirect\\u005furi":"y"}'],
    ["inside another object", '{"claims":{"id_token":{},"id_token":null}}'],
    ["inside an array", '[1,[{"a":1 , "a" : 2}]]'],
    ["after objects and arrays", '{"a":[{"b":1},{"b":1}],"c":{"a":1},"a":2}'],
    ["that is empty", '{"":1,"":2}'],
    ["that is a number", '{"1":1,"1":2}'],
    ["after a name that ends with a backslash", '{"\\\\":1,"a":1,"a":2}'],
  ])("a repeated name %s is refused", (_, text) => {
    JSON.parse(text);
    expect(outcome(text)).toBe("a member is repeated");
    expect(outcome(bytes(text))).toBe("a member is repeated");
  });

  it.each([
    ["the same name in different objects", '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}'],
    ["the same text as name and value", '{"a":"a","b":"a","c":["a","a"]}'],
    ["names that differ in an escaped quotation mark", '{"a\\"":1,"a\\\\":2,"a":3}'],
    ["text that looks like an object", '{"a":"{\\"b\\":1,\\"b\\":2}","c":":[{"}'],
    ["a value that is not an object", "17"],
  ])("%s is read", (_, text) => {
    expect(outcome(text)).toEqual(JSON.parse(text));
    expect(outcome(bytes(text))).toEqual(JSON.parse(text));
  });

  it("what JSON.stringify writes is read as it was", () => {
    const value = fc.jsonValue({ maxDepth: 3 }).filter((one) => !JSON.stringify(one).includes("__proto__"));
    fc.assert(
      fc.property(value, (one) => {
        const text = JSON.stringify(one);
        if (text.length <= limits.longest) expect(readJson(text, limits)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['{"__proto__":{"admin":true}}', '[{"a":{"__pro\\u0074o__":null}}]'])(
    "C12: the name that changes the prototype of a copy is refused: %s",
    (text) => {
      expect(outcome(text)).toBe("a member has a reserved name");
    },
  );
});

describe("RFC 8259 §8.1 and §9: a body that is not JSON in UTF-8, or is too large", () => {
  it.each([
    ["no JSON", "{"],
    ["nothing", ""],
    ["a string that does not end", '{"a":"b'],
    ["a string that ends with an escape", '{"a":"b\\'],
    ["brackets that close too often", "]]"],
  ])("%s is refused", (_, text) => {
    expect(outcome(text)).toBe("not JSON in UTF-8");
  });

  it("bytes that are not UTF-8 are refused", () => {
    expect(outcome(new Uint8Array([0x22, 0xff, 0x22]))).toBe("not JSON in UTF-8");
  });

  it("A4: a text at both bounds is parsed once, and no text beyond one of them is parsed", () => {
    const parse = vi.spyOn(JSON, "parse");
    const deepest = `[[[[${" ".repeat(992)}]]]]`;
    expect(deepest).toHaveLength(limits.longest);
    expect(outcome(deepest)).toEqual([[[[]]]]);
    expect(parse.mock.calls).toEqual([[deepest]]);

    parse.mockClear();
    expect(outcome(` ${deepest}`)).toBe("too long");
    expect(outcome(bytes(` ${deepest}`))).toBe("too long");
    expect(outcome("[[[[[]]]]]")).toBe("too deep");
    expect(outcome("[".repeat(900))).toBe("too deep");
    expect(parse).not.toHaveBeenCalled();
  });

  it("A4: bytes beyond the bound are not even decoded", () => {
    const decode = vi.spyOn(TextDecoder.prototype, "decode");
    expect(outcome(new Uint8Array(1001))).toBe("too long");
    expect(decode).not.toHaveBeenCalled();
  });

  it("A4: each character of a text is looked at once, with any quotation marks and backslashes", () => {
    const steps = (text: string) => {
      const look = vi.spyOn(String.prototype, "charCodeAt");
      const find = vi.spyOn(String.prototype, "indexOf");
      outcome(text);
      const count = look.mock.calls.length + find.mock.calls.length;
      vi.restoreAllMocks();
      return count;
    };
    for (const text of ['"'.repeat(1000), `"${'\\"'.repeat(499)}"`, `"${"\\".repeat(998)}"`, "[".repeat(1000)]) {
      expect(steps(text)).toBeLessThanOrEqual(2 * text.length + 4);
    }
  });
});
