import { type Database, openDatabase } from "@countersign/database";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openWorld, type World } from "../../../../testing/world.ts";
import { purge } from "../purge/purge.ts";

const STATEMENT_TIMEOUT_MS = 1000;
const AT = new Date("2030-01-01T00:00:00Z");
const log = { error: vi.fn(), info: vi.fn() };

let world: World;
let database: Database;
beforeAll(async () => {
  world = await openWorld();
  const { connectionString } = world;
  database = openDatabase({ connectionString, max: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
});
afterAll(async () => {
  await database.close();
  await world.close();
});
beforeEach(async () => {
  await world.rows("DELETE FROM revoked_access_token");
  await world.rows(
    "INSERT INTO revoked_access_token (jti, expires_at) SELECT n, '2020-01-01' FROM generate_series(1, 3500) n",
  );
});

/** The database, with what happens after each answer about these rows, and before the next statement. */
const after = (act: (answers: number) => void): Pick<Database, "pool"> => {
  let answers = 0;
  const heard = async <T>(text: string, answer: Promise<T>) => {
    const result = await answer;
    if (text.includes("revoked_access_token")) act(++answers);
    return result;
  };
  const { pool } = database;
  const connect = async () => {
    const connection = await pool.connect();
    type Sent = Parameters<typeof connection.query>[0] & { readonly text: string };
    const query = (sent: Sent) => heard(sent.text, connection.query(sent));
    return { query, release: (err?: Error) => connection.release(err) };
  };
  return { pool: { query: pool.query.bind(pool), connect } as unknown as Database["pool"] };
};
const run = (given: Pick<Database, "pool">) => purge({ database: given, log, at: AT, auditRetentionDays: 30 });

describe("a batch whose connection was lost", () => {
  it("A16: is tried once more after the process stood still for longer than a statement may take", async () => {
    // All connections of the pool are ended in the meantime.
    await Promise.all([1, 2, 3, 4].map(() => database.pool.query("SELECT pg_sleep(0.1)")));
    const standStill = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
    const result = await run(after((answers) => answers === 2 && standStill()));
    expect(result).toMatchObject({ removed: { revokedAccessTokens: 3500 }, failed: [] });
  });

  it("is tried only once more: if the database is away, the kind waits", async () => {
    let attempts = 0;
    const lost = () => {
      attempts += 1;
      throw new Error("Connection terminated unexpectedly");
    };
    const { failed } = await run(after((answers) => answers >= 2 && lost()));
    expect([failed, attempts]).toEqual([["revokedAccessTokens"], 2]);
  });
});
