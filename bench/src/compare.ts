/** Servers in turns at one work. */
import { type Load, type LoadOptions, ready } from "./load/load.ts";
import { type Measurement, measure } from "./measure.ts";
import type { Stores } from "./stores.ts";
import type { Subject } from "./subject.ts";
import type { WorkName } from "./works.ts";

/** How long a load runs unmeasured, by how long it is measured: the compiler of V8 goes on for seconds. A quick look is at cold code. */
const warmUpSeconds = ({ seconds }: LoadOptions) => (seconds < 2 ? 1 : 5);

export interface Comparison {
  readonly work: WorkName;
  readonly loads: ReadonlyMap<Subject, Load>;
  readonly how: LoadOptions;
  readonly rounds: number;
  readonly stores: Stores;
  /** Receives each measurement as it is made. */
  readonly tell: (measurement: Measurement) => void;
}

/** What a work needs, made once for each server that has it. */
export async function loadsOf(work: WorkName, subjects: readonly Subject[]): Promise<ReadonlyMap<Subject, Load>> {
  const loads = new Map<Subject, Load>();
  for (const subject of subjects) {
    const load = await subject.works[work]?.();
    if (load !== undefined) loads.set(subject, load);
  }
  return loads;
}

/** A B A B: each server once, then each again, all of them warm. */
export async function compare({ work, loads, how, rounds, stores, tell }: Comparison): Promise<void> {
  for (const load of loads.values()) await (await ready(load, { ...how, seconds: warmUpSeconds(how) }))();
  for (let round = 0; round < rounds; round += 1)
    for (const [subject, load] of loads) {
      const go = await ready(load, how);
      tell(await measure({ subject, work, round, how, stores, go }));
    }
}
