import { type Database, GRACE_MS, isConnectionLost, isReadOnly } from "@countersign/database";

/** Runs one statement of a transaction and returns its rows. */
export type Query = (text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** Runs each statement in a transaction of its own. */
export const eachByItself =
  (pool: Database["pool"]): Query =>
  async (text, values) =>
    (await pool.query(text, [...values])).rows;

export interface TransactionOptions {
  /** How long each statement may take; by default as long as any of the pool. */
  readonly statementTimeoutMs?: number;
}

interface Connection {
  query(text: string): Promise<unknown>;
  /** @param err if given, the connection is closed instead of being returned to the pool */
  release(err?: Error): void;
}

/** Runs `work` in one transaction: either all of it takes effect, or nothing. */
export async function inTransaction<T>(
  pool: Database["pool"],
  work: (query: Query) => Promise<T>,
  { statementTimeoutMs }: TransactionOptions = {},
): Promise<T> {
  const connection = await pool.connect();
  let failure: unknown;
  const patience = statementTimeoutMs === undefined ? {} : { query_timeout: statementTimeoutMs + GRACE_MS };
  const query = async (text: string, values: readonly unknown[] = []) => {
    try {
      return (await connection.query({ text, values: [...values], ...patience })).rows;
    } catch (err) {
      failure = err;
      throw err;
    }
  };

  try {
    await query("BEGIN");
    if (statementTimeoutMs !== undefined) await query(`SET LOCAL statement_timeout = ${statementTimeoutMs}`);
    const result = await work(query);
    await query("COMMIT");
    connection.release();
    return result;
  } catch (err) {
    await giveBack(connection, failure);
    throw err;
  }
}

/**
 * Rolls back, if the connection still works. If the connection is lost, PostgreSQL rolls back by itself, and this does
 * not wait for that. A read-only connection is closed, too: its pool then replaces the others.
 */
async function giveBack(connection: Connection, failure: unknown): Promise<void> {
  if (failure !== undefined && (isConnectionLost(failure) || isReadOnly(failure))) {
    return connection.release(failure as Error);
  }
  await connection.query("ROLLBACK").then(
    () => connection.release(),
    (broken: Error) => connection.release(broken),
  );
}
