/**
 * Acts of the directory of an organization upon its groups (SCIM, RFC 7644). Each act and its audit rows are one
 * transaction. A group with a role of administration is not the directory's to change: anyone who may fill such a group
 * could give more than they have.
 */
import { displayName } from "@countersign/rules";
import type { GroupPatch, ScimObject } from "@countersign/scim";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, locked } from "../../platform/stores/locked.ts";
import { lockOrganization } from "../../platform/stores/organization-lock.ts";
import { lockScimGroup, type ScimGroupRow } from "../../platform/stores/scim/groups.ts";
import type { Directory } from "../../platform/stores/scim/users.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { insertGroup, setName } from "../groups/groups.ts";
import { malformed, missing, Refused, unlessTaken } from "../refused.ts";
import { endIssuedBy } from "../roles/changed-roles.ts";
import { changeMembers } from "./scim-group-members.ts";

/** A group as SCIM sends it, without its members and what only we set. */
export const groupResourceOf = ({ name, externalId }: ScimGroupRow): ScimObject => ({
  displayName: name,
  ...(externalId === null ? {} : { externalId }),
});

/** Creates a group with members, and returns its id. It is refused if there is one of this name. */
export async function addScimGroup(
  { pool }: WithPool,
  { organizationId }: Directory,
  { group, members }: GroupPatch,
  by: By,
): Promise<string> {
  return unlessTaken(TAKEN, () =>
    inTransaction(pool, async (query) => {
      await lockOrganization(query, organizationId);
      const id = await insertGroup(query, nameOf(group), by, organizationId);
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

/** Changes a group of the organization. It is refused if there is none with this id. */
export async function changeScimGroup(
  { pool }: WithPool,
  directory: Directory,
  { id, change, assertMeantFor }: GroupChange,
  by: By,
): Promise<void> {
  const { organizationId } = directory;
  return unlessTaken(TAKEN, () =>
    inTransaction(pool, async (query) => {
      const before = await lockChangeable(query, directory, id);
      assertMeantFor(locked(before));
      const { group, members } = change(groupResourceOf(before));
      const name = nameOf(group);
      if (name !== before.name) await setName(query, { id, name, organizationId, before: before.name }, by);
      await changeMembers(query, { organizationId, groupId: id }, members, by);
      await query(RECORD, [id, organizationId, group.externalId ?? null, by.at]);
    }),
  );
}

/** Deletes a group of the organization. It is refused if there is none with this id. */
export function removeScimGroup(
  { pool }: WithPool,
  directory: Directory,
  { id, assertMeantFor }: Pick<GroupChange, "id" | "assertMeantFor">,
  by: By,
): Promise<void> {
  return inTransaction(pool, async (query) => {
    const before = await lockChangeable(query, directory, id);
    assertMeantFor(locked(before));
    await endIssuedBy(query, { groupId: id }, by);
    await query("DELETE FROM user_group WHERE id = $1 AND organization_id = $2", [id, directory.organizationId]);
    const detail = { group: id, organization: directory.organizationId };
    await recordAudit(query, { type: "group_removed", ...by, detail });
  });
}

async function lockChangeable(query: Query, directory: Directory, id: string) {
  const group = await lockScimGroup(query, directory, id);
  if (group === undefined) throw missing(GROUP);
  if (group.isAdministrative) throw new Refused({ kind: "not-yours", why: ADMINISTRATIVE });
  return group;
}

function nameOf({ displayName: sent }: ScimObject): string {
  const read = displayName.safeParse(String(sent));
  if (read.success) return read.data;
  throw malformed(GROUP, "displayName", "has 1 to 100 visible characters");
}

const GROUP = "group";
const TAKEN = { what: GROUP, why: "the organization has a group with this displayName" };
const ADMINISTRATIVE = "the group has a role of administration: only administrators change it";

const RECORD = `
  INSERT INTO scim_group (group_id, organization_id, external_id, updated_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (group_id) DO UPDATE SET external_id = $3, updated_at = $4`;
