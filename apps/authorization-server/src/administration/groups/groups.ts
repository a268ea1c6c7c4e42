/**
 * Acts on groups of people, of the deployment or of one organization, for every kind of actor. Each act and its audit
 * row are one transaction.
 */
import { randomUUID } from "node:crypto";
import { inStatements, type Statements } from "../../platform/records/records.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, forAny, locked } from "../../platform/stores/locked.ts";
import { lockPerson } from "../../platform/stores/person/person-lock.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { missing, unlessTaken } from "../refused.ts";
import { endIssuedBy } from "../roles/changed-roles.ts";
import { keeping, type RoleName } from "../roles/kept-role.ts";
import { keyOfGroup } from "./entity.ts";

const inOrganization = (organizationId: string | undefined) =>
  organizationId === undefined ? {} : { organization: organizationId };

/**
 * Creates a group, and returns its id. It is refused if there is one of this name in the same place, without regard to
 * case.
 */
export const addGroup = (database: Statements, name: string, by: By, organizationId?: string): Promise<string> =>
  unlessTaken(taken(name, organizationId), () =>
    inStatements(database, (query) => insertGroup(query, name, by, organizationId)),
  );

/** The same in a transaction. */
export async function insertGroup(query: Query, name: string, by: By, organizationId?: string): Promise<string> {
  const id = randomUUID();
  await query(INSERT, [id, name, keyOfGroup(name, organizationId), organizationId ?? null, by.at]);
  await recordAudit(query, {
    type: "group_added",
    ...by,
    detail: { group: id, name, ...inOrganization(organizationId) },
  });
  return id;
}

/** Another name for a group. */
export interface GroupChange {
  readonly id: string;
  readonly name: string;
  readonly organizationId?: string | undefined;
}

/** What a change of a group is meant for. */
export interface HeldGroup {
  readonly name: string;
  readonly managedBy: string | null;
}

/**
 * Renames a group, whose members have the new name in the claim `groups` of their next token. It is refused if another
 * group has the name, and if the group is gone.
 */
export const renameGroup = (
  database: Statements,
  change: GroupChange,
  by: By,
  assertMeantFor: AssertMeantFor<HeldGroup> = forAny,
): Promise<void> =>
  unlessTaken(taken(change.name, change.organizationId), () =>
    inStatements(database, async (query) => {
      const held = await lockGroup(query, change);
      assertMeantFor(locked(held));
      await setName(query, { ...change, before: held.name }, by);
    }),
  );

/** The same in the transaction that locked the group. */
export async function setName(
  query: Query,
  { id, name, organizationId, before }: GroupChange & { readonly before: string },
  by: By,
): Promise<void> {
  await query("UPDATE user_group SET name = $2, name_key = $3 WHERE id = $1", [
    id,
    name,
    keyOfGroup(name, organizationId),
  ]);
  const detail = { group: id, ...inOrganization(organizationId), before, after: name };
  await recordAudit(query, { type: "group_renamed", ...by, detail });
}

/**
 * Deletes a group. Its members lose the roles of the group. It is refused if there is no such group.
 *
 * @param kept a role that may not lose its last person; the act is refused otherwise
 */
export function removeGroup(database: Statements, groupId: string, by: By, kept: RoleName | undefined): Promise<void> {
  return inStatements(database, (query) =>
    keeping(query, kept, async () => {
      await query("SELECT id FROM user_group WHERE id = $1 FOR UPDATE", [groupId]);
      await endIssuedBy(query, { groupId }, by);
      const removed = await query("DELETE FROM user_group WHERE id = $1 RETURNING id", [groupId]);
      if (removed.length === 0) throw missing(GROUP);
      await recordAudit(query, { type: "group_removed", ...by, detail: { group: groupId } });
    }),
  );
}

/** Membership of a person in a group. */
export interface Membership {
  readonly groupId: string;
  readonly userId: string;
}

/**
 * Adds a person to a group, whose roles count from their next token. Returns false, and changes nothing, if they are in
 * it already.
 *
 * @param organizationId the organization of the group, if it has one: a person who is not its member is not added
 */
export function addGroupMember(
  database: Statements,
  { groupId, userId, organizationId }: Membership & { readonly organizationId?: string | undefined },
  by: By,
): Promise<boolean> {
  return inStatements(database, async (query) => {
    await query("SELECT id FROM user_group WHERE id = $1 FOR KEY SHARE", [groupId]);
    await lockPerson(query, userId);
    if (organizationId !== undefined && !(await lockMember(query, organizationId, userId))) return false;
    if ((await query(ADD_MEMBER, [groupId, userId, by.at, organizationId ?? null])).length === 0) return false;
    await endIssuedBy(query, { groupId, userId }, by);
    await recordAudit(query, { type: "group_member_added", ...by, userId, detail: { group: groupId } });
    return true;
  });
}

/**
 * Removes a person from a group. Their next token has nothing of its roles. Returns false if they are no member.
 *
 * @param kept a role that may not lose its last person; the act is refused otherwise
 */
export function removeGroupMember(
  database: Statements,
  { groupId, userId }: Membership,
  by: By,
  kept: RoleName | undefined,
): Promise<boolean> {
  return inStatements(database, (query) =>
    keeping(query, kept, async () => {
      await endIssuedBy(query, { groupId, userId }, by);
      if ((await query(REMOVE_MEMBER, [groupId, userId])).length === 0) return false;
      await recordAudit(query, { type: "group_member_removed", ...by, userId, detail: { group: groupId } });
      return true;
    }),
  );
}

const GROUP = "group";

const taken = (name: string, organizationId: string | undefined) => ({
  what: GROUP,
  name,
  why: `${organizationId === undefined ? "there is" : "the organization has"} a group of this name`,
});

async function lockGroup(query: Query, { id, organizationId }: GroupChange): Promise<HeldGroup> {
  const [row] = await query(LOCK, [id, organizationId ?? null]);
  if (row === undefined) throw missing(GROUP);
  return row as unknown as HeldGroup;
}

// The lock conflicts with the removal of the member, which takes them out of the groups after that.
const lockMember = async (query: Query, organizationId: string, userId: string): Promise<boolean> =>
  (await query(LOCK_MEMBER, [organizationId, userId])).length > 0;

const INSERT = `
  INSERT INTO user_group (id, name, name_key, organization_id, created_at) VALUES ($1, $2, $3, $4, $5)`;

const LOCK = `
  SELECT name, managed_by AS "managedBy" FROM user_group
   WHERE id = $1 AND organization_id IS NOT DISTINCT FROM $2::uuid FOR NO KEY UPDATE`;

const LOCK_MEMBER = `
  SELECT user_id FROM organization_member WHERE organization_id = $1 AND user_id = $2 FOR KEY SHARE`;

const ADD_MEMBER = `
  INSERT INTO group_member (group_id, user_id, created_at)
  SELECT id, $2, $3 FROM user_group WHERE id = $1 AND ($4::uuid IS NULL OR organization_id = $4::uuid)
  ON CONFLICT DO NOTHING RETURNING user_id`;

const REMOVE_MEMBER = "DELETE FROM group_member WHERE group_id = $1 AND user_id = $2 RETURNING user_id";
