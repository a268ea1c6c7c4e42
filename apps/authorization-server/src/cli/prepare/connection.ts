import { openDatabase } from "@countersign/database";

/** What is used of a connection of `pg`. */
export interface Connection {
  query<Row>(text: string, values?: unknown[]): Promise<{ readonly rows: Row[]; readonly rowCount: number | null }>;
  escapeIdentifier(word: string): string;
  escapeLiteral(text: string): string;
}

/** Does `work` over one connection, which is not used again. */
export async function withConnection<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const { pool, close } = openDatabase({ connectionString: url, max: 1 });
  try {
    const connection = await pool.connect();
    // Destroyed, not returned: a failed transaction must not be anybody's.
    return await work(connection).finally(() => connection.release(true));
  } finally {
    await close();
  }
}
