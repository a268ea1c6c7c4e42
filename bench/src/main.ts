/** Side by side: every work on every server, in turns. README.md says how to run it and how to read it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { compare } from "./compare.ts";
import { generator } from "./load/wrk.ts";
import type { Measurement } from "./measure.ts";
import { readOptions } from "./options.ts";
import { LOAD_CORE, residentBytes, SERVER_CORE } from "./processes.ts";
import { lineOf, noise, summarise } from "./report.ts";
import { OURS, PEER, SERVERS } from "./servers/servers.ts";
import { type Stores, startStores } from "./stores.ts";
import type { Subject } from "./subject.ts";
import { WORKS } from "./works.ts";

const options = readOptions(process.argv.slice(2));
const startedAt = Date.now();
const folder = mkdtempSync(join(tmpdir(), "countersign-bench-run-"));
const stores = await startStores();
const subjects: Subject[] = [];
const idle: Record<string, number> = {};
const measurements: Measurement[] = [];
try {
  await startSubjects(stores);
  for (const work of WORKS.filter(({ name }) => isChosen(name, options.works))) await compareAll(work);
} finally {
  for (const subject of subjects) await subject.stop();
  await stores.stop();
  rmSync(folder, { recursive: true, force: true });
}
tellAll();

async function startSubjects(stores: Stores): Promise<void> {
  for (const [name, start] of Object.entries(SERVERS)) {
    if (!isChosen(name, options.servers)) continue;
    const subject = await start({ name, stores, folder, profile: options.profile });
    subjects.push(subject);
    idle[name] = Math.max(...subject.pids.map(residentBytes));
    console.log(`${name}: first token after ${Math.round(subject.firstTokenMs)} ms`);
  }
}

async function compareAll({ name: work, what }: (typeof WORKS)[number]): Promise<void> {
  console.log(`\n${work}: ${what}`);
  const tell = (measurement: Measurement) => {
    measurements.push(measurement);
    console.log(lineOf(measurement));
  };
  const { seconds, rounds, concurrency } = options;
  await compare({ work, subjects, how: { concurrency, seconds }, rounds, stores, tell });
  if (!options.otherConcurrencies) return;

  const two = subjects.filter(({ name }) => name === OURS || name === PEER);
  for (const other of [1, 64])
    await compare({ work, subjects: two, how: { concurrency: other, seconds }, rounds: 1, stores, tell });
}

function tellAll(): void {
  const machine = {
    cores: availableParallelism(),
    model: cpus()[0]?.model,
    node: process.version,
    generator,
    serverCore: SERVER_CORE,
    loadCore: LOAD_CORE,
  };
  const firstTokenMs = Object.fromEntries(subjects.map((subject) => [subject.name, subject.firstTokenMs]));
  const minutes = (Date.now() - startedAt) / 60_000;
  const report = { machine, options, minutes, noise: noise(measurements), idle, firstTokenMs, measurements };
  writeFileSync(options.out, `${JSON.stringify(report, null, 1)}\n`);
  console.log(summarise(report));
}

function isChosen(name: string, chosen: readonly string[]): boolean {
  return chosen.length === 0 || chosen.some((part) => name.includes(part));
}
