/** Imports lines, many in each statement. All statements are of one transaction, with the audit rows. */
import type { By } from "../../platform/stores/audit/audit-events.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { addAll } from "./added.ts";
import { changeAll } from "./changed.ts";
import { findHeld } from "./held.ts";
import { type ImportOptions, isRefused, type NumberedLine, type ReadLine, readLine } from "./line.ts";
import type { ImportedLine } from "./outcomes.ts";
import { type Importing, partition } from "./parts.ts";
import { type RefusedLine, refusal } from "./problems.ts";

export interface BatchResult {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: readonly RefusedLine[];
}

/** The same with each line that was imported. */
export interface BatchDone extends BatchResult {
  readonly imported: readonly ImportedLine[];
}

/**
 * Imports lines in a transaction of the caller. A person whom an earlier import of the same source brought gets what
 * the line has; every other one gets a new account. Two imports of one source wait for each other.
 */
export async function importBatch(
  query: Query,
  lines: readonly NumberedLine[],
  importing: Importing,
  by: By,
): Promise<BatchDone> {
  const { options } = importing;
  const refused: RefusedLine[] = [];
  const read = readAll(lines, options, refused);
  await query(ONE_AT_A_TIME, [`countersign import ${options.source}`]);

  const { source } = options;
  const externalIds = read.map(({ person }) => person.external_id);
  const held = await findHeld(query, { source, externalIds, administration: importing.administration });
  const [fresh, known] = partition(read, ({ person }) => !held.has(person.external_id));

  const added = await addAll(query, fresh, importing, by, refused);
  const others = await changeAll(query, { known, held }, importing, by, refused);
  refused.sort((one, other) => one.line - other.line);
  const imported = [...added, ...others];
  const count = (kind: ImportedLine["result"]) => imported.filter(({ result }) => result === kind).length;
  return { added: count("added"), changed: count("changed"), unchanged: count("unchanged"), refused, imported };
}

function readAll(lines: readonly NumberedLine[], options: ImportOptions, refused: RefusedLine[]): ReadLine[] {
  const seen = new Set<string>();
  return lines.flatMap((line) => {
    const read = readLine(line, options);
    if (isRefused(read)) refused.push(read);
    else if (seen.has(read.person.external_id)) refused.push(refusal(line.line, "repeated"));
    else {
      seen.add(read.person.external_id);
      return [read];
    }
    return [];
  });
}

const ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext($1))";
