/** The terms that people accept, and the act that adds a version. */
import { randomUUID } from "node:crypto";
import { inStatements, type Statements } from "../../platform/records/records.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { auditedOf, selected } from "../entity-values.ts";
import { unlessTaken } from "../refused.ts";
import { type NewTerms, type Terms, termsFields } from "./entity.ts";

/** Adds a version of terms, and returns its id. It is refused if there is this version of this name. */
export function addTerms(database: Statements, terms: NewTerms, by: By): Promise<string> {
  const { name, version, urls, requiredFrom = by.at } = terms;
  const taken = { what: "version", name: `${version} of ${name}`, why: "there is this version of these terms" };
  return unlessTaken(taken, () =>
    inStatements(database, async (query) => {
      const id = randomUUID();
      await query(INSERT, [id, name, version, urls, requiredFrom, by.at]);
      await recordAudit(query, { type: "terms_added", ...by, detail: auditedOf(termsFields, terms) });
      return id;
    }),
  );
}

const INSERT = `
  INSERT INTO terms_document (id, name, version, urls, required_from, created_at) VALUES ($1, $2, $3, $4, $5, $6)`;

const SELECT = `SELECT ${selected(termsFields, "terms_document")} FROM terms_document`;

/** Every version of every name; the newest first. */
export const listTerms = async (query: Query): Promise<readonly Terms[]> =>
  (await query(`${SELECT} ORDER BY name, required_from DESC, created_at DESC`, [])) as unknown as readonly Terms[];

export const findTerms = async (query: Query, id: string): Promise<Terms | undefined> =>
  (await query(`${SELECT} WHERE id = $1`, [id]))[0] as Terms | undefined;
