/** O10: what protects the database from a session is noticed when it is missing. */
import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingSettings, READER_SETTINGS, SERVICE_SETTINGS, settingStatements } from "./session-settings.ts";

let database: TestDatabase;
/** As a pooler opens it: without what a client asks for at its start. */
const open = async () => {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  return client;
};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("O10: the limits that a session does not have", () => {
  it.each([
    ["service", SERVICE_SETTINGS],
    ["reader", READER_SETTINGS],
  ])("are none when prepare gave them to the login of the %s, and all after a reset", async (_, settings) => {
    const missing = async () => {
      const client = await open();
      const found = await missingSettings(settings, async (text, values) =>
        (await client.query<{ missing: string }>(text, values)).rows.map((row) => row.missing),
      );
      await client.end();
      return found;
    };
    const owner = await open();
    const name = (await owner.query("SELECT quote_ident(current_database()) AS name")).rows[0].name;
    expect(await missing()).toEqual(Object.keys(settings).sort());
    for (const statement of settingStatements(name, settings)) await owner.query(statement);
    expect(await missing()).toEqual([]);
    await owner.query("SET transaction_read_only = off");
    await owner.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} RESET ALL`);
    expect(await missing()).toEqual(Object.keys(settings).sort());
    await owner.end();
  });
});
