import type { Database } from "@countersign/database";
import { databaseEnvironment, readVariables } from "./config.ts";
import type { Context } from "./context.ts";

/** A command may change every row there is: nobody waits for it but its operator. */
const STATEMENT_TIMEOUT_MS = 600_000;

/** Does `work` with the database that DATABASE_URL names, and closes it whatever happens. */
export async function withDatabase<T>(
  { environment }: Pick<Context, "environment">,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL } = await readVariables(databaseEnvironment, environment);
  return withDatabaseAt(DATABASE_URL, work);
}

/** The same with the database that a URL names. */
export async function withDatabaseAt<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const { openDatabase } = await import("@countersign/database");
  const database = openDatabase({ connectionString: url, max: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
