/**
 * Fills a database to the size of a large deployment. The patterns are rows that real use left. Each pattern is
 * multiplied, and each copy gets its own ids.
 */
import type { Pool } from "pg";

/** The full size; the scale of a run is the share of it that is made. */
const FULL = { users: 1_000_000, clients: 100_000, authorizations: 10_000_000 };

export interface Filled {
  readonly scale: number;
  readonly users: number;
  readonly clients: number;
  /** The number of authorizations, and also of refresh tokens. All are live. */
  readonly authorizations: number;
  readonly seconds: number;
}

/** Ids and hashes are computed from a number, so that rows can refer to each other. */
const uuidOf = (kind: string, number: string) => `md5('${kind} ' || ${number})::uuid`;
const hashOf = (kind: string, number: string) => `('\\x' || encode(sha256(('${kind} ' || ${number})::bytea), 'hex'))`;

const NAME = "'grown ' || n";
const ADDRESS = "'grown.' || n || '@example.org'";

/** What no two accounts have, whether the person that is copied has it or not. */
const NAMES: Multiplied["differs"] = {
  username: NAME,
  username_folded: NAME,
  username_look: NAME,
  username_address: "NULL",
  email: ADDRESS,
  email_canonical: ADDRESS,
};

/** One table: the row that is the pattern, and what differs from it in row number `n`. */
interface Multiplied {
  readonly table: string;
  readonly pattern: string;
  readonly differs: Readonly<Record<string, string>>;
}

/**
 * Multiplies the rows. The database must hold rows that a sign-in with `offline_access` left. The connection must be
 * that of a superuser: it skips the check of constraints that hold by construction.
 *
 * @param scale 0 to 1
 */
export async function fill(pool: Pool, scale: number): Promise<Filled> {
  const startedAt = performance.now();
  const users = Math.round(FULL.users * scale);
  const clients = Math.round(FULL.clients * scale);
  const authorizations = Math.round(FULL.authorizations * scale);
  const user = uuidOf("user", `(n % ${users})`);
  const client = `'grown ' || (n % ${clients})`;

  await multiply(pool, users, {
    table: "end_user",
    pattern: "username = 'alice'",
    differs: { id: user, ...NAMES },
  });
  await multiply(pool, users, {
    table: "sign_in_name",
    pattern: "true",
    differs: { name: NAME, user_id: user },
  });
  await multiply(pool, clients, {
    table: "client",
    pattern: "'authorization_code' = ANY (grant_types)",
    differs: { id: client, registration_access_token_hash: "NULL" },
  });
  await multiply(pool, users, {
    table: "browser_session",
    pattern: "true",
    differs: { id: uuidOf("session", "n"), secret_hash: hashOf("session", "n"), active_user_id: user },
  });
  await multiply(pool, users, {
    table: "sign_in",
    pattern: "true",
    differs: { session_id: uuidOf("session", "n"), user_id: user },
  });
  await multiply(pool, users, { table: "consent", pattern: "true", differs: { user_id: user, client_id: client } });
  await grants(pool, "all", authorizations, { user, client });
  await pool.query("VACUUM (ANALYZE)");
  return { scale, users, clients, authorizations, seconds: (performance.now() - startedAt) / 1000 };
}

/** Makes live authorizations, each with a refresh token. `kind` is part of their ids. */
export async function grants(
  pool: Pool,
  kind: string,
  count: number,
  { user, client }: { readonly user?: string; readonly client?: string } = {},
): Promise<void> {
  const owner = user === undefined ? {} : { user_id: user, sub: `${user}::text` };
  await multiply(pool, count, {
    table: '"authorization"',
    pattern: "'offline_access' = ANY (scopes) AND revoked_at IS NULL",
    differs: {
      ...{ id: uuidOf(kind, "n"), code_hash: hashOf(kind, "n"), ...owner },
      ...(client === undefined ? {} : { client_id: client }),
    },
  });
  await multiply(pool, count, {
    table: "refresh_token",
    pattern: "spent_at IS NULL",
    differs: { token_hash: hashOf(kind, "n"), authorization_id: uuidOf(kind, "n") },
  });
}

/** Expires now what `grants` made of this kind. */
export async function expire(pool: Pool, kind: string, count: number): Promise<void> {
  const numbers = "FROM generate_series(1, $1) n";
  await pool.query(`UPDATE "authorization" SET expires_at = now() ${numbers} WHERE id = ${uuidOf(kind, "n")}`, [count]);
}

/** Expires now what the code flows of the load made. What `grants` makes belongs to no session. */
export async function expireFlows(pool: Pool): Promise<void> {
  await pool.query(
    `UPDATE "authorization" SET expires_at = now()
      WHERE session_id IS NOT NULL AND redeemed_at IS NOT NULL AND expires_at > now()`,
  );
}

async function multiply(pool: Pool, count: number, { table, pattern, differs }: Multiplied): Promise<void> {
  const members = Object.entries(differs).map(([column, value]) => `'${column}', ${value}`);
  const connection = await pool.connect();
  try {
    await connection.query("SET session_replication_role = replica");
    await connection.query(
      `INSERT INTO ${table}
       SELECT copy.*
         FROM (SELECT * FROM ${table} WHERE ${pattern} LIMIT 1) AS row, LATERAL (SELECT row::${table}) AS p (pattern),
              generate_series(1, ${count}) AS n,
              LATERAL jsonb_populate_record(pattern, jsonb_build_object(${members.join(", ")})) AS copy`,
    );
  } finally {
    await connection.query("RESET session_replication_role");
    connection.release();
  }
}
