/** Members of the groups of an organization, as its directory changes them (SCIM, RFC 7644). */
import { badRequest, type MemberChange, netMembers } from "@countersign/scim";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { recordAuditsOf } from "../../platform/stores/audit/audit-rows.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { NO_UUIDS, type UuidArray, uuidArray } from "../../platform/stores/uuid-array.ts";
import { endIssuedBy } from "../roles/changed-roles.ts";

interface About {
  readonly organizationId: string;
  readonly groupId: string;
}

/**
 * Changes the members of a group. Throws `invalidValue` if the organization does not have a person who is added. The
 * number of statements does not depend on the number of members.
 */
export async function changeMembers(
  query: Query,
  about: About,
  changes: readonly MemberChange[],
  by: By,
): Promise<void> {
  const mentioned = changes.flatMap((change) => ("ids" in change ? change.ids : [])).filter(isUuid);
  await query(LOCK_PEOPLE, [about.groupId, uuidArray(mentioned)]);
  const { isWhole, added, removed, named } = netMembers(changes);
  await assertMembers(query, about, named);
  if (isWhole) await remove(query, about, { except: added }, by);
  else if (removed.length > 0) await remove(query, about, { only: removed.filter(isUuid) }, by);
  if (added.length > 0) await add(query, about, added, by);
}

async function assertMembers(query: Query, { organizationId }: About, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const [known] = ids.every(isUuid) ? await query(KNOWN, [organizationId, uuidArray(ids)]) : [];
  if (Number(known?.count) !== ids.length) throw badRequest("invalidValue", "a member is no User of this organization");
}

async function add(query: Query, { organizationId, groupId }: About, ids: readonly string[], by: By): Promise<void> {
  const added = arrayIn(await query(ADD, [groupId, organizationId, uuidArray(ids), by.at]));
  await endIssuedBy(query, { groupId, userIds: added }, by);
  await recordAuditsOf(query, added, { type: "group_member_added", ...by, detail: { group: groupId } });
}

type Removed = { readonly only: readonly string[] } | { readonly except: readonly string[] };

async function remove(query: Query, { organizationId, groupId }: About, which: Removed, by: By): Promise<void> {
  const [ids, isOnly] = "only" in which ? [which.only, true] : [which.except, false];
  const chosen = arrayIn(await query(CHOSEN, [groupId, organizationId, uuidArray(ids), isOnly]));
  await endIssuedBy(query, { groupId, userIds: chosen }, by);
  const removed = arrayIn(await query(REMOVE, [groupId, chosen]));
  await recordAuditsOf(query, removed, { type: "group_member_removed", ...by, detail: { group: groupId } });
}

/** The array that a statement gives as its only row. */
const arrayIn = ([row]: readonly Record<string, unknown>[]) => (row?.ids ?? NO_UUIDS) as UuidArray;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text may be the id of something. */
export const isUuid = (text: string): boolean => UUID.test(text);

// All members at once, in one order, if a role of the group ends what was issued. Then the members are written.
const LOCK_PEOPLE = `
  SELECT u.id FROM end_user u
   WHERE EXISTS (SELECT FROM role r WHERE r.revoke_on_change AND (
           EXISTS (SELECT FROM role_assignment a WHERE a.role_id = r.id AND a.group_id = $1)
           OR EXISTS (SELECT FROM organization_role a WHERE a.role_id = r.id AND a.group_id = $1)))
     AND (u.id = ANY($2::uuid[]) OR u.id IN (SELECT user_id FROM group_member WHERE group_id = $1))
   ORDER BY u.id FOR NO KEY UPDATE`;

const KNOWN = `
  SELECT count(*) FROM organization_member WHERE organization_id = $1 AND user_id = ANY($2::uuid[])`;

// The ids come and go as the text of one array: as rows and as values of the driver, thousands would hold the process
// for tens of milliseconds.
const ADD = `
  WITH added AS (
    INSERT INTO group_member (group_id, user_id, created_at)
    SELECT $1, m.user_id, $4 FROM organization_member m WHERE m.organization_id = $2 AND m.user_id = ANY($3::uuid[])
    ON CONFLICT DO NOTHING RETURNING user_id)
  SELECT array_agg(user_id)::text AS ids FROM added`;

const CHOSEN = `
  SELECT array_agg(m.user_id)::text AS ids FROM group_member m JOIN user_group g ON g.id = m.group_id
   WHERE g.id = $1 AND g.organization_id = $2 AND (m.user_id = ANY($3::uuid[])) = $4`;

const REMOVE = `
  WITH removed AS (DELETE FROM group_member WHERE group_id = $1 AND user_id = ANY($2::uuid[]) RETURNING user_id)
  SELECT array_agg(user_id)::text AS ids FROM removed`;
