/** Expand now, contract later (decision 27): during an upgrade the previous version runs on the migrated database. */
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { lastUsedBy, readMigrations } from "./migration-files.ts";

/** The rule was not checked up to here: 0020 dropped an index that the previous version uses. */
const LAST_UNCHECKED = "0020_predecessors";

/** Statements that remove something which a statement of the previous version may name, or may need to be fast. */
const CONTRACTING = [
  /\bDROP\s+(?:TABLE|VIEW|COLUMN|INDEX|FUNCTION|TRIGGER|TYPE|SCHEMA|SEQUENCE|DEFAULT)\b/i,
  /\bRENAME\b/i,
  /\bALTER\s+COLUMN\s+\w+\s+(?:SET\s+DATA\s+)?TYPE\b/i,
  /\bSET\s+NOT\s+NULL\b/i,
];
const isContracting = (sql: string) => CONTRACTING.some((pattern) => pattern.test(sql));

/** Removes what an interrupted build of an index left behind, and builds the index right after that. */
const BUILD_AGAIN =
  /\bDROP INDEX CONCURRENTLY IF EXISTS (\w+);\s*(?=CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+) ON\b)/gi;

/** An index whose columns begin those of another one: every statement that it served is served by the other one. */
const IS_BEGINNING = /^-- (\w+) is the beginning of (\w+)\nDROP INDEX (?:CONCURRENTLY )?(?:IF EXISTS )?(\w+);$/gm;

/** `before` is the SQL of the earlier files. An index of those files was not left behind by a build of this file. */
const isRefused = (sql: string, before = "") =>
  isContracting(withoutBuilds(withoutComments(withoutBeginnings(sql, before)), withoutComments(before))) &&
  lastUsedBy({ sql }) === undefined;

const withoutBeginnings = (sql: string, before: string) => {
  const indexes = plainIndexes(withoutComments(before));
  return sql.replaceAll(IS_BEGINNING, (drop: string, shorter: string, longer: string, dropped: string) => {
    const [short, long] = [indexes.get(shorter), indexes.get(longer)];
    return shorter === dropped && short !== undefined && long?.startsWith(`${short}, `) ? "" : drop;
  });
};

/** The table and columns of each index that has only columns, and all rows. */
const plainIndexes = (sql: string) =>
  new Map(
    [...sql.matchAll(/\bCREATE INDEX (?:CONCURRENTLY )?(\w+) ON "?(\w+)"? \(([\w, ]+)\);/g)].map(
      ([, name = "", table, columns]) => [name, `${table} (${columns}`] as const,
    ),
  );
const withoutComments = (sql: string) => sql.replaceAll(/--.*$/gm, "");
const withoutBuilds = (sql: string, before: string) =>
  sql.replaceAll(BUILD_AGAIN, (drop: string, dropped: string, built: string) =>
    dropped === built && !new RegExp(`\\b${dropped}\\b`).test(before) ? "" : drop,
  );
const OURS = fileURLToPath(new URL("../../prisma/migrations/", import.meta.url));

