/** Expand now, contract later (decision 27): during an upgrade the version before runs on the migrated database. */
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readMigrations } from "./migration-files.ts";

/** Up to here the rule was not checked: 0020 dropped an index that the version before it uses. */
const LAST_UNCHECKED = "0020_predecessors";

/** What takes something away that a statement of the version before may name, or need in order to be quick. */
const CONTRACTING =
  /\bDROP\s+(?:TABLE|VIEW|COLUMN|INDEX|FUNCTION|TRIGGER|TYPE|SCHEMA|SEQUENCE|DEFAULT)\b|\bRENAME\b|\bALTER\s+COLUMN\s+\w+\s+(?:SET\s+DATA\s+)?TYPE\b|\bSET\s+NOT\s+NULL\b/i;
const LAST_USED = /^-- last used by version \d+\.\d+\.\d+$/m;

const isRefused = (sql: string) => CONTRACTING.test(withoutComments(sql)) && !LAST_USED.test(sql);
const withoutComments = (sql: string) => sql.replaceAll(/--.*$/gm, "");

describe("a migration that takes something away names the last version that used it", () => {
  it.each([
    ["an index", "DROP INDEX a_idx;", true],
    ["a column", "ALTER TABLE a\n  DROP COLUMN b;", true],
    ["a table, in small letters", "drop table a;", true],
    ["a name", "ALTER TABLE a RENAME COLUMN b TO c;", true],
    ["a type", "ALTER TABLE a ALTER COLUMN b TYPE bigint;", true],
    ["the permission to leave a column out", "ALTER TABLE a ALTER COLUMN b SET NOT NULL;", true],
    ["an index that nothing uses any more", "-- last used by version 0.1.0\nDROP INDEX a_idx;", false],
    ["a constraint, which only allows more", "ALTER TABLE a DROP CONSTRAINT b, ALTER COLUMN c DROP NOT NULL;", false],
    ["nothing", "-- DROP INDEX would hurt\nCREATE INDEX a_idx ON a (b);", false],
  ])("%s", (_, sql, refused) => {
    expect(isRefused(sql)).toBe(refused);
  });

  it("and so do all of ours", async () => {
    const migrations = await readMigrations(fileURLToPath(new URL("../prisma/migrations/", import.meta.url)));
    const refused = migrations.filter(({ name, sql }) => name > LAST_UNCHECKED && isRefused(sql));
    expect(refused.map(({ name }) => name)).toEqual([]);
  });
});
