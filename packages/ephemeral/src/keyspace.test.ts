import { describe, expect, it } from "vitest";
import { keyspace } from "./keyspace.ts";

const names = keyspace("https://id.example", 16);

describe("names in the store", () => {
  it("differ for each issuer, kind and key", () => {
    const other = keyspace("https://other.example", 16);
    const all = [
      names.name("entry", "jti:1"),
      names.name("set", "jti:1"),
      names.name("limit", "jti:1"),
      names.name("entry", "jti:2"),
      names.name("entry", "device:1"),
      other.name("entry", "jti:1"),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it("show the noun of the key, and nothing of the rest", () => {
    const name = names.name("entry", "parked:a-secret-handle");
    expect(name).toMatch(/^countersign:\{[0-9a-f]{12}\.\d+\}:entry:parked:[\w-]{43}$/);
    expect(name).not.toContain("secret");
  });

  it.each(["a-secret-without-a-noun", "A secret:x", `${"n".repeat(41)}:x`, ":x", "id.example:x"])(
    "show nothing of a key without a proper noun: %s",
    (key) => expect(names.name("entry", key)).toMatch(/:entry:key:[\w-]{43}$/),
  );

  it("have a bounded length, as the column of rate limits requires", () => {
    expect(names.name("limit", `${"n".repeat(40)}:${"x".repeat(100_000)}`).length).toBeLessThan(160);
  });

  it("share the hash tag of their birth marker, so no slot is lost without the marker", () => {
    const tag = (name: string) => /\{.*\}/.exec(name)?.[0];
    for (let index = 0; index < 100; index++) {
      const key = `jti:${index}`;
      expect(tag(names.name("entry", key))).toBe(tag(names.birth(key)));
      expect(names.births).toContain(names.birth(key));
    }
  });

  it("are spread over all parts", () => {
    const tags = Array.from({ length: 500 }, (_, index) => names.birth(`jti:${index}`));
    expect(new Set(tags)).toEqual(new Set(names.births));
    expect(names.births).toHaveLength(16);
  });
});
