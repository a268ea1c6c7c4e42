/** The database, and a replica of it from which people are read while it is new enough (decision 223). */
import {
  openUserinfoDatabase,
  type Replicated,
  readingFromReplica,
  type UserinfoDatabase,
} from "@countersign/database/userinfo";
import { type Logger, limitMeasure, type Measure, poolMeasures } from "@countersign/service";
import type { Config } from "../config.ts";

/** A replica that stands still costs a request so long: then the primary is asked. */
const REPLICA_TIMEOUT_MS = 1000;

interface OpenedDatabase {
  readonly database: UserinfoDatabase;
  readonly measures: readonly Measure[];
}

type Settings = Pick<Config, "DATABASE_URL" | "DATABASE_REPLICA_URL" | "REPLICA_MAX_LAG_SECONDS">;

/** Readiness and the schema are those of the primary: without it, a replica answers no longer than its bound. */
export function openUserinfo(config: Settings, logger: Pick<Logger, "info" | "warn">): OpenedDatabase {
  const onError = (err: Error) => logger.warn({ err }, "a connection to the database broke");
  const primary = openUserinfoDatabase(config.DATABASE_URL, { onError });
  const limits = limitMeasure(primary.missingLimits);
  if (config.DATABASE_REPLICA_URL === undefined)
    return { database: primary, measures: [limits, ...poolMeasures({ userinfo: primary.counts })] };

  const replica = openUserinfoDatabase(config.DATABASE_REPLICA_URL, {
    statementTimeoutMs: REPLICA_TIMEOUT_MS,
    onError: (err) => logger.warn({ err }, "a connection to the replica of the database broke"),
  });
  const replicated = readingFromReplica(primary, replica, {
    maxLagMs: config.REPLICA_MAX_LAG_SECONDS * 1000,
    onSwitch(to, err) {
      if (to === "replica") logger.info("people are read from the replica of the database");
      else logger.warn({ err }, "people are read from the primary: the replica is away or too far behind");
    },
  });
  return {
    database: {
      ...primary,
      query: replicated.query,
      close: async () => {
        await replicated.close();
        await Promise.all([primary.close(), replica.close()]);
      },
    },
    measures: [
      limits,
      ...measuresOf(replicated),
      ...poolMeasures({ userinfo: primary.counts, userinfo_replica: replica.counts }),
    ],
  };
}

const measuresOf = ({ isUsed, lagMs }: Replicated): readonly Measure[] => [
  gauge("userinfo_replica_used", "1 while people are read from the replica of the database", () => Number(isUsed())),
  gauge("userinfo_replica_lag_seconds", "How old the state of the replica may be", () => lagMs() / 1000),
];

const gauge = (name: string, help: string, value: () => number): Measure => ({
  name,
  help,
  type: "gauge",
  labelNames: [],
  read: async () => [{ labels: {}, value: value() }],
});
