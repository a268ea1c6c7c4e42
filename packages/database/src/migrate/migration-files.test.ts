import { readdirSync } from "node:fs";
import { expect, it } from "vitest";

const names = readdirSync(new URL("../../prisma/migrations/", import.meta.url));

it("no two migrations share a number: each is applied after those before it, in the order of its name", () => {
  const numbers = names.map((name) => name.split("_")[0]);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

it("only one migration has a letter beside its number, because it once shared that number", () => {
  expect(names.filter((name) => !/^\d{4}_/.test(name))).toEqual(["0009b_standing_authorization"]);
});
