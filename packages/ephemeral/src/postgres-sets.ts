/** Bounded sets in PostgreSQL: the one step that counts rows, and so the one that needs a lock. */
import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { assertLimit, assertText, milliseconds } from "./arguments.ts";
import type { SetBounds } from "./store.ts";
import { reach } from "./unavailable.ts";

const LARGE = 10_000;
const PARTS = 64;

/** `EphemeralStore.collect`; `setKey` is the stored name. */
export async function collectInPostgres(
  pool: Pool,
  setKey: string,
  member: string,
  { limit, ttlSeconds }: SetBounds,
): Promise<readonly string[]> {
  assertText(member);
  assertLimit(limit);
  // Counting under the lock takes its time: a large cap is the sum of smaller ones.
  const parted = limit >= LARGE;
  const key = parted ? partOf(setKey, member) : setKey;
  const bound = parted ? Math.floor(limit / PARTS) : limit;
  const values = [key, member, milliseconds(ttlSeconds), bound];

  return reach(() =>
    inTransaction(pool, async (client) => {
      // Two statements on purpose: a statement counts what was there when it began, so the lock has to be held by then.
      await client.query({ ...lock, values: [lockNumber(key)] });
      const { rows } = await client.query({ ...collect, values });
      return rows.map((row) => row.member);
    }),
  );
}

/** `EphemeralStore.discard`, from wherever `collectInPostgres` put the member. */
export async function discardInPostgres(pool: Pool, setKey: string, member: string): Promise<void> {
  assertText(member);
  await reach(() => pool.query({ ...discard, values: [setKey, partOf(setKey, member), member] }));
}

function partOf(setKey: string, member: string): string {
  const [first = 0] = createHash("sha256").update(member).digest();
  return `${setKey}#${first % PARTS}`;
}

const discard = {
  name: "ephemeral-discard",
  text: "DELETE FROM ephemeral_member WHERE set_key IN ($1, $2) AND member = $3",
};

const lock = { name: "ephemeral-lock-set", text: "SELECT pg_advisory_xact_lock($1::bigint)" };

const collect = {
  name: "ephemeral-collect",
  text: `WITH others AS (
           SELECT member, expires_at, added_at FROM ephemeral_member
            WHERE set_key = $1 AND member <> $2 AND expires_at > statement_timestamp()
         ), room AS (
           SELECT greatest(count(*) - $4::bigint + 1, 0) AS surplus FROM others
         ), dropped AS (
           DELETE FROM ephemeral_member
            WHERE set_key = $1 AND member IN (
              SELECT member FROM others ORDER BY expires_at, added_at LIMIT (SELECT surplus FROM room)
            )
           RETURNING member
         ), added AS (
           INSERT INTO ephemeral_member (set_key, member, added_at, expires_at)
           VALUES ($1, $2, statement_timestamp(), statement_timestamp() + $3 * interval '1 millisecond')
           ON CONFLICT (set_key, member) DO UPDATE SET added_at = excluded.added_at, expires_at = excluded.expires_at
         )
         SELECT member FROM dropped`,
};

/** The lock of a set. Sets that share a number wait for each other, and that is all. */
function lockNumber(setKey: string): string {
  return createHash("sha256").update(setKey).digest().readBigInt64BE().toString();
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    client.release(error as Error); // which closes the connection: a rollback that cannot fail
    throw error;
  }
}
