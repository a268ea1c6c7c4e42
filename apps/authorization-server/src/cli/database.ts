import type { Database } from "@countersign/database";
import { databaseEnvironment, readVariables } from "./config.ts";
import type { Context } from "./context.ts";

/** Does `work` with the database that DATABASE_URL names, and closes it whatever happens. */
export async function withDatabase<T>(
  { environment }: Pick<Context, "environment">,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL } = await readVariables(databaseEnvironment, environment);
  const { openDatabase } = await import("@countersign/database");
  const database = openDatabase({ connectionString: DATABASE_URL, max: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
