import { describe, expect, it } from "vitest";
import { initials } from "./initials.ts";

describe("how a name is shown", () => {
  it.each([
    ["Mila Sørensen", "MS"],
    ["emilia.novak@acme.example", "EN"],
    ["mara@example.org", "M"],
    ["@acme", "?"],
    ["bob", "B"],
    ["", "?"],
    ["🦦 otter", "🦦O"],
    ["Ada  King   Lovelace", "AL"],
  ])("the initials of %j are %j", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
