/**
 * Proofs that a person receives mail at an address. A message carries a code, a link, or both. The code is for the
 * browser that asked for it. Of code and link the database holds only hashes, and the hash of a code includes the
 * browser's secret, so a reader of the database finds no code.
 */
import { randomUUID } from "node:crypto";
import { after, type EmailAddress, hashSecret, newCode, newSecret, type Secret } from "@countersign/rules";
import { lockPerson } from "../person/person-lock.ts";
import type { Query } from "../transaction.ts";
import { type AddressProof, hashCode, PROOF_COLUMNS, proofOf, slotOf } from "./address-proof-rows.ts";
import { PROOF_PURPOSES, type ProofPurpose } from "./proof-purposes.ts";

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

const SPEND = `
  DELETE FROM address_proof WHERE purpose = $1 AND id = $2 AND proved_at IS NOT NULL AND expires_at > $3
  RETURNING ${PROOF_COLUMNS}`;

const PERSON_OF_TOKEN = `
  SELECT user_id AS "userId" FROM address_proof WHERE purpose = $1 AND token_hash = $2 AND expires_at > $3`;

const SPEND_TOKEN = `
  DELETE FROM address_proof WHERE purpose = $1 AND token_hash = $2 AND browser_hash IS NULL AND expires_at > $3
  RETURNING ${PROOF_COLUMNS}`;
