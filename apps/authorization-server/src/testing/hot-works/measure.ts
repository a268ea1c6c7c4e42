/** Counts what one unit of a work costs. */
import type { World } from "../world.ts";
import type { CountedServices } from "./counted-services.ts";
import type { Work } from "./works.ts";

export interface Figures {
  readonly statements: number;
  readonly redisCommands: number;
  /** From the stores. */
  readonly bytes: number;
  /** Calls of functions of ours, and of the packages that we use. */
  readonly calls: number;
}

export interface Measured {
  readonly figures: Figures;
  readonly statementNames: readonly string[];
  readonly callsOf: ReadonlyMap<string, number>;
}

const UNMEASURED = 3;
/** The median of these counts: what happens from time to time, as a look for new keys, is in few of them. */
const UNITS = 7;
/** A response is sent before its line of the log is written. */
const AFTERWARDS_MS = 15;

export async function measure(work: Work, services: CountedServices, world: World): Promise<Measured> {
  const unit = await work(services, world);
  for (let count = 0; count < UNMEASURED; count++) await unit();
  await taken(services);

  const units: Awaited<ReturnType<typeof taken>>[] = [];
  while (units.length < UNITS) {
    await unit();
    units.push(await taken(services));
  }
  const callsOf = medians(units.map(({ calls }) => calls));
  const ofStores = (member: "statements" | "redisCommands" | "bytes") =>
    median(units.map(({ stores }) => stores[member]));
  const figures = {
    statements: ofStores("statements"),
    redisCommands: ofStores("redisCommands"),
    bytes: ofStores("bytes"),
    calls: [...callsOf.values()].reduce((sum, count) => sum + count, 0),
  };
  const typical = units.find(({ stores }) => stores.statements === figures.statements);
  return { figures, statementNames: typical?.stores.names ?? [], callsOf };
}

async function taken({ calls, stores }: CountedServices) {
  await new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MS));
  const called = await calls();
  return { calls: called, stores: stores.take() };
}

function medians(units: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const names = [...new Set(units.flatMap((calls) => [...calls.keys()]))].toSorted();
  const counts = names.map((name) => [name, median(units.map((calls) => calls.get(name) ?? 0))] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
