/** The terms that people accept, as operators see them. */
import type { Database } from "@countersign/database";
import { eachByItself, type Query } from "../stores/transaction.ts";

export interface TermsRecord {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** The address of the text by language tag. */
  readonly urls: Readonly<Record<string, string>>;
  readonly requiredFrom: Date;
  readonly createdAt: Date;
}

/** Every version of every name; the newest first. */
export const listTerms = ({ pool }: Pick<Database, "pool">): Promise<readonly TermsRecord[]> =>
  listTermsIn(eachByItself(pool));

/** The same in a transaction. */
export const listTermsIn = async (query: Query): Promise<readonly TermsRecord[]> =>
  (await query(`${TERMS} ORDER BY name, required_from DESC, created_at DESC`, [])) as unknown as TermsRecord[];

/** The terms of this name and version. */
export const findTerms = async (
  { pool }: Pick<Database, "pool">,
  { name, version }: Pick<TermsRecord, "name" | "version">,
): Promise<TermsRecord | undefined> =>
  (await pool.query<TermsRecord>(`${TERMS} WHERE name = $1 AND version = $2`, [name, version])).rows[0];

const TERMS = `
  SELECT id, name, version, urls, required_from AS "requiredFrom", created_at AS "createdAt" FROM terms_document`;
