/** Results of the measurements: medians, ratios, and whether they are reliable. */
import { doubts, type Machine } from "./machine.ts";
import type { Measurement } from "./measure.ts";
import { LIMIT, OPAQUE_PEER, OURS, PEER } from "./servers/servers.ts";
import { WORKS, type Work } from "./works.ts";

interface Report {
  readonly machine: Machine;
  readonly measurements: readonly Measurement[];
  readonly noise: number;
  readonly minutes: number;
  readonly idle: Readonly<Record<string, number>>;
  readonly firstTokenMs: Readonly<Record<string, number>>;
}

/**
 * The rounds of one work on one server should agree. If the median spread of all works is above this, the results
 * are not reliable.
 */
const MOST_SPREAD = 0.2;

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The median, over works and servers, of the spread of CPU times between rounds; 0 where there was one round. */
export function noise(measurements: readonly Measurement[]): number {
  const groups = Object.values(Object.groupBy(measurements, (m) => `${m.server} ${m.work} ${m.concurrency}`));
  const spreads = groups
    .map((group = []) => group.map(({ cpuMicros }) => cpuMicros))
    .filter((values) => values.length > 1)
    .map((values) => (Math.max(...values) - Math.min(...values)) / median(values));
  return spreads.length === 0 ? 0 : median(spreads);
}

/**
 * The floors that are missed by more than the rounds of their own work differ, a sentence each. Nothing is said of a
 * work that was measured once: its noise is not known.
 */
export function missedFloors(measurements: readonly Measurement[]): string[] {
  return (WORKS as readonly Work[]).flatMap(({ name, floor }) => {
    const [ours, peer] = [OURS, PEER].map((server) =>
      measurements.filter((m) => m.server === server && m.work === name && m.concurrency === 16),
    );
    if (floor === undefined || ours === undefined || peer === undefined) return [];
    const ratio = median(peer.map(cpuOf)) / median(ours.map(cpuOf));
    const own = noise(ours) + noise(peer);
    if (ours.length < 2 || peer.length < 2 || ratio * (1 + own) >= floor) return [];
    return [`${name}: ${ratio.toFixed(2)} misses its floor ${floor} by more than its noise (${percent(own)}).`];
  });
}

const cpuOf = ({ cpuMicros }: Measurement) => cpuMicros;
const percent = (share: number) => `${Math.round(share * 100)} %`;

/** One measurement as a line for the terminal. */
export function lineOf(m: Measurement): string {
  const figures = [
    `c=${m.concurrency}`,
    `${m.cpuMicros.toFixed(0).padStart(6)} µs`,
    `${m.perSecond.toFixed(0).padStart(6)}/s`,
    `p50 ${m.p50Ms.toFixed(2)} p99 ${m.p99Ms.toFixed(1)} ms`,
    `stores ${m.storeMicros.toFixed(0)} µs, ${m.redisSent.toFixed(1)} sent to Redis ` +
      `(${m.redisCommands.toFixed(1)} processed), ${m.transactions.toFixed(1)} SQL`,
    ...(m.failed > 0 ? [`${m.failed} FAILED`] : []),
  ];
  return `  ${m.server.padEnd(20)} ${figures.join("  ")}`;
}

/** The table for people. */
export function summarise(report: Report): string {
  const at16 = report.measurements.filter(({ concurrency }) => concurrency === 16);
  const of = (server: string, work: string, member: keyof Measurement) =>
    median(at16.filter((m) => m.server === server && m.work === work).map((m) => m[member] as number));
  const servers = [...new Set(at16.map(({ server }) => server))];

  const rows = (WORKS as readonly Work[])
    .filter(({ name }) => at16.some(({ work }) => work === name))
    .map(({ name, floor, goal }) => {
      const ratio = of(PEER, name, "cpuMicros") / of(OURS, name, "cpuMicros");
      const opaque = of(OPAQUE_PEER, name, "cpuMicros") / of(OURS, name, "cpuMicros");
      const rates = of(OURS, name, "perSecond") / of(PEER, name, "perSecond");
      const limit = of(LIMIT, name, "cpuMicros") / of(OURS, name, "cpuMicros");
      return [
        name,
        ...servers.map((server) => shown(of(server, name, "cpuMicros"), 0)),
        shown(ratio, 2),
        shown(opaque, 2),
        shown(rates, 2),
        floor === undefined ? "" : `${floor} / ${goal}`,
        verdict(ratio, floor, goal),
        Number.isNaN(limit) ? "" : `${Math.round(limit * 100)} %`,
      ];
    });
  const headings = [
    "work (CPU µs each)",
    ...servers,
    "ratio",
    "ratio, opaque",
    "ratio of rates",
    "floor / goal",
    "verdict",
    `of ${LIMIT}`,
  ];
  return [
    "",
    table([headings, ...rows]),
    "",
    `Ratios are ${PEER} over ${OURS} (where it says opaque, ${OPAQUE_PEER}) at concurrency 16, medians. Took ` +
      `${report.minutes.toFixed(1)} minutes.`,
    ...servers.map((server) => memoryOf(server, report, at16)),
    report.noise > MOST_SPREAD
      ? `TOO NOISY TO BELIEVE: rounds of the same work differ by ${Math.round(report.noise * 100)} % (median).`
      : `Rounds of the same work differ by ${Math.round(report.noise * 100)} % (median).`,
    ...doubts(report.machine),
    ...warnings(at16),
  ].join("\n");
}

function verdict(ratio: number, floor: number | undefined, goal: number | undefined): string {
  if (floor === undefined || Number.isNaN(ratio)) return "";
  if (ratio >= (goal ?? floor)) return "goal";
  return ratio >= floor ? "floor" : "MISSED";
}

function memoryOf(server: string, { idle, firstTokenMs }: Report, measurements: readonly Measurement[]): string {
  const peak = Math.max(...measurements.filter((m) => m.server === server).map((m) => m.peakResidentBytes));
  return (
    `${server}: first token after ${Math.round(firstTokenMs[server] ?? 0)} ms, ` +
    `${megabytes(idle[server] ?? 0)} idle, ${megabytes(peak)} at most (its largest process).`
  );
}

function warnings(measurements: readonly Measurement[]): string[] {
  const failed = measurements
    .filter((m) => m.failed > 0)
    .map((m) => `${m.server} ${m.work}: ${m.failed} of ${m.done} FAILED.`);
  const saturated = [...new Set(measurements.filter((m) => m.loadCoreBusy > 0.95).map((m) => `${m.server} ${m.work}`))];
  const note = `The load generator's core was saturated, so rates say less than CPU times: ${saturated.join(", ")}.`;
  return saturated.length === 0 ? failed : [...failed, note];
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
const shown = (value: number, digits: number) => (Number.isNaN(value) ? "–" : value.toFixed(digits));

export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
