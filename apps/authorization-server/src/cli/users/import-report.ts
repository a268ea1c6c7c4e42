/** The report of an import of people, in two files that grow with each batch: for programs, and for people. */
import { type FileHandle, open } from "node:fs/promises";
import type { LineOutcome } from "../../imports/outcomes.ts";
import { reasonOf } from "../input.ts";
import { refusal } from "../refusal.ts";
import { printable } from "../report.ts";

export interface PeopleReport {
  write(outcomes: readonly LineOutcome[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens the report at a path: JSON lines there, and text beside it. Only their owner may read them. */
export async function openPeopleReport(path: string, dryRun: boolean): Promise<PeopleReport> {
  const files: FileHandle[] = [];
  const close = async () => {
    for (const file of files) await file.close();
  };
  const cannot = (err: unknown) => refusal(`cannot write ${path}: ${reasonOf(err)}`);
  try {
    for (const one of [path, `${path}.txt`]) files.push(await open(one, "w", 0o600));
  } catch (err) {
    await close();
    throw cannot(err);
  }
  const [json, text] = files;
  return {
    async write(outcomes) {
      try {
        await json?.writeFile(
          outcomes.map((outcome) => `${JSON.stringify({ ...outcome, dry_run: dryRun })}\n`).join(""),
        );
        await text?.writeFile(outcomes.map((outcome) => textOf(outcome, dryRun)).join(""));
      } catch (err) {
        throw cannot(err);
      }
    },
    close,
  };
}

function textOf({ line, external_id, result, taken, changed, not_taken }: LineOutcome, dryRun: boolean): string {
  const done = dryRun && result !== "unchanged" ? `would be ${result}` : result;
  return [
    `line ${line}${external_id === undefined ? "" : `, ${external_id}`}: ${done}`,
    ...(taken.length === 0 ? [] : [`  taken: ${taken.join(" ")}`]),
    ...changed.map((what) => `  changed: ${what}`),
    ...not_taken.map((what) => `  not taken: ${what}`),
  ]
    .map((one) => `${printable(one)}\n`)
    .join("");
}
