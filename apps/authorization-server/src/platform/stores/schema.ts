/** Whether the database has every migration of this version. */
import { type Database, isSchemaIncomplete, schemaCheck } from "@countersign/database";

export { isSchemaIncomplete, schemaCheck };

export type Pooled = Pick<Database, "pool">;

/**
 * The check for readiness: it rejects if a migration is missing. Whether the database answers is asked by another
 * check.
 */
export function schemaStays(database: Pooled): () => Promise<void> {
  const compare = schemaCheck(database);
  return () =>
    compare().catch((err: unknown) => {
      if (isSchemaIncomplete(err)) throw err;
    });
}
