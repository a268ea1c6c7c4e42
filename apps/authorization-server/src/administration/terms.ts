/** Acts on the terms that people accept. */
import { randomUUID } from "node:crypto";
import { type Database, isUniqueViolation } from "@countersign/database";
import { inRecords, type RecordsDatabase } from "../records/records.ts";
import { type By, recordAudit } from "../stores/audit-events.ts";
import { inTransaction, type Query } from "../stores/transaction.ts";
import { queryIn } from "./kept-role.ts";

export interface NewTerms {
  readonly name: string;
  readonly version: string;
  /** The address of the text by language tag. */
  readonly urls: Readonly<Record<string, string>>;
  readonly requiredFrom: Date;
}

/** Adds a version of terms. Returns false if there is this version of this name. */
export const addTerms = ({ pool }: Pick<Database, "pool">, terms: NewTerms, by: By): Promise<boolean> =>
  unlessTwice(inTransaction(pool, (query) => add(query, terms, by)));

/** The same in the transaction that applies a configuration. */
export const addDeclaredTerms = (database: RecordsDatabase, terms: NewTerms, by: By): Promise<boolean> =>
  unlessTwice(inRecords(database, (records) => add(queryIn(records), terms, by)));

async function add(query: Query, { name, version, urls, requiredFrom }: NewTerms, by: By): Promise<void> {
  await query(INSERT, [randomUUID(), name, version, JSON.stringify(urls), requiredFrom, by.at]);
  await recordAudit(query, { type: "terms_added", ...by, detail: { name, version } });
}

const unlessTwice = (added: Promise<void>): Promise<boolean> =>
  added.then(
    () => true,
    (err: unknown) => {
      if (isUniqueViolation(err)) return false;
      throw err;
    },
  );

const INSERT = `
  INSERT INTO terms_document (id, name, version, urls, required_from, created_at) VALUES ($1, $2, $3, $4, $5, $6)`;
