import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "./index.ts";
import { migrate } from "./migrate/migrate.ts";
import { isSchemaIncomplete, schemaCheck } from "./schema.ts";
import { createEmptyDatabase, type EmptyDatabase, query } from "./testing/empty-database.ts";

let database: EmptyDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

/** What the check says; `undefined` if it passes. */
async function said(connectionString = database.connectionString, version?: string) {
  const opened = openDatabase({ connectionString, max: 1 });
  const err = await schemaCheck(opened, version === undefined ? {} : { version })().catch(
    (failure: unknown) => failure,
  );
  await opened.close();
  return err === undefined ? undefined : { message: String(err), isSchema: isSchemaIncomplete(err) };
}
const forget = (...names: string[]) =>
  query(database.connectionString, "DELETE FROM countersign_migration WHERE name = ANY ($1)", [names]);

describe("O2, O9: a database is compared with the migrations of this version", () => {
  it("an empty one has no tables, and what to do is named", async () => {
    expect(await said()).toEqual({
      message: "Error: the database has no tables: run countersign prepare",
      isSchema: true,
    });
  });

  it("one that lacks migrations: they are named", async () => {
    await migrate(database.connectionString);
    await forget("0294_membership_claims");
    expect(await said()).toEqual({
      message:
        "Error: the database lacks migration 0294_membership_claims, which this version needs: run countersign prepare",
      isSchema: true,
    });
    await forget("0002_registration", "0300_provider_presets", "0301_providers_without_secrets");
    await forget("0302_claim_mappings", "0303_sign_ins_at_providers");
    expect((await said())?.message).toContain("0301_providers_without_secrets, 0302_claim_mappings and 1 more");
  });

  it("one that is complete, also under a former name, and one that is newer and only added", async () => {
    await migrate(database.connectionString);
    expect(await said()).toBeUndefined();
    const rename = "UPDATE countersign_migration SET name = $1 WHERE name = $2";
    await query(database.connectionString, rename, ["0065_client_certificates", "0080_client_certificates"]);
    await query(database.connectionString, "INSERT INTO countersign_migration VALUES ('9999_later', '')");
    expect(await said()).toBeUndefined();
  });

  it("O6: one whose restore has not ended: services must not honour what is not void yet", async () => {
    await migrate(database.connectionString);
    await query(database.connectionString, "INSERT INTO unfinished_restore (began_at) VALUES (now())");
    expect(await said()).toEqual({ message: expect.stringContaining("run it again"), isSchema: true });
    await query(database.connectionString, "DELETE FROM unfinished_restore");
    expect(await said()).toBeUndefined();
  });

  it.each([
    ["0.2.9", "migrations 9998_contracts, 9999_contracts_more"],
    ["0.3.0", "migrations 9998_contracts, 9999_contracts_more"],
    ["0.4.0", "migration 9999_contracts_more"],
    ["0.4.1", undefined],
    ["0.10.0", undefined],
    ["1.0.0", undefined],
  ])("O2: one where a later version removed something, for version %s", async (version, names) => {
    await migrate(database.connectionString);
    await query(
      database.connectionString,
      `INSERT INTO countersign_migration (name, sha256, last_used_by)
       VALUES ('9998_contracts', '', '0.3.0'), ('9999_contracts_more', '', '0.4.0'), ('9997_adds', '', NULL)`,
    );
    const message = `Error: ${names} removed what version ${version} uses: run a version that is newer than 0.4.0`;
    expect(await said(database.connectionString, version)).toEqual(names && { message, isSchema: true });
  });

  it("O2: a migration of this version removed nothing that it uses, whatever its number is", async () => {
    await migrate(database.connectionString);
    expect(await said(database.connectionString, "0.1.0")).toBeUndefined();
  });

  it("a list that has no column for the last version that used something is read, too", async () => {
    await migrate(database.connectionString);
    await query(database.connectionString, "ALTER TABLE countersign_migration DROP COLUMN last_used_by");
    await query(database.connectionString, "INSERT INTO countersign_migration VALUES ('9999_later', '')");
    expect(await said()).toBeUndefined();
  });

  it("a login without the right to read the list is told to have it prepared", async () => {
    await migrate(database.connectionString);
    const login = `u_${new URL(database.connectionString).pathname.slice(1)}`;
    await query(database.connectionString, `CREATE ROLE ${login} LOGIN PASSWORD '${login}'`);
    expect(await said(database.urlAs(login))).toMatchObject({ isSchema: true });
    await query(database.connectionString, `DROP ROLE ${login}`);
  });

  it("one that does not answer is another matter", async () => {
    expect(await said("postgres://x:x@127.0.0.1:1/x")).toMatchObject({ isSchema: false });
  });
});
