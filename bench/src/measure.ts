/** One measurement: what a load costs the server and the stores. */

import { readFileSync } from "node:fs";
import type { LoadOptions, LoadResult } from "./load/model.ts";
import { cpuMicroseconds, LOAD_CORE, peakResidentBytes, residentBytes } from "./processes.ts";
import type { Stores } from "./stores.ts";
import type { Subject } from "./subject.ts";

export interface Measurement extends LoadResult {
  readonly server: string;
  readonly work: string;
  readonly round: number;
  readonly concurrency: number;
  /** CPU time of all processes of the server for one unit of work, in microseconds: the primary figure. */
  readonly cpuMicros: number;
  readonly storeMicros: number;
  readonly redisCommands: number;
  /** The commands among these that the server itself sent, without those that scripts call. Counted during warm-up. */
  readonly redisSent: number;
  readonly transactions: number;
  readonly walBytes: number;
  /** The memory of the largest process of the server, in bytes. */
  readonly residentBytes: number;
  readonly peakResidentBytes: number;
  /**
   * How busy the core of the load generator and the stores was, 0 to 1. Near 1, this core limits the rate, not the
   * server.
   */
  readonly loadCoreBusy: number;
}

interface Measuring {
  readonly subject: Subject;
  readonly work: string;
  readonly round: number;
  readonly how: LoadOptions;
  readonly stores: Stores;
  readonly redisSent?: number | undefined;
  readonly go: () => Promise<LoadResult>;
}

export async function measure({
  subject,
  work,
  round,
  how,
  stores,
  redisSent = 0,
  go,
}: Measuring): Promise<Measurement> {
  const cpu = () => subject.pids.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0);
  const before = { cpu: cpu(), stores: await stores.use(), core: coreTicks(LOAD_CORE) };
  const result = await go();
  const after = { cpu: cpu(), stores: await stores.use(), core: coreTicks(LOAD_CORE) };

  const each = (total: number) => total / Math.max(1, result.done);
  return {
    server: subject.name,
    work,
    round,
    concurrency: how.concurrency,
    ...result,
    cpuMicros: each(after.cpu - before.cpu),
    storeMicros: each(after.stores.cpuMicroseconds - before.stores.cpuMicroseconds),
    redisCommands: each(after.stores.redisCommands - before.stores.redisCommands),
    redisSent,
    transactions: each(after.stores.transactions - before.stores.transactions),
    walBytes: each(after.stores.walBytes - before.stores.walBytes),
    residentBytes: Math.max(...subject.pids.map(residentBytes)),
    peakResidentBytes: Math.max(...subject.pids.map(peakResidentBytes)),
    loadCoreBusy: (after.core.busy - before.core.busy) / Math.max(1, after.core.all - before.core.all),
  };
}

function coreTicks(core: string): { readonly busy: number; readonly all: number } {
  const line = new RegExp(`^cpu${core} (.*)$`, "m").exec(readFileSync("/proc/stat", "utf8"))?.[1] ?? "";
  const ticks = line.split(" ").map(Number);
  const all = ticks.reduce((sum, value) => sum + value, 0);
  return { all, busy: all - (ticks[3] ?? 0) - (ticks[4] ?? 0) };
}
