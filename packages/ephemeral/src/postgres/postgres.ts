/**
 * The store in UNLOGGED tables of PostgreSQL 15 or newer, for deployments without Redis. It uses the database's clock.
 */
import type { Pool, QueryConfig } from "pg";
import { assertSteps, milliseconds } from "../arguments.ts";
import type { Keyspace } from "../keyspace.ts";
import { purgeExpired } from "../purge.ts";
import type { EphemeralStore } from "../store.ts";
import { reach } from "../unavailable.ts";
import { setsOf, whileLocked } from "./postgres-sets.ts";
import { inPostgres, outcomeOfRow } from "./postgres-steps.ts";

/** The store of one issuer in the tables `ephemeral_entry` and `ephemeral_member`. The caller owns the pool. */
export function postgresStore(pool: Pool, names: Keyspace): EphemeralStore {
  const entry = (key: string) => names.name("entry", key);
  const run = (query: QueryConfig) => reachPool(() => pool.query(query));

  return {
    async get(key) {
      const { rows } = await run({ ...get, values: [entry(key)] });
      return rows[0]?.value;
    },

    async apply(steps) {
      assertSteps(steps);
      const statement = inPostgres(steps, names);
      const locked = setsOf(steps, names);
      const { rows } = await reachPool(() =>
        locked.length === 0 ? pool.query(statement) : whileLocked(pool, locked, (client) => client.query(statement)),
      );
      return outcomeOfRow(steps, rows[0], names);
    },

    async remember(key, ttlSeconds) {
      const marker = names.birth(key);
      const { rows } = await run({ ...remember, values: [marker, entry(key), milliseconds(ttlSeconds)] });
      if (rows[0]?.remembered !== true) return undefined;
      // The caller that loses the race to write the marker does not see it in the same statement.
      return rows[0].born === null ? reachPool(() => birth(pool, marker)) : new Date(Number(rows[0].born));
    },

    async ping() {
      // Proves more than SELECT 1 would: the tables exist. It fails on a standby, which cannot write.
      await run(writable);
      await reachPool(() => birth(pool, names.birth("")));
    },

    purgeExpired: () => purgeExpired(pool),
    close: async () => {},
  };
}

/**
 * A pool of the service gives up earlier, and makes sure that what it gave up is not done later. A limit below its own
 * would take that away.
 */
const LIMIT_MS = 10_000;

const reachPool = <T>(call: () => Promise<T>) => reach(call, LIMIT_MS);

const get = {
  name: "ephemeral-get",
  text: "SELECT value FROM ephemeral_entry WHERE key = $1 AND expires_at > statement_timestamp()",
};

const writable = { name: "ephemeral-writable", text: "DELETE FROM ephemeral_entry WHERE key = ''" };

// Once the marker $1 exists, this only reads. If the table is emptied, the marker is lost too; the new one shows it.
const BIRTH = `first AS (
           INSERT INTO ephemeral_entry (key, value, expires_at)
           SELECT $1, ceil(extract(epoch FROM statement_timestamp()) * 1000)::bigint::text, 'infinity'
            WHERE NOT EXISTS (SELECT 1 FROM ephemeral_entry WHERE key = $1)
           ON CONFLICT (key) DO NOTHING
           RETURNING value
         ), marker AS (
           SELECT value FROM first UNION ALL SELECT value FROM ephemeral_entry WHERE key = $1
         )`;

const born = { name: "ephemeral-born", text: `WITH ${BIRTH} SELECT value FROM marker` };

// An expired row counts as absent: exactly one of concurrent callers takes its place. Nothing empties the table in
// between: TRUNCATE waits for the statement.
const remember = {
  name: "ephemeral-remember",
  text: `WITH ${BIRTH}, remembered AS (
           INSERT INTO ephemeral_entry AS held (key, value, expires_at)
           VALUES ($2, '', statement_timestamp() + $3 * interval '1 millisecond')
           ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at
            WHERE held.expires_at <= statement_timestamp()
           RETURNING 1
         )
         SELECT EXISTS (SELECT 1 FROM remembered) AS remembered, (SELECT value FROM marker) AS born`,
};

async function birth(pool: Pool, key: string): Promise<Date> {
  // A caller that loses the race to write the marker does not see it in the same statement, but sees it in the next
  // one.
  for (let attempt = 0; attempt < 3; attempt++) {
    const { rows } = await pool.query({ ...born, values: [key] });
    if (rows[0] !== undefined) return new Date(Number(rows[0].value));
  }
  throw new Error("the birth marker cannot be written");
}
