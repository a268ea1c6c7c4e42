/** Invitations that are open. A link carries 256 random bits; the database holds their hash. */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import { type AcceptedInvitation, type EmailAddress, hashSecret, newSecret, type Secret } from "@countersign/rules";
import type { Query } from "../transaction.ts";
import { type Giver, mayStill } from "./givers.ts";

/**
 * How the link reaches the person: by mail, from an operator who saw it printed, or by the log of a first start. Only
 * who has the link accepts one that was not mailed. One from a log is void as soon as a person has its role.
 */
export type InvitationDelivery = "mailed" | "printed" | "logged";

export interface Invitation {
  readonly id: string;
  /** The address for delivery, and in canonical form. Only an account with this address accepts the invitation. */
  readonly address: string;
  readonly canonical: string;
  /** The roles that the person gets who accepts it, and by their ids who put each on it. */
  readonly roleIds: readonly string[];
  readonly roleGivers: Readonly<Record<string, Giver>>;
  readonly delivery: InvitationDelivery;
  /** The organization that the new account joins; null for none. */
  readonly organizationId: string | null;
}

export interface InvitationStore {
  /** How the link of an open invitation was given away. */
  deliveryOf(id: string, at: Date): Promise<InvitationDelivery | undefined>;
  /**
   * The invitation of a link; `undefined` if it was withdrawn, accepted or replaced, if it expired, or if who made it
   * may not invite any more.
   *
   * @param administration the identifier of the administration API; undefined if it is off
   */
  findByToken(token: string, at: Date, administration: string | undefined): Promise<Invitation | undefined>;
}

export function invitationStore({ pool }: Pick<Database, "pool">): InvitationStore {
  return {
    async findByToken(token, at, administration) {
      const found = await pool.query<Invitation>(FIND, [hashSecret(token), at, administration ?? null]);
      return found.rows[0];
    },
    async deliveryOf(id, at) {
      const found = await pool.query<Pick<Invitation, "delivery">>(DELIVERY, [id, at]);
      return found.rows[0]?.delivery;
    },
  };
}

interface NewInvitationRow extends Partial<Pick<Invitation, "delivery" | "roleIds">> {
  readonly madeBy: Giver;
  readonly at: Date;
  readonly expiresAt: Date;
}

/**
 * Adds an invitation, with roles that who made it gives. It replaces an open one of the same address, and what that one
 * gave. Returns undefined if that one gives other roles than it may replace.
 *
 * @param mayTake the roles that an open one may have that is replaced; undefined for any
 */
export async function openInvitation(
  query: Query,
  { deliverable, canonical }: EmailAddress,
  { at, expiresAt, delivery = "mailed", roleIds = [], madeBy }: NewInvitationRow,
  mayTake: readonly string[] | undefined,
): Promise<{ readonly id: string; readonly token: Secret } | undefined> {
  const [id, token] = [randomUUID(), newSecret()];
  const givers = Object.fromEntries(roleIds.map((role) => [role, madeBy]));
  const row = [id, deliverable, canonical, hashSecret(token), at, expiresAt, roleIds, delivery];
  const opened = await query(OPEN, [...row, JSON.stringify(madeBy), JSON.stringify(givers), mayTake ?? null]);
  return opened.length === 0 ? undefined : { id, token };
}

export interface NewInvitationInto {
  readonly organizationId: string;
  readonly token: Secret;
  readonly madeBy: Giver;
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
  { organizationId, token, madeBy, at, expiresAt }: NewInvitationInto,
): Promise<void> {
  const values = [randomUUID(), deliverable, canonical, hashSecret(token), at, expiresAt, organizationId];
  await query(OPEN_INTO, [...values, JSON.stringify(madeBy)]);
}

/**
 * Locks the invitation to create an account that came with one into an organization. Who accepts takes it before the
 * other one, so every act upon both does.
 */
export const lockInvitationInto = async (
  query: Query,
  organizationId: string,
  which: { readonly id: string } | { readonly canonical: string },
): Promise<void> => {
  await ("id" in which
    ? query(LOCK_INTO_OF, [organizationId, which.id])
    : query(LOCK_INTO, [organizationId, which.canonical]));
};

/** An invitation that was closed. Without `mayInvite`, who made it may not invite any more: it gives nothing. */
export interface TakenInvitation extends Invitation {
  readonly mayInvite: boolean;
}

