/**
 * Proofs that a person receives mail at an address. A message carries a code, a link, or both. The code is for the
 * browser that asked for it. Of code and link the database holds only hashes, and the hash of a code includes the
 * browser's secret, so a reader of the database finds no code.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import { after, type EmailAddress, hashSecret, isSecret, newCode, newSecret, type Secret } from "@countersign/rules";
import { lockPerson } from "../person/person-lock.ts";
import type { Query } from "../transaction.ts";
import { PROOF_PURPOSES, type ProofPurpose, type ProofSubject } from "./proof-purposes.ts";

const TRIES = 5;

export interface NewProof {
  readonly address: EmailAddress;
  /** The account that the proof is for; undefined when there is none yet. */
  readonly userId?: string | undefined;
  /** The secret of the browser that asks. Without it there is no code, and the link works in any browser. */
  readonly browser?: string | undefined;
  /** How long code and link are valid, if the deployment says so; by default as the table of purposes does. */
  readonly lifetimeSeconds?: number;
}

/** What the message says. A code is absent when the proof is bound to no browser. */
export interface ProofSecrets {
  readonly code: string | undefined;
  readonly token: Secret;
  readonly expiresAt: Date;
}

export interface AddressProof {
  readonly id: string;
  readonly userId: string | null;
  /** The address for delivery, and in canonical form. */
  readonly address: string;
  readonly canonical: string;
  /** When the code or the link was accepted. */
  readonly provedAt: Date | null;
  /** How many codes may still be tried. */
  readonly triesLeft: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Whether the browser with this secret asked for the proof. */
  readonly isFor: (browser: string) => boolean;
}

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

/**
 * Makes a proof, in the transaction that enqueues its message. An older proof with the same slot is replaced: its code
 * and its link are void.
 */
export async function beginProof(
  query: Query,
  purpose: ProofPurpose,
  { address, userId, browser, lifetimeSeconds = PROOF_PURPOSES[purpose].lifetimeSeconds }: NewProof,
  at: Date,
): Promise<ProofSecrets> {
  const token = newSecret();
  const code = browser === undefined ? undefined : newCode();
  const expiresAt = after(at, lifetimeSeconds);
  await query(BEGIN, [
    randomUUID(),
    purpose,
    slotOf(purpose, { address: address.canonical, userId, browser }, token),
    userId ?? null,
    address.deliverable,
    address.canonical,
    browser === undefined ? null : hashSecret(browser),
    browser === undefined || code === undefined ? null : hashCode(code, browser),
    hashSecret(token),
    TRIES,
    at,
    expiresAt,
  ]);
  return { code, token, expiresAt };
}

/** Spends a proof that was proved. Of several callers one receives it, the others `undefined`. */
export async function spendProof(
  query: Query,
  purpose: ProofPurpose,
  id: string,
  at: Date,
): Promise<AddressProof | undefined> {
  const [row] = await query(SPEND, [purpose, id, at]);
  return row && proofOf(row);
}

/**
 * Spends a proof by the token of its link, in any browser, and locks the person whom it is for. It is for purposes
 * whose proofs are bound to no browser. Of several callers one receives it, the others `undefined`.
 */
export async function spendToken(
  query: Query,
  purpose: ProofPurpose,
  token: string,
  at: Date,
): Promise<AddressProof | undefined> {
  const values = [purpose, hashSecret(token), at];
  const [of] = await query(PERSON_OF_TOKEN, values);
  if (of === undefined) return undefined;
  if (of.userId !== null) await lockPerson(query, String(of.userId));
  const [row] = await query(SPEND_TOKEN, values);
  return row && proofOf(row);
}

/**
 * Voids everything that was mailed to a person and is pending, such as a change of address. A link that takes a change
 * of address back stays valid: it is the way out for a person whose account another person took over.
 *
 * @param undone when the change was made that such a link takes back: links about later changes are void, too
 * @returns how many there were
 */
export const voidProofs = async (query: Query, userId: string, undone?: Date): Promise<number> =>
  (await query(VOID, [userId, undone ?? null])).length;

