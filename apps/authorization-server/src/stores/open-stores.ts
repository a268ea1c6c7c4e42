/** The two stores of the service: PostgreSQL and the short-lived store. */
import { randomUUID } from "node:crypto";
import { type Database, openDatabase } from "@countersign/database";
import { type Ephemeral, openEphemeral } from "@countersign/ephemeral";
import type { Logger } from "@countersign/service";

export interface StoreOptions {
  readonly connectionString: string;
  /** The maximum number of connections in the pool. */
  readonly poolSize: number;
  readonly redisUrl: string | undefined;
  readonly issuer: string;
  readonly log: Logger;
  /** How long a statement may take; by default as `openDatabase` says. */
  readonly statementTimeoutMs?: number | undefined;
}

export interface Stores {
  readonly database: Database;
  readonly ephemeral: Ephemeral;
}

/** Opens both stores. Throws if one of them cannot be reached. */
export async function openStores({ poolSize, redisUrl, issuer, log, ...options }: StoreOptions): Promise<Stores> {
  const { connectionString, statementTimeoutMs } = options;
  const database = openDatabase({
    connectionString,
    max: poolSize,
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
    onError: (err) => log.warn({ err }, "an idle database connection broke"),
  });
  if (await ownsDatabase(database)) log.warn("the login in DATABASE_URL owns the database: give the service its own");
  const ephemeral = await openEphemeral({ redisUrl, pool: database.pool, issuer, log });
  // What was used is known from the first entry on. If this entry were that of the first client with a signed
  // assertion, the client would be refused (decision 22).
  await ephemeral.store.remember(`start:${randomUUID()}`, 1);
  return { database, ephemeral };
}

/** Whether the login may change tables, triggers and rights: the owner of the database, or a superuser. */
export async function ownsDatabase({ pool }: Pick<Database, "pool">): Promise<boolean> {
  const { rows } = await pool.query<{ owns: boolean }>(
    "SELECT pg_has_role(datdba, 'USAGE') AS owns FROM pg_database WHERE datname = current_database()",
  );
  return rows[0]?.owns === true;
}
