/** One run: a deployment, traffic, faults one after the other, and what the history says. */

import { countAccounts } from "./accounts.ts";
import { pause } from "./clients/answered.ts";
import { startTraffic } from "./clients/loops.ts";
import type { Fault } from "./faults/fault.ts";
import { check, type Verdict } from "./history/check.ts";
import type { Struck } from "./history/entry.ts";
import { type Row, rowsOf } from "./history/gaps.ts";
import { type History, openHistory } from "./history/history.ts";
import { hasBegun } from "./history/silence.ts";
import { startProbes } from "./probes.ts";
import { type Stores, startTopology } from "./topology/topology.ts";

export interface RunOptions {
  /** Where everything is. */
  readonly folder: string;
  readonly stores: Stores;
  readonly historyFile: string;
  readonly faults: Iterable<Fault>;
  /** No fault begins after so many milliseconds, or after this. */
  readonly untilMs: number;
  readonly ended: AbortSignal;
  readonly say: (line: string) => void;
  /** The folder of an earlier release, which starts first. */
  readonly before?: string | undefined;
}

export interface Result {
  readonly verdict: Verdict;
  readonly rows: readonly Row[];
}

/** How long it takes at least and at most until each loop has begun and people are signed in. */
const WARM_UP_MS = 6000;
const MOST_WARM_UP_MS = 60_000;
const ASK_EVERY_MS = 250;
/** What a fault leaves behind shows itself before the next one. */
const SETTLE_MS = 5000;
/** After each fourth fault, and after the last, longer than a fault is an excuse: see history/windows.ts. */
const PEACE_MS = 20_000;
const EVERY_FOURTH = 4;

export async function run(options: RunOptions): Promise<Result> {
  const { folder, stores, historyFile, faults, untilMs, ended, say, before } = options;
  const topology = await startTopology({ folder, stores, say, before });
  const history = openHistory(historyFile);
  try {
    const { issuer, resource, http, certificates, deployment, mailed } = topology;
    const world = { issuer, programs: issuer, resource, http, certificates, history, mailed, ...deployment };
    const traffic = startTraffic(world);
    const probes = startProbes(topology, history);
    await warmUp(history);
    let struck = 0;
    for (const fault of faults) {
      if (history.now() > untilMs || ended.aborted) break;
      say(`${(history.now() / 1000).toFixed(0)} s: ${fault.name}`);
      const at = history.now();
      let losses: Pick<Struck, "losesFrom" | "losesTo"> = {};
      const losing = {
        from: () => {
          losses = { losesFrom: history.now() };
        },
        to: () => {
          losses = { ...losses, losesTo: history.now() };
        },
      };
      await fault.run(topology, losing, world);
      const { name, away, isAbrupt = false, isDoneLater = false, mostSeconds } = fault;
      const most = mostSeconds === undefined ? {} : { mostMs: mostSeconds * 1000 };
      history.add({ fault: name, away, isAbrupt, isDoneLater, at, end: history.now(), ...losses, ...most });
      struck += 1;
      await pause(struck % EVERY_FOURTH === 0 ? PEACE_MS : SETTLE_MS);
    }
    if (struck % EVERY_FOURTH !== 0) await pause(PEACE_MS - SETTLE_MS);
    await traffic.stop();
    await probes.stop();
    await countAccounts(topology, history);
    return { verdict: check(history.entries), rows: rowsOf(history.entries) };
  } finally {
    await history.close();
    await topology.stop();
  }
}

async function warmUp({ entries, now }: History): Promise<void> {
  await pause(WARM_UP_MS);
  while (!hasBegun(entries) && now() < MOST_WARM_UP_MS) await pause(ASK_EVERY_MS);
}
