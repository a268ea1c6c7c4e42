/** What a run can be told. */
import { parseArgs } from "node:util";

export interface Options {
  /** Seconds of load for each measurement, and how many rounds of them. */
  readonly seconds: number;
  readonly rounds: number;
  readonly concurrency: number;
  /** Whether concurrency 1 and 64 are tried as well. */
  readonly otherConcurrencies: boolean;
  /** Only works and servers whose name contains one of these; everything when empty. */
  readonly works: readonly string[];
  readonly servers: readonly string[];
  /** Where our own servers leave CPU profiles. */
  readonly profile: string | undefined;
  /** Where the JSON goes. */
  readonly out: string;
}

/** `--quick`, `--work <name>`, `--server <name>` (both repeatable), `--seconds`, `--rounds`, `--profile <folder>`, `--out <file>`. Throws for what it does not know. */
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
      out: { type: "string", default: "bench-result.json" },
    },
  });
  const { quick } = values;
  return {
    seconds: Number(values.seconds ?? (quick ? 2 : 6)),
    rounds: Number(values.rounds ?? (quick ? 1 : 3)),
    concurrency: 16,
    otherConcurrencies: !quick,
    works: values.work,
    servers: values.server,
    profile: values.profile,
    out: values.out,
  };
}
