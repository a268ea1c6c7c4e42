import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { doneWith } from "./several.ts";

const SRC = join(import.meta.dirname, "..", "..");
const textsOf = (pattern: string) => globSync(join(SRC, pattern)).map((file) => readFileSync(file, "utf8"));

describe("the message after an act", () => {
  it("upon one is about one", () => {
    const done = { one: "one_member_added", several: "members_added" };
    expect([doneWith(["x"], done), doneWith(["x", "y"], done)]).toEqual(["one_member_added", "members_added"]);
  });

  // A key without words shows no message, and nothing else would tell.
  it("has words, whichever act it is", () => {
    const named = textsOf("screens/**/!(*.test).ts").flatMap((text) =>
      [...text.matchAll(/\b(?:done|one|several): "([a-z]+_[a-z_]+)"/g)].map(([, key]) => `done.${key}`),
    );
    const known = new Set(
      textsOf("views/messages/*/en.json").flatMap((text) => Object.keys(JSON.parse(text) as Record<string, string>)),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((key) => !known.has(key))).toEqual([]);
  });
});
