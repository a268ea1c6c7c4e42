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
  /** The calls of each function, and how often each statement was sent. */
  readonly callsOf: ReadonlyMap<string, number>;
}

const UNMEASURED = 3;
/** The least of these counts: what happens from time to time, as a look for new keys, is not in all of them. */
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
  const ofStores = (member: "redisCommands" | "bytes") => least(units.map(({ stores }) => stores[member]));
  return measuredOf(leastOfEach(units.map(({ calls, stores }) => new Map([...calls, ...countsOf(stores.names)]))), {
    redisCommands: ofStores("redisCommands"),
    bytes: ofStores("bytes"),
  });
}

/** The least of both: a job of the service may have run during one of them. */
export const leastOf = (one: Measured, other: Measured): Measured =>
  measuredOf(leastOfEach([one.callsOf, other.callsOf]), {
    redisCommands: least([one.figures.redisCommands, other.figures.redisCommands]),
    bytes: least([one.figures.bytes, other.figures.bytes]),
  });

function measuredOf(callsOf: Measured["callsOf"], ofStores: Pick<Figures, "redisCommands" | "bytes">): Measured {
  const isStatement = (name: string) => name.startsWith(STATEMENT);
  const sum = (chosen: (name: string) => boolean) =>
    [...callsOf].reduce((total, [name, count]) => total + (chosen(name) ? count : 0), 0);
  const calls = sum((name) => !isStatement(name));
  return { figures: { statements: sum(isStatement), ...ofStores, calls }, callsOf };
}

const STATEMENT = "statement ";

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(STATEMENT + name, (counts.get(STATEMENT + name) ?? 0) + 1);
  return counts;
}

async function taken({ calls, stores }: CountedServices) {
  await new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MS));
  const called = await calls();
  return { calls: called, stores: stores.take() };
}

function leastOfEach(units: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const names = [...new Set(units.flatMap((calls) => [...calls.keys()]))].toSorted();
  const counts = names.map((name) => [name, least(units.map((calls) => calls.get(name) ?? 0))] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

const least = (values: readonly number[]) => Math.min(...values);
