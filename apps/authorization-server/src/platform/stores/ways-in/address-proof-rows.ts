/** Proofs of addresses, as they are stored in their rows. */
import { hashSecret, isSecret, type Secret } from "@countersign/rules";
import { PROOF_PURPOSES, type ProofPurpose, type ProofSubject } from "./proof-purposes.ts";

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

/** The hash of what a purpose has one proof for. Its parts may be secrets. */
export const slotOf = (purpose: ProofPurpose, subject: ProofSubject, token?: Secret) =>
  hashSecret(JSON.stringify(PROOF_PURPOSES[purpose].slot(subject, token ?? ("" as Secret))));

/** The hash of a code, which includes the secret of its browser. */
export const hashCode = (code: string, browser: string) => hashSecret(JSON.stringify([browser, code]));

/** The proof of a row. */
export const proofOf = (row: Record<string, unknown>): AddressProof => ({
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

/** The columns that `proofOf` reads. */
export const PROOF_COLUMNS = `id, user_id AS "userId", address, address_canonical AS canonical, proved_at AS "provedAt",
  created_at AS "createdAt", expires_at AS "expiresAt", browser_hash AS "browserHash",
  tries_left AS "triesLeft"`;
