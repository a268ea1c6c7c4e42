/** Starts servers again and again: how long each takes to its first token, and how fast its first requests are. */
import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { clientCredentials } from "../driver.ts";
import type { Requests } from "../load/model.ts";
import { sending } from "../memory/fixed-work.ts";
import { isChosen, type Options } from "../options.ts";
import { cpuMicroseconds, proportionalBytes } from "../processes.ts";
import { median, table } from "../report.ts";
import { startDeployment } from "../servers/countersign.ts";
import { deploy } from "../servers/deployment.ts";
import { LIMIT, OURS, PEER, SERVERS } from "../servers/servers.ts";
import type { Subject } from "../subject.ts";
import { withSurroundings } from "../surroundings.ts";

/** The requests that follow a start, one at a time; the first hundred of them are compared with the last hundred. */
const REQUESTS = 1000;
const HUNDRED = 100;
/** A service gives back what its start used when it is quiet. */
const REST_MS = 3000;
/** The median of the first hundred may take this many times as long as that of the last. */
const MOST_TIMES = 10;

interface Start {
  readonly server: string;
  readonly firstTokenMs: number;
  /** CPU time until then. */
  readonly cpuMs: number;
  readonly megabytes: number;
  readonly firstMs: number;
  readonly slowestMs: number;
  readonly lastMs: number;
}

type Starts = Readonly<Record<string, (round: number) => Promise<Subject>>>;

export async function start(options: Options): Promise<void> {
  console.log(`The load of the machine is ${loadavg()[0]?.toFixed(1)}. The first start of each server is not counted.`);
  const starts: Start[] = [];
  await withSurroundings(async ({ stores, folder }) => {
    const deployment = await deploy({ name: OURS, stores, folder, profile: undefined });
    const works = { "cc-es256": async () => clientCredentials(deployment.provider, deployment.services.ES256) };
    const other = (name: string) => (round: number) =>
      (SERVERS[name] as (typeof SERVERS)[string])({ name: `${name}-${round}`, stores, folder, profile: undefined });
    const all: Starts = {
      [OURS]: async () => ({ name: OURS, ...(await startDeployment(deployment)), works }),
      [PEER]: other(PEER),
      [LIMIT]: other(LIMIT),
    };
    for (let round = 0; round <= options.rounds; round += 1) {
      for (const [server, open] of Object.entries(all).filter(([name]) => isChosen(name, options.servers))) {
        const found = await one(server, await open(round));
        if (round > 0) starts.push(found);
      }
    }
  });
  writeFileSync(options.out, `${JSON.stringify(starts, null, 1)}\n`);
  conclude(starts);
}

async function one(server: string, subject: Subject): Promise<Start> {
  try {
    const [pid = 0] = subject.pids;
    const cpuMs = cpuMicroseconds(pid) / 1000;
    await pause(REST_MS);
    const megabytes = proportionalBytes(pid) / 1e6;
    const times = await timesOf((await subject.works["cc-es256"]?.()) as Requests);
    const [first, last] = [times.slice(0, HUNDRED), times.slice(-HUNDRED)];
    const { firstTokenMs } = subject;
    const slowestMs = Math.max(...first);
    return { server, firstTokenMs, cpuMs, megabytes, firstMs: median(first), slowestMs, lastMs: median(last) };
  } finally {
    await subject.stop();
  }
}

async function timesOf({ origin, requests }: Requests): Promise<readonly number[]> {
  const send = sending(origin, requests);
  const times: number[] = [];
  for (let count = 0; count < REQUESTS; count += 1) {
    const at = performance.now();
    await send();
    times.push(performance.now() - at);
  }
  return times;
}

function conclude(starts: readonly Start[]): void {
  const heads = ["server", "first token", "CPU time", "memory", "first 100", "slowest of these", "last 100 of 1000"];
  const rows = Object.entries(Object.groupBy(starts, ({ server }) => server)).map(([server, own = []]) => {
    const middle = (read: (one: Start) => number, digits = 0) => median(own.map(read)).toFixed(digits);
    return [
      server,
      `${middle((one) => one.firstTokenMs)} ms`,
      `${middle((one) => one.cpuMs)} ms`,
      `${middle((one) => one.megabytes)} MB`,
      `${middle((one) => one.firstMs, 2)} ms`,
      `${middle((one) => one.slowestMs, 1)} ms`,
      `${middle((one) => one.lastMs, 2)} ms`,
    ];
  });
  console.log(`\n${table([heads, ...rows])}\n\nMedians of ${starts.length / Math.max(1, rows.length)} starts.`);
  const ours = starts.filter(({ server }) => server === OURS);
  const times = median(ours.map(({ firstMs, lastMs }) => firstMs / lastMs));
  if (times <= MOST_TIMES || ours.length === 0) return;
  console.log(`FAILED: the first hundred requests take ${times.toFixed(1)} times as long as the last of a thousand.`);
  process.exitCode = 1;
}
