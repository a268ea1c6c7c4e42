/**
 * The store in UNLOGGED tables of PostgreSQL 15 or newer, for deployments without Redis. The database's clock decides.
 */
import type { Pool, QueryConfig } from "pg";
import { assertText, milliseconds } from "./arguments.ts";
import type { Keyspace } from "./keyspace.ts";
import { collectInPostgres, discardInPostgres } from "./postgres-sets.ts";
import { purgeExpired } from "./purge.ts";
import type { EphemeralStore } from "./store.ts";
import { reach } from "./unavailable.ts";

/** The store of one issuer in the tables `ephemeral_entry` and `ephemeral_member`. The pool stays the caller's. */
export function postgresStore(pool: Pool, names: Keyspace): EphemeralStore {
  const entry = (key: string) => names.name("entry", key);
  const run = (query: QueryConfig) => reach(() => pool.query(query));
  const bornAt = (key = "") => reach(() => birth(pool, names.birth(key)));

  return {
    async put(key, value, ttlSeconds) {
      assertText(value);
      await run({ ...put, values: [entry(key), value, milliseconds(ttlSeconds)] });
    },

    async get(key) {
      const { rows } = await run({ ...get, values: [entry(key)] });
      return rows[0]?.value;
    },

    async take(key) {
      const { rows } = await run({ ...take, values: [entry(key)] });
      return rows[0]?.live ? rows[0].value : undefined;
    },

    async putIfAbsent(key, value, ttlSeconds) {
      assertText(value);
      const { rowCount } = await run({ ...putIfAbsent, values: [entry(key), value, milliseconds(ttlSeconds)] });
      return rowCount === 1;
    },

    async replace(key, expected, next) {
      assertText(expected);
      assertText(next);
      const { rowCount } = await run({ ...replace, values: [entry(key), expected, next] });
      return rowCount === 1;
    },

    async remove(key) {
      await run({ ...remove, values: [entry(key)] });
    },

    collect: (set, member, bounds) => collectInPostgres(pool, names.name("set", set), member, bounds),

    discard: (set, member) => discardInPostgres(pool, names.name("set", set), member),

    bornAt,

    async ping() {
      // Proves what SELECT 1 would not: the tables are there, and a standby, which cannot write, fails.
      await run(writable);
      await bornAt();
    },

    purgeExpired: () => purgeExpired(pool),
    close: async () => {},
  };
}

const put = {
  name: "ephemeral-put",
  text: `INSERT INTO ephemeral_entry (key, value, expires_at)
         VALUES ($1, $2, statement_timestamp() + $3 * interval '1 millisecond')
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
};

const get = {
  name: "ephemeral-get",
  text: "SELECT value FROM ephemeral_entry WHERE key = $1 AND expires_at > statement_timestamp()",
};

// Of two racing DELETEs the second waits for the first and then finds no row.
const take = {
  name: "ephemeral-take",
  text: "DELETE FROM ephemeral_entry WHERE key = $1 RETURNING value, expires_at > statement_timestamp() AS live",
};

// An expired row counts as absent: its place is taken over, by one of racing callers.
const putIfAbsent = {
  name: "ephemeral-put-if-absent",
  text: `INSERT INTO ephemeral_entry AS held (key, value, expires_at)
         VALUES ($1, $2, statement_timestamp() + $3 * interval '1 millisecond')
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
          WHERE held.expires_at <= statement_timestamp()`,
};

const replace = {
  name: "ephemeral-replace",
  text: `UPDATE ephemeral_entry SET value = $3
          WHERE key = $1 AND value = $2 AND expires_at > statement_timestamp()`,
};

const remove = { name: "ephemeral-remove", text: "DELETE FROM ephemeral_entry WHERE key = $1" };

const writable = { name: "ephemeral-writable", text: "DELETE FROM ephemeral_entry WHERE key = ''" };

// Reads without writing once the marker is there. Emptied with its table, it tells of the emptying.
const born = {
  name: "ephemeral-born",
  text: `WITH first AS (
           INSERT INTO ephemeral_entry (key, value, expires_at)
           SELECT $1, ceil(extract(epoch FROM statement_timestamp()) * 1000)::bigint::text, 'infinity'
            WHERE NOT EXISTS (SELECT 1 FROM ephemeral_entry WHERE key = $1)
           ON CONFLICT (key) DO NOTHING
           RETURNING value
         )
         SELECT value FROM first UNION ALL SELECT value FROM ephemeral_entry WHERE key = $1`,
};

async function birth(pool: Pool, key: string): Promise<Date> {
  // Who loses the race to write the marker does not see it in the same statement, but does in the next.
  for (let attempt = 0; attempt < 3; attempt++) {
    const { rows } = await pool.query({ ...born, values: [key] });
    if (rows[0] !== undefined) return new Date(Number(rows[0].value));
  }
  throw new Error("the birth marker cannot be written");
}
