/**
 * A database as a large deployment has it, made from rows that real use left: each is multiplied with ids of its own.
 */
import type { Pool } from "pg";

/** What is aimed at; the scale of a run says how much of it is made. */
const FULL = { users: 1_000_000, clients: 100_000, authorizations: 10_000_000 };

export interface Filled {
  readonly scale: number;
  readonly users: number;
  readonly clients: number;
  /** As many authorizations as refresh tokens, all live. */
  readonly authorizations: number;
  readonly seconds: number;
}

/** Ids and hashes that follow from a number, so that rows find each other. */
const uuidOf = (kind: string, number: string) => `md5('${kind} ' || ${number})::uuid`;
const hashOf = (kind: string, number: string) => `('\\x' || encode(sha256(('${kind} ' || ${number})::bytea), 'hex'))`;

/** One table: which row is the pattern, and what differs from it in row number `n`. */
interface Multiplied {
  readonly table: string;
  readonly pattern: string;
  readonly differs: Readonly<Record<string, string>>;
}

/**
 * Needs rows that a sign-in with `offline_access` left. As superuser: constraints that hold by construction are not
 * checked again.
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
    differs: { id: user, username: `'grown ' || n` },
  });
  await multiply(pool, clients, {
    table: "client",
    pattern: "'authorization_code' = ANY (grant_types)",
    differs: { id: client },
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

/** Makes live authorizations with a refresh token each; `kind` names them. */
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

/** Lets what `grants` made of this kind be over now. */
export async function expire(pool: Pool, kind: string, count: number): Promise<void> {
  const numbers = "FROM generate_series(1, $1) n";
  await pool.query(`UPDATE "authorization" SET expires_at = now() ${numbers} WHERE id = ${uuidOf(kind, "n")}`, [count]);
}

/** Lets what the load's own code flows made be over now; what `grants` makes belongs to no session. */
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
       SELECT (jsonb_populate_record(pattern, jsonb_build_object(${members.join(", ")}))).*
         FROM (SELECT * FROM ${table} WHERE ${pattern} LIMIT 1) AS row, LATERAL (SELECT row::${table}) AS p (pattern),
              generate_series(1, ${count}) AS n`,
    );
  } finally {
    await connection.query("RESET session_replication_role");
    connection.release();
  }
}
