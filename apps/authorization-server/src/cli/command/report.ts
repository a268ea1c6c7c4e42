/** The output of a command: one value for programs and one text for people. */
import { type Command, Option } from "commander";
import type { Context } from "./context.ts";

export interface Report {
  /** Printed with --json, as one line. */
  readonly json: unknown;
  /** Printed otherwise. */
  readonly text: string;
  /** Thrown after the report was printed. */
  readonly failure?: Error;
}

/**
 * Completes a command: adds the option --json, and prints what `act` reports.
 *
 * @param act receives the command's arguments in order, then its options
 */
export function reporting<Parameters extends unknown[]>(
  command: Command,
  context: Context,
  act: (...parameters: Parameters) => Promise<Report>,
): Command {
  return command.addOption(new Option("--json", "print one line of JSON instead of text")).action(async (...given) => {
    // Commander passes the arguments, the options and the command itself.
    const report = await act(...(given.slice(0, -1) as Parameters));
    context.print(command.opts().json === true ? JSON.stringify(report.json) : report.text);
    if (report.failure !== undefined) throw report.failure;
  });
}

/** Rows in columns under headings, for people; `empty` when there is no row. */
export function table(rows: readonly Readonly<Record<string, string>>[], empty: string): string {
  const headings = Object.keys(rows[0] ?? {});
  if (headings.length === 0) return empty;

  const cells = rows.map((row) => headings.map((heading) => printable(row[heading] ?? "")));
  const widths = headings.map((heading, i) => Math.max(heading.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd();
  return [headings, ...cells].map(line).join("\n");
}

/** One object, with a line for each of its properties. A property that is not set is left out. */
export function properties(thing: Readonly<Record<string, unknown>>): string {
  const set = Object.entries(thing).filter(([, value]) => value !== undefined && value !== null);
  const width = Math.max(...set.map(([name]) => name.length));
  return set.map(([name, value]) => `${name.padEnd(width)}  ${printable(inWords(value))}`).join("\n");
}

function inWords(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Escapes the names of people and clients, so that they cannot move the operator's cursor or reverse the text. */
export const printable = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`);
