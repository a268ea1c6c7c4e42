import type { Database } from "@countersign/database";
import { databaseEnvironment, readVariables } from "./config.ts";
import type { Context } from "./context.ts";

/** A command may change every row of the database, and wait for locks on them. Only its operator waits for it. */
const MOST_MS = 600_000;
const TIMEOUTS = { statementTimeoutMs: MOST_MS, transactionTimeoutMs: MOST_MS };

/** Runs `work` with the database that DATABASE_URL names, and always closes it afterwards. */
export async function withDatabase<T>(
  { environment }: Pick<Context, "environment">,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL } = await readVariables(databaseEnvironment, environment);
  return withDatabaseAt(DATABASE_URL, work);
}

/** Does the same with the database of a given URL. */
export async function withDatabaseAt<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const { openDatabase } = await import("@countersign/database");
  const database = openDatabase({ connectionString: url, max: 2, ...TIMEOUTS });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
