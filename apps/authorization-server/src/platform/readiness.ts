/** What must work for requests to be sent to this replica. `/health/ready` names what does not work. */
import type { Check, Logger, Measure } from "@countersign/service";

interface Pool {
  query<Row extends object>(text: string): Promise<{ readonly rows: readonly Row[] }>;
}

interface Parts {
  readonly database: { readonly pool: Pool };
  /** Rejects if the database lacks a migration of this version: replicas of another version may need another schema. */
  readonly schema: Check;
  readonly ephemeral: { readonly store: { ping(): Promise<unknown> } };
  /** Whether access tokens can be signed. */
  readonly hasSigner: () => boolean;
  readonly log: Pick<Logger, "warn">;
}

export interface Readiness {
  /** What this replica itself must have. */
  readonly checks: Readonly<Record<string, Check>>;
  /** What all replicas share: see `HealthOptions` and decision 140. */
  readonly shared: Readonly<Record<string, Check>>;
  readonly measures: readonly Measure[];
}

export function readinessOf({ database, schema, ephemeral, hasSigner, log }: Parts): Readiness {
  const clock = databaseClock(database, log);
  return {
    checks: {
      schema,
      keys: async () => {
        if (!hasSigner()) throw new Error("there is no key to sign access tokens with");
      },
    },
    shared: {
      database: clock.check,
      clock: clock.compare,
      ephemeral: () => ephemeral.store.ping(),
    },
    measures: [clock.measure],
  };
}

/** A standby refuses to lock rows (25006), even if there are no rows to lock, as here. */
const WRITABLE = `
  SELECT (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS ms
    FROM (SELECT) one LEFT JOIN LATERAL (SELECT FROM signing_key LIMIT 0 FOR UPDATE) none ON true`;

/** Times are compared with those of the database, so its clock must be that of this host. */
const MOST_DIFFERENCE_MS = 2000;
/** With a greater difference, a replica takes codes and links that are over elsewhere. */
const BROKEN_DIFFERENCE_MS = 5000;
const SAY_AGAIN_MS = 60_000;

function databaseClock({ pool }: Parts["database"], log: Pick<Logger, "warn">) {
  let differenceMs = 0;
  let answered: Promise<boolean> = Promise.resolve(false);
  let saidAt = Number.NEGATIVE_INFINITY;

  const ask = async () => {
    const before = Date.now();
    const { rows } = await pool.query<{ ms: number }>(WRITABLE);
    // The time of the answer may be the whole difference.
    const [ms = before] = rows.map((row) => row.ms);
    differenceMs = ms < before ? ms - before : Math.max(ms - Date.now(), 0);
    if (Math.abs(differenceMs) < MOST_DIFFERENCE_MS || performance.now() - saidAt < SAY_AGAIN_MS) return;
    saidAt = performance.now();
    log.warn({ differenceMs }, "the clock of the database differs from that of this host: synchronize both");
  };
  let isKnown = false;
  const check = () => {
    const asking = ask();
    answered = asking.then(
      () => true,
      () => isKnown,
    );
    return asking;
  };
  /** Compares the clocks by the answer to `check`, which is asked before. Without one, the result before counts. */
  const compare = async () => {
    isKnown = await answered;
    if (!isKnown) throw new Error("the database did not say what time it is");
    if (Math.abs(differenceMs) > BROKEN_DIFFERENCE_MS)
      throw new Error(`the clock of the database is ${differenceMs} ms ahead of that of this host`);
  };
  const measure: Measure = {
    name: "database_clock_difference_seconds",
    help: "How far the clock of the database is ahead of that of this host, when readiness was last asked for",
    type: "gauge",
    labelNames: [],
    read: async () => [{ labels: {}, value: differenceMs / 1000 }],
  };
  return { check, compare, measure };
}
