/**
 * Drafts the next migration: `node scripts/draft-migration.mjs add_something`.
 *
 * Applies the migrations to a PostgreSQL of its own, compares the result with prisma/schema.prisma and writes the SQL
 * of the difference as prisma/migrations/<next number>_<name>/migration.sql. Read it and make it yours before it is
 * committed: the draft knows nothing of data, locks, views, roles or CHECK constraints, and it renames by dropping.
 */
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgres } from "@countersign/dev";
import { differenceToSchema } from "../src/drafting/schema-engine.ts";
import { migrate } from "../src/migrate/migrate.ts";

const migrations = fileURLToPath(new URL("../prisma/migrations/", import.meta.url));

const [name] = process.argv.slice(2);
if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error("Say what the migration does: node scripts/draft-migration.mjs add_something");
  process.exit(2);
}

const sql = await difference();
if (sql === "") {
  console.log("The migrations and prisma/schema.prisma agree: there is nothing to draft.");
} else {
  const folder = join(migrations, `${await nextNumber()}_${name}`);
  await mkdir(folder);
  await writeFile(join(folder, "migration.sql"), `${sql}\n`);
  console.log(`Drafted ${join(folder, "migration.sql")}. Read it, and then run node scripts/migrations.mjs.`);
}

/** @returns {Promise<string>} the SQL from the migrations to the schema */
async function difference() {
  const dataDir = await mkdtemp(join(tmpdir(), "countersign-draft-"));
  await chmod(dataDir, 0o711); // as root, PostgreSQL runs as another user and must get in
  const server = await startPostgres({ dataDir, temporary: true });
  try {
    await migrate(server.connectionString);
    return await differenceToSchema(server.connectionString);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** @returns {Promise<string>} in four digits */
async function nextNumber() {
  const numbers = (await readdir(migrations)).map((folder) => Number.parseInt(folder, 10)).filter(Number.isInteger);
  return String(Math.max(0, ...numbers) + 1).padStart(4, "0");
}
