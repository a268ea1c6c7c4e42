/** The first thing that a start does: it waits until the database has every migration of this version. */
import { type Logger, waitFor } from "@countersign/service";
import type { Config } from "../config.ts";
import { isSchemaIncomplete, type Pooled, schemaCheck } from "./stores/schema.ts";

/**
 * Resolves when the database is complete. Until then, the service is not ready, and says so at its place. Throws if the
 * database does not answer.
 */
export async function awaitSchema(database: Pooled, config: Config, log: Logger): Promise<void> {
  const { HOST, PORT, ISSUER, METRICS_PORT, METRICS_HOST } = config;
  const metrics = { service: "authorization-server", port: METRICS_PORT, host: METRICS_HOST };
  const place = { host: HOST, port: PORT, publicUrl: ISSUER, metrics };
  const schema = schemaCheck(database);
  try {
    await waitFor({ checks: { schema }, mayPass: isSchemaIncomplete, ...place, logger: log });
  } catch (err) {
    throw new Error(`The database cannot be used: ${reasonOf(err)}. Start it, or correct DATABASE_URL.`, {
      cause: err,
    });
  }
}

// Node.js reports a refused connection to several addresses as an AggregateError without a message.
function reasonOf(err: unknown): string {
  const cause = err instanceof AggregateError ? err.errors[0] : err;
  return cause instanceof Error ? cause.message : String(cause);
}
