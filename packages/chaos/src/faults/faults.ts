/** Which faults a run has. */
import { asynchronousFailOver, synchronousFailOver } from "./fail-over.ts";
import type { Fault } from "./fault.ts";
import { killPostgres } from "./kill-postgres.ts";
import { pausePostgres } from "./pause-postgres.ts";
import { killRedis, pauseRedis } from "./redis.ts";
import { killReplica, terminateReplica } from "./replica.ts";
import { rollingRestartBehindHaproxy, rollingRestartBehindNginx } from "./rolling-restart.ts";
import { standbyAway } from "./standby-away.ts";

/** For `npm test`: about a minute. */
export const QUICK: readonly Fault[] = [killReplica, killPostgres, synchronousFailOver, killRedis];

/** By default: less than four minutes. */
export const SHORT: readonly Fault[] = [
  terminateReplica,
  killReplica,
  killPostgres,
  pausePostgres,
  synchronousFailOver,
  killRedis,
];

export const ALL: readonly Fault[] = [
  ...SHORT,
  asynchronousFailOver,
  pauseRedis,
  standbyAway,
  rollingRestartBehindNginx,
  rollingRestartBehindHaproxy,
];

/** These without end, in an order that the seed decides (mulberry32). */
export function* mixed(faults: readonly Fault[], seed: number): Generator<Fault, never> {
  let state = seed;
  for (;;) {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    const fault = faults[((t ^ (t >>> 14)) >>> 0) % faults.length];
    if (fault !== undefined) yield fault;
  }
}
