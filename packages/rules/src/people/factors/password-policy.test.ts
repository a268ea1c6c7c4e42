import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assessPassword, namesOf, type PasswordProblem } from "./password-policy.ts";

const nothing = { has: () => false };
const assess = (password: string, context: readonly string[] = [], shortest = 15) =>
  assessPassword(password, context, { shortest, common: nothing });

describe("NIST SP 800-63B-4 §3.1.1.2: the length of a password counts code points", () => {
  it.each<[string, string, number, PasswordProblem | undefined]>([
    ["14 of 15", "a".repeat(14), 15, "too_short"],
    ["15 of 15", "mountain river ", 15, undefined],
    ["7 of 8", "r1ver 7", 8, "too_short"],
    ["8 of 8, where a second factor is demanded", "r1ver 78", 8, undefined],
    ["14 emoji, which have 28 UTF-16 units", "🐎".repeat(14), 15, "too_short"],
    ["15 emoji", "🐎🔋🪨🌲🐎🔋🪨🌲🐎🔋🪨🌲🐎🔋🪨", 15, undefined],
    ["only spaces", " ".repeat(15), 15, undefined],
    ["only letters of one case", "mountainriverandtree", 15, undefined],
    ["1024 bytes", "ab".repeat(512), 15, undefined],
    ["1025 bytes", `${"ab".repeat(512)}c`, 15, "too_long"],
    ["pass-02: 1025 bytes of emoji", `${"🐎".repeat(256)}a`, 15, "too_long"],
    ["a megabyte", "ab".repeat(500_000), 15, "too_long"],
  ])("%s", (_, password, shortest, problem) => {
    expect(assess(password, [], shortest)).toBe(problem);
  });

  it.each([
    ["NUL", "mountain\0river and tree"],
    ["a line break", "mountain river\nand tree"],
    ["DEL", "mountain river\x7f and tree"],
    ["half of a surrogate pair", "mountain river \ud83d and tree"],
  ])("pass-02: %s is refused", (_, password) => {
    expect(assess(password)).toBe("malformed");
  });
});

describe("OWASP ASVS 6.1.2 and 6.2.11: names of the person and of the service are not a password", () => {
  const names = namesOf({
    username: "Carter",
    email: "alice.b@mail.example",
    name: "Alice Beatrice Carter",
    given_name: "Alice",
    family_name: null,
  });
  const context = [...names, "auth.issuer.example", "Photo Prints"];

  it.each([
    "carter",
    "Carter1987",
    "ALICE.B@mail.example",
    "alice.b@mail.example1234",
    "alicebeatricecarter",
    "Alice Beatrice Carter",
    "carteralice!987",
    "ｃａｒｔｅｒ１９８７",
    "auth.issuer.example",
    "photoprints2030",
    "countersigncountersign",
    "1 countersign 1",
  ])("pass-01: refuses %s", (password) => {
    expect(assess(password, context, 5)).toBe("personal");
  });

  it.each(["carter12345", "carter and wife", "mountain river", "12345", "photosynthesis"])("accepts %s", (password) => {
    expect(assess(password, context, 5)).toBeUndefined();
  });

  it("looks for no name of two letters", () => {
    expect(assess("alalalal", ["al"], 8)).toBeUndefined();
  });
});

describe("OWASP ASVS 6.2.4: a known password is refused", () => {
  const common = { has: (text: string) => text === "mountain river" };
  it.each([
    ["a space at the end", "mountain river "],
    ["spaces around it", "\u3000 mountain river \u00a0"],
    ["an invisible character", "mountain\u200b river\u200b"],
    ["a soft hyphen", "moun\u00adtain river"],
  ])("C13: a listed password is common with %s, too", (_, password) => expect(assessed(password)).toBe("common"));

  const assessed = (password: string) => assessPassword(password, [], { shortest: 8, common });

  it("in any case of its letters and in full-width letters", () => {
    for (const password of ["mountain river", "Mountain RIVER", "ｍountain river"])
      expect(assessed(password)).toBe("common");
  });

  it("as a whole only", () => {
    expect(assessed("mountain rivers")).toBeUndefined();
  });
});

describe("any text gets a verdict", () => {
  it("and a text that is accepted has the demanded length", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.string()), (password, context) => {
        const problem = assess(password, context, 8);
        if (problem === undefined) expect(Array.from(password).length).toBeGreaterThanOrEqual(8);
      }),
    );
  });
});
