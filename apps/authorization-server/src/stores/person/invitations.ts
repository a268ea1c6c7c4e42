/** Invitations that are open. A link carries 256 random bits; the database holds their hash. */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import { type EmailAddress, hashSecret, newSecret, type Secret } from "@countersign/rules";
import type { Query } from "../transaction.ts";

export interface Invitation {
  readonly id: string;
  /** The address for delivery, and in canonical form. Only an account with this address accepts the invitation. */
  readonly address: string;
  readonly canonical: string;
  /** The roles that the person gets who accepts it. */
  readonly roleIds: readonly string[];
}

export interface InvitationStore {
  /** The invitation of a link; `undefined` if it was withdrawn, accepted or replaced, or if it expired. */
  findByToken(token: string, at: Date): Promise<Invitation | undefined>;
}

export function invitationStore({ pool }: Pick<Database, "pool">): InvitationStore {
  return {
    async findByToken(token, at) {
      const found = await pool.query<Invitation>(FIND, [hashSecret(token), at]);
      return found.rows[0];
    },
  };
}

/** Adds an invitation without roles. It replaces an open one of the same address, and what that one gave. */
export async function openInvitation(
  query: Query,
  { deliverable, canonical }: EmailAddress,
  { at, expiresAt }: { readonly at: Date; readonly expiresAt: Date },
): Promise<{ readonly id: string; readonly token: Secret }> {
  const [id, token] = [randomUUID(), newSecret()];
  await query(OPEN, [id, deliverable, canonical, hashSecret(token), at, expiresAt]);
  return { id, token };
}

/** Closes an invitation that is accepted. Of several callers one receives it, the others `undefined`. */
export async function takeInvitation(query: Query, id: string, at: Date): Promise<Invitation | undefined> {
  const [row] = await query(TAKE, [id, at]);
  return row as Invitation | undefined;
}

/** Closes the open invitation of an address in canonical form, if there is one. */
export async function takeInvitationOf(query: Query, canonical: string, at: Date): Promise<Invitation | undefined> {
  const [row] = await query(TAKE_OF, [canonical, at]);
  return row as Invitation | undefined;
}

const COLUMNS = `id, address, address_canonical AS canonical, role_ids AS "roleIds"`;

const FIND = `SELECT ${COLUMNS} FROM invitation WHERE token_hash = $1 AND expires_at > $2`;

const OPEN = `
  INSERT INTO invitation (id, address, address_canonical, token_hash, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (address_canonical) DO UPDATE
     SET id = $1, address = $2, token_hash = $4, created_at = $5, expires_at = $6, role_ids = '{}'`;

const TAKE_OF = `DELETE FROM invitation WHERE address_canonical = $1 AND expires_at > $2 RETURNING ${COLUMNS}`;

const TAKE = `DELETE FROM invitation WHERE id = $1 AND expires_at > $2 RETURNING ${COLUMNS}`;
