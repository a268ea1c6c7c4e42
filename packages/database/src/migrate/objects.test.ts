/** `objects/` shows the functions, triggers and views in force; migrations made them, one change after another. */
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmptyDatabase, type EmptyDatabase } from "../testing/empty-database.ts";
import { migrate } from "./migrate.ts";

const OBJECTS = new URL("../../objects/", import.meta.url);

/** What an extension brought along is not ours. */
const OWN =
  "NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')";

/** All functions, views and triggers of ours, by name, as PostgreSQL writes them. */
const DEFINITIONS = `
  SELECT 'function ' || proname AS name, pg_get_functiondef(oid) AS definition FROM pg_proc p
   WHERE pronamespace = 'public'::regnamespace AND ${OWN}
  UNION ALL
  SELECT 'view ' || relname, concat_ws(' ', reloptions, pg_get_viewdef(oid)) FROM pg_class
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm')
  UNION ALL
  SELECT 'trigger ' || tgname, concat_ws(' ', tgenabled, pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY 1`;

/** Removes them, without the names of the triggers: these go with their functions. */
const REMOVAL = `DO $$
  DECLARE command text;
  BEGIN
    FOR command IN
      SELECT 'DROP VIEW ' || oid::regclass FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
      UNION ALL
      SELECT 'DROP FUNCTION ' || oid::regprocedure || ' CASCADE' FROM pg_proc p
       WHERE pronamespace = 'public'::regnamespace AND ${OWN}
    LOOP EXECUTE command; END LOOP;
  END $$`;

let database: EmptyDatabase;
let client: Client;
const files = (await readdir(OBJECTS)).filter((name) => name.endsWith(".sql")).sort();
const texts = new Map(await Promise.all(files.map(async (file) => [file, await textOf(file)] as const)));

function textOf(file: string): Promise<string> {
  return readFile(fileURLToPath(new URL(file, OBJECTS)), "utf8");
}

async function definitions(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(DEFINITIONS);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

/** What these texts make in a database without any of the objects. */
async function madeBy(some: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  await client.query("BEGIN");
  try {
    await client.query(REMOVAL);
    for (const text of some) await client.query(text);
    return await definitions();
  } finally {
    await client.query("ROLLBACK");
  }
}

beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(database.connectionString);
  client = new Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe("architecture §3: packages/database/objects shows what is in force", () => {
  it("together, the files make what the migrations made: no object lacks a file, and no file differs", async () => {
    expect(await madeBy(texts.values())).toEqual(await definitions());
  });

  it.each(files)("an object that %s does not make is noticed", async (file) => {
    const others = [...texts].filter(([name]) => name !== file).map(([, text]) => text);
    expect(await madeBy(others)).not.toEqual(await definitions());
  });

  it.each([
    ["the body of a function", "interval '4 weeks'", "interval '5 weeks'"],
    ["the event of a trigger", "BEFORE UPDATE OR DELETE ON audit_event", "BEFORE UPDATE ON audit_event"],
    ["a column of a view", "a.scopes, a.resource, a.expires_at", "a.scopes, a.resource, a.created_at AS expires_at"],
    ["the barrier of a view", " WITH (security_barrier)", ""],
    ["the rights that a function has", "SECURITY DEFINER ", ""],
  ])("a file that differs in %s is noticed", async (_, from, to) => {
    const edited = [...texts.values()].map((text) => text.replace(from, to));
    expect(edited).not.toEqual([...texts.values()]);
    expect(await madeBy(edited)).not.toEqual(await definitions());
  });

  it.each([...texts])(
    "%s makes the function or view of that name, and the triggers that call it",
    async (file, text) => {
      const name = file.replace(/\.sql$/, "");
      const made = [...(await madeBy([text]))];
      const own = made.filter(([of]) => of === `function ${name}` || of === `view ${name}`);
      const triggers = made.filter(
        ([of, by]) => of.startsWith("trigger ") && by.includes(` EXECUTE FUNCTION ${name}(`),
      );
      expect(own).toHaveLength(1);
      expect(made).toHaveLength(1 + triggers.length);
    },
  );
});
