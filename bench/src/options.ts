/** The options of a run. */
import { parseArgs } from "node:util";
import { LARGER } from "./administration/fill.ts";

type Larger = (typeof LARGER)[number];

export type Mode =
  | "side-by-side"
  | "growth"
  | "replicas"
  | "long"
  | "enumeration"
  | "administration"
  | "jobs"
  | "crowds"
  | "memory"
  | "start";

export interface Options {
  readonly mode: Mode;
  /** The seconds of load for each measurement, and the number of rounds. */
  readonly seconds: number;
  readonly rounds: number;
  readonly concurrency: number;
  /** Whether to measure concurrency 1 and 64 as well. */
  readonly otherConcurrencies: boolean;
  /** Only works and servers whose name contains one of these. If empty, the mode runs its default. */
  readonly works: readonly string[];
  readonly servers: readonly string[];
  /** Files of other servers, which are measured too. */
  readonly peers: readonly string[];
  /** The share of a million people, or rows, that the runs of growth, administration and jobs make, 0 to 1. */
  readonly scale: number;
  /** What the run of administration makes ten times as many of. */
  readonly larger: readonly Larger[];
  /** The duration of the load in the long run. */
  readonly minutes: number;
  /** The options of V8 that a run of memory compares, each set as one text. If empty, it compares its own. */
  readonly v8: readonly string[];
  /** The folder where our own servers write CPU profiles. */
  readonly profile: string | undefined;
  /** The file for the JSON results. */
  readonly out: string;
}

const QUICK_SERVERS = ["countersign", "oidc-provider", "bare-express"];

/**
 * Reads `--quick`, `--work <name>`, `--server <name>`, `--peer <file>` (all repeatable), `--seconds`, `--rounds`,
 * `--profile <folder>`, `--out <file>`; `--growth` with `--scale <0 to 1>`, `--replicas`, `--long <minutes>`,
 * `--enumeration`, `--administration` with `--scale` and `--larger people` or `events`, `--jobs` with `--scale`,
 * `--crowds`, `--start`, `--memory` with
 * `--options=<options of V8>` (repeatable).
 * Throws for an unknown option.
 */
export function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      quick: { type: "boolean", default: false },
      growth: { type: "boolean", default: false },
      replicas: { type: "boolean", default: false },
      enumeration: { type: "boolean", default: false },
      administration: { type: "boolean", default: false },
      jobs: { type: "boolean", default: false },
      crowds: { type: "boolean", default: false },
      memory: { type: "boolean", default: false },
      start: { type: "boolean", default: false },
      options: { type: "string", multiple: true, default: [] },
      long: { type: "string" },
      scale: { type: "string" },
      larger: { type: "string", multiple: true, default: [] },
      work: { type: "string", multiple: true, default: [] },
      server: { type: "string", multiple: true, default: [] },
      peer: { type: "string", multiple: true, default: [] },
      seconds: { type: "string" },
      rounds: { type: "string" },
      profile: { type: "string" },
      out: { type: "string" },
    },
  });
  const { quick } = values;
  const mode = modeOf(values);
  return {
    mode,
    seconds: Number(values.seconds ?? (quick ? 1 : 3)),
    rounds: Number(values.rounds ?? (quick ? 2 : 3)),
    concurrency: 16,
    otherConcurrencies: !quick,
    works: values.work,
    servers: values.server.length === 0 && quick ? QUICK_SERVERS : values.server,
    peers: values.peer,
    scale: Number(values.scale ?? usualScale(mode, quick)),
    larger: values.larger.map(largerOf),
    v8: values.options,
    minutes: Number(values.long ?? 0),
    profile: values.profile,
    out: values.out ?? (mode === "side-by-side" ? "bench-result.json" : `bench-${mode}.json`),
  };
}

function largerOf(name: string): Larger {
  const found = LARGER.find((kind) => kind === name);
  if (found === undefined) throw new Error(`--larger is one of ${LARGER.join(", ")}.`);
  return found;
}

const WHOLE: readonly Mode[] = ["administration", "jobs"];
const usualScale = (mode: Mode, quick: boolean) => (quick ? 0.01 : WHOLE.includes(mode) ? 1 : 0.1);

const FLAGS = ["growth", "replicas", "enumeration", "administration", "jobs", "crowds", "memory", "start"] as const;
type Flag = (typeof FLAGS)[number];

function modeOf(values: Readonly<Record<Flag, boolean>> & { readonly long?: string | undefined }): Mode {
  for (const mode of FLAGS) if (values[mode]) return mode;
  return values.long === undefined ? "side-by-side" : "long";
}

/** Whether a name was requested. Every name is if none was given. */
export function isChosen(name: string, chosen: readonly string[]): boolean {
  return chosen.length === 0 || chosen.includes(name) || chosen.some((part) => !isServer(part) && name.includes(part));
}

// `countersign` and `oidc-provider` are also parts of the names of their variants.
const isServer = (part: string) => QUICK_SERVERS.includes(part);
