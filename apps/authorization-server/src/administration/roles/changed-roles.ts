/** Roles of which a change ends at once what was issued to the people concerned (OWASP ASVS 8.3.2). */
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import type { UuidArray } from "../../platform/stores/uuid-array.ts";

/** Whose roles change: all that is given must match. */
export interface Concerned {
  readonly roleId?: string | undefined;
  readonly userId?: string | undefined;
  readonly userIds?: readonly string[] | UuidArray;
  readonly groupId?: string | undefined;
  /** Roles that count in this organization, or that its groups have. */
  readonly organizationId?: string | undefined;
}

/**
 * Revokes the authorizations of those who have such a role, for the resource server of the role. Call it in the
 * transaction of the act: after a role or a membership is added, and before one is removed. Their people are locked, so
 * what is being issued in the meantime is waited for. What they have it by, an organization, a role or a group, is
 * locked before (decision 131).
 */
export async function endIssuedBy(query: Query, concerned: Concerned, by: By): Promise<void> {
  if (!(await lockConcerned(query, concerned))) return;

  const { userId } = concerned;
  const revoked = (await query(REVOKE, [...valuesOf(concerned), by.at])).length;
  if (revoked === 0) return;
  const detail = { revoked, by: "role" };
  await recordAudit(query, { type: "authorizations_revoked", ...by, ...(userId !== undefined && { userId }), detail });
}

/** Locks the people who have the role, as `endIssuedBy` does. Returns false if no person has it. */
export const lockConcerned = async (query: Query, concerned: Concerned): Promise<boolean> =>
  (await query(LOCK, valuesOf(concerned))).length > 0;

const valuesOf = ({ roleId, userId, userIds, groupId, organizationId }: Concerned) =>
  [roleId, userId === undefined ? userIds : [userId], groupId, organizationId].map((value) => value ?? null);

const CONCERNED = `
  SELECT DISTINCT p.user_id, r.resource
    FROM role r
    JOIN (SELECT role_id, user_id, NULL::uuid AS group_id, NULL::uuid AS organization_id
            FROM role_assignment WHERE user_id IS NOT NULL
          UNION ALL
          SELECT a.role_id, m.user_id, m.group_id, g.organization_id
            FROM role_assignment a JOIN group_member m ON m.group_id = a.group_id JOIN user_group g ON g.id = m.group_id
          UNION ALL
          SELECT role_id, user_id, NULL, organization_id FROM organization_role WHERE user_id IS NOT NULL
          UNION ALL
          SELECT a.role_id, m.user_id, m.group_id, a.organization_id
            FROM organization_role a JOIN group_member m ON m.group_id = a.group_id) p ON p.role_id = r.id
   WHERE r.revoke_on_change
     AND ($1::uuid IS NULL OR r.id = $1::uuid) AND ($2::uuid[] IS NULL OR p.user_id = ANY ($2::uuid[]))
     AND ($3::uuid IS NULL OR p.group_id = $3::uuid) AND ($4::uuid IS NULL OR p.organization_id = $4::uuid)`;

const LOCK = `
  SELECT u.id FROM end_user u WHERE u.id IN (SELECT user_id FROM (${CONCERNED}) c) ORDER BY u.id FOR UPDATE`;

const REVOKE = `
  UPDATE "authorization" z SET revoked_at = $5::timestamptz
    FROM (${CONCERNED}) c
   WHERE z.user_id = c.user_id AND z.revoked_at IS NULL AND z.expires_at > $5::timestamptz
     AND (z.resource = c.resource OR jsonb_exists(z.resources, c.resource))
  RETURNING z.id`;
