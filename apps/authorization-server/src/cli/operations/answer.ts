/** What a command prints of the reply of an operation. */
import type { Given, OperationCommand } from "../../administration/api/command.ts";
import type { Reply } from "../../administration/api/operation.ts";
import { properties, type Report, table } from "../command/report.ts";

type Texts = Readonly<Record<string, string>>;

/** With --json what the API answers, of a list its items. Where it answers nothing: what was typed and done. */
export function reportOf(
  { body }: Reply<unknown>,
  { done, says, columns, empty }: OperationCommand,
  typed: Given,
): Report {
  const answer = body as Readonly<Record<string, unknown>> | undefined;
  if (Array.isArray(answer?.items)) {
    return {
      json: answer.items,
      text: table(
        answer.items.map((item) => rowOf(item, columns)),
        empty ?? "",
      ),
    };
  }
  const json = answer ?? { ...typed, ...(done !== undefined && { [done]: true }) };
  return { json, text: says === undefined ? properties(json) : says(typed) };
}

function rowOf(item: Readonly<Record<string, unknown>>, columns: readonly string[] = Object.keys(item)): Texts {
  return Object.fromEntries(columns.map((name) => [name.replaceAll("_", " "), cellOf(item[name])]));
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return "yes";
  return Array.isArray(value) ? value.join(" ") : String(value);
}
