/**
 * The addresses that stand for redirect URIs with a *, as a table that a person fills in: each row is a client, its
 * address with a *, and one address instead. Several rows may be about the same.
 */
import { parse } from "csv-parse/sync";
import { NotAnExport } from "./converted.ts";

const COLUMNS = ["client_id", "uri", "address"] as const;
const LONGEST_ROW = 8192;
const MOST_ROWS = 10_000;

/** The addresses instead of one of a client; none if the table has none. */
export type Addresses = (clientId: string, uri: string) => readonly string[];

/** Throws `NotAnExport` if the text is not such a table. */
export function addressesIn(text: string): Addresses {
  const rows = rowsIn(text);
  const missing = COLUMNS.find((name) => rows[0] !== undefined && !(name in rows[0]));
  if (missing !== undefined) throw new NotAnExport(`it has no column ${missing}`);
  const found = new Map<string, string[]>();
  for (const { client_id = "", uri = "", address = "" } of rows) {
    if (address === "") continue;
    const key = keyOf(client_id, uri);
    found.set(key, [...(found.get(key) ?? []), address]);
  }
  return (clientId, uri) => found.get(keyOf(clientId, uri)) ?? [];
}

const keyOf = (clientId: string, uri: string) => JSON.stringify([clientId, uri]);

function rowsIn(text: string): readonly Readonly<Record<string, string>>[] {
  const bounds = { max_record_size: LONGEST_ROW, to: MOST_ROWS };
  try {
    return parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true, ...bounds });
  } catch (err) {
    throw new NotAnExport(err instanceof Error ? err.message.slice(0, 200) : "it is no CSV");
  }
}

/** The table to fill in. A cell that a spreadsheet would compute is left out: the report has it. */
export function tableToFill(wild: readonly (readonly [clientId: string, uri: string])[]): string {
  const rows = wild.filter((cells) => cells.every((cell) => !/^[=+\-@\t\r]/.test(cell)));
  return [COLUMNS, ...rows.map(([clientId, uri]) => [clientId, uri, ""])]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
    .map((line) => `${line}\n`)
    .join("");
}
