/** The primary of PostgreSQL is killed, and its standby takes over: with all that was answered, or without the last. */
import type { ReplicatingServer } from "@countersign/dev/test-postgres-pair";
import { until } from "../topology/until.ts";
import { type Fault, pairOf, seconds } from "./fault.ts";

export const synchronousFailOver: Fault = {
  name: "fail-over to a synchronous standby",
  away: "postgres",
  async run(topology) {
    const postgres = pairOf(topology);
    await postgres.synchronous(true);
    await seconds(2);
    await postgres.failOver();
    await postgres.replaceStandby();
  },
};

/** Longer than a public client has to repeat a refresh, by the time until it sends the first one, and no longer. */
const STANDSTILL_SECONDS = 32;

/** Both at once, for the quick run: they need one fail-over, and one time to settle. */
export const standstillAndFailOver: Fault = {
  name: `PostgreSQL stands still for ${STANDSTILL_SECONDS} s, and then a synchronous standby takes over`,
  away: "postgres",
  async run(topology) {
    const postgres = pairOf(topology);
    await postgres.synchronous(true);
    postgres.primary().freeze();
    await seconds(STANDSTILL_SECONDS);
    postgres.primary().thaw();
    await seconds(1);
    await postgres.failOver();
    await postgres.replaceStandby();
  },
};

const LAG_SECONDS = 3;

/**
 * Has a standby receive nothing more, for good. One that only stands still has what lies in its socket: it would read
 * that before it takes over, and lose nothing.
 */
async function isolate(standby: ReplicatingServer): Promise<void> {
  await standby.set({});
  await until(async () => (await standby.query("SELECT FROM pg_stat_wal_receiver")).length === 0);
}

export const asynchronousFailOver: Fault = {
  name: `fail-over to a standby that lags by ${LAG_SECONDS} s`,
  away: "postgres",
  async run(topology, losing) {
    const postgres = pairOf(topology);
    await postgres.synchronous(false);
    losing.from();
    await isolate(postgres.standby());
    await seconds(LAG_SECONDS);
    await postgres.failOver();
    losing.to();
    await postgres.replaceStandby();
  },
};
