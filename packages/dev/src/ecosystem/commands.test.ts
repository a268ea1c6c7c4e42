import { describe, expect, it } from "vitest";
import { accountsIn } from "./commands.ts";

const ada = { username: "ada", password: "demo" };

describe("the accounts that the seed prints", () => {
  it.each([
    ["on one line after other lines", ["seeding", JSON.stringify({ accounts: [ada] })]],
    ["over several lines", JSON.stringify({ accounts: [ada] }, null, 2).split("\n")],
    [
      "with additional members",
      [JSON.stringify({ clients: 2, accounts: [{ ...ada, email: "ada@example.com" }, { username: "x" }] })],
    ],
  ])("are read %s", (_, lines) => {
    expect(accountsIn(lines)).toEqual([ada]);
  });

  it.each([
    ["nothing", []],
    ["text", ["done"]],
    ["other JSON", ['{"accounts":3}']],
  ])("are empty for the output %s", (_, lines) => {
    expect(accountsIn(lines)).toEqual([]);
  });
});
