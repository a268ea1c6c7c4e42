/** Runs every work on every server, in turns. */
import { writeFileSync } from "node:fs";
import { compare, loadsOf, warmUp } from "../compare.ts";
import { watchMachine } from "../machine.ts";
import type { Measurement } from "../measure.ts";
import { isChosen, type Options } from "../options.ts";
import { residentBytes } from "../processes.ts";
import { lineOf, missedFloors, noise, summarise } from "../report.ts";
import { startPeer } from "../servers/peer.ts";
import { OURS, PEER, SERVERS } from "../servers/servers.ts";
import type { Stores } from "../stores.ts";
import type { Subject } from "../subject.ts";
import { type Surroundings, withSurroundings } from "../surroundings.ts";
import { WORKS } from "../works.ts";

export async function sideBySide(options: Options): Promise<void> {
  const startedAt = Date.now();
  const machine = watchMachine();
  const { subjects, idle, measurements, failures } = await withSurroundings((around) => measureAll(around, options));

  const firstTokenMs = Object.fromEntries(subjects.map((subject) => [subject.name, subject.firstTokenMs]));
  const minutes = (Date.now() - startedAt) / 60_000;
  const found = { idle, firstTokenMs, measurements, failures };
  const report = { machine: machine(), options, minutes, noise: noise(measurements), ...found };
  writeFileSync(options.out, `${JSON.stringify(report, null, 1)}\n`);
  console.log(summarise(report));
  for (const failure of failures) console.log(`FAILED, and left out: ${failure}`);
  const missed = missedFloors(measurements);
  for (const floor of missed) console.log(`FAILED: ${floor}`);
  if (failures.length + missed.length > 0) process.exitCode = 1;
}

async function measureAll(around: Surroundings, options: Options) {
  const { stores, folder, afterwards } = around;
  const subjects: Subject[] = [];
  const idle: Record<string, number> = {};
  const { profile } = options;
  const chosen = Object.entries(SERVERS).filter(([name]) => isChosen(name, options.servers));
  const starts = [
    ...chosen.map(
      ([name, start]) =>
        () =>
          start({ name, stores, folder, profile }),
    ),
    ...options.peers.map((file) => () => startPeer(file, { stores, folder, profile })),
  ];
  for (const start of starts) {
    const subject = await start();
    afterwards(() => subject.stop());
    subjects.push(subject);
    idle[subject.name] = Math.max(...subject.pids.map(residentBytes));
    console.log(`${subject.name}: first token after ${Math.round(subject.firstTokenMs)} ms`);
  }

  const measurements: Measurement[] = [];
  const failures: string[] = [];
  for (const work of WORKS.filter(({ name }) => isChosen(name, options.works))) {
    try {
      await compareAll(work, subjects, options, stores, measurements);
    } catch (err) {
      failures.push(`${work.name}: ${err instanceof Error ? err.message : err}`);
    }
  }
  return { subjects, idle, measurements, failures };
}

async function compareAll(
  { name: work, what }: (typeof WORKS)[number],
  subjects: readonly Subject[],
  { seconds, rounds, concurrency, otherConcurrencies }: Options,
  stores: Stores,
  measurements: Measurement[],
): Promise<void> {
  console.log(`\n${work}: ${what}`);
  const tell = (measurement: Measurement) => {
    measurements.push(measurement);
    console.log(lineOf(measurement));
  };
  const loads = await loadsOf(work, subjects);
  const loading = { work, loads, how: { concurrency, seconds }, stores };
  const redisSent = await warmUp(loading);
  await compare({ ...loading, rounds, redisSent, tell });
  if (!otherConcurrencies) return;

  const two = new Map([...loads].filter(([{ name }]) => name === OURS || name === PEER));
  for (const other of [1, 64])
    await compare({ work, loads: two, how: { concurrency: other, seconds }, rounds: 1, stores, redisSent, tell });
}
