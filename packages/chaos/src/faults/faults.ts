/** Which faults a run has. */
import type { Stores } from "../topology/topology.ts";
import { asynchronousFailOver, standstillAndFailOver, synchronousFailOver } from "./fail-over.ts";
import type { Fault } from "./fault.ts";
import { killPostgres, stopPostgres, stopPostgresAtOnce } from "./kill-postgres.ts";
import { loseAnswersOfPostgres, loseAnswersOfRedis, losePostgres, loseRedis } from "./network.ts";
import { crashLeader, killLeader, pauseLeader, switchOver } from "./patroni.ts";
import { pausePostgres, pausePostgresShortly } from "./pause-postgres.ts";
import { replacePoolers } from "./poolers.ts";
import { failOverRedis, killRedis, pauseRedis } from "./redis.ts";
import { killReplica, terminateReplica } from "./replica.ts";
import { killsInTurn, rollingRestarts } from "./rolling-restart.ts";
import { standbyAway } from "./standby-away.ts";

/** For `npm test`: a minute and a half. For stores of the default kinds. */
const QUICK: readonly Fault[] = [killReplica, standstillAndFailOver, killRedis];

/** What strikes these stores, the most telling ones first. */
function storesFail({ redis, postgres, pooler }: Stores) {
  const ofPostgres = [
    ...[stopPostgres, stopPostgresAtOnce, pausePostgresShortly],
    ...[standstillAndFailOver, asynchronousFailOver, standbyAway],
  ];
  const ofRedis = redis === "single" ? [killRedis] : [failOverRedis];
  const ofNetwork = [losePostgres, ...(redis === "cluster" ? [] : [loseRedis, loseAnswersOfRedis])];
  return {
    short: [
      ...(postgres === "pair"
        ? [killPostgres, pausePostgres, synchronousFailOver]
        : [switchOver, crashLeader, killLeader]),
      ...ofRedis,
      ...(pooler === "none" ? [] : [replacePoolers]),
      loseAnswersOfPostgres,
    ],
    long: [...(postgres === "pair" ? ofPostgres : [pauseLeader]), pauseRedis, ...ofNetwork],
  };
}

/** The faults of a run: a minute and a half, less than four minutes by default, or every one of them. */
export function faultsFor(stores: Stores): Record<"quick" | "short" | "all", readonly Fault[]> {
  const { short, long } = storesFail(stores);
  const first = [terminateReplica, killReplica, ...short];
  return {
    quick: QUICK.filter((fault) => [...first, ...long].includes(fault)),
    short: first,
    all: [...first, ...long, ...rollingRestarts, ...killsInTurn],
  };
}

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
