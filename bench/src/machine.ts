/** The machine of a run, and whether others used it during the run. */
import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { generator } from "./load/wrk.ts";
import { LOAD_CORE, SERVER_CORE } from "./processes.ts";

export interface Machine {
  readonly cores: number;
  readonly model: string | undefined;
  readonly node: string;
  readonly generator: string;
  readonly serverCore: string;
  readonly loadCore: string;
  /** The number of processes that ran or waited to run, as an average of the minute before the run. */
  readonly loadAtStart: number;
  /** The share of all CPU time that the hypervisor gave to others during the run, 0 to 1. */
  readonly steal: number;
}

/** Above these values, others used the machine. */
const MOST_LOAD_PER_CORE = 0.5;
const MOST_STEAL = 0.02;

/** Reads the state of the machine now. The returned function reads it again at the end of the run. */
export function watchMachine(): () => Machine {
  const [loadAtStart = 0] = loadavg();
  const before = allTicks();
  return () => {
    const after = allTicks();
    return {
      cores: cpus().length,
      model: cpus()[0]?.model,
      node: process.version,
      generator,
      serverCore: SERVER_CORE,
      loadCore: LOAD_CORE,
      loadAtStart,
      steal: (after.steal - before.steal) / Math.max(1, after.all - before.all),
    };
  };
}

/** Reasons to doubt figures from this machine, in sentences. */
export function doubts({ cores, loadAtStart, steal }: Machine): string[] {
  const load = `Others were busy when the run began: a load of ${loadAtStart.toFixed(1)} on ${cores} cores.`;
  const stolen = `The hypervisor took ${(steal * 100).toFixed(1)} % of the time.`;
  return [...(loadAtStart > MOST_LOAD_PER_CORE * cores ? [load] : []), ...(steal > MOST_STEAL ? [stolen] : [])];
}

function allTicks(): { readonly all: number; readonly steal: number } {
  const line = /^cpu +(.*)$/m.exec(readFileSync("/proc/stat", "utf8"))?.[1] ?? "";
  // The last two values, guest time, are already part of user time.
  const ticks = line.split(" ").map(Number).slice(0, 8);
  return { all: ticks.reduce((sum, value) => sum + value, 0), steal: ticks[7] ?? 0 };
}
