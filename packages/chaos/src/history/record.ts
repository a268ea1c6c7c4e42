/** What is kept of a run: a small file in docs/drills, from which docs/generated/drills.md is written. */
import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import type { Verdict } from "./check.ts";
import type { Row } from "./gaps.ts";
import { greatest } from "./greatest.ts";

export interface Drill {
  readonly date: string;
  /** What was run. */
  readonly command: string;
  /** Its processors, and its load in the last five minutes: how much else it did. Older records have none. */
  readonly machine?: { readonly cores: number; readonly load: number };
  readonly requests: number;
  /** How many requests had which answer, of those that were not answered well; 0: none. */
  readonly failed: Readonly<Record<string, number>>;
  readonly violations: number;
  /** What clients and people went through all the same: see `Verdict`. Older records have none. */
  readonly costs?: Costs;
  readonly faults: readonly Struck[];
}

type Costs = Pick<Verdict, "codesWithoutAnswer" | "chainsWithoutAnswer" | "lostByFailOver" | "journeys">;

/** All faults of one name together. */
interface Struck {
  readonly fault: string;
  readonly times: number;
  readonly requests: number;
  readonly refused: number;
  readonly unanswered: number;
  /** Answered with 5xx, but not 503. */
  readonly broken: number;
  /** The longest time that any kind of request was without a good answer: an upper bound, as the machine was busy. */
  readonly longestGapSeconds: number;
}

export function drillOf(
  verdict: Verdict,
  rows: readonly Row[],
  of: Pick<Drill, "date" | "command" | "machine">,
): Drill {
  const faults = [...Map.groupBy(rows, ({ fault }) => fault)];
  const { codesWithoutAnswer, chainsWithoutAnswer, lostByFailOver, journeys } = verdict;
  return {
    ...of,
    requests: verdict.sent,
    failed: verdict.failed,
    violations: verdict.violations.length,
    costs: { codesWithoutAnswer, chainsWithoutAnswer, lostByFailOver, journeys },
    faults: faults.map(([fault, all]) => struck(fault, all)),
  };
}

function struck(fault: string, rows: readonly Row[]): Struck {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  const longest = greatest(rows.flatMap(({ without }) => Object.values(without)));
  return {
    fault,
    times: rows.length,
    requests: sum(({ sent }) => sent),
    refused: sum(({ refused }) => refused),
    unanswered: sum(({ unanswered }) => unanswered),
    broken: sum(({ broken }) => broken),
    longestGapSeconds: Math.ceil(longest / 100) / 10,
  };
}

export const today = () => new Date().toISOString().slice(0, 10);

export const machine = () => ({ cores: availableParallelism(), load: Math.round((loadavg()[1] ?? 0) * 10) / 10 });

/** Writes what is kept of a run into docs/drills. */
export function keep(name: string, drill: object): void {
  const file = join(import.meta.dirname, "..", "..", "..", "..", "docs", "drills", `${name}.json`);
  writeFileSync(file, `${JSON.stringify(drill, undefined, 2)}\n`);
}
