/** Membership of an organization, as its directory begins and ends it in the transaction of an act. */
import { type By, recordAudit } from "../stores/audit-events.ts";
import type { Query } from "../stores/transaction.ts";
import { endIssuedBy } from "./changed-roles.ts";

/** A person in an organization. */
export interface About {
  readonly organizationId: string;
  readonly userId: string;
}

/** Makes a person a member. */
export async function join(query: Query, { organizationId, userId }: About, by: By): Promise<void> {
  await query(JOIN, [organizationId, userId, by.at]);
  const detail = { organization: organizationId };
  await recordAudit(query, { type: "organization_member_added", ...by, userId, detail });
}

/** Ends a membership, with the groups and roles that it brought. */
export async function leave(query: Query, { organizationId, userId }: About, by: By): Promise<void> {
  await endIssuedBy(query, { organizationId, userId }, by);
  await query(LEAVE_GROUPS, [organizationId, userId]);
  if ((await query(LEAVE, [organizationId, userId])).length === 0) return;
  const detail = { organization: organizationId };
  await recordAudit(query, { type: "organization_member_removed", ...by, userId, detail });
}

const JOIN = `
  INSERT INTO organization_member (organization_id, user_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;

const LEAVE = "DELETE FROM organization_member WHERE organization_id = $1 AND user_id = $2 RETURNING user_id";

const LEAVE_GROUPS = `
  DELETE FROM group_member m USING user_group g
   WHERE g.id = m.group_id AND g.organization_id = $1 AND m.user_id = $2`;
