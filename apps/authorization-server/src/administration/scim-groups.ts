/**
 * Acts of the directory of an organization upon its groups (SCIM, RFC 7644). Each act and its audit rows are one
 * transaction. A group with a role of administration is not the directory's to change: who may fill such a group could
 * give more than they have.
 */
import { randomUUID } from "node:crypto";
import { type Database, isUniqueViolation } from "@countersign/database";
import {
  badRequest,
  displayName,
  type GroupPatch,
  type MemberChange,
  ScimError,
  type ScimObject,
} from "@countersign/rules";
import { keyOfGroup } from "../records/groups.ts";
import { type By, recordAudit } from "../stores/audit-events.ts";
import { type AssertMeantFor, locked } from "../stores/locked.ts";
import { lockOrganization } from "../stores/organization-lock.ts";
import { lockScimGroup, type ScimGroupRow } from "../stores/scim/groups.ts";
import type { Directory } from "../stores/scim/users.ts";
import { inTransaction, type Query } from "../stores/transaction.ts";
import { endIssuedBy } from "./changed-roles.ts";

type WithPool = Pick<Database, "pool">;

/** A group as SCIM sends it, without its members and what only we set. */
export const groupResourceOf = ({ name, externalId }: ScimGroupRow): ScimObject => ({
  displayName: name,
  ...(externalId === null ? {} : { externalId }),
});

/** Creates a group with members, and returns its id. Throws `uniqueness` if the organization has one of this name. */
export async function addScimGroup(
  { pool }: WithPool,
  { organizationId }: Directory,
  { group, members }: GroupPatch,
  by: By,
): Promise<string> {
  return ifUnique(() =>
    inTransaction(pool, async (query) => {
      await lockOrganization(query, organizationId);
      const id = randomUUID();
      const name = nameOf(group);
      await query(INSERT, [id, name, keyOfGroup(name, organizationId), organizationId, by.at]);
      const detail = { group: id, name, organization: organizationId };
      await recordAudit(query, { type: "group_added", ...by, detail });
      await changeMembers(query, { organizationId, groupId: id }, members, by);
      await query(RECORD, [id, organizationId, group.externalId ?? null, by.at]);
      return id;
    }),
  );
}

export interface GroupChange {
  readonly id: string;
  /** What the group is to be, from what it is without its members. */
  readonly change: (present: ScimObject) => GroupPatch;
  /** Throws if the change was meant for another version. */
  readonly assertMeantFor: AssertMeantFor<ScimGroupRow>;
}

/** Changes a group of the organization. Returns false if it has none with this id. */
export async function changeScimGroup(
  { pool }: WithPool,
  directory: Directory,
  { id, change, assertMeantFor }: GroupChange,
  by: By,
): Promise<boolean> {
  const { organizationId } = directory;
  return ifUnique(() =>
    inTransaction(pool, async (query) => {
      const before = await lockChangeable(query, directory, id);
      if (before === undefined) return false;
      assertMeantFor(locked(before));
      const { group, members } = change(groupResourceOf(before));
      const name = nameOf(group);
      if (name !== before.name) {
        await query(RENAME, [id, organizationId, name, keyOfGroup(name, organizationId)]);
        const detail = { group: id, organization: organizationId, before: before.name, after: name };
        await recordAudit(query, { type: "group_renamed", ...by, detail });
      }
      await changeMembers(query, { organizationId, groupId: id }, members, by);
      await query(RECORD, [id, organizationId, group.externalId ?? null, by.at]);
      return true;
    }),
  );
}

/** Deletes a group of the organization. Returns false if it has none with this id. */
export function removeScimGroup(
  { pool }: WithPool,
  directory: Directory,
  { id, assertMeantFor }: Pick<GroupChange, "id" | "assertMeantFor">,
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    const before = await lockChangeable(query, directory, id);
    if (before === undefined) return false;
    assertMeantFor(locked(before));
    await endIssuedBy(query, { groupId: id }, by);
    await query("DELETE FROM user_group WHERE id = $1 AND organization_id = $2", [id, directory.organizationId]);
    const detail = { group: id, organization: directory.organizationId };
    await recordAudit(query, { type: "group_removed", ...by, detail });
    return true;
  });
}

async function lockChangeable(query: Query, directory: Directory, id: string) {
  const group = await lockScimGroup(query, directory, id);
  if (group?.isAdministrative === true) {
    throw new ScimError(403, undefined, "the group has a role of administration: administrators alone change it");
  }
  return group;
}

interface About {
  readonly organizationId: string;
  readonly groupId: string;
}

