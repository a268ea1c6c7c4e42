/** The report of an import of clients, in files: for programs, for people, and a table of addresses to fill in. */
import { writeFile } from "node:fs/promises";
import { tableToFill } from "../../administration/imports/convert/addresses.ts";
import { reasonOf } from "../command/input.ts";
import { refusal } from "../command/refusal.ts";
import { printable } from "../command/report.ts";

export interface Outcome {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  /** The members that it is registered with; none of a client that is not. */
  readonly taken: Readonly<Record<string, unknown>>;
  /** What is different here, and what to do. */
  readonly changed: readonly string[];
  /** What does not come along, and what to do instead. */
  readonly not_taken: readonly string[];
  readonly skipped: readonly string[];
  readonly refused: readonly string[];
  /** Its addresses that cannot be registered, for the table to fill in. */
  readonly to_fill_in: readonly string[];
}

/** What became of a client, in a word. */
export function resultOf({ skipped, refused }: Outcome, dryRun: boolean): string {
  if (skipped.length > 0) return "left out";
  if (refused.length > 0) return "refused";
  return dryRun ? "would be added" : "added";
}

/** A line for each thing that differs, or that does not come along. */
export const saidOf = (outcome: Outcome): readonly string[] =>
  linesOf(outcome).map((line) => printable(`${outcome.client_id}: ${line}`));

const linesOf = ({ skipped, refused, changed, not_taken }: Outcome): readonly string[] => [
  ...skipped.map((why) => `left out: ${why}`),
  ...refused.map((why) => `refused: ${why}`),
  ...changed.map((what) => `changed: ${what}`),
  ...not_taken.map((what) => `not taken: ${what}`),
];

/** Writes the report. Secrets are printed once, and are in no file. */
export async function writeReport(path: string, outcomes: readonly Outcome[], dryRun: boolean): Promise<void> {
  const shown = outcomes.map(({ client_secret: _, ...outcome }) => ({ ...outcome, result: resultOf(outcome, dryRun) }));
  await write(path, `${JSON.stringify({ dry_run: dryRun, clients: shown }, null, 2)}\n`);
  await write(`${path}.txt`, outcomes.map((outcome) => textOf(outcome, dryRun)).join("\n"));
  const wild = outcomes.flatMap(({ client_id, to_fill_in }) => to_fill_in.map((uri) => [client_id, uri] as const));
  if (wild.length > 0) await write(`${path}.csv`, tableToFill(wild));
}

function textOf(outcome: Outcome, dryRun: boolean): string {
  const taken = Object.entries(outcome.taken).map(([name, value]) => `taken: ${name} ${textOfValue(value)}`);
  const lines = [...taken, ...linesOf(outcome)];
  return [`${outcome.client_id}: ${resultOf(outcome, dryRun)}`, ...lines.map((line) => `  ${line}`)]
    .map((line) => `${printable(line)}\n`)
    .join("");
}

const LONGEST = 100;
const textOfValue = (value: unknown): string => {
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(" ") || "(empty)";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 }).catch((err: unknown) => {
    throw refusal(`cannot write ${path}: ${reasonOf(err)}`);
  });
}
