/** Terms that people accept: documents in versions, and who accepted which version, when and in which language. */
import type { Database } from "@countersign/database";
import type { Query } from "../transaction.ts";

export interface TermsDocument {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** The address of the text by language tag. */
  readonly urls: Readonly<Record<string, string>>;
}

export interface TermsStore {
  /** The documents that are required now, in their newest versions. */
  required(at: Date): Promise<readonly TermsDocument[]>;
  /** The required documents that this person has not accepted. */
  missing(userId: string, at: Date): Promise<readonly TermsDocument[]>;
  /** Records that a person accepted these documents. A document that was accepted before keeps its record. */
  accept(userId: string, acceptance: Acceptance): Promise<void>;
}

export interface Acceptance {
  readonly documentIds: readonly string[];
  /** The language range of the page that showed the documents. */
  readonly language: string;
  readonly at: Date;
}

/** A document `d` that is required at a time, and that no newer required version replaces. */
const isRequired = (at: string) => `
  d.required_from <= ${at} AND NOT EXISTS (
    SELECT FROM terms_document n WHERE n.name = d.name AND n.required_from <= ${at}
       AND (n.required_from, n.created_at, n.id) > (d.required_from, d.created_at, d.id))`;

const isNotAcceptedBy = (userId: string) =>
  `NOT EXISTS (SELECT FROM terms_acceptance a WHERE a.user_id = ${userId} AND a.document_id = d.id)`;

/** Whether a person, in a row `u` of `end_user`, has to accept something at a time. */
export const lacksTerms = (at: string) =>
  `EXISTS (SELECT FROM terms_document d WHERE ${isRequired(at)} AND ${isNotAcceptedBy("u.id")})`;

export function termsStore({ pool }: Pick<Database, "pool">): TermsStore {
  return {
    async required(at) {
      return (await pool.query<TermsDocument>(REQUIRED, [at])).rows;
    },
    async missing(userId, at) {
      return (await pool.query<TermsDocument>(MISSING, [at, userId])).rows;
    },
    async accept(userId, acceptance) {
      await pool.query(ACCEPT, acceptanceValues(userId, acceptance));
    },
  };
}

/** Records an acceptance in the transaction of another act. */
export async function acceptTerms(query: Query, userId: string, acceptance: Acceptance): Promise<void> {
  await query(ACCEPT, acceptanceValues(userId, acceptance));
}

const acceptanceValues = (userId: string, { documentIds, at, language }: Acceptance) => [
  userId,
  [...documentIds],
  at,
  language,
];

const COLUMNS = "d.id, d.name, d.version, d.urls";
const REQUIRED = `SELECT ${COLUMNS} FROM terms_document d WHERE ${isRequired("$1")} ORDER BY d.name`;
const MISSING = `
  SELECT ${COLUMNS} FROM terms_document d WHERE ${isRequired("$1")} AND ${isNotAcceptedBy("$2")} ORDER BY d.name`;

const ACCEPT = `
  INSERT INTO terms_acceptance (user_id, document_id, accepted_at, language)
  SELECT $1, id, $3, $4 FROM terms_document WHERE id = ANY($2::uuid[]) ON CONFLICT DO NOTHING`;
