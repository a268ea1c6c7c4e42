/** Mixed load at 70 % of the capacity of one core, for many minutes. Nothing may grow, and nothing may fail. */
import { readdirSync, writeFileSync } from "node:fs";
import type { Worker } from "../load/model.ts";
import { steps } from "../load/steps.ts";
import { doubts, watchMachine } from "../machine.ts";
import { mixedWorker, paced } from "../mixed.ts";
import type { Options } from "../options.ts";
import { cpuMicroseconds, residentBytes } from "../processes.ts";
import { median, table } from "../report.ts";
import { startDeployment } from "../servers/countersign.ts";
import { deploy } from "../servers/deployment.ts";
import { OURS } from "../servers/servers.ts";
import { type Surroundings, withSurroundings } from "../surroundings.ts";

const SHARE = 0.7;
/** If the load generator is the bottleneck, this share of its capacity is the limit. */
const MOST_OF_GENERATOR = 0.9;
const CAPACITY_SECONDS = 10;
const FEWEST_SAMPLES = 12;
/**
 * The most that the last third may exceed the first, without the warm-up: memory and latency as a ratio, handles as
 * a number.
 */
const MOST_GROWTH = { memory: 1.15, latency: 1.5, handles: 20 };

interface Sample {
  readonly atSeconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
  /** The share of their one core that both services together keep busy. */
  readonly busy: number;
  readonly residentBytes: number;
  readonly handles: number;
}

export async function longRun(options: Options): Promise<void> {
  const machine = watchMachine();
  const { capacity, samples } = await withSurroundings((around) => run(around, options));
  const wrong = growthIn(samples);
  const report = { machine: machine(), options, capacity, samples, wrong };
  writeFileSync(options.out, `${JSON.stringify(report, null, 1)}\n`);
  for (const line of [...wrong, ...doubts(report.machine)]) console.log(line);
  console.log(wrong.length === 0 ? "Nothing grew, and nothing failed." : "NOT STEADY.");
  if (wrong.length > 0) process.exitCode = 1;
}

async function run({ stores, folder, afterwards }: Surroundings, { minutes, concurrency, profile }: Options) {
  const deployment = await deploy({ name: OURS, stores, folder, profile });
  const { pids, stop } = await startDeployment(deployment);
  afterwards(stop);
  const { provider } = deployment;
  const client = provider.clients.ES256;
  if (client === undefined) throw new Error("there is no client to load with");
  const workers = await Promise.all(
    Array.from({ length: concurrency }, (_, index) => mixedWorker(provider, client, index)),
  );

  const [full] = await sampleFor(CAPACITY_SECONDS, CAPACITY_SECONDS, workers, pids);
  if (full === undefined) throw new Error("nothing was done");
  const capacity = full.perSecond / full.busy;
  const perSecond = Math.min(SHARE * capacity, MOST_OF_GENERATOR * full.perSecond);
  console.log(`The servers' core could do ${capacity.toFixed(0)} a second: ${perSecond.toFixed(0)} from now on.`);
  const everyMs = (1000 * concurrency) / perSecond;
  const seconds = minutes * 60;
  const samples = await sampleFor(
    seconds,
    Math.min(60, Math.max(1, seconds / FEWEST_SAMPLES)),
    workers.map((worker) => paced(worker, everyMs)),
    pids,
  );
  return { capacity, samples };
}

async function sampleFor(
  seconds: number,
  each: number,
  workers: readonly Worker[],
  pids: readonly number[],
): Promise<Sample[]> {
  const cpu = () => pids.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0);
  const samples: Sample[] = [];
  while (samples.length * each < seconds) {
    const [before, startedAt] = [cpu(), performance.now()];
    const { perSecond, p50Ms, p99Ms, failed } = await steps(workers, { concurrency: workers.length, seconds: each });
    const sample = {
      atSeconds: (samples.length + 1) * each,
      ...{ perSecond, p50Ms, p99Ms, failed },
      busy: (cpu() - before) / ((performance.now() - startedAt) * 1000),
      residentBytes: pids.reduce((sum, pid) => sum + residentBytes(pid), 0),
      handles: pids.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/fd`).length, 0),
    };
    samples.push(sample);
    console.log(table([rowOf(sample)]));
  }
  return samples;
}

function rowOf({ atSeconds, perSecond, p50Ms, p99Ms, failed, busy, residentBytes, handles }: Sample): string[] {
  return [
    `${atSeconds.toFixed(0)} s`.padStart(6),
    `${perSecond.toFixed(0)}/s`,
    `p50 ${p50Ms.toFixed(1)} p99 ${p99Ms.toFixed(1)} ms`,
    `${Math.round(busy * 100)} % busy`,
    `${Math.round(residentBytes / 1e6)} MB`,
    `${handles} handles`,
    `${failed} failed`,
  ];
}

/** The first tenth is warm-up: caches and heaps fill then, which is expected. */
function growthIn(samples: readonly Sample[]): string[] {
  const warm = samples.slice(Math.ceil(samples.length / 10));
  const third = Math.max(1, Math.floor(warm.length / 3));
  const [first, last] = [warm.slice(0, third), warm.slice(-third)];
  const of = (part: readonly Sample[], member: keyof Sample) => median(part.map((sample) => sample[member]));
  const ratio = (member: keyof Sample) => of(last, member) / of(first, member);
  const handles = of(last, "handles") - of(first, "handles");
  const failed = samples.reduce((sum, sample) => sum + sample.failed, 0);
  return [
    ...(ratio("residentBytes") > MOST_GROWTH.memory
      ? [`Memory grew to ${ratio("residentBytes").toFixed(2)} times.`]
      : []),
    ...(ratio("p99Ms") > MOST_GROWTH.latency ? [`p99 grew to ${ratio("p99Ms").toFixed(2)} times.`] : []),
    ...(handles > MOST_GROWTH.handles ? [`${handles} more handles are open.`] : []),
    ...(failed > 0 ? [`${failed} units of work failed.`] : []),
  ];
}
