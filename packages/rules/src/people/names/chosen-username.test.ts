import { describe, expect, it } from "vitest";
import { randomUsername, readChosenUsername } from "./chosen-username.ts";
import { username } from "./username.ts";

const chosen = (name: string) => readChosenUsername(name, "ascii");
const wide = (name: string) => readChosenUsername(name, "unicode");

describe("RFC 8265 §3.3: usernames that people choose", () => {
  it.each([
    ["alice", "alice"],
    ["ALICE", "alice"],
    ["a", "a"],
    ["7", "7"],
    ["a.b-c_d", "a.b-c_d"],
    ["x".repeat(64), "x".repeat(64)],
  ])("%s is %s", (typed, name) => expect(chosen(typed)).toBe(name));

  it.each([
    ["nothing", ""],
    ["65 characters", "x".repeat(65)],
    ["signup-04: a letter of another script", "аlice"],
    ["signup-04: fullwidth letters", "ｍａｌ"],
    ["signup-04: a zero-width joiner", "al\u200dice"],
    ["signup-05: an address", "alice@example.com"],
    ["a letter whose lower case is ASCII", "\u212Aate"],
    ["a capital I with a dot", "mİmi"],
    ["a space", "al ice"],
    ["a line break", "alice\n"],
    ["a dot at the start", ".alice"],
    ["a hyphen at the end", "alice-"],
    ["a reserved name", "admin"],
    ["a reserved name in capitals", "Admin"],
    ["a reserved name with signs", "a.d-m_in"],
    ["a slash", "a/b"],
  ])("refuses %s", (_, typed) => expect(chosen(typed)).toBeUndefined());

  it.each([
    ["alice", "alice"],
    ["ALICE", "alice"],
    ["Zoë", "zoë"],
    ["Zoe\u0308", "zoë"],
    ["Борис", "борис"],
    ["小林", "小林"],
    ["ｍａｌ", "mal"],
    ["ž".repeat(64), "ž".repeat(64)],
  ])("where all scripts are allowed, %s is %s", (typed, name) => expect(wide(typed)).toBe(name));

  it.each([
    ["a reserved name with a letter of another script", "аdmin"],
    ["two scripts in one name", "aлиса"],
    ["letters of one script that look like a reserved name", "һеӏр"],
    ["a reserved name with a long s", "ſupport"],
    ["a zero-width joiner", "al\u200dice"],
    ["a mark that turns the text", "al\u202eice"],
    ["an address", "alice@example.com"],
    ["a plus sign", "al+ice"],
    ["65 letters", "ž".repeat(65)],
    ["a mark without a letter", "\u0308a"],
    ["a hyphen at the end", "zoë-"],
    ["nothing", ""],
  ])("where all scripts are allowed, refuses %s", (_, typed) => expect(wide(typed)).toBeUndefined());

  it("a person who chooses none gets a username that an account may have", () => {
    const names = Array.from({ length: 500 }, randomUsername);
    expect(names.filter((name) => chosen(name) !== name || !username.safeParse(name).success)).toEqual([]);
    expect(new Set(names).size).toBe(500);
  });
});
