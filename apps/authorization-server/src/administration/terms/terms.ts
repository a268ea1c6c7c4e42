/** The act upon the terms that people accept. */
import { randomUUID } from "node:crypto";
import { inStatements, type Statements } from "../../platform/records/records.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { auditedOf } from "../entity-values.ts";
import { unlessTaken } from "../refused.ts";
import { type NewTerms, termsFields } from "./entity.ts";

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
