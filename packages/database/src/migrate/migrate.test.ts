import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEmptyDatabase, type EmptyDatabase, query } from "../testing/empty-database.ts";
import { migrate } from "./migrate.ts";
import { isMigrationError } from "./migration-error.ts";
import { lastUsedBy, readMigrations } from "./migration-files.ts";

const OURS = fileURLToPath(new URL("../../prisma/migrations/", import.meta.url));

let database: EmptyDatabase;
let directory: string;
beforeEach(async () => {
  database = await createEmptyDatabase();
  directory = await mkdtemp(join(tmpdir(), "countersign-migrations-"));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
  await database.drop();
});

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(directory, name), { recursive: true });
  await writeFile(join(directory, name, "migration.sql"), sql);
}

const run = (connectionString = database.connectionString) => migrate(connectionString, { directory });

async function tables(): Promise<string[]> {
  const rows = await query<{ name: string }>(
    database.connectionString,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  return rows.map(({ name }) => name);
}

const recorded = () => query(database.connectionString, "SELECT name FROM countersign_migration ORDER BY name");

describe("applying migrations", () => {
  it("applies the files in order, each once, and reports their names", async () => {
    await write("0002_fill", "INSERT INTO a VALUES (1);\n");
    await write("0001_first", "CREATE TABLE a (id int);\n");
    expect(await run()).toEqual({ applied: ["0001_first", "0002_fill"] });
    expect(await run()).toEqual({ applied: [] });
    expect(await query(database.connectionString, "SELECT id FROM a")).toEqual([{ id: 1 }]);
  });

  it("O2: records the last version that used what a file removes", async () => {
    await write("0001_first", "CREATE TABLE a (id int, b int);\n");
    await write("0002_contract", "-- last used by version 0.3.0\nALTER TABLE a DROP COLUMN b;\n");
    await run();
    expect(
      await query(database.connectionString, "SELECT last_used_by FROM countersign_migration ORDER BY name"),
    ).toEqual([{ last_used_by: null }, { last_used_by: "0.3.0" }]);
    await query(database.connectionString, "ALTER TABLE countersign_migration DROP COLUMN last_used_by");
    await write("0003_contract", "-- last used by version 0.4.0\nDROP TABLE a;\n");
    expect(await run()).toEqual({ applied: ["0003_contract"] });
  });

  const told = () =>
    query(database.connectionString, "SELECT name, last_used_by FROM countersign_migration WHERE last_used_by > ''");
  const whatIsSaid = async () =>
    (await readMigrations(OURS)).flatMap((file) => {
      const last_used_by = lastUsedBy(file);
      return last_used_by === undefined ? [] : [{ ...file, last_used_by }];
    });

  it("O2: those of this version have what they say", async () => {
    await migrate(database.connectionString);
    const said = (await whatIsSaid()).map(({ name, last_used_by }) => ({ name, last_used_by }));
    expect(said.length).toBeGreaterThan(1);
    expect(await told()).toEqual(expect.arrayContaining(said));
  });

  it("O2: a list of an older version gets what its migrations say", async () => {
    const teller = "0548_last_used_by";
    const older = (await whatIsSaid()).filter(({ name }) => name < teller);
    for (const { name } of older) await write(name, "SELECT 1;\n");
    await run();
    await query(database.connectionString, "ALTER TABLE countersign_migration DROP COLUMN last_used_by");
    await cp(join(OURS, teller), join(directory, teller), { recursive: true });
    await run();
    expect(older.length).toBeGreaterThan(1);
    expect(await told()).toEqual(older.map(({ name, last_used_by }) => ({ name, last_used_by })));
  });

  it("keeps dollar-quoted bodies whole", async () => {
    await write("0001_first", "DO $$ BEGIN CREATE TABLE a (id int); CREATE TABLE b (id int); END $$;\n");
    await run();
    expect(await tables()).toEqual(["a", "b", "countersign_migration"]);
  });

  it("applies each file once when several runners start together, and each runner sees the result", async () => {
    await write("0001_first", "CREATE TABLE a (id int);\n");
    await write("0002_slow", "SELECT pg_sleep(0.3); INSERT INTO a VALUES (1);\n");
    const results = await Promise.all([run(), run(), run(), run()]);
    expect(results.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 0, 2]);
    expect(await query(database.connectionString, "SELECT id FROM a")).toEqual([{ id: 1 }]);
  });

  it("runs on several databases of one server at the same time", async () => {
    const others = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);
    const all = [database, ...others];
    const results = await Promise.all(all.map(({ connectionString }) => migrate(connectionString)));
    await Promise.all(others.map((other) => other.drop()));
    expect(results.every(({ applied }) => applied[0] === "0001_first")).toBe(true);
  });
});

