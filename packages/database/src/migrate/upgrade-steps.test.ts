import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEmptyDatabase, query } from "../testing/empty-database.ts";
import { migrate, upgradeSteps } from "./migrate.ts";
import { stepsOf } from "./upgrade-steps.ts";

const stepOf = (sql: string) => stepsOf([{ name: "0002_b", sql, sha256: "" }])[0];

describe("what a step of an upgrade does to a database in use", () => {
  it.each([
    ["a new table", "CREATE TABLE b (id int);\nCREATE INDEX b_idx ON b (id);\nALTER TABLE b ADD c int;", []],
    ["a column", "ALTER TABLE a ADD COLUMN b int;\nALTER TABLE a ADD COLUMN c int;", ["a"]],
    ["a quoted table", 'ALTER TABLE "authorization" ADD COLUMN b int;', ["authorization"]],
    ["a constraint", "ALTER TABLE ONLY a ADD CHECK (b > 0) NOT VALID;", ["a"]],
    ["an index", "CREATE UNIQUE INDEX a_idx ON a (b);", ["a"]],
    ["a table that goes", "DROP TABLE IF EXISTS a;", ["a"]],
    ["a trigger", "CREATE TRIGGER t AFTER INSERT ON a FOR EACH ROW EXECUTE FUNCTION f();", ["a"]],
    ["rows", "UPDATE a SET b = 1 WHERE c = 2;", []],
    ["a comment", "-- ALTER TABLE a ADD COLUMN b int;\nSELECT 1;", []],
  ])("%s", (_, sql, locks) => {
    expect(stepOf(`${sql}\n`)).toEqual({ name: "0002_b", isBuilding: false, locks });
  });

  it("an index that is built beside the statements of others locks nothing", () => {
    const step = stepOf("-- no transaction\nCREATE INDEX CONCURRENTLY a_idx ON a (b);\n");
    expect(step).toEqual({ name: "0002_b", isBuilding: true, locks: [] });
  });

  it("one that removes something names the last version that uses it", () => {
    expect(stepOf("-- last used by version 0.1.0\nALTER TABLE a DROP COLUMN b;\n")).toMatchObject({
      lastUsedBy: "0.1.0",
    });
  });

  it("a table that an earlier step creates is not locked by a later one", () => {
    const steps = ["CREATE TABLE a (id int);\n", "ALTER TABLE a ADD b int;\n"].map((sql, n) => ({
      name: `000${n}_a`,
      sql,
      sha256: "",
    }));
    expect(stepsOf(steps).map(({ locks }) => locks)).toEqual([[], []]);
  });
});

describe("the steps of a database", () => {
  async function openFolder() {
    const [database, directory] = await Promise.all([
      createEmptyDatabase(),
      mkdtemp(join(tmpdir(), "countersign-steps-")),
    ]);
    onTestFinished(() => database.drop());
    onTestFinished(() => rm(directory, { recursive: true }));
    const write = async (name: string, sql: string) => {
      await mkdir(join(directory, name), { recursive: true });
      await writeFile(join(directory, name, "migration.sql"), sql);
    };
    const steps = () => upgradeSteps(database.connectionString, { directory });
    return { url: database.connectionString, directory, write, steps };
  }

  it("are those that are missing, and asking changes nothing", async () => {
    const { url, directory, write, steps } = await openFolder();
    await write("0001_a", "CREATE TABLE a (id int);\n");
    expect(await steps()).toMatchObject([{ name: "0001_a" }]);
    expect(await query(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);

    await migrate(url, { directory });
    expect(await steps()).toEqual([]);
    await write("0002_b", "ALTER TABLE a ADD COLUMN b int;\n");
    expect(await steps()).toEqual([{ name: "0002_b", isBuilding: false, locks: ["a"] }]);
  });

  it("a database that is newer is refused, as by migrate", async () => {
    const { url, directory, write, steps } = await openFolder();
    await write("0001_a", "CREATE TABLE a (id int);\n");
    await write("0002_b", "ALTER TABLE a ADD COLUMN b int;\n");
    await migrate(url, { directory });
    await rm(join(directory, "0002_b"), { recursive: true });
    await expect(steps()).rejects.toThrow("The database is newer than this version");
  });
});
