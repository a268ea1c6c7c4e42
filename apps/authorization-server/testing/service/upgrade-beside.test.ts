/** Decision 27: version 0.2.0 goes on beside this version, on a database that this version has migrated. */
import { readFile } from "node:fs/promises";
import { type Database, openDatabase } from "@countersign/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../browser.ts";
import { post } from "../clients/tokens.ts";
import { advance, basic, redeem } from "../flows.ts";
import known from "../upgrade/0.2.0/credentials.json" with { type: "json" };
import sent from "../upgrade/0.2.0/statements.json" with { type: "json" };
import { LAST_MINUTE, requestOf, WEB } from "../upgrade/history.ts";
import { type Restored, type Row, restore } from "../upgrade/restored.ts";

let restored: Restored;
let service: Database;
beforeAll(async () => {
  restored = await restore(known.key_encryption_keys, "0.2.0");
  service = openDatabase({ connectionString: restored.urls.DATABASE_URL, max: 1 });
});
afterAll(async () => {
  await service.close();
  await restored.close();
});

/** What PostgreSQL says against a statement of the service; undefined if it would run it. Nothing is run. */
const refusalOf = (statement: string) =>
  service.pool.query(`EXPLAIN (GENERIC_PLAN) ${statement}`).then(
    () => undefined,
    (err: Error) => `${err.message}: ${statement.slice(0, 200)}`,
  );
const inOrder = (rows: readonly Row[] = []) => rows.map((row) => JSON.stringify(row)).sort();

describe("a database of version 0.2.0, upgraded in one step", () => {
  it("keeps each row with each value", () => {
    expect(restored.prepared.applied[0]).toBe("0489_trusted_issuers");
    const { countersign_migration: before, ...tables } = restored.before;
    expect(Object.values(tables).flat().length).toBeGreaterThan(100);
    for (const [table, rows] of Object.entries(tables))
      expect(inOrder(restored.after[table]), table).toEqual(inOrder(rows));
    expect(restored.after.countersign_migration).toEqual(
      // 0548 adds a column to the list.
      expect.arrayContaining((before ?? []).map((row) => expect.objectContaining(row))),
    );
  });

  it("takes every statement that the service of 0.2.0 sends, by its login", async () => {
    expect(sent.length).toBeGreaterThan(100);
    const refusals: (string | undefined)[] = [];
    for (const statement of sent) refusals.push(await refusalOf(statement));
    expect(refusals.filter((refusal) => refusal !== undefined)).toEqual([]);
    expect(await refusalOf("SELECT username, no_such_column FROM end_user")).toContain("no_such_column");
    expect(await refusalOf("DELETE FROM countersign_migration")).toContain("permission denied");
  });

  it("fills the columns that 0.2.0 does not know by itself", async () => {
    const dump = await readFile(new URL("../upgrade/0.2.0/dump.sql", import.meta.url), "utf8");
    const columns: Row[] = await restored.rows(
      `SELECT table_name AS "table", column_name AS "column", is_nullable = 'NO' AND column_default IS NULL
           AND is_identity = 'NO' AND is_generated = 'NEVER' AS "isNeeded"
         FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    const tables = new Map(
      [...dump.matchAll(/^CREATE (?:UNLOGGED )?TABLE public\.(\w+) \(([\s\S]*?)^\);/gm)].map(([, name, text = ""]) => [
        name,
        text,
      ]),
    );
    const isNew = ({ table, column }: Row) =>
      tables.has(String(table)) && !new RegExp(`^\\s+"?${column}"? `, "m").test(tables.get(String(table)) ?? "");
    const added = columns.filter(isNew);
    expect(added.map(({ table, column }) => `${table}.${column}`)).toContain("audit_event.reference");
    expect(added.filter(({ isNeeded }) => isNeeded)).toEqual([]);
  });

  it("signs no person and no client out", async () => {
    const server = await restored.version.start(LAST_MINUTE);
    try {
      const web = basic(known.web_id, known.web_secret);
      const refresh_token = known.refresh_token_after_now;
      const refreshed = await post(server.origin, "/token", { grant_type: "refresh_token", refresh_token }, web);
      expect(refreshed).toMatchObject({ status: 200, body: { refresh_token: expect.any(String) } });

      const carol = openBrowser(server.origin);
      for (const [name, value] of Object.entries(known.cookies)) carol.cookies.set(name, value);
      const silent = requestOf(known.web_id, WEB, "openid profile", { prompt: "none" });
      const code = (await advance(carol, silent, "carol")).get("code") ?? "";
      expect(await redeem(server.origin, code, { redirect_uri: WEB }, web)).toMatchObject({ status: 200 });

      const own = basic(known.service_id, known.service_secret);
      const asked = { grant_type: "client_credentials", resource: "https://orders.example" };
      expect(await post(server.origin, "/token", asked, own)).toMatchObject({ status: 200 });
    } finally {
      await server.stop();
    }
  });
});
