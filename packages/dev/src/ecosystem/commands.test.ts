import { describe, expect, it } from "vitest";
import { accountsIn } from "./commands.ts";

const ada = { username: "ada", password: "demo" };

describe("the accounts that the seed names", () => {
  it.each([
    ["in one line after others", ["seeding", JSON.stringify({ accounts: [ada] })]],
    ["over several lines", JSON.stringify({ accounts: [ada] }, null, 2).split("\n")],
    [
      "with more than is asked",
      [JSON.stringify({ clients: 2, accounts: [{ ...ada, email: "ada@example.com" }, { username: "x" }] })],
    ],
  ])("are found %s", (_, lines) => {
    expect(accountsIn(lines)).toEqual([ada]);
  });

  it.each([
    ["nothing", []],
    ["text", ["done"]],
    ["other JSON", ['{"accounts":3}']],
  ])("are none when it says %s", (_, lines) => {
    expect(accountsIn(lines)).toEqual([]);
  });
});
