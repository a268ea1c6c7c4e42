import { type Database, GRACE_MS, isUniqueViolation, whileHeld } from "@countersign/database";

/** Runs one statement of a transaction and returns its rows. */
export type Query = (text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** What an act needs of a database that it changes by SQL. */
export type WithPool = Pick<Database, "pool">;

/** Runs each statement in a transaction of its own. */
export const autocommit =
  (pool: Database["pool"]): Query =>
  async (text, values) =>
    (await pool.query(text, [...values])).rows;

/**
 * Runs one statement in a transaction. When its failure is known, its locks are released: PostgreSQL tells of an error
 * before it ends the transaction, and a statement by another connection would skip the rows as if another run had them.
 */
export const settled = async <Row extends object>(
  pool: Database["pool"],
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> => (await inTransaction(pool, (query) => query(text, values))) as unknown as readonly Row[];

export interface TransactionOptions {
  /** How long each statement may take; by default as long as any of the pool. */
  readonly statementTimeoutMs?: number;
}

/** Where an act runs: in a transaction of its own, or in that of its caller. */
export type Acting = WithPool | { readonly query: Query };

/** Runs an act in one transaction. */
export const acting = <T>(at: Acting, work: (query: Query) => Promise<T>): Promise<T> =>
  "query" in at ? work(at.query) : inTransaction(at.pool, work);

/** Runs `work` in one transaction: either all of it takes effect, or nothing. */
export async function inTransaction<T>(
  pool: Database["pool"],
  work: (query: Query) => Promise<T>,
  { statementTimeoutMs }: TransactionOptions = {},
): Promise<T> {
  const connection = await pool.connect();
  const patience = statementTimeoutMs === undefined ? {} : { query_timeout: statementTimeoutMs + GRACE_MS };
  const query = async (text: string, values: readonly unknown[] = []) =>
    (await connection.query({ text, values: [...values], ...patience })).rows;
  try {
    await query("BEGIN");
    if (statementTimeoutMs !== undefined) await query(`SET LOCAL statement_timeout = ${statementTimeoutMs}`);
    const result = await whileHeld(() => work(query));
    await query("COMMIT");
    connection.release();
    return result;
  } catch (err) {
    // If the connection is lost, the pool closed it: it refuses this at once, and PostgreSQL rolls back by itself.
    await query("ROLLBACK").then(
      () => connection.release(),
      (broken: Error) => connection.release(broken),
    );
    throw err;
  }
}

/** Runs an act, and returns `instead` if what it writes must be unique and is not. Then it has changed nothing. */
export async function ifUnique<T, Instead>(instead: Instead, act: () => Promise<T>): Promise<T | Instead> {
  try {
    return await act();
  } catch (err) {
    if (isUniqueViolation(err)) return instead;
    throw err;
  }
}
