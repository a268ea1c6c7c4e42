import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refused } from "../forgery.ts";
import { assertUniqueMembers } from "./unique-members.ts";

describe("RFC 7519 §4: no object has two members of one name", () => {
  it.each([
    ["at the top", '{"a":1,"b":2,"a":1}'],
    ["with other spelling", '{"redirect_uri":"x","redirect\\u005furi":"y"}'],
    ["inside another object", '{"claims":{"id_token":{},"id_token":null}}'],
    ["inside an array", '[1,[{"a":1 , "a" : 2}]]'],
    ["after objects and arrays", '{"a":[{"b":1},{"b":1}],"c":{"a":1},"a":2}'],
    ["that is empty", '{"":1,"":2}'],
  ])("a repeated name %s is found", (_, text) => {
    JSON.parse(text);
    expect(() => assertUniqueMembers(text)).toThrow(refused);
  });

  it.each([
    ["the same name in different objects", '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}'],
    ["the same text as name and value", '{"a":"a","b":"a","c":["a","a"]}'],
    ["names that differ in an escaped quotation mark", '{"a\\"":1,"a\\\\":2,"a":3}'],
    ["text that looks like an object", '{"a":"{\\"b\\":1,\\"b\\":2}"}'],
  ])("%s is allowed", (_, text) => {
    expect(() => assertUniqueMembers(text)).not.toThrow();
  });

  it("no text that JSON.stringify writes has one", () => {
    fc.assert(fc.property(fc.json({ maxDepth: 4 }), (text) => assertUniqueMembers(JSON.stringify(JSON.parse(text)))));
  });
});
