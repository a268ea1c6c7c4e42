import type { Database } from "@countersign/database";

/** Runs one statement of a transaction and returns its rows. */
export type Query = (text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** Runs `work` in one transaction: all of it happens, or nothing. */
export async function inTransaction<T>(pool: Database["pool"], work: (query: Query) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  try {
    await connection.query("BEGIN");
    const result = await work(async (text, values) => (await connection.query(text, [...values])).rows);
    await connection.query("COMMIT");
    connection.release();
    return result;
  } catch (err) {
    // A connection that cannot roll back is not given back to the pool.
    await connection.query("ROLLBACK").then(
      () => connection.release(),
      (broken: Error) => connection.release(broken),
    );
    throw err;
  }
}
