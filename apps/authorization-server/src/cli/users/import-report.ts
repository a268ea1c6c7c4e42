/** What became of people, in two files that grow with each batch: for programs, and for people. */
import { type FileHandle, open } from "node:fs/promises";
import type { PersonOutcome } from "../../administration/imports/outcomes.ts";
import { reasonOf } from "../command/input.ts";
import { refusal } from "../command/refusal.ts";
import { printable } from "../command/report.ts";

/** `dry_run` is there only if the command can be tried without effect. */
type Reported = PersonOutcome & { readonly dry_run?: boolean };

interface PeopleReport {
  write(outcomes: readonly Reported[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens the report at a path: JSON lines there, and text beside it. Only their owner may read them. */
export async function openPeopleReport(path: string): Promise<PeopleReport> {
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
        await json?.writeFile(outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join(""));
        await text?.writeFile(outcomes.map(textOf).join(""));
      } catch (err) {
        throw cannot(err);
      }
    },
    close,
  };
}

function textOf({ line, external_id, result, taken, changed, not_taken, dry_run }: Reported): string {
  const done = dry_run === true && result !== "unchanged" ? `would be ${result}` : result;
  const who = [...(line === undefined ? [] : [`line ${line}`]), ...(external_id === undefined ? [] : [external_id])];
  return [
    `${who.join(", ") || "no id"}: ${done}`,
    ...(taken.length === 0 ? [] : [`  taken: ${taken.join(" ")}`]),
    ...changed.map((what) => `  changed: ${what}`),
    ...not_taken.map((what) => `  not taken: ${what}`),
  ]
    .map((one) => `${printable(one)}\n`)
    .join("");
}
