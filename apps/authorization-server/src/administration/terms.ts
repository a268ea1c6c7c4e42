/** Acts on the terms that people accept. */
import { randomUUID } from "node:crypto";
import { type Database, isUniqueViolation } from "@countersign/database";
import { type By, recordAudit } from "../stores/audit-events.ts";
import { inTransaction } from "../stores/transaction.ts";

export interface NewTerms {
  readonly name: string;
  readonly version: string;
  /** The address of the text by language tag. */
  readonly urls: Readonly<Record<string, string>>;
  readonly requiredFrom: Date;
}

/** Adds a version of terms. Returns false if there is this version of this name. */
export async function addTerms({ pool }: Pick<Database, "pool">, terms: NewTerms, by: By): Promise<boolean> {
  const { name, version, urls, requiredFrom } = terms;
  try {
    return await inTransaction(pool, async (query) => {
      await query(INSERT, [randomUUID(), name, version, JSON.stringify(urls), requiredFrom, by.at]);
      await recordAudit(query, { type: "terms_added", ...by, detail: { name, version } });
      return true;
    });
  } catch (err) {
    if (isUniqueViolation(err)) return false;
    throw err;
  }
}

const INSERT = `
  INSERT INTO terms_document (id, name, version, urls, required_from, created_at) VALUES ($1, $2, $3, $4, $5, $6)`;
