/** Acts on the members of groups of an organization. Each act and its audit row are one transaction. */
import type { Database } from "@countersign/database";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { lockPerson } from "../../platform/stores/person/person-lock.ts";
import { inTransaction } from "../../platform/stores/transaction.ts";
import { endIssuedBy } from "../roles/changed-roles.ts";

export interface OrganizationGroupMember {
  readonly organizationId: string;
  readonly groupId: string;
  readonly userId: string;
}

/**
 * Adds a member of an organization to a group of it, whose roles count from their next token. Returns false, and
 * changes nothing, if they are in the group already, or no member of the organization.
 */
export function addOrganizationGroupMember(
  { pool }: Pick<Database, "pool">,
  { organizationId, groupId, userId }: OrganizationGroupMember,
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    await query("SELECT id FROM user_group WHERE id = $1::uuid FOR KEY SHARE", [groupId]);
    await lockPerson(query, userId);
    if ((await query(ADD, [organizationId, groupId, userId, by.at])).length === 0) return false;
    await endIssuedBy(query, { groupId, userId }, by);
    await recordAudit(query, { type: "group_member_added", ...by, userId, detail: { group: groupId } });
    return true;
  });
}

// The lock conflicts with the removal of the member, which takes them out of the groups after that.
const ADD = `
  WITH member AS (
    SELECT user_id FROM organization_member WHERE organization_id = $1 AND user_id = $3 FOR KEY SHARE)
  INSERT INTO group_member (group_id, user_id, created_at)
  SELECT g.id, m.user_id, $4 FROM member m, user_group g WHERE g.id = $2 AND g.organization_id = $1
  ON CONFLICT DO NOTHING RETURNING user_id`;
