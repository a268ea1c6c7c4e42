import type { Database } from "@countersign/database";
import { databaseEnvironment, readVariables } from "../config.ts";
import type { Context } from "./context.ts";

/** A command may change every row of the database, and wait for locks on them. Only its operator waits for it. */
const MOST_MS = 600_000;
const TIMEOUTS = { statementTimeoutMs: MOST_MS, transactionTimeoutMs: MOST_MS };

/** Runs `work` with the database that DATABASE_URL names. What it opens, it always closes afterwards. */
export async function withDatabase<T>(
  { environment, openAt }: Pick<Context, "environment" | "openAt">,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL } = await readVariables(databaseEnvironment, environment);
  const open = openAt?.(DATABASE_URL);
  return open === undefined ? withDatabaseAt(DATABASE_URL, work) : work(open);
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
