import { describe, expect, it } from "vitest";
import { parts, pieces, shade } from "./names.ts";

describe("how a name is shown", () => {
  it("the same name has the same shade, of five", () => {
    const shades = ["Mila", "Emilia", "Jonas", "Camille", "Bob", "Ada", "Zoe", "Ravi"].map(shade);
    expect(shades).toEqual(["Mila", "Emilia", "Jonas", "Camille", "Bob", "Ada", "Zoe", "Ravi"].map(shade));
    expect(Math.max(...shades)).toBeLessThan(5);
    expect(new Set(shades).size).toBeGreaterThan(2);
  });
});

describe("where an address may break", () => {
  it.each([
    ["https://crm.example/events/all?of=1", "https://crm.|example/|events/|all?of=1"],
    ["https://crm.example/", "https://crm.|example/"],
    ["newcomer@acme.example", "newcomer|@acme.|example"],
    ["mara.lindqvist", "mara.|lindqvist"],
    ["my_shop-2.web", "my_shop-2.|web"],
    ["urn:example:orders", "urn:example:orders"],
    ["localhost:4100", "localhost:4100"],
    ["mara · mara@acme.example", "mara · mara@acme.example"],
    ["Delete maximiliane.von@subsidiary.acme.example?", "Delete maximiliane.|von|@subsidiary.|acme.|example?"],
    ["Dr. Mara Lindqvist", "Dr. Mara Lindqvist"],
    ["@acme", "@acme"],
    ["192.0.2.0/24", "192.0.2.0/24"],
    ["Bob", "Bob"],
    ["a sentence about /users and all.users", "a sentence about /users and all.users"],
    ["", ""],
  ])("%s", (text, expected) => {
    expect(pieces(text).join("|")).toBe(expected);
  });
});

describe("22: what was looked for is marked", () => {
  it.each<[string, string | undefined, readonly string[]]>([
    ["Camille Dubois", "MIL", ["Ca", "[mil]", "le Dubois"]],
    ["Mila milan", "mil", ["[Mil]", "a ", "[mil]", "an"]],
    ["Bob", "mil", ["Bob"]],
    ["Bob", undefined, ["Bob"]],
    ["Bob", " ", ["Bob"]],
    ["<b>", "b", ["<", "[b]", ">"]],
    // In lower case this letter is two: places would be others.
    ["İnes Mil", "mil", ["İnes Mil"]],
  ])("%j, by %j", (text, sought, expected) => {
    expect(parts(text, sought).map((part) => (part.isSought ? `[${part.text}]` : part.text))).toEqual(expected);
  });
});
