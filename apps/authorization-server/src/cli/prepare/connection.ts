import { openDatabase } from "@countersign/database";

/** The methods of a `pg` connection that `prepare` uses. */
export interface Connection {
  query<Row>(text: string, values?: unknown[]): Promise<{ readonly rows: Row[]; readonly rowCount: number | null }>;
  escapeIdentifier(word: string): string;
  escapeLiteral(text: string): string;
}

/** Runs `work` on one connection, which is not used again. */
export async function withConnection<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const { pool, close } = openDatabase({ connectionString: url, max: 1 });
  try {
    const connection = await pool.connect();
    // The connection is destroyed, not returned to the pool: a later caller must not get a failed transaction.
    return await work(connection).finally(() => connection.release(true));
  } finally {
    await close();
  }
}
