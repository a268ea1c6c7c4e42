/** The primary of PostgreSQL is killed, and its standby takes over: with all that was answered, or without the last. */
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

const LAG_SECONDS = 3;

export const asynchronousFailOver: Fault = {
  name: `fail-over to a standby that lags by ${LAG_SECONDS} s`,
  away: "postgres",
  async run(topology, loses) {
    const postgres = pairOf(topology);
    await postgres.synchronous(false);
    loses();
    postgres.standby().freeze();
    await seconds(LAG_SECONDS);
    await postgres.primary().kill();
    postgres.standby().thaw();
    await postgres.failOver();
    await postgres.replaceStandby();
  },
};
