import { describe, expect, it } from "vitest";
import { parseKeyEncryptionKeys } from "./key-encryption-keys.ts";

const key = Buffer.alloc(32, 7).toString("base64url");

describe("architecture §5: key-encryption keys, several with ids", () => {
  it("are in order, and the first one seals", () => {
    const keys = parseKeyEncryptionKeys(`new:${key}, old:${key}`);
    expect(keys.map(({ id }) => id)).toEqual(["new", "old"]);
    expect(keys[0].key).toHaveLength(32);
  });

  it.each([
    ["nothing", ""],
    ["a key without an id", key],
    ["an id with other characters", `a b:${key}`],
    ["a key that is too short", `a:${key.slice(0, -2)}`],
    ["a key that is too long", `a:${key}AA`],
    ["a key in another encoding", `a:${"+".repeat(43)}`],
    ["the same id twice", `a:${key},a:${key}`],
  ])("refuse %s, and show no key", (_, text) => {
    const parse = () => parseKeyEncryptionKeys(text);
    expect(parse).toThrow(Error);
    expect(parse).not.toThrow(key);
  });
});
