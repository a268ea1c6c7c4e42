/** Acts on groups of people, for every kind of actor. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import { isUniqueViolation } from "@countersign/database";
import { keyOfGroup } from "../../platform/records/groups.ts";
import { inRecords, type Records, type RecordsDatabase, recordAudit } from "../../platform/records/records.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, forAny, locked } from "../../platform/stores/locked.ts";
import { lockPerson } from "../../platform/stores/person/person-lock.ts";
import { missing, unlessTaken } from "../refused.ts";
import { endIssuedBy } from "../roles/changed-roles.ts";
import { keeping, queryIn, type RoleName } from "../roles/kept-role.ts";

/**
 * Creates a group of the deployment, or of one organization. It is refused if there is one of this name there, without
 * regard to case.
 */
export function addGroup(database: RecordsDatabase, name: string, by: By, organizationId?: string): Promise<void> {
  return unlessTaken(taken(name, organizationId), () =>
    inRecords(database, async (records) => {
      const id = randomUUID();
      const nameKey = keyOfGroup(name, organizationId);
      await records.userGroup.create({
        data: { id, name, nameKey, organizationId: organizationId ?? null, createdAt: by.at },
      });
      const detail = { group: id, name, ...(organizationId !== undefined && { organization: organizationId }) };
      await recordAudit(records, { type: "group_added", ...by, detail });
    }),
  );
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
export function renameGroup(
  database: RecordsDatabase,
  { id, name, organizationId }: GroupChange,
  by: By,
  assertMeantFor: AssertMeantFor<HeldGroup> = forAny,
): Promise<void> {
  return unlessTaken(taken(name, organizationId), () =>
    inRecords(database, async (records) => {
      const held = await lock(records, id, organizationId);
      assertMeantFor(locked(held));
      const before = held.name;
      await records.userGroup.update({ where: { id }, data: { name, nameKey: keyOfGroup(name, organizationId) } });
      const of = organizationId !== undefined && { organization: organizationId };
      await recordAudit(records, { type: "group_renamed", ...by, detail: { group: id, ...of, before, after: name } });
    }),
  );
}

/**
 * Deletes a group. Its members lose the roles of the group. It is refused if there is no such group.
 *
 * @param kept a role that may not lose its last person; the act is refused otherwise
 */
export function removeGroup(
  database: RecordsDatabase,
  groupId: string,
  by: By,
  kept: RoleName | undefined,
): Promise<void> {
  return inRecords(database, (records) => {
    const query = queryIn(records);
    return keeping(query, kept, async () => {
      await records.$executeRaw`SELECT FROM user_group WHERE id = ${groupId}::uuid FOR UPDATE`;
      await endIssuedBy(query, { groupId }, by);
      if ((await records.userGroup.deleteMany({ where: { id: groupId } })).count === 0) throw missing(GROUP);

      await recordAudit(records, { type: "group_removed", ...by, detail: { group: groupId } });
    });
  });
}

/** Membership of a person in a group. */
export interface Membership {
  readonly groupId: string;
  readonly userId: string;
}

/** Adds a person to a group, whose roles count from their next token. Returns false if they are a member already. */
export async function addGroupMember(
  database: RecordsDatabase,
  { groupId, userId }: Membership,
  by: By,
): Promise<boolean> {
  try {
    return await inRecords(database, async (records) => {
      const query = queryIn(records);
      await records.$executeRaw`SELECT FROM user_group WHERE id = ${groupId}::uuid FOR KEY SHARE`;
      await lockPerson(query, userId);
      await records.groupMember.create({ data: { groupId, userId, createdAt: by.at } });
      await endIssuedBy(query, { groupId, userId }, by);
      await recordAudit(records, { type: "group_member_added", ...by, userId, detail: { group: groupId } });
      return true;
    });
  } catch (err) {
    if (isUniqueViolation(err)) return false;
    throw err;
  }
}

/**
 * Removes a person from a group. Their next token has nothing of its roles. Returns false if they are no member.
 *
 * @param kept a role that may not lose its last person; the act is refused otherwise
 */
export function removeGroupMember(
  database: RecordsDatabase,
  { groupId, userId }: Membership,
  by: By,
  kept: RoleName | undefined,
): Promise<boolean> {
  return inRecords(database, (records) =>
    keeping(queryIn(records), kept, async () => {
      const where = { groupId, userId };
      await endIssuedBy(queryIn(records), where, by);
      if ((await records.groupMember.deleteMany({ where })).count === 0) return false;

      await recordAudit(records, { type: "group_member_removed", ...by, userId, detail: { group: groupId } });
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

async function lock(records: Records, id: string, organizationId: string | undefined): Promise<HeldGroup> {
  const [row] = await records.$queryRaw<HeldGroup[]>`
    SELECT name, managed_by AS "managedBy" FROM user_group
     WHERE id = ${id}::uuid AND organization_id IS NOT DISTINCT FROM ${organizationId ?? null}::uuid FOR NO KEY UPDATE`;
  if (row === undefined) throw missing(GROUP);
  return row;
}
