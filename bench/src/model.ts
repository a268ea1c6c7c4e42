/** What 10 000 sign-ins and 100 000 token requests per second would need, computed from one measured run of each. */
import type { Measurement } from "./measure.ts";
import type { ReplicasRow } from "./modes/replicas.ts";
import { median } from "./report.ts";
import { OURS } from "./servers/servers.ts";

/** The planned utilisation, so that a peak or the loss of one machine among a few is tolerable. */
const UTILISATION = 0.6;
/** The number of commands per second that one Redis node is assumed to handle. */
const REDIS_NODE_COMMANDS = 100_000;

interface Demand {
  readonly what: string;
  readonly work: string;
  readonly perSecond: number;
}

const TOKENS: readonly Demand[] = [
  { what: "client_credentials, half of the token requests", work: "cc-es256", perSecond: 50_000 },
  { what: "refresh with rotation, the other half", work: "refresh-es256", perSecond: 50_000 },
];
const SIGN_INS: readonly (readonly Demand[])[] = [
  [{ what: "sign-ins with a live session (whole code flow)", work: "flow-es256", perSecond: 10_000 }],
  [{ what: "sign-ins with a password (hash included)", work: "sign-in", perSecond: 10_000 }],
];

/** The rows of a Markdown table: one for each demand, and one for each sum. */
export function model(measurements: readonly Measurement[], replicas: readonly ReplicasRow[]): string[][] {
  const rows = [...TOKENS, ...SIGN_INS.flat()].map((demand) => needs(demand, measurements, replicas));
  const sums = SIGN_INS.map((signIns) => {
    const parts = [...TOKENS, ...signIns].map((demand) => needs(demand, measurements, replicas));
    const sum = (member: Exclude<keyof Need, "what">) => parts.reduce((total, part) => total + part[member], 0);
    return {
      what: `**All: 100 000 token requests and 10 000 ${signIns[0]?.what}**`,
      ...{ perSecond: sum("perSecond"), cores: sum("cores"), storeCores: sum("storeCores") },
      ...{ walBytes: sum("walBytes"), redisCommands: sum("redisCommands") },
    };
  });
  return [HEADINGS, ...[...rows, ...sums].map(cellsOf)];
}

interface Need {
  readonly what: string;
  readonly perSecond: number;
  readonly cores: number;
  readonly storeCores: number;
  readonly walBytes: number;
  readonly redisCommands: number;
}

function needs({ what, work, perSecond }: Demand, measured: readonly Measurement[], replicas: readonly ReplicasRow[]) {
  const own = measured.filter((m) => m.server === OURS && m.work === work && m.concurrency === 16);
  const each = (member: "cpuMicros" | "storeMicros" | "walBytes" | "redisCommands") =>
    median(own.map((m) => m[member]));
  return {
    what,
    perSecond,
    cores: (perSecond * each("cpuMicros")) / 1e6 / UTILISATION / efficiency(work, replicas),
    storeCores: (perSecond * each("storeMicros")) / 1e6 / UTILISATION,
    walBytes: perSecond * each("walBytes"),
    redisCommands: perSecond * each("redisCommands"),
  };
}

/**
 * The throughput per core with the most replicas that were measured, as a share of that with one replica. At most 1.
 */
function efficiency(work: string, replicas: readonly ReplicasRow[]): number {
  const rows = replicas.filter((row) => row.work === work).toSorted((a, b) => a.replicas - b.replicas);
  const [one, most] = [rows[0], rows.at(-1)];
  return one === undefined || most === undefined ? 1 : Math.min(1, most.perServerCore / one.perServerCore);
}

const HEADINGS = [
  "demand",
  "per second",
  "replicas of one core",
  "cores of the stores",
  "PostgreSQL WAL",
  "Redis commands/s",
  "Redis nodes",
];

function cellsOf(need: Need): string[] {
  return [
    need.what,
    grouped(need.perSecond),
    grouped(Math.ceil(need.cores)),
    need.storeCores.toFixed(1),
    `${(need.walBytes / 1e6).toFixed(0)} MB/s`,
    grouped(need.redisCommands),
    String(Math.ceil(need.redisCommands / REDIS_NODE_COMMANDS / UTILISATION)),
  ];
}

const grouped = (value: number) => Math.round(value).toLocaleString("en").replaceAll(",", " ");
