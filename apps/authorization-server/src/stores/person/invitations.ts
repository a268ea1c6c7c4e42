/** Invitations that are open. A link carries 256 random bits; the database holds their hash. */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import { type EmailAddress, hashSecret, newSecret, type Secret } from "@countersign/rules";
import type { Query } from "../transaction.ts";

/**
 * How the link reaches the person: by mail, from an operator who saw it printed, or by the log of a first start. Only
 * who has the link accepts one that was not mailed. One from a log is void as soon as somebody has its role.
 */
export type InvitationDelivery = "mailed" | "printed" | "logged";

export interface Invitation {
  readonly id: string;
  /** The address for delivery, and in canonical form. Only an account with this address accepts the invitation. */
  readonly address: string;
  readonly canonical: string;
  /** The roles that the person gets who accepts it. */
  readonly roleIds: readonly string[];
  readonly delivery: InvitationDelivery;
  /** The organization that the new account joins; null for none. */
  readonly organizationId: string | null;
}

export interface InvitationStore {
  /** How the link of an open invitation was given away. */
  deliveryOf(id: string, at: Date): Promise<InvitationDelivery | undefined>;
  /** The invitation of a link; `undefined` if it was withdrawn, accepted or replaced, or if it expired. */
  findByToken(token: string, at: Date): Promise<Invitation | undefined>;
}

export function invitationStore({ pool }: Pick<Database, "pool">): InvitationStore {
  return {
    async findByToken(token, at) {
      const found = await pool.query<Invitation>(FIND, [hashSecret(token), at]);
      return found.rows[0];
    },
    async deliveryOf(id, at) {
      const found = await pool.query<Pick<Invitation, "delivery">>(DELIVERY, [id, at]);
      return found.rows[0]?.delivery;
    },
  };
}

interface NewInvitationRow extends Partial<Pick<Invitation, "delivery" | "roleIds">> {
  readonly at: Date;
  readonly expiresAt: Date;
}

/** Adds an invitation. It replaces an open one of the same address, and what that one gave. */
export async function openInvitation(
  query: Query,
  { deliverable, canonical }: EmailAddress,
  { at, expiresAt, delivery = "mailed", roleIds = [] }: NewInvitationRow,
): Promise<{ readonly id: string; readonly token: Secret }> {
  const [id, token] = [randomUUID(), newSecret()];
  await query(OPEN, [id, deliverable, canonical, hashSecret(token), at, expiresAt, roleIds, delivery]);
  return { id, token };
}

export interface NewInvitationInto {
  readonly organizationId: string;
  readonly token: Secret;
  readonly at: Date;
  readonly expiresAt: Date;
}

/**
 * Adds the invitation of an organization to create an account. It changes nothing if the address has an open one that
 * this organization did not send: that one may give more.
 */
export async function openInvitationInto(
  query: Query,
  { deliverable, canonical }: EmailAddress,
  { organizationId, token, at, expiresAt }: NewInvitationInto,
): Promise<void> {
  const values = [randomUUID(), deliverable, canonical, hashSecret(token), at, expiresAt, organizationId];
  await query(OPEN_INTO, values);
}

/** Closes an invitation that is accepted. Of several callers one receives it, the others `undefined`. */
export async function takeInvitation(query: Query, id: string, at: Date): Promise<Invitation | undefined> {
  const [row] = await query(TAKE, [id, at]);
  return row as Invitation | undefined;
}

/** Closes the open mailed invitation of an address in canonical form, if there is one. */
export async function takeInvitationOf(query: Query, canonical: string, at: Date): Promise<Invitation | undefined> {
  const [row] = await query(TAKE_OF, [canonical, at]);
  return row as Invitation | undefined;
}

const COLUMNS = `id, address, address_canonical AS canonical, role_ids AS "roleIds", delivery,
  organization_id AS "organizationId"`;

// A link in a log is there for everybody who reads logs: it makes the first holder of a role, and no second one.
const IS_OPEN = `
  expires_at > $2 AND (delivery <> 'logged' OR NOT EXISTS (
    SELECT FROM role_assignment WHERE role_id = ANY (invitation.role_ids)))`;

const FIND = `SELECT ${COLUMNS} FROM invitation WHERE token_hash = $1 AND ${IS_OPEN}`;

const DELIVERY = `SELECT delivery FROM invitation WHERE id = $1 AND ${IS_OPEN}`;

const OPEN = `
  INSERT INTO invitation (id, address, address_canonical, token_hash, created_at, expires_at, role_ids, delivery)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (address_canonical) DO UPDATE
     SET id = $1, address = $2, token_hash = $4, created_at = $5, expires_at = $6, role_ids = $7, delivery = $8,
         organization_id = NULL`;

const OPEN_INTO = `
  INSERT INTO invitation (id, address, address_canonical, token_hash, created_at, expires_at, organization_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (address_canonical) DO UPDATE
     SET id = $1, address = $2, token_hash = $4, created_at = $5, expires_at = $6, role_ids = '{}',
         delivery = 'mailed', organization_id = $7
   WHERE invitation.expires_at <= $5 OR invitation.organization_id = $7`;

// An organization that is deleted takes its invitations with it. So it is locked before the invitation (decision 131).
const taking = (which: string, isOpen: string) => `
  WITH inviting AS MATERIALIZED (
    SELECT o.id FROM organization o WHERE o.id = (SELECT organization_id FROM invitation WHERE ${which}) FOR KEY SHARE)
  DELETE FROM invitation USING (SELECT count(*) FROM inviting) AS locked
   WHERE ${which} AND ${isOpen} RETURNING ${COLUMNS}`;

const TAKE_OF = taking("address_canonical = $1", "expires_at > $2 AND delivery = 'mailed'");

const TAKE = taking("id = $1", IS_OPEN);
