/**
 * Membership of an organization: how it begins and ends, for all acts. Each is part of the transaction of an act.
 */
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { recordAudits } from "../../platform/stores/audit/audit-rows.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { endIssuedBy } from "../roles/changed-roles.ts";

/** A person in an organization. */
export interface About {
  readonly organizationId: string;
  readonly userId: string;
}

/** Makes a person a member. Returns false if they are one already. */
export const join = (query: Query, about: About, by: By): Promise<boolean> => begin(query, JOIN, about, by);

/**
 * The same for a person who signs in at a provider of the organization. A sign-in does not begin a membership again
 * that a directory ended: an administrator, an invitation or the directory does. Returns false then, too.
 */
export async function joinUnlessEnded(query: Query, about: About, by: By): Promise<boolean> {
  // A directory locks the person before it ends the membership. A statement of its own sees what it did.
  await query("SELECT FROM end_user WHERE id = $1 FOR SHARE", [about.userId]);
  return begin(query, JOIN_UNLESS_ENDED, about, by);
}

async function begin(query: Query, statement: string, { organizationId, userId }: About, by: By): Promise<boolean> {
  if ((await query(statement, [organizationId, userId, by.at])).length === 0) return false;
  const detail = { organization: organizationId };
  await recordAudit(query, { type: "organization_member_added", ...by, userId, detail });
  return true;
}

/**
 * Ends a membership, with the groups and roles that it brought, and withdraws the invitations into the organization
 * that the person has not accepted. Returns false if they were no member.
 */
export async function leave(query: Query, { organizationId, userId }: About, by: By): Promise<boolean> {
  await withdrawInvitations(query, { organizationId, userId }, by);
  await endIssuedBy(query, { organizationId, userId }, by);
  // An act that adds them to a group at the same time holds the row of the member. The groups come after that.
  const left = await query(LEAVE, [organizationId, userId]);
  await query(LEAVE_GROUPS, [organizationId, userId]);
  if (left.length === 0) return false;
  const detail = { organization: organizationId };
  await recordAudit(query, { type: "organization_member_removed", ...by, userId, detail });
  return true;
}

// First of all: a person who accepts one at the same time holds its row, and is a member when this goes on.
async function withdrawInvitations(query: Query, { organizationId, userId }: About, by: By): Promise<void> {
  const withdrawn = await query(WITHDRAW, [organizationId, userId]);
  await recordAudits(
    query,
    withdrawn.map(({ id }) => ({
      type: "organization_invitation_withdrawn",
      ...by,
      userId,
      detail: { organization: organizationId, invitation: id },
    })),
  );
}

const JOIN = `
  INSERT INTO organization_member (organization_id, user_id, created_at) VALUES ($1, $2, $3)
  ON CONFLICT DO NOTHING RETURNING user_id`;

const JOIN_UNLESS_ENDED = `
  INSERT INTO organization_member (organization_id, user_id, created_at)
  SELECT $1, $2, $3
   WHERE NOT EXISTS (SELECT FROM scim_user WHERE organization_id = $1 AND user_id = $2 AND ended_at IS NOT NULL)
  ON CONFLICT DO NOTHING RETURNING user_id`;

const WITHDRAW = `
  DELETE FROM organization_invitation i USING end_user u
   WHERE u.id = $2 AND u.email_verified_at IS NOT NULL
     AND i.organization_id = $1 AND i.address_canonical = u.email_canonical
  RETURNING i.id`;

const LEAVE = "DELETE FROM organization_member WHERE organization_id = $1 AND user_id = $2 RETURNING user_id";

const LEAVE_GROUPS = `
  DELETE FROM group_member m USING user_group g
   WHERE g.id = m.group_id AND g.organization_id = $1 AND m.user_id = $2`;
