import { describe, expect, it } from "vitest";
import { properties, table } from "./report.ts";

describe("printed output", () => {
  it("has columns with headings", () => {
    const rows = [
      { name: "alice", state: "enabled" },
      { name: "b", state: "disabled" },
    ];
    expect(table(rows, "nobody")).toBe("name   state\nalice  enabled\nb      disabled");
    expect(table([], "nobody")).toBe("nobody");
  });

  it("has one line for each property that is set", () => {
    const thing = { id: 7, note: null, uris: ["a", "b"], address: { country: "UK" }, at: new Date(0), none: undefined };
    expect(properties(thing)).toBe(
      'id       7\nuris     a b\naddress  {"country":"UK"}\nat       1970-01-01T00:00:00.000Z',
    );
  });

  it.each([
    ["an escape sequence", "\u001b[2J", "\\u{1b}[2J"],
    ["a line feed", "x\nadmin", "x\\u{a}admin"],
    ["text that runs right to left", "a\u202eb", "a\\u{202e}b"],
  ])("shows %s instead of executing it", (_, name, shown) => {
    expect(properties({ name })).toBe(`name  ${shown}`);
    expect(table([{ name }], "")).toBe(`name\n${shown}`);
  });
});
