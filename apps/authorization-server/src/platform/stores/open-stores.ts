/** The two stores of the service: PostgreSQL and the short-lived store. */
import { randomUUID } from "node:crypto";
import { type Connected, type Database, missingLimits, openDatabase } from "@countersign/database";
import { type Ephemeral, openEphemeral } from "@countersign/ephemeral";
import { type Logger, warnOfMissingLimits } from "@countersign/service";
import type { Pooled } from "./schema.ts";

export interface StoreOptions {
  readonly connectionString: string;
  /** The maximum number of connections in the pool for people, and separately of those for hot statements. */
  readonly poolSize: number;
  readonly redisUrl: string | undefined;
  readonly issuer: string;
  readonly log: Logger;
  /** How long a statement may take; by default as `openDatabase` says. */
  readonly statementTimeoutMs?: number | undefined;
  /** Waits until the database can be used; by default it can. */
  readonly beforeUse?: ((database: Pooled) => Promise<void>) | undefined;
}

/** Both stores, by one pool. */
export interface Ways<D extends Connected = Connected> {
  readonly database: D;
  readonly ephemeral: Ephemeral;
}

/** Each kind of work has a pool, so that none takes the connections of another (decision 123). */
export interface Stores {
  /** For the endpoints of protocols and for pages. */
  readonly people: Ways<Database>;
  /** For the administration API and SCIM. */
  readonly administration: Ways;
  readonly jobs: Ways;
}

/** Opens both stores. Throws if one of them cannot be reached. */
export async function openStores(options: StoreOptions): Promise<Stores> {
  const { connectionString, poolSize, redisUrl, issuer, log, statementTimeoutMs, beforeUse } = options;
  const database = openDatabase({
    connectionString,
    max: poolSize,
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
    onError: (err) => log.warn({ err }, "an idle database connection broke"),
  });
  await beforeUse?.(database);
  const [owns, ephemeral] = await Promise.all([
    ownsDatabase(database),
    openEphemeral({ redisUrl, pool: database.pool, issuer, log }),
    openForHotStatements(database),
    warnOfMissingLimits(() => missingLimits(database), log),
  ]);
  if (owns) log.warn("the login in DATABASE_URL owns the database: give the service its own");
  // What was used is known from the first entry on. If this entry were that of the first client with a signed
  // assertion, the client would be refused (decision 22).
  await ephemeral.store.remember(`start:${randomUUID()}`, 1);

  const apart = async (): Promise<Ways> => {
    const connected = database.apart(otherPoolSize(poolSize));
    if (redisUrl !== undefined) return { database: connected, ephemeral };
    return { database: connected, ephemeral: await openEphemeral({ pool: connected.pool, issuer, log }) };
  };
  return { people: { database, ephemeral }, administration: await apart(), jobs: await apart() };
}

/** How many connections administration has, and as many the jobs. */
const otherPoolSize = (poolSize: number): number => Math.max(2, Math.ceil((poolSize * 2) / 5));

/** So the first request does not wait for a connection. */
const openForHotStatements = ({ pipelined }: Connected) =>
  pipelined.query({ name: "start", text: "SELECT 'true'::json", values: [] });

/** Whether the login may change tables, triggers and rights: the owner of the database, or a superuser. */
export async function ownsDatabase({ pool }: Pick<Database, "pool">): Promise<boolean> {
  const { rows } = await pool.query<{ owns: boolean }>(
    "SELECT pg_has_role(datdba, 'USAGE') AS owns FROM pg_database WHERE datname = current_database()",
  );
  return rows[0]?.owns === true;
}

/** The pools of the service, by what their connections are for. */
export const poolsOf = ({ people, administration, jobs }: Stores) => ({
  people: people.database.pool,
  administration: administration.database.pool,
  jobs: jobs.database.pool,
});
