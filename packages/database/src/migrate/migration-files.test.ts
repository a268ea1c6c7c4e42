import { readdirSync } from "node:fs";
import { expect, it } from "vitest";

const names = readdirSync(new URL("../../prisma/migrations/", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

it("no two migrations have the same number, so the order of names is the order of application", () => {
  const numbers = names.map((name) => name.split("_")[0]);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

it("only one migration has a letter after its number, because two once had that number", () => {
  expect(names.filter((name) => !/^\d{4}_/.test(name))).toEqual(["0009b_standing_authorization"]);
});