const VOID = `
  DELETE FROM address_proof WHERE user_id = $1 AND (purpose <> 'undo-address' OR created_at >= $2) RETURNING id`;

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

// The parts of a slot may be secrets.
const slotOf = (purpose: ProofPurpose, subject: ProofSubject, token?: Secret) =>
  hashSecret(JSON.stringify(PROOF_PURPOSES[purpose].slot(subject, token ?? ("" as Secret))));

const hashCode = (code: string, browser: string) => hashSecret(JSON.stringify([browser, code]));

const proofOf = (row: Record<string, unknown>): AddressProof => ({
  id: String(row.id),
  userId: row.userId as string | null,
  address: String(row.address),
  canonical: String(row.canonical),
  provedAt: row.provedAt as Date | null,
  triesLeft: Number(row.triesLeft),
  createdAt: row.createdAt as Date,
  expiresAt: row.expiresAt as Date,
  isFor: (browser) => row.browserHash instanceof Uint8Array && isSecret(browser, row.browserHash),
});

const COLUMNS = `id, user_id AS "userId", address, address_canonical AS canonical, proved_at AS "provedAt",
  created_at AS "createdAt", expires_at AS "expiresAt", browser_hash AS "browserHash",
  tries_left AS "triesLeft"`;

// The person is locked before the proof that this one replaces.
const BEGIN = `
  WITH person AS MATERIALIZED (SELECT id FROM end_user WHERE id = $4::uuid FOR KEY SHARE)
  INSERT INTO address_proof (id, purpose, slot, user_id, address, address_canonical, browser_hash, code_hash,
                             token_hash, tries_left, created_at, expires_at)
  SELECT $1::uuid, $2::text, $3::bytea, $4::uuid, $5::text, $6::text, $7::bytea, $8::bytea, $9::bytea, $10::int,
         $11::timestamptz, $12::timestamptz
    FROM (SELECT count(*) FROM person) AS locked
  ON CONFLICT (purpose, slot) DO UPDATE
     SET id = $1, user_id = $4, address = $5, address_canonical = $6, browser_hash = $7, code_hash = $8,
         token_hash = $9, tries_left = $10, created_at = $11, expires_at = $12, proved_at = NULL`;

// A caller that waited for another one checks the conditions again, on the row as the other one left it.
const TRY = `
  UPDATE address_proof
     SET tries_left = tries_left - 1,
         proved_at = CASE WHEN code_hash = $4 THEN $5::timestamptz END,
         expires_at = CASE WHEN code_hash = $4 THEN $6::timestamptz ELSE expires_at END
   WHERE purpose = $1 AND slot = $2 AND browser_hash = $3 AND proved_at IS NULL AND tries_left > 0 AND expires_at > $5
  RETURNING ${COLUMNS}`;

const PROVE = `
  UPDATE address_proof SET proved_at = $4, expires_at = $5
   WHERE purpose = $1 AND token_hash = $2 AND browser_hash = $3 AND proved_at IS NULL AND expires_at > $4
  RETURNING ${COLUMNS}`;

const FIND_BY_TOKEN = `
  SELECT ${COLUMNS} FROM address_proof WHERE purpose = $1 AND token_hash = $2 AND expires_at > $3`;

const FIND = `SELECT ${COLUMNS} FROM address_proof WHERE purpose = $1 AND slot = $2 AND expires_at > $3`;

const SPEND = `
  DELETE FROM address_proof WHERE purpose = $1 AND id = $2 AND proved_at IS NOT NULL AND expires_at > $3
  RETURNING ${COLUMNS}`;

const PERSON_OF_TOKEN = `
  SELECT user_id AS "userId" FROM address_proof WHERE purpose = $1 AND token_hash = $2 AND expires_at > $3`;

const SPEND_TOKEN = `
  DELETE FROM address_proof WHERE purpose = $1 AND token_hash = $2 AND browser_hash IS NULL AND expires_at > $3
  RETURNING ${COLUMNS}`;
