import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEphemeral } from "../open.ts";
import { purgeExpired } from "../purge.ts";
import { singly } from "../test-steps.ts";
import { silent } from "../test-stores.ts";
import { isStoreUnavailable } from "../unavailable.ts";

const issuer = "https://id.example";
let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.connectionString, max: 4 });
});
afterEach(async () => {
  if (!pool.ended) await pool.end();
  await database.drop();
});

const open = async () => {
  const { store, rateLimiter } = await openEphemeral({ pool, issuer, log: silent });
  return { store: singly(store), rateLimiter };
};
const count = async (table: string) => Number((await pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

describe("the purge", () => {
  it("removes expired rows from all three tables, in batches, and nothing else", async () => {
    const { store, rateLimiter } = await open();
    await store.put("parked:live", "value", 60);
    await store.collect("cap:1", "live", { limit: 99, ttlSeconds: 60 });
    await rateLimiter({ name: "live", points: 1, durationSeconds: 60 }).consume("k");
    await store.ping();
    await pool.query(
      `INSERT INTO ephemeral_entry SELECT 'e' || n, '', now() - interval '1 s' FROM generate_series(1, 25) n`,
    );
    await pool.query(
      `INSERT INTO ephemeral_member SELECT 's', 'm' || n, now(), now() - interval '1 s' FROM generate_series(1, 10) n`,
    );
    await pool.query(`INSERT INTO rate_limit SELECT 'r' || n, 1, 1000 FROM generate_series(1, 7) n`);

    expect(await purgeExpired(pool, 10)).toBe(42);
    expect([await count("ephemeral_entry"), await count("ephemeral_member"), await count("rate_limit")]).toEqual([
      2, 1, 1,
    ]);
  });

  it("A16: a table that fails keeps none after it", async () => {
    await pool.query("INSERT INTO ephemeral_entry VALUES ('e', '', now() - interval '1 s')");
    await pool.query(
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''broken''; END'",
    );
    await pool.query("CREATE TRIGGER refuse BEFORE DELETE ON ephemeral_entry FOR EACH ROW EXECUTE FUNCTION refuse()");
    await pool.query("INSERT INTO rate_limit SELECT 'r' || n, 1, 1000 FROM generate_series(1, 7) n");
    await expect(purgeExpired(pool)).rejects.toSatisfy(isStoreUnavailable);
    expect([await count("ephemeral_entry"), await count("rate_limit")]).toEqual([1, 0]);
  });

  it("does not wait for rows that another transaction locks", async () => {
    await pool.query(
      "INSERT INTO ephemeral_entry VALUES ('held', '', now() - interval '1 s'), ('free', '', now() - interval '1 s')",
    );
    const other = await pool.connect();
    await other.query("BEGIN");
    await other.query("SELECT 1 FROM ephemeral_entry WHERE key = 'held' FOR UPDATE");
    expect(await purgeExpired(pool)).toBe(1);
    await other.query("ROLLBACK");
    other.release();
    expect(await purgeExpired(pool)).toBe(1);
  });
});

describe("a PostgreSQL that cannot be used", () => {
  it("is reported as unavailable, not as empty", async () => {
    const { store, rateLimiter } = await open();
    const limit = rateLimiter({ name: "outage", points: 5, durationSeconds: 30 });
    await pool.end();
    const bounds = { limit: 1, ttlSeconds: 60 };
    const calls = [
      () => store.get("parked:1"),
      () => store.take("parked:1"),
      () => store.remember("jti:1", 60),
      () => store.collect("cap:1", "a", bounds),
      () => store.ping(),
      () => store.purgeExpired(),
      () => limit.consume("k"),
      () => limit.refund("k"),
    ];
    for (const call of calls) expect(isStoreUnavailable(await call().catch((error: unknown) => error))).toBe(true);
  });

  it.each([
    ["its tables are missing", "DROP TABLE ephemeral_entry"],
    ["it is read-only, as a standby is", "ALTER DATABASE current SET default_transaction_read_only = on"],
  ])("fails the ping when %s", async (_, statement) => {
    const { store } = await open();
    await store.ping();
    const name = new URL(database.connectionString).pathname.slice(1);
    await pool.query(statement.replace("current", name));
    await pool.end();
    pool = new pg.Pool({ connectionString: database.connectionString, max: 1 });
    const reopened = await open();
    expect(isStoreUnavailable(await reopened.store.ping().catch((error: unknown) => error))).toBe(true);
  });

  it("returns its connection after a failed collect", async () => {
    const { store } = await open();
    await pool.query("ALTER TABLE ephemeral_member RENAME TO away");
    const bounds = { limit: 1, ttlSeconds: 60 };
    for (let attempt = 0; attempt < 6; attempt++) await expect(store.collect("cap:1", "a", bounds)).rejects.toThrow();
    await pool.query("ALTER TABLE away RENAME TO ephemeral_member");
    expect(await store.collect("cap:1", "a", bounds)).toEqual([]);
  });
});

describe("a large limit", () => {
  const bounds = { limit: 12_800, ttlSeconds: 60 }; // There are 200 in each part.

  it("is counted in parts, so each count is short", async () => {
    const { store } = await open();
    for (let index = 0; index < 60; index++) await store.collect("cap:1", `m${index}`, bounds);
    const { rows } = await pool.query("SELECT count(DISTINCT set_key)::integer AS parts FROM ephemeral_member");
    expect(rows[0].parts).toBeGreaterThan(20);
    expect(rows[0].parts).toBeLessThanOrEqual(64);
  });

  it("drops the oldest member of a full part, and finds its members to discard them", async () => {
    const { store } = await open();
    await store.collect("cap:1", "first", bounds);
    await pool.query(
      `INSERT INTO ephemeral_member
       SELECT set_key, 'm' || n, added_at - n * interval '10 ms', expires_at - n * interval '10 ms'
         FROM ephemeral_member, generate_series(1, 199) n`,
    );
    expect(await store.collect("cap:1", "first", bounds)).toEqual([]);
    await pool.query("UPDATE ephemeral_member SET member = 'other' WHERE member = 'first'");
    expect(await store.collect("cap:1", "first", bounds)).toEqual(["m199"]);
    expect(await count("ephemeral_member")).toBe(200);

    await store.discard("cap:1", "first");
    expect(await count("ephemeral_member")).toBe(199);
  });
});

describe("opening", () => {
  it("needs one of the two stores", async () => {
    await expect(openEphemeral({ issuer, log: silent })).rejects.toThrow("needs REDIS_URL or a database pool");
  });

  it("does not close a pool that the caller opened", async () => {
    const { store } = await open();
    await store.close();
    expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  });

  it("separates issuers in one database", async () => {
    const { store } = await open();
    const other = await openEphemeral({ pool, issuer: "https://other.example", log: silent });
    await store.put("parked:1", "value", 60);
    await store.remember("jti:1", 60);
    expect(await other.store.get("parked:1")).toBeUndefined();
    expect(await other.store.remember("jti:1", 60)).toBeInstanceOf(Date);
  });
});
