/** How a command answers: one value for programs and one text for people. */
import { type Command, Option } from "commander";
import type { Context } from "./context.ts";

export interface Report {
  /** Printed with --json, as one line. */
  readonly json: unknown;
  /** Printed otherwise. */
  readonly text: string;
}

/**
 * Completes a command: gives it --json, and prints what `act` reports.
 *
 * @param act receives the command's arguments in order, then its options
 */
export function reporting<Parameters extends unknown[]>(
  command: Command,
  context: Context,
  act: (...parameters: Parameters) => Promise<Report>,
): Command {
  return command.addOption(new Option("--json", "print one line of JSON instead of text")).action(async (...given) => {
    // Commander calls with the arguments, the options and the command itself.
    const report = await act(...(given.slice(0, -1) as Parameters));
    context.print(command.opts().json === true ? JSON.stringify(report.json) : report.text);
  });
}

/** Rows in columns under headings, for people; `empty` when there is no row. */
export function table(rows: readonly Readonly<Record<string, string>>[], empty: string): string {
  const headings = Object.keys(rows[0] ?? {});
  if (headings.length === 0) return empty;

  const widths = headings.map((heading) => Math.max(heading.length, ...rows.map((row) => row[heading]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(headings), ...rows.map((row) => line(headings.map((heading) => row[heading] ?? "")))].join("\n");
}

/** One thing, a line for each of its properties; what is not set is left out. */
export function properties(thing: Readonly<Record<string, unknown>>): string {
  const set = Object.entries(thing).filter(([, value]) => value !== undefined && value !== null);
  const width = Math.max(...set.map(([name]) => name.length));
  return set.map(([name, value]) => `${name.padEnd(width)}  ${shown(value)}`).join("\n");
}

function shown(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
