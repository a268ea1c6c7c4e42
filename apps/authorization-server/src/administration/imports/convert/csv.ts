/** A table of people, whose first row names the columns as the members and claims of a line are called. */
import { parse } from "csv-parse/sync";
import { CLAIM_COLUMNS } from "../columns.ts";
import { type Converted, type Converter, lineOf, NotAnExport, timeIn } from "./converted.ts";

const MEMBERS = ["external_id", "username", "password_hash", "disabled", "created_at"];
const BOOLEANS = ["email_verified", "phone_number_verified"];
const CLAIMS = Object.keys(CLAIM_COLUMNS).filter((name) => name !== "address");
const LONGEST_ROW = 16_384;

export const csv: Converter = function* (text): Iterable<Converted> {
  const rows = rowsIn(text);
  const columns = Object.keys(rows[0] ?? {});
  const unknown = columns.filter((name) => !MEMBERS.includes(name) && !CLAIMS.includes(name));
  if (unknown.length > 0)
    throw new NotAnExport(`it has columns that are not known: ${unknown.join(", ").slice(0, 200)}`);
  for (const name of ["external_id", "username"]) {
    if (!columns.includes(name)) throw new NotAnExport(`it has no column ${name}`);
  }
  for (const row of rows) yield personOf(row);
};

function personOf(row: Readonly<Record<string, string>>): Converted {
  const claims = CLAIMS.flatMap((name) => {
    const value = row[name];
    return value === undefined || value === "" ? [] : [[name, BOOLEANS.includes(name) ? isTrue(value) : value]];
  });
  const { external_id: externalId = "", username = "", password_hash: hash, disabled, created_at: createdAt } = row;
  return lineOf({
    externalId,
    username,
    passwordHash: hash || undefined,
    claims: Object.fromEntries(claims),
    disabled: isTrue(disabled),
    createdAt: timeIn(createdAt),
  });
}

const isTrue = (value: string | undefined): boolean => /^(?:true|t|1|yes)$/i.test(value ?? "");

function rowsIn(text: string): readonly Readonly<Record<string, string>>[] {
  try {
    return parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true, max_record_size: LONGEST_ROW });
  } catch (err) {
    throw new NotAnExport(err instanceof Error ? err.message.slice(0, 200) : "it is no CSV");
  }
}
