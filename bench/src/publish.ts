/**
 * Writes the tables of docs/performance.md, as Markdown, from the files of runs: `node bench/src/publish.ts
 * [folder]`. Modes that were not run are left out.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Measurement } from "./measure.ts";
import { model } from "./model.ts";
import { administrationRows } from "./modes/administration.ts";
import { crowdRows } from "./modes/crowds.ts";
import { growthRows } from "./modes/growth.ts";
import { median } from "./report.ts";
import { LIMIT, OPAQUE_PEER, OURS, PEER } from "./servers/servers.ts";
import { WORKS, type Work } from "./works.ts";

const [folder = "."] = process.argv.slice(2);
// biome-ignore lint/suspicious/noExplicitAny: from files of our own making
type Json = any;
const read = (name: string): Json =>
  existsSync(join(folder, name)) ? JSON.parse(readFileSync(join(folder, name), "utf8")) : undefined;
const sections: (readonly [string, readonly (readonly string[])[]])[] = [];

const run = read("bench-result.json");
const replicas = read("bench-replicas.json");
// A deployment runs at most one process per core. Rows with more processes say nothing about that.
const scaled = replicas?.rows.filter((row: Json) => row.replicas <= replicas.cores) ?? [];
if (run !== undefined) {
  sections.push(["Ratios", ratios(run.measurements)], ["Each server", servers(run.measurements)]);
  sections.push(["Memory and start", memory(run)], ["Model", model(run.measurements, scaled)]);
}
if (replicas !== undefined) sections.push(["Replicas", replicaRows(replicas.rows)]);
const growth = read("bench-growth.json");
if (growth !== undefined) sections.push(["Growth", growthRows(growth.ratios)], ["A week", weekRows(growth.week.days)]);
const long = read("bench-long.json");
if (long !== undefined) sections.push(["Long run", longRows(long.samples)]);
const administration = read("bench-administration.json");
if (administration !== undefined) sections.push(["Administration", administrationRows(administration.rows)]);
const crowds = read("bench-crowds.json");
if (crowds !== undefined) sections.push(["Crowds", crowdRows(crowds.rows)]);
for (const [title, rows] of sections) console.log(`### ${title}\n\n${markdown(rows)}\n`);

function ratios(measurements: readonly Measurement[]): string[][] {
  const of = (server: string, work: string, member: "cpuMicros" | "perSecond") =>
    median(
      measurements.filter((m) => m.server === server && m.work === work && m.concurrency === 16).map((m) => m[member]),
    );
  const rows = (WORKS as readonly Work[]).map(({ name, what, floor, goal }) => {
    const [ours, peer] = [of(OURS, name, "cpuMicros"), of(PEER, name, "cpuMicros")];
    const opaque = of(OPAQUE_PEER, name, "cpuMicros");
    const second = of("better-auth", name, "cpuMicros");
    const share = of(LIMIT, name, "cpuMicros") / ours;
    return [
      what,
      ...[ours, peer, second].map((value) => shown(value, 0)),
      shown(peer / ours, 2),
      shown(opaque / ours, 2),
      floor === undefined ? "" : `${floor} / ${goal}`,
      shown(of(OURS, name, "perSecond") / of(PEER, name, "perSecond"), 2),
      Number.isNaN(share) ? "–" : `${Math.round(share * 100)} %`,
    ];
  });
  const headings = [
    "work",
    "ours, µs",
    `${PEER}, µs`,
    "better-auth, µs",
    "ratio",
    "ratio, opaque",
    "floor / goal",
    "of rates",
    "of bare Express",
  ];
  return [headings, ...rows];
}

function servers(measurements: readonly Measurement[]): string[][] {
  const groups = Object.values(Object.groupBy(measurements, (m) => `${m.work} ${m.server} ${m.concurrency}`));
  const rows = groups.map((group = []) => {
    const of = (member: keyof Measurement) => median(group.map((m) => m[member] as number));
    const [first] = group;
    return [
      ...[first?.work ?? "", first?.server ?? "", String(first?.concurrency), String(group.length)],
      ...[shown(of("cpuMicros"), 0), shown(of("perSecond"), 0), `${shown(of("p50Ms"), 2)} / ${shown(of("p99Ms"), 1)}`],
      ...[shown(of("storeMicros"), 0), redis(of("redisSent"), of("redisCommands")), shown(of("transactions"), 1)],
    ];
  });
  const headings = [
    "work",
    "server",
    "c",
    "rounds",
    "CPU µs",
    "per second",
    "p50 / p99 ms",
    "stores µs",
    "Redis, sent / processed",
    "SQL",
  ];
  return [headings, ...rows];
}

function memory({ idle, firstTokenMs, measurements }: typeof run): string[][] {
  const rows = Object.keys(idle).map((server) => {
    const own = measurements.filter((m: Measurement) => m.server === server);
    const peak = Math.max(...own.map((m: Measurement) => m.peakResidentBytes));
    return [server, megabytes(idle[server]), megabytes(peak), `${Math.round(firstTokenMs[server])} ms`];
  });
  return [["server (its largest process)", "idle", "at most", "start to first token"], ...rows];
}

function replicaRows(rows: Json[]): string[][] {
  const cells = rows.map((row) => [
    ...[row.work, String(row.replicas), shown(row.perSecond, 0), shown(row.p99Ms, 1), shown(row.perServerCore, 0)],
    ...["servers", "stores", "balancer", "generator"].map((who) => shown(row.busy[who], 2)),
  ]);
  return [
    ["work", "replicas", "per second", "p99 ms", "per server core", "servers", "stores", "balancer", "generator"],
    ...cells,
  ];
}

function weekRows(days: Json[]): string[][] {
  const cells = days.map((day) => [
    ...[String(day.day), `${shown(day.purgeSeconds, 1)} s`, shown(day.p99Ms, 1), String(day.failed)],
    ...[String(day.authorizations), megabytes(day.bytes)],
  ]);
  return [["day", "purge", "p99 ms meanwhile", "failed", "authorizations", "tables and indexes"], ...cells];
}

function longRows(samples: Json[]): string[][] {
  const cells = samples.map((sample) => [
    ...[`${Math.round(sample.atSeconds)} s`, shown(sample.perSecond, 0), `${Math.round(sample.busy * 100)} %`],
    ...[shown(sample.p50Ms, 1), shown(sample.p99Ms, 1), megabytes(sample.residentBytes)],
    ...[String(sample.handles), String(sample.failed)],
  ]);
  return [["at", "per second", "busy", "p50 ms", "p99 ms", "RSS of both", "handles", "failed"], ...cells];
}

function markdown(rows: readonly (readonly string[])[]): string {
  const [headings = [], ...body] = rows;
  return [headings, headings.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

const redis = (sent: number, processed: number) => `${shown(sent, 1)} / ${shown(processed, 1)}`;

function shown(value: number, digits: number): string {
  return Number.isNaN(value) ? "–" : value.toFixed(digits);
}
