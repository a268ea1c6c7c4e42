/** `users import`, as tests run it. */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommandLine } from "./command-line.ts";

export type Line = Readonly<Record<string, unknown>> | string;

/** A line of a person whose external id follows from the username. */
export const person = (username: string, more: Readonly<Record<string, unknown>> = {}) => ({
  external_id: `id of ${username}`,
  username,
  ...more,
});

/** Imports lines from a file in the folder. `report` is the result of the command; undefined if it failed. */
export async function importLines(
  cli: CommandLine,
  { folder, source }: { readonly folder: string; readonly source: string },
  lines: readonly Line[],
  options: readonly string[],
) {
  const file = join(folder, `${randomUUID()}.jsonl`);
  await writeFile(file, lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  const outcome = await cli.run(["users", "import", file, "--source", source, "--json", ...options]);
  return { ...outcome, report: outcome.stdout === "" ? undefined : JSON.parse(outcome.stdout) };
}
