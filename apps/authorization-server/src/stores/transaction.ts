import { type Database, whileHeld } from "@countersign/database";

/** Runs one statement of a transaction and returns its rows. */
export type Query = (text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** Runs each statement in a transaction of its own. */
export const eachByItself =
  (pool: Database["pool"]): Query =>
  async (text, values) =>
    (await pool.query(text, [...values])).rows;

/** Runs `work` in one transaction: either all of it takes effect, or nothing. */
export async function inTransaction<T>(pool: Database["pool"], work: (query: Query) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  const query: Query = async (text, values) => (await connection.query(text, [...values])).rows;
  try {
    await query("BEGIN", []);
    const result = await whileHeld(() => work(query));
    await query("COMMIT", []);
    connection.release();
    return result;
  } catch (err) {
    // If the connection is lost, the pool closed it: it refuses this at once, and PostgreSQL rolls back by itself.
    await query("ROLLBACK", []).then(
      () => connection.release(),
      (broken: Error) => connection.release(broken),
    );
    throw err;
  }
}
