/** What a run can be told. */
import { parseArgs } from "node:util";

export interface Options {
  /** Seconds of load for each measurement, and how many rounds of them. */
  readonly seconds: number;
  readonly rounds: number;
  readonly concurrency: number;
  /** Whether concurrency 1 and 64 are tried as well. */
  readonly otherConcurrencies: boolean;
  /** Only works and servers whose name contains one of these; what the mode has by default when empty. */
  readonly works: readonly string[];
  readonly servers: readonly string[];
  /** Where our own servers leave CPU profiles. */
  readonly profile: string | undefined;
  /** Where the JSON goes. */
  readonly out: string;
}

const QUICK_SERVERS = ["countersign", "oidc-provider", "bare-express"];

/**
 * `--quick`, `--work <name>`, `--server <name>` (both repeatable), `--seconds`, `--rounds`, `--profile <folder>`, `--out <file>`.
 * Throws for what it does not know.
 */
export function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      quick: { type: "boolean", default: false },
      work: { type: "string", multiple: true, default: [] },
      server: { type: "string", multiple: true, default: [] },
      seconds: { type: "string" },
      rounds: { type: "string" },
      profile: { type: "string" },
      out: { type: "string" },
    },
  });
  const { quick } = values;
  return {
    seconds: Number(values.seconds ?? (quick ? 1 : 4)),
    rounds: Number(values.rounds ?? (quick ? 1 : 3)),
    concurrency: 16,
    otherConcurrencies: !quick,
    works: values.work,
    servers: values.server.length === 0 && quick ? QUICK_SERVERS : values.server,
    profile: values.profile,
    out: values.out ?? "bench-result.json",
  };
}

/** Whether a name was asked for; every name is when nothing was asked for. */
export function isChosen(name: string, chosen: readonly string[]): boolean {
  return chosen.length === 0 || chosen.includes(name) || chosen.some((part) => !isServer(part) && name.includes(part));
}

// `countersign` is itself a part of the names of its variants.
const isServer = (part: string) => QUICK_SERVERS.includes(part);