describe("a migration that removes something names the last version that used it", () => {
  it.each([
    ["an index", "DROP INDEX a_idx;", true],
    ["a column", "ALTER TABLE a\n  DROP COLUMN b;", true],
    ["a table, in lower case", "drop table a;", true],
    ["a name", "ALTER TABLE a RENAME COLUMN b TO c;", true],
    ["a type", "ALTER TABLE a ALTER COLUMN b TYPE bigint;", true],
    ["the permission to omit a column", "ALTER TABLE a ALTER COLUMN b SET NOT NULL;", true],
    ["an index that no version uses any more", "-- last used by version 0.1.0\nDROP INDEX a_idx;", false],
    [
      "a constraint, whose removal only allows more",
      "ALTER TABLE a DROP CONSTRAINT b, ALTER COLUMN c DROP NOT NULL;",
      false,
    ],
    ["nothing", "-- DROP INDEX would hurt\nCREATE INDEX a_idx ON a (b);", false],
  ])("%s", (_, sql, refused) => {
    expect(isRefused(sql)).toBe(refused);
  });

  const build = (name: string) =>
    `DROP INDEX CONCURRENTLY IF EXISTS a_idx;\n-- next statement\nCREATE INDEX CONCURRENTLY ${name} ON a (b);`;
  it.each([
    ["what an interrupted build of the same index left behind", build("a_idx"), "", false],
    ["an index other than the one it builds", build("b_idx"), "", true],
    ["an index of an earlier file", build("a_idx"), "CREATE INDEX a_idx ON a (b);", true],
  ])("%s", (_, sql, before, refused) => {
    expect(isRefused(sql, before)).toBe(refused);
  });

  const drop = (longer: string) => `-- a_idx is the beginning of ${longer}\nDROP INDEX CONCURRENTLY IF EXISTS a_idx;`;
  const made = (a: string, b: string) => `CREATE INDEX a_idx ON ${a};\nCREATE INDEX CONCURRENTLY b_idx ON ${b};`;
  it.each([
    ["an index whose columns begin another one", drop("b_idx"), made("a (b)", "a (b, c)"), false],
    ["an index of the same columns in another order", drop("b_idx"), made("a (b)", "a (c, b)"), true],
    ["an index whose only column has a name that begins another", drop("b_idx"), made("a (b)", "a (bc)"), true],
    ["an index of another table", drop("b_idx"), made("a (b)", "c (b, c)"), true],
    ["an index of which the other has some rows", drop("b_idx"), made("a (b)", "a (b, c) WHERE b IS NULL"), true],
    ["an index while the other one is not there", drop("c_idx"), made("a (b)", "a (b, c)"), true],
    ["an index that the comment does not name", drop("b_idx").replace("S a_", "S c_"), made("a (b)", "a (b, c)"), true],
  ])("%s", (_, sql, before, refused) => {
    expect(isRefused(sql, before)).toBe(refused);
  });

  it("all migrations of this tree follow the rule", async () => {
    const migrations = await readMigrations(OURS);
    const before = (index: number) => migrations.slice(0, index).map(({ sql }) => sql);
    const refused = migrations.filter(
      ({ name, sql }, index) => name > LAST_UNCHECKED && isRefused(sql, before(index).join("\n")),
    );
    expect(refused.map(({ name }) => name)).toEqual([]);
  });
});

/** The tables whose indexes a file builds while writes are blocked, and which earlier files created. */
function builtUnderLock(sql: string): string[] {
  const made = [...withoutComments(sql).matchAll(/\bCREATE (?:UNLOGGED )?TABLE "?(\w+)/gi)].map(([, table]) => table);
  const built = withoutComments(sql).matchAll(/\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY)\w+\s+ON\s+"?(\w+)/gi);
  return [...built].map(([, table = ""]) => table).filter((table) => !made.includes(table));
}

describe("a migration builds an index of an existing table without blocking writes", () => {
  it.each([
    ["an index", "CREATE INDEX a_idx ON a (b);", ["a"]],
    ["a unique index of a quoted table", 'CREATE UNIQUE INDEX a_key\n  ON "a" (b);', ["a"]],
    ["an index of a new table", "CREATE TABLE a (b int);\nCREATE INDEX a_idx ON a (b);", []],
    ["an index that is built concurrently", "CREATE INDEX CONCURRENTLY a_idx ON a (b);", []],
  ])("%s", (_, sql, tables) => {
    expect(builtUnderLock(sql)).toEqual(tables);
  });

  it("all migrations of this tree follow the rule", async () => {
    const locking = (await readMigrations(OURS)).filter(
      ({ name, sql }) => name > LAST_UNCHECKED && builtUnderLock(sql).length > 0,
    );
    expect(locking.map(({ name }) => name)).toEqual([]);
  });
});