/** Changes members in order. Throws `invalidValue` if somebody who is to be added is no member of the organization. */
async function changeMembers(query: Query, about: About, changes: readonly MemberChange[], by: By): Promise<void> {
  await query(LOCK_PEOPLE, [
    about.groupId,
    changes.flatMap((change) => ("ids" in change ? change.ids : [])).filter(isUuid),
  ]);
  for (const change of changes) {
    if (change.kind === "clear") await remove(query, about, { except: [] }, by);
    else if (change.kind === "remove") await remove(query, about, { only: change.ids.filter(isUuid) }, by);
    else {
      if (change.kind === "replace") await remove(query, about, { except: change.ids.filter(isUuid) }, by);
      await add(query, about, change.ids, by);
    }
  }
}

async function add(query: Query, { organizationId, groupId }: About, sent: readonly string[], by: By): Promise<void> {
  const ids = [...new Set(sent.map((id) => id.toLowerCase()))];
  if (ids.length === 0) return;
  const known = ids.every(isUuid) ? await query(KNOWN, [organizationId, ids]) : [];
  if (known.length !== ids.length) throw badRequest("invalidValue", "a member is no User of this organization");
  const added = await query(ADD, [groupId, organizationId, ids, by.at]);
  await endIssuedBy(query, { groupId, userIds: added.map(({ userId }) => String(userId)) }, by);
  for (const { userId } of added) await recordMember(query, "group_member_added", { groupId, userId }, by);
}

type Removed = { readonly only: readonly string[] } | { readonly except: readonly string[] };

async function remove(query: Query, { organizationId, groupId }: About, which: Removed, by: By): Promise<void> {
  const [ids, isOnly] = "only" in which ? [which.only, true] : [which.except, false];
  const chosen = await query(CHOSEN, [groupId, organizationId, ids, isOnly]);
  const userIds = chosen.map(({ userId }) => String(userId));
  await endIssuedBy(query, { groupId, userIds }, by);
  const removed = await query(REMOVE, [groupId, userIds]);
  for (const { userId } of removed) await recordMember(query, "group_member_removed", { groupId, userId }, by);
}

const recordMember = (
  query: Query,
  type: "group_member_added" | "group_member_removed",
  { groupId, userId }: { readonly groupId: string; readonly userId: unknown },
  by: By,
) => recordAudit(query, { type, ...by, userId: String(userId), detail: { group: groupId } });

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text may be the id of something. */
export const isUuid = (text: string): boolean => UUID.test(text);

function nameOf({ displayName: sent }: ScimObject): string {
  const read = displayName.safeParse(String(sent));
  if (read.success) return read.data;
  throw badRequest("invalidValue", "displayName has 1 to 100 visible characters");
}

async function ifUnique<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (err) {
    if (!isUniqueViolation(err)) throw err;
    throw new ScimError(409, "uniqueness", "the organization has a group with this displayName");
  }
}

const INSERT = `
  INSERT INTO user_group (id, name, name_key, organization_id, created_at) VALUES ($1, $2, $3, $4, $5)`;

const RENAME = "UPDATE user_group SET name = $3, name_key = $4 WHERE id = $1 AND organization_id = $2";

const RECORD = `
  INSERT INTO scim_group (group_id, organization_id, external_id, updated_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (group_id) DO UPDATE SET external_id = $3, updated_at = $4`;

// Everybody at once, in one order, if a role of the group ends what was issued. Then the rows of the members are written.
const LOCK_PEOPLE = `
  SELECT u.id FROM end_user u
   WHERE EXISTS (SELECT FROM role r WHERE r.revoke_on_change AND (
           EXISTS (SELECT FROM role_assignment a WHERE a.role_id = r.id AND a.group_id = $1)
           OR EXISTS (SELECT FROM organization_role a WHERE a.role_id = r.id AND a.group_id = $1)))
     AND (u.id = ANY($2::uuid[]) OR u.id IN (SELECT user_id FROM group_member WHERE group_id = $1))
   ORDER BY u.id FOR NO KEY UPDATE`;

const KNOWN = `
  SELECT user_id FROM organization_member WHERE organization_id = $1 AND user_id = ANY($2::uuid[])`;

const ADD = `
  INSERT INTO group_member (group_id, user_id, created_at)
  SELECT $1, m.user_id, $4 FROM organization_member m WHERE m.organization_id = $2 AND m.user_id = ANY($3::uuid[])
  ON CONFLICT DO NOTHING RETURNING user_id AS "userId"`;

const CHOSEN = `
  SELECT m.user_id AS "userId" FROM group_member m JOIN user_group g ON g.id = m.group_id
   WHERE g.id = $1 AND g.organization_id = $2 AND (m.user_id = ANY($3::uuid[])) = $4`;

const REMOVE = `
  DELETE FROM group_member WHERE group_id = $1 AND user_id = ANY($2::uuid[]) RETURNING user_id AS "userId"`;