describe("a file that fails", () => {
  it("leaves nothing behind, keeps the files before it, and the error names file and line", async () => {
    await write("0001_first", "CREATE TABLE a (id int);\n");
    await write("0002_broken", "CREATE TABLE b (id int);\nINSERT INTO b VALUES (1);\nSELECT missing FROM b;\n");
    const error = await run().catch((err: unknown) => err);
    expect(isMigrationError(error)).toBe(true);
    expect(String(error)).toContain("0002_broken, line 3");
    expect(await tables()).toEqual(["a", "countersign_migration"]);
    expect(await recorded()).toEqual([{ name: "0001_first" }]);
  });

  it("can be corrected and run again", async () => {
    await write("0001_first", "CREATE TABLE a (id no_type);\n");
    await expect(run()).rejects.toThrow("0001_first, line 1");
    await write("0001_first", "CREATE TABLE a (id int);\n");
    expect(await run()).toEqual({ applied: ["0001_first"] });
  });
});

describe("a file that opts out of the transaction", () => {
  const concurrently =
    "-- no transaction\nDROP INDEX CONCURRENTLY IF EXISTS a_idx;\n-- next statement\n" +
    "CREATE INDEX CONCURRENTLY a_idx ON a (id);\n";

  it("runs statements that are not allowed in a transaction, also while other runners wait", async () => {
    await write("0001_first", "CREATE TABLE a (id int);\n");
    await write("0002_index", concurrently);
    await Promise.all([run(), run(), run()]);
    const valid = "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'a_idx'::regclass";
    expect(await query(database.connectionString, valid)).toEqual([{ valid: true }]);
    expect(await recorded()).toHaveLength(2);
  });

  it("is not recorded when it fails, so it runs again", async () => {
    await write("0001_first", "CREATE TABLE a (id int);\n");
    await write("0002_index", concurrently.replace("(id)", "()"));
    await expect(run()).rejects.toThrow("0002_index, line 4");
    expect(await recorded()).toHaveLength(1);
    await write("0002_index", concurrently);
    expect(await run()).toEqual({ applied: ["0002_index"] });
  });

  it("leaves out statements whose operator class the database lacks", async () => {
    const needing = (name: string) =>
      `-- no transaction\n-- needs operator class ${name}\nCREATE INDEX ${name}_idx ON a (id ${name});\n`;
    await write("0001_first", "CREATE TABLE a (id int);\n");
    await write("0002_needed", needing("int4_ops"));
    await write("0003_lacking", needing("gin_trgm_ops"));
    await run();
    const indexes = "SELECT indexname FROM pg_indexes WHERE tablename = 'a'";
    expect(await query(database.connectionString, indexes)).toEqual([{ indexname: "int4_ops_idx" }]);
    expect(await recorded()).toHaveLength(3);
  });

  it("is needed for such statements: they fail in a file that does not opt out", async () => {
    await write("0001_first", "CREATE TABLE a (id int);\n");
    await write("0002_index", concurrently.replace("-- no transaction\n", ""));
    await expect(run()).rejects.toThrow("cannot run inside a transaction block");
  });
});

describe("a file that was renamed", () => {
  const rename = (to: string, from: string) =>
    query(
      database.connectionString,
      `UPDATE countersign_migration SET name = '${to}' WHERE name = '${from}' RETURNING name`,
    );

  it("is not applied again if its former name was recorded", async () => {
    const { applied } = await migrate(database.connectionString);
    expect(applied).toContain("0009b_standing_authorization");
    expect(await rename("0009_standing_authorization", "0009b_standing_authorization")).toHaveLength(1);
    expect(await migrate(database.connectionString)).toEqual({ applied: [] });
  });

  it("does not keep later files from being applied", async () => {
    await write("0001_first", "CREATE TABLE a (id int);\n");
    await write("0009b_standing_authorization", "CREATE TABLE b (id int);\n");
    await run();
    await rename("0009_standing_authorization", "0009b_standing_authorization");
    await write("0010_more", "CREATE TABLE c (id int);\n");
    expect(await run()).toEqual({ applied: ["0010_more"] });
    expect(await recorded()).toContainEqual({ name: "0009_standing_authorization" });
  });
});

