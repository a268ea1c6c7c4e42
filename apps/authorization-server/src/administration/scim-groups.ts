/**
 * Acts of the directory of an organization upon its groups (SCIM, RFC 7644). Each act and its audit rows are one
 * transaction. A group with a role of administration is not the directory's to change: who may fill such a group could
 * give more than they have.
 */
import { randomUUID } from "node:crypto";
import { type Database, isUniqueViolation } from "@countersign/database";
import {
  badRequest,
  type GroupPatch,
  type MemberChange,
  netMembers,
  ScimError,
  type ScimObject,
} from "@countersign/rules";
import { keyOfGroup } from "../records/groups.ts";
import { type By, recordAudit } from "../stores/audit-events.ts";
import { recordAudits } from "../stores/audit-rows.ts";
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
  readonly assertMeantFor: (present: ScimGroupRow) => void;
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
      assertMeantFor(before);
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
    assertMeantFor(before);
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

/**
 * Changes the members of a group. Throws `invalidValue` if somebody who is to be added is no member of the
 * organization. Each statement is for all members: their number does not depend on that of the members.
 */
async function changeMembers(query: Query, about: About, changes: readonly MemberChange[], by: By): Promise<void> {
  const { isWhole, added, removed, named } = netMembers(changes);
  await assertMembers(query, about, named);
  if (isWhole) await remove(query, about, { except: added }, by);
  else if (removed.length > 0) await remove(query, about, { only: removed.filter(isUuid) }, by);
  if (added.length > 0) await add(query, about, added, by);
}

async function assertMembers(query: Query, { organizationId }: About, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = ids.every(isUuid) ? await query(KNOWN, [organizationId, ids]) : [];
  if (known.length !== ids.length) throw badRequest("invalidValue", "a member is no User of this organization");
}

async function add(query: Query, { organizationId, groupId }: About, ids: readonly string[], by: By): Promise<void> {
  const added = (await query(ADD, [groupId, organizationId, ids, by.at])).map(({ userId }) => String(userId));
  await endIssuedBy(query, { groupId, userIds: added }, by);
  await recordMembers(query, "group_member_added", { groupId, userIds: added }, by);
}

type Removed = { readonly only: readonly string[] } | { readonly except: readonly string[] };

async function remove(query: Query, { organizationId, groupId }: About, which: Removed, by: By): Promise<void> {
  const [ids, isOnly] = "only" in which ? [which.only, true] : [which.except, false];
  const chosen = await query(CHOSEN, [groupId, organizationId, ids, isOnly]);
  const userIds = chosen.map(({ userId }) => String(userId));
  await endIssuedBy(query, { groupId, userIds }, by);
  const removed = (await query(REMOVE, [groupId, userIds])).map(({ userId }) => String(userId));
  await recordMembers(query, "group_member_removed", { groupId, userIds: removed }, by);
}

const recordMembers = (
  query: Query,
  type: "group_member_added" | "group_member_removed",
  { groupId, userIds }: { readonly groupId: string; readonly userIds: readonly string[] },
  by: By,
) =>
  recordAudits(
    query,
    userIds.map((userId) => ({ type, ...by, userId, detail: { group: groupId } })),
  );

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text may be the id of something. */
export const isUuid = (text: string): boolean => UUID.test(text);

const LONGEST_NAME = 100;

function nameOf({ displayName }: ScimObject): string {
  const name = String(displayName).trim();
  if (name === "" || name.length > LONGEST_NAME || /[\p{Cc}\p{Cf}]/u.test(name)) {
    throw badRequest("invalidValue", `displayName has 1 to ${LONGEST_NAME} visible characters`);
  }
  return name;
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
