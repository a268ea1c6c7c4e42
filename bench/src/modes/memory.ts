/** What options of V8 cost and save: both services with each set of options in turns, on a fixed amount of work. */
import { copyFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { worksOf } from "../driver.ts";
import { fixed } from "../memory/fixed-work.ts";
import { type OptionSet, setsOf } from "../memory/option-sets.ts";
import type { Options } from "../options.ts";
import { cpuMicroseconds, type Measured, peakResidentBytes, proportionalBytes } from "../processes.ts";
import { median, table } from "../report.ts";
import { type Deployment, type Differing, deploy } from "../servers/deployment.ts";
import { withSurroundings } from "../surroundings.ts";
import type { WorkName } from "../works.ts";

/** How much of each work one second of `--seconds` stands for. */
const UNITS: readonly (readonly [work: WorkName, units: number])[] = [
  ["discovery", 1000],
  ["cc-es256", 1000],
  ["refresh-es256", 500],
  ["introspection", 1000],
  ["userinfo-seen", 1000],
  ["flow-es256", 400],
];
/** What a service gives back by itself shortly after its start, and after a load, is not counted. */
const REST_MS = 3000;
const MEGABYTE = 1e6;

interface Turn {
  readonly set: string;
  readonly round: number;
  /** By service, in MB: the authorization server, then the resource server. */
  readonly idle: readonly number[];
  readonly loaded: readonly number[];
  readonly most: readonly number[];
  /** CPU time of both services for one unit, in microseconds. */
  readonly micros: Readonly<Record<string, number>>;
}

export async function memory(options: Options): Promise<void> {
  const sets = setsOf(options.v8);
  console.log(`The load of the machine is ${loadavg()[0]?.toFixed(1)}. The first turn of each set is not counted.`);
  const turns: Turn[] = [];
  await withSurroundings(async ({ stores, folder }) => {
    const deployment = await deploy({ name: "memory", stores, folder, profile: undefined });
    // A program of its own: other processes of Node.js on this machine would take a share of its memory.
    const node = join(folder, "node");
    copyFileSync(process.execPath, node);
    for (let round = 0; round <= options.rounds; round += 1) {
      // Each set comes first once: what is hot after a start of another one is shared evenly.
      const order = sets.map((_, index) => sets[(index + round) % sets.length] as OptionSet);
      for (const set of order) {
        const turn = await oneTurn(deployment, { ...set, node }, round, options);
        if (round > 0) turns.push(turn);
        if (round > 0) console.log(`  ${set.name.padEnd(28)} ${shown(turn.loaded)} MB, ${total(turn).toFixed(0)} µs`);
      }
    }
  });
  writeFileSync(options.out, `${JSON.stringify(turns, null, 1)}\n`);
  console.log(`\n${summary(sets, turns)}`);
}

type Started = OptionSet & Differing;

async function oneTurn(deployment: Deployment, set: Started, round: number, options: Options): Promise<Turn> {
  deployment.compileFor(set.options);
  const services: Measured[] = [];
  for (const app of ["authorization-server", "resource-server"] as const)
    services.push(await deployment.start(app, undefined, set));
  const each = (read: (pid: number) => number) => services.map(({ pid }) => read(pid) / MEGABYTE);
  const cpu = () => services.reduce((sum, { pid }) => sum + cpuMicroseconds(pid), 0);
  try {
    await pause(REST_MS);
    const idle = each(proportionalBytes);
    const micros: Record<string, number> = {};
    const works = worksOf(deployment.provider);
    for (const [work, perSecond] of UNITS) {
      const units = Math.round(perSecond * options.seconds);
      const load = await works[work]?.();
      if (load === undefined) throw new Error(`there is no work ${work}`);
      const run = await fixed(load, options.concurrency);
      await run(units); // V8 compiles
      const before = cpu();
      await run(units);
      micros[work] = (cpu() - before) / units;
    }
    await pause(REST_MS);
    return { set: set.name, round, idle, loaded: each(proportionalBytes), most: each(peakResidentBytes), micros };
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

const shown = (megabytes: readonly number[]) => megabytes.map((value) => value.toFixed(0)).join(" and ");
const total = ({ micros }: Turn) => Object.values(micros).reduce((sum, value) => sum + value, 0);

function summary(sets: readonly OptionSet[], turns: readonly Turn[]): string {
  const of = (name: string) => turns.filter(({ set }) => set === name);
  const [first] = sets.map(({ name }) => of(name));
  const rows = sets.map(({ name }) => {
    const own = of(name);
    const megabytes = (member: "idle" | "loaded" | "most") =>
      [0, 1].map((service) => median(own.map((turn) => turn[member][service] ?? Number.NaN)).toFixed(0)).join(", ");
    // Turns of one round are compared with each other: what else the machine did changes slowly.
    const ratios = own.map((turn, index) => meanRatio(turn, first?.[index] ?? turn)).toSorted((a, b) => a - b);
    const [low, high] = [ratios[Math.floor(ratios.length / 4)], ratios[Math.floor((ratios.length * 3) / 4)]];
    const cpu = `${percent(median(ratios))} (${percent(low)} to ${percent(high)})`;
    return [name, megabytes("idle"), megabytes("loaded"), megabytes("most"), cpu];
  });
  const heads = ["options", "idle", "after load", "most", "CPU time beside the first (middle half of the rounds)"];
  return table([heads, ...rows]);
}

/** The geometric mean, over the works, of what a unit costs beside the other turn. */
function meanRatio({ micros }: Turn, other: Turn): number {
  const logs = Object.entries(micros).map(([work, value]) => Math.log(value / (other.micros[work] ?? value)));
  return Math.exp(logs.reduce((sum, value) => sum + value, 0) / logs.length);
}

const percent = (ratio = Number.NaN) => `${ratio < 1 ? "−" : "+"}${Math.abs((ratio - 1) * 100).toFixed(1)} %`;
