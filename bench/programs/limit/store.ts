/** As many statements as ours, of the same kind, prepared and by primary key: fewer would not do the work. */
import { randomUUID } from "node:crypto";
import pg from "pg";

export interface Store {
  /** The row that all tokens of client_credentials belong to. */
  standing(client: string): Promise<string>;
  session(secretHash: Buffer): Promise<string | undefined>;
  signIn(secretHash: Buffer): Promise<void>;
  create(client: string, codeHash: Buffer, challenge: string): Promise<void>;
  redeem(codeHash: Buffer, client: string, challenge: string): Promise<string | undefined>;
  firstRefresh(tokenHash: Buffer, authorization: string): Promise<void>;
  rotate(tokenHash: Buffer, next: Buffer): Promise<string | undefined>;
  /** The person of a live authorization. */
  claims(authorization: string): Promise<Record<string, unknown> | undefined>;
}

export const PERSON = "00000000-0000-4000-8000-000000000001";
const CLAIMS = { name: "Alice", given_name: "Alice", email: "alice@example.org", email_verified: true };

const TABLES = `
  CREATE TABLE person (id uuid PRIMARY KEY, claims jsonb NOT NULL);
  CREATE TABLE session (secret_hash bytea PRIMARY KEY, person uuid NOT NULL, expires_at timestamptz NOT NULL);
  CREATE TABLE authz (id uuid PRIMARY KEY, client text NOT NULL, person uuid, code_hash bytea UNIQUE,
                      challenge text, redeemed_at timestamptz, expires_at timestamptz NOT NULL);
  CREATE UNIQUE INDEX ON authz (client) WHERE person IS NULL;
  CREATE TABLE refresh (token_hash bytea PRIMARY KEY, authz uuid NOT NULL, spent_at timestamptz);`;

const STATEMENTS = {
  standing: "SELECT id FROM authz WHERE client = $1 AND person IS NULL",
  session: "SELECT person AS id FROM session WHERE secret_hash = $1 AND expires_at > now()",
  signIn: "INSERT INTO session (secret_hash, person, expires_at) VALUES ($1, $2, now() + interval '1 day')",
  create: `INSERT INTO authz (id, client, person, code_hash, challenge, expires_at)
           VALUES ($1, $2, $3, $4, $5, now() + interval '1 hour')`,
  redeem: `UPDATE authz SET redeemed_at = now() WHERE code_hash = $1 AND client = $2 AND challenge = $3
              AND redeemed_at IS NULL AND expires_at > now() RETURNING id`,
  firstRefresh: "INSERT INTO refresh (token_hash, authz) VALUES ($1, $2)",
  rotate: `WITH spent AS (UPDATE refresh SET spent_at = now()
                           WHERE token_hash = $1 AND spent_at IS NULL RETURNING authz),
                made AS (INSERT INTO refresh (token_hash, authz) SELECT $2, authz FROM spent)
           SELECT authz AS id FROM spent`,
  claims: "SELECT p.claims FROM authz a JOIN person p ON p.id = a.person WHERE a.id = $1 AND a.expires_at > now()",
};

/** Creates the tables in an empty database, a person, and an authorization for each client. */
export async function openStore(databaseUrl: string, clients: readonly string[]): Promise<Store> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const row = async (name: keyof typeof STATEMENTS, ...values: unknown[]) =>
    (await pool.query({ name, text: STATEMENTS[name], values })).rows[0];

  await pool.query(TABLES);
  await pool.query("INSERT INTO person VALUES ($1, $2)", [PERSON, CLAIMS]);
  for (const client of clients)
    await pool.query("INSERT INTO authz (id, client, expires_at) VALUES ($1, $2, 'infinity')", [randomUUID(), client]);

  return {
    standing: async (client) => (await row("standing", client)).id,
    session: async (secretHash) => (await row("session", secretHash))?.id,
    signIn: (secretHash) => row("signIn", secretHash, PERSON),
    create: (client, codeHash, challenge) => row("create", randomUUID(), client, PERSON, codeHash, challenge),
    redeem: async (codeHash, client, challenge) => (await row("redeem", codeHash, client, challenge))?.id,
    firstRefresh: (tokenHash, authorization) => row("firstRefresh", tokenHash, authorization),
    rotate: async (tokenHash, next) => (await row("rotate", tokenHash, next))?.id,
    claims: async (authorization) => (await row("claims", authorization))?.claims,
  };
}
