/** The first thing that a start does: it waits until the database has every migration of this version. */
import { type Logger, waitFor } from "@countersign/service";
import type { Config } from "../config.ts";
import { isSchemaIncomplete, withSchemaCheck } from "./stores/schema.ts";

/**
 * Resolves when the database is complete. Until then, the service is not ready, and says so at its place. Throws if the
 * database does not answer.
 */
export async function awaitSchema({ DATABASE_URL, HOST, PORT, ISSUER }: Config, log: Logger): Promise<void> {
  const place = { host: HOST, port: PORT, publicUrl: ISSUER };
  await withSchemaCheck({ connectionString: DATABASE_URL, log }, (schema) =>
    waitFor({ checks: { schema }, mayPass: isSchemaIncomplete, ...place, logger: log }),
  );
}