describe("files and database that disagree", () => {
  it("refuses a file that was edited after it was applied, and applies no later file", async () => {
    await write("0001_first", "CREATE TABLE a (id int);\n");
    await run();
    await write("0001_first", "CREATE TABLE a (id bigint);\n");
    await write("0002_more", "CREATE TABLE b (id int);\n");
    await expect(run()).rejects.toThrow("0001_first was edited after it was applied");
    expect(await tables()).toEqual(["a", "countersign_migration"]);
  });

  it("refuses a database newer than the files", async () => {
    await write("0001_first", "CREATE TABLE a (id int);\n");
    await write("0002_more", "CREATE TABLE b (id int);\n");
    await run();
    await rm(join(directory, "0002_more"), { recursive: true });
    await expect(run()).rejects.toThrow("newer than this version, which does not know 0002_more");
  });

  it("refuses a new file that sorts before an applied one", async () => {
    await write("0002_more", "CREATE TABLE b (id int);\n");
    await run();
    await write("0001_late", "CREATE TABLE a (id int);\n");
    await expect(run()).rejects.toThrow("0001_late comes before ones that are already applied");
    expect(await tables()).toEqual(["b", "countersign_migration"]);
  });

  it("O3: applies a file late that came to main after all that are applied, and only that", async () => {
    await write("0001_first", "CREATE TABLE a (id int);\n");
    await write("0003_more", "CREATE TABLE c (id int);\n");
    await run();
    await write("0002_late", "CREATE TABLE b (id int);\n");
    await writeFile(join(directory, "arrivals.txt"), "# as they came\n0001_first a\n0002_late b\n0003_more c\n");
    await expect(run()).rejects.toThrow("0002_late comes before ones that are already applied");
    await writeFile(join(directory, "arrivals.txt"), "# as they came\n0001_first a\n0003_more c\n0002_late b\n");
    expect(await run()).toEqual({ applied: ["0002_late"] });
    expect(await tables()).toEqual(["a", "b", "c", "countersign_migration"]);
    expect(await run()).toEqual({ applied: [] });
  });

  it("refuses a name that does not sort", async () => {
    await write("2_more", "CREATE TABLE b (id int);\n");
    await expect(run()).rejects.toThrow("2_more: the name must look like");
  });
});

describe("a database that lacks permissions", () => {
  const user = () => `u_${new URL(database.connectionString).pathname.slice(1)}`;
  beforeEach(() => query(database.connectionString, `CREATE ROLE ${user()} LOGIN PASSWORD '${user()}'`).then(() => {}));
  afterEach(async () => {
    await query(database.connectionString, `DROP OWNED BY ${user()}`);
    const name = new URL(database.connectionString).pathname.slice(1);
    await query(database.connectionString, `ALTER DATABASE ${name} OWNER TO CURRENT_USER`);
    await query(database.connectionString, `DROP ROLE ${user()}`);
  });

  it("fails with a clear message if the user may not create tables", async () => {
    await expect(run(database.urlAs(user()))).rejects.toThrow("The database user may not migrate");
  });

  it("treats a grant without effect as a failure, although PostgreSQL only warns", async () => {
    await write("0001_first", `CREATE TABLE a (id int);\nREVOKE ALL ON SCHEMA public FROM PUBLIC;\n`);
    await query(database.connectionString, `GRANT ALL ON SCHEMA public TO ${user()}`);
    await expect(run(database.urlAs(user()))).rejects.toThrow("lacks a privilege");
    expect(await tables()).toEqual(["countersign_migration"]);
  });

  it("lets an ordinary owner apply the migrations of this version", async () => {
    const name = new URL(database.connectionString).pathname.slice(1);
    await query(database.connectionString, `ALTER DATABASE ${name} OWNER TO ${user()}`);
    const { applied } = await migrate(database.urlAs(user()));
    expect(applied[0]).toBe("0001_first");
  });

  it("reports that no server listens, without the password", async () => {
    const error = await run("postgres://someone:secret-word@127.0.0.1:1/nowhere").catch((err: unknown) => err);
    expect(String(error)).toMatch(/Cannot open the database nowhere at 127\.0\.0\.1:1: .*ECONNREFUSED/);
    expect(String(error)).not.toContain("secret-word");
  });
});
