/** A database without any table, for the tests of the runner, and roles with fewer rights than its superuser. */
import { randomBytes } from "node:crypto";
import { createTestDatabase } from "@countersign/dev/test-database";
import { Client } from "pg";

export interface EmptyDatabase {
  readonly connectionString: string;
  /** The same database for another user. */
  urlAs(user: string): string;
  drop(): Promise<void>;
}

export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const neighbour = await createTestDatabase();
  const name = `empty_${randomBytes(8).toString("hex")}`;
  await query(neighbour.connectionString, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(neighbour.connectionString);
  url.pathname = `/${name}`;
  return {
    connectionString: url.href,
    urlAs: (user) => urlAs(url.href, user),
    async drop() {
      await query(neighbour.connectionString, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await neighbour.drop();
    },
  };
}

export function urlAs(connectionString: string, user: string): string {
  const url = new URL(connectionString);
  url.username = user;
  url.password = user;
  return url.href;
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends object>(
  connectionString: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await (values.length === 0 ? client.query(sql) : client.query(sql, values));
    return rows;
  } finally {
    await client.end();
  }
}
