/** Whether the database has every migration of this version. */
import { type Database, isSchemaIncomplete, openDatabase, schemaCheck } from "@countersign/database";
import type { Logger } from "@countersign/service";

export { isSchemaIncomplete };

/**
 * The check for readiness: it rejects if a migration is missing. Whether the database answers is asked by another
 * check.
 */
export function schemaStays(database: Pick<Database, "pool">): () => Promise<void> {
  const compare = schemaCheck(database);
  return () =>
    compare().catch((err: unknown) => {
      if (isSchemaIncomplete(err)) throw err;
    });
}

/** Runs `work` with a check of the database at this URL, before anything else is opened. */
export async function withSchemaCheck(
  { connectionString, log }: { readonly connectionString: string; readonly log: Pick<Logger, "warn"> },
  work: (check: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const onError = (err: Error) => log.warn({ err }, "an idle database connection broke");
  const database = openDatabase({ connectionString, max: 1, onError });
  try {
    await work(schemaCheck(database));
  } catch (err) {
    throw new Error(`The database cannot be used: ${reasonOf(err)}. Start it, or correct DATABASE_URL.`, {
      cause: err,
    });
  } finally {
    await database.close();
  }
}

// Node.js reports a refused connection to several addresses as an AggregateError without a message.
function reasonOf(err: unknown): string {
  const cause = err instanceof AggregateError ? err.errors[0] : err;
  return cause instanceof Error ? cause.message : String(cause);
}
