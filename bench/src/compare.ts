/** Runs one work on several servers in turns. */
import { ready } from "./load/load.ts";
import type { Load, LoadOptions } from "./load/model.ts";
import { type Measurement, measure } from "./measure.ts";
import type { Stores } from "./stores.ts";
import type { Subject } from "./subject.ts";
import type { WorkName } from "./works.ts";

export interface Loading {
  readonly work: WorkName;
  readonly loads: ReadonlyMap<Subject, Load>;
  readonly how: LoadOptions;
  readonly stores: Stores;
}

export interface Comparison extends Loading {
  readonly rounds: number;
  /** What `warmUp` returned. */
  readonly redisSent?: ReadonlyMap<Subject, number>;
  /** Receives each measurement as it is made. */
  readonly tell: (measurement: Measurement) => void;
}

/** What a work needs. It is made once for each server that offers the work. */
export async function loadsOf(work: WorkName, subjects: readonly Subject[]): Promise<ReadonlyMap<Subject, Load>> {
  const loads = new Map<Subject, Load>();
  for (const subject of subjects) {
    const load = await subject.works[work]?.();
    if (load !== undefined) loads.set(subject, load);
  }
  return loads;
}

const SLICE_SECONDS = 2;
const MOST_SLICES = 15;
/** A server is warm when this many slices in a row saved less than this share of the best slice before them. */
const PATIENCE = 2;
const STILL_WARMING = 0.03;
/** On a busy machine, slices differ by more, and few units fit into them: a server is not warm before these. */
const LEAST_UNITS = 2000;

/**
 * Loads each server, unmeasured, until more load makes it no faster: V8 compiles for many seconds. A quick run
 * measures cold code. Then this function counts the commands that each server sends to Redis for one unit of work.
 * Counting slows Redis down, so it is not done during a measurement.
 */
export async function warmUp({ work, loads, how, stores }: Loading): Promise<ReadonlyMap<Subject, number>> {
  const redisSent = new Map<Subject, number>();
  const slice = { ...how, seconds: how.seconds < 2 ? 1 : SLICE_SECONDS };
  const slices = how.seconds < 2 ? 1 : MOST_SLICES;
  for (const [subject, load] of loads) {
    let [best, units] = [Number.POSITIVE_INFINITY, 0];
    for (let count = 0, inVain = 0; count < slices && (inVain < PATIENCE || units < LEAST_UNITS); count += 1) {
      const go = await ready(load, slice);
      const { cpuMicros, done } = await measure({ subject, work, round: 0, how: slice, stores, go });
      units += done;
      inVain = cpuMicros > best * (1 - STILL_WARMING) ? inVain + 1 : 0;
      best = Math.min(best, cpuMicros);
    }
    redisSent.set(subject, await sentForOne(load, { ...slice, seconds: 1 }, stores));
  }
  return redisSent;
}

async function sentForOne(load: Load, how: LoadOptions, stores: Stores): Promise<number> {
  const go = await ready(load, how);
  let done = 0;
  const sent = await stores.sentDuring(async () => {
    ({ done } = await go());
  });
  return sent / Math.max(1, done);
}

/** The order is A B A B: each server once, then each server again. */
export async function compare({ work, loads, how, rounds, stores, redisSent, tell }: Comparison): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    for (const [subject, load] of loads) {
      const go = await ready(load, how);
      tell(await measure({ subject, work, round, how, stores, redisSent: redisSent?.get(subject), go }));
    }
}
