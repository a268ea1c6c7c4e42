import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const sources = fileURLToPath(new URL("../../", import.meta.url));
/** Statements of SQL that write what ends an account, and calls of Prisma Client that could. */
const WRITES =
  /UPDATE end_user[^`;]*?SET[^`;]*?\b(?:disabled_at|deletion_due_at|deletion_token_hash) =|endUser\.update/;

it("A1: what ends an account and begins it again stands in one file", () => {
  const files = globSync("**/*.ts", { cwd: sources }).filter((file) => !/\.test\.ts$|^testing\//.test(file));
  expect(files.length).toBeGreaterThan(500);
  const writing = files.filter((file) => WRITES.test(readFileSync(`${sources}${file}`, "utf8")));
  expect(writing).toEqual(["administration/people/account-state.ts"]);
});
