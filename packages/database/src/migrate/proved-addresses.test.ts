/** What the migration 0034 makes of addresses that accounts had before it. */
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmptyDatabase, type EmptyDatabase, query } from "../testing/empty-database.ts";
import { migrate } from "./migrate.ts";

const MIGRATIONS = fileURLToPath(new URL("../../prisma/migrations/", import.meta.url));

let database: EmptyDatabase;
let before: string;
beforeAll(async () => {
  database = await createEmptyDatabase();
  before = await mkdtemp(join(tmpdir(), "countersign-migrations-"));
  for (const name of await readdir(MIGRATIONS)) {
    if (name < "0033") await cp(join(MIGRATIONS, name), join(before, name), { recursive: true });
  }
  await migrate(database.connectionString, { directory: before });
  await rows(FILL);
  await migrate(database.connectionString);
});
afterAll(async () => {
  await rm(before, { recursive: true });
  await database.drop();
});

const rows = (sql: string) => query<Record<string, unknown>>(database.connectionString, sql);

const FILL = `
  INSERT INTO end_user (id, username, email, email_verified, created_at, updated_at)
  SELECT gen_random_uuid(), username, email, verified, '2030-01-01T00:00:00Z', now()
    FROM (VALUES ('verified', 'Alice@Example.ORG', true), ('unverified', 'bob@example.org', false),
                 ('unsaid', 'carol@example.org', NULL), ('none', NULL, NULL),
                 ('shared 1', 'team@example.org', true), ('shared 2', 'TEAM@example.org', true),
                 ('first', 'dan@example.org', true), ('second', 'Dan@example.org', false),
                 ('malformed', 'not an address', true)) AS v (username, email, verified)`;

it.each([
  ["verified", "alice@example.org", true],
  ["unverified", "bob@example.org", false],
  ["unsaid", "carol@example.org", false],
  ["none", null, false],
  // It is unknown which of the two people receives its mail.
  ["shared 1", "team@example.org", false],
  ["shared 2", "team@example.org", false],
  ["first", "dan@example.org", true],
  ["second", "dan@example.org", false],
  ["malformed", null, false],
])("an account with the address %s", async (username, canonical, proved) => {
  const found = await rows(
    `SELECT email_canonical AS canonical, email_verified_at = created_at AS proved
       FROM end_user WHERE username = '${username}'`,
  );
  expect(found).toEqual([{ canonical, proved: proved || null }]);
});

it("and one proved address belongs to one account from then on", async () => {
  const prove = (username: string) =>
    rows(`UPDATE end_user SET email_verified_at = now() WHERE username = '${username}'`);
  await prove("shared 1");
  await expect(prove("shared 2")).rejects.toThrow("end_user_email_canonical_key");
  await expect(prove("second")).rejects.toThrow("end_user_email_canonical_key");
});
