/** Proofs of addresses, as their pages find them and try what a person typed or opened. */
import type { Database } from "@countersign/database";
import { after, hashSecret } from "@countersign/rules";
import { type AddressProof, hashCode, PROOF_COLUMNS, proofOf, slotOf } from "./address-proof-rows.ts";
import { PROOF_PURPOSES, type ProofPurpose, type ProofSubject } from "./proof-purposes.ts";

export type CodeResult =
  | { readonly kind: "proved"; readonly proof: AddressProof }
  | { readonly kind: "wrong"; readonly triesLeft: number }
  /** There is no such proof: it expired, was replaced, has no tries left, or was proved before. */
  | { readonly kind: "void" };

export interface AddressProofStore {
  /**
   * Counts a try and compares the code, in one statement: several tries at the same time cannot exceed the number of
   * tries, and the code is accepted once. The next step is `spend`.
   *
   * @param code six digits
   */
  tryCode(purpose: ProofPurpose, subject: WithBrowser, code: string, at: Date): Promise<CodeResult>;
  /** Accepts the link of a proof in the browser that asked for it; `undefined` in any other browser. */
  proveByToken(
    purpose: ProofPurpose,
    link: { readonly token: string; readonly browser: string },
    at: Date,
  ): Promise<AddressProof | undefined>;
  /** The proof of a link, for a page that shows it. This changes nothing. */
  findByToken(purpose: ProofPurpose, token: string, at: Date): Promise<AddressProof | undefined>;
  /** The proof for this subject, proved or not. */
  find(purpose: ProofPurpose, subject: ProofSubject, at: Date): Promise<AddressProof | undefined>;
}

type WithBrowser = ProofSubject & { readonly browser: string };

export function addressProofStore({ pool }: Pick<Database, "pool">): AddressProofStore {
  const one = async (text: string, values: readonly unknown[]) => {
    const [row] = (await pool.query<Record<string, unknown>>(text, [...values])).rows;
    return row && proofOf(row);
  };
  return {
    async tryCode(purpose, subject, code, at) {
      const { browser } = subject;
      const key = [purpose, slotOf(purpose, subject), hashSecret(browser)];
      const until = after(at, PROOF_PURPOSES[purpose].provedSeconds);
      const found = await pool.query(TRY, [...key, hashCode(code, browser), at, until]);
      const row = found.rows[0] as Record<string, unknown> | undefined;
      if (row === undefined) return { kind: "void" };
      const proof = proofOf(row);
      return proof.provedAt === null ? { kind: "wrong", triesLeft: proof.triesLeft } : { kind: "proved", proof };
    },

    proveByToken: (purpose, { token, browser }, at) =>
      one(PROVE, [
        purpose,
        hashSecret(token),
        hashSecret(browser),
        at,
        after(at, PROOF_PURPOSES[purpose].provedSeconds),
      ]),

    findByToken: (purpose, token, at) => one(FIND_BY_TOKEN, [purpose, hashSecret(token), at]),

    find: (purpose, subject, at) => one(FIND, [purpose, slotOf(purpose, subject), at]),
  };
}

// A caller that waited for another one checks the conditions again, on the row as the other one left it.
const TRY = `
  UPDATE address_proof
     SET tries_left = tries_left - 1,
         proved_at = CASE WHEN code_hash = $4 THEN $5::timestamptz END,
         expires_at = CASE WHEN code_hash = $4 THEN $6::timestamptz ELSE expires_at END
   WHERE purpose = $1 AND slot = $2 AND browser_hash = $3 AND proved_at IS NULL AND tries_left > 0 AND expires_at > $5
  RETURNING ${PROOF_COLUMNS}`;

const PROVE = `
  UPDATE address_proof SET proved_at = $4, expires_at = $5
   WHERE purpose = $1 AND token_hash = $2 AND browser_hash = $3 AND proved_at IS NULL AND expires_at > $4
  RETURNING ${PROOF_COLUMNS}`;

const FIND_BY_TOKEN = `
  SELECT ${PROOF_COLUMNS} FROM address_proof WHERE purpose = $1 AND token_hash = $2 AND expires_at > $3`;

const FIND = `SELECT ${PROOF_COLUMNS} FROM address_proof WHERE purpose = $1 AND slot = $2 AND expires_at > $3`;
