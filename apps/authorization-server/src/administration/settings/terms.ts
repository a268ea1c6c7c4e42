/** Acts on the terms that people accept. */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import { inStatements, type RecordsDatabase } from "../../platform/records/records.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { inTransaction, type Query } from "../../platform/stores/transaction.ts";
import { unlessTaken } from "../refused.ts";

export interface NewTerms {
  readonly name: string;
  readonly version: string;
  /** The address of the text by language tag. */
  readonly urls: Readonly<Record<string, string>>;
  readonly requiredFrom: Date;
}

/** Adds a version of terms. It is refused if there is this version of this name. */
export const addTerms = ({ pool }: Pick<Database, "pool">, terms: NewTerms, by: By): Promise<void> =>
  inTransaction(pool, (query) => add(query, terms, by));

/** The same in the transaction that applies a configuration. */
export const addDeclaredTerms = (database: RecordsDatabase, terms: NewTerms, by: By): Promise<void> =>
  inStatements(database, (query) => add(query, terms, by));

async function add(query: Query, { name, version, urls, requiredFrom }: NewTerms, by: By): Promise<void> {
  const values = [randomUUID(), name, version, JSON.stringify(urls), requiredFrom, by.at];
  const taken = { what: "version", name: `${version} of ${name}`, why: "there is this version of these terms" };
  await unlessTaken(taken, () => query(INSERT, values));
  await recordAudit(query, { type: "terms_added", ...by, detail: { name, version } });
}

const INSERT = `
  INSERT INTO terms_document (id, name, version, urls, required_from, created_at) VALUES ($1, $2, $3, $4, $5, $6)`;
