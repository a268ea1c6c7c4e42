/** The report of an import of clients, in files: for programs, for people, and a table of addresses to fill in. */
import { writeFile } from "node:fs/promises";
import { tableToFill } from "../../imports/convert/addresses.ts";
import { reasonOf } from "../input.ts";
import { refusal } from "../refusal.ts";
import { printable } from "../report.ts";

export interface Outcome {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  /** Its redirect URIs with a *. */
  readonly wild: readonly string[];
  readonly skipped: readonly string[];
  readonly refused: readonly string[];
  readonly notes: readonly string[];
}

/** What became of a client, in a word. */
export function resultOf({ skipped, refused }: Outcome, dryRun: boolean): string {
  if (skipped.length > 0) return "left out";
  if (refused.length > 0) return "refused";
  return dryRun ? "would be added" : "added";
}

/** A line for each thing that differs, or that does not come along. */
export const saidOf = ({ client_id, skipped, refused, notes }: Outcome): readonly string[] =>
  [...skipped.map((why) => `left out: ${why}`), ...refused.map((why) => `refused: ${why}`), ...notes].map((text) =>
    printable(`${client_id}: ${text}`),
  );

/** Writes the report. Secrets are printed once, and are in no file. */
export async function writeReport(path: string, outcomes: readonly Outcome[], dryRun: boolean): Promise<void> {
  const shown = outcomes.map(({ client_secret: _, ...outcome }) => ({ ...outcome, result: resultOf(outcome, dryRun) }));
  await write(path, `${JSON.stringify({ dry_run: dryRun, clients: shown }, null, 2)}\n`);
  await write(`${path}.txt`, outcomes.map((outcome) => textOf(outcome, dryRun)).join("\n"));
  const wild = outcomes.flatMap(({ client_id, wild }) => wild.map((uri) => [client_id, uri] as const));
  if (wild.length > 0) await write(`${path}.csv`, tableToFill(wild));
}

function textOf(outcome: Outcome, dryRun: boolean): string {
  const lines = saidOf(outcome).map((line) => `  ${line.slice(printable(outcome.client_id).length + 2)}\n`);
  return [`${printable(outcome.client_id)}: ${resultOf(outcome, dryRun)}\n`, ...lines].join("");
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 }).catch((err: unknown) => {
    throw refusal(`cannot write ${path}: ${reasonOf(err)}`);
  });
}