/**
 * Closes an invitation that is accepted, unless it was sent again since: then its link is another one. Of several
 * callers one receives it, the others `undefined`.
 *
 * @param administration the identifier of the administration API; undefined if it is off
 */
export async function takeInvitation(
  query: Query,
  { invitationId, linkHash }: AcceptedInvitation,
  at: Date,
  administration: string | undefined,
): Promise<TakenInvitation | undefined> {
  const hash = linkHash === undefined ? null : Buffer.from(linkHash, "base64url");
  const [row] = await query(TAKE, [invitationId, at, administration ?? null, hash]);
  return row as TakenInvitation | undefined;
}

/** The same for the open mailed invitation of an address in canonical form, if there is one. */
export async function takeInvitationOf(
  query: Query,
  canonical: string,
  at: Date,
  administration: string | undefined,
): Promise<TakenInvitation | undefined> {
  const [row] = await query(TAKE_OF, [canonical, at, administration ?? null]);
  return row as TakenInvitation | undefined;
}

const COLUMNS = `id, address, address_canonical AS canonical, role_ids AS "roleIds", role_givers AS "roleGivers",
  delivery, organization_id AS "organizationId"`;

// Invitations of an earlier version do not say who made them: they give an account, and no roles.
const MAY_INVITE = `
  (invitation.made_by IS NULL
   OR CASE WHEN invitation.organization_id IS NULL THEN ${mayStill("invitation.made_by", "people:write", "$3")}
           ELSE ${mayStill("invitation.made_by", "organizations:write", "$3")} END)`;

// A link in a log is there for every reader of logs: it makes the first holder of a role, and no second one.
export const INVITATION_IS_OPEN = `
  expires_at > $2 AND (delivery <> 'logged' OR NOT EXISTS (
    SELECT FROM role_assignment WHERE role_id = ANY (invitation.role_ids)))`;

const FIND = `SELECT ${COLUMNS} FROM invitation WHERE token_hash = $1 AND ${INVITATION_IS_OPEN} AND ${MAY_INVITE}`;

const DELIVERY = `SELECT delivery FROM invitation WHERE id = $1 AND ${INVITATION_IS_OPEN}`;

const OPEN = `
  INSERT INTO invitation (id, address, address_canonical, token_hash, created_at, expires_at, role_ids, delivery,
                          made_by, role_givers)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (address_canonical) DO UPDATE
     SET id = $1, address = $2, token_hash = $4, created_at = $5, expires_at = $6, role_ids = $7, delivery = $8,
         made_by = $9, role_givers = $10, organization_id = NULL
   WHERE $11::uuid[] IS NULL OR invitation.role_ids <@ $11 OR invitation.expires_at <= $5
  RETURNING id`;

const OPEN_INTO = `
  INSERT INTO invitation (id, address, address_canonical, token_hash, created_at, expires_at, organization_id, made_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (address_canonical) DO UPDATE
     SET id = $1, address = $2, token_hash = $4, created_at = $5, expires_at = $6, role_ids = '{}', role_givers = '{}',
         delivery = 'mailed', organization_id = $7, made_by = $8
   WHERE invitation.expires_at <= $5 OR invitation.organization_id = $7`;

const LOCK_INTO = "SELECT FROM invitation WHERE organization_id = $1 AND address_canonical = $2 FOR UPDATE";
const LOCK_INTO_OF = `
  SELECT FROM invitation i
    JOIN organization_invitation o
      ON o.organization_id = i.organization_id AND o.address_canonical = i.address_canonical
   WHERE i.organization_id = $1 AND o.id = $2 FOR UPDATE OF i`;

// An organization that is deleted takes its invitations with it. So it is locked before the invitation (decision 131).
const taking = (which: string, isOpen: string) => `
  WITH inviting AS MATERIALIZED (
    SELECT o.id FROM organization o WHERE o.id = (SELECT organization_id FROM invitation WHERE ${which}) FOR KEY SHARE)
  DELETE FROM invitation USING (SELECT count(*) FROM inviting) AS locked
   WHERE ${which} AND ${isOpen} RETURNING ${COLUMNS}, ${MAY_INVITE} AS "mayInvite"`;

const TAKE_OF = taking("address_canonical = $1", "expires_at > $2 AND delivery = 'mailed'");

const TAKE = taking("id = $1", `${INVITATION_IS_OPEN} AND ($4::bytea IS NULL OR token_hash = $4)`);
