/** Groups and their roles in a configuration file. Their members are people, and so are not configuration. */
import { displayName } from "@countersign/rules";
import { z } from "zod";
import { type RecordsDatabase, sqlIn } from "../../../platform/records/records.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import { keyOfGroup } from "../../groups/entity.ts";
import { addGroup, removeGroup } from "../../groups/groups.ts";
import { declaredGroups, findGroup, markGroup } from "../../groups/store.ts";
import { KEPT_AS_A_WHOLE } from "../../roles/kept-role.ts";
import { assignRole, revokeRole } from "../../roles/roles.ts";
import { refusal } from "../refusal.ts";
import { assertDone, defineKind } from "./kind.ts";
import { roleKey, roleName, roles } from "./roles.ts";

type RoleOfGroup = z.output<typeof roleOfGroup>;
const roleOfGroup = z.strictObject(roleName);

const byKey = (one: RoleOfGroup, other: RoleOfGroup) =>
  compare(one.resource, other.resource) || compare(one.name, other.name);
const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);

const isEachOnce = (given: readonly RoleOfGroup[]) => new Set(given.map(roleKey)).size === given.length;

const shape = z.strictObject({
  name: displayName.describe("compared without regard to case"),
  roles: z
    .array(roleOfGroup)
    .max(200, { abort: true })
    .refine(isEachOnce, "names a role twice")
    .transform((given): readonly RoleOfGroup[] => [...given].sort(byKey))
    .default([])
    .describe("the roles that its members have"),
});

type GroupEntry = z.output<typeof shape>;

export const groups = defineKind<GroupEntry>({
  section: "groups",
  noun: "group",
  shape,
  keyOf: ({ name }) => keyOfGroup(name),
  references: (entry) =>
    entry.roles.map((role, index) => ({ section: roles.section, key: roleKey(role), path: ["roles", index] })),

  held: async (records) =>
    (await declaredGroups(sqlIn(records))).map(({ name, roles: given, managedBy }) => ({
      entry: { name, roles: [...given].sort(byKey) },
      managedBy,
      isOfService: false,
    })),

  async create(database, entry, by) {
    await addGroup(database, entry.name, by);
    await changeRoles(database, { name: entry.name, before: [], after: entry.roles }, by);
  },

  async change(database, { before, after }, by) {
    if (before.name !== after.name) {
      throw refusal(`the group is called ${before.name}, and a group cannot be renamed: spell its name like this`);
    }
    await changeRoles(database, { name: after.name, before: before.roles, after: after.roles }, by);
  },

  async remove(database, { name }, by) {
    await removeGroup(database, await idOf(database, name), by, KEPT_AS_A_WHOLE);
  },

  mark: (records, { name }, managedBy) => markGroup(sqlIn(records), name, managedBy),
});

interface RoleChange {
  readonly name: string;
  readonly before: readonly RoleOfGroup[];
  readonly after: readonly RoleOfGroup[];
}

async function changeRoles(database: RecordsDatabase, { name, before, after }: RoleChange, by: By): Promise<void> {
  const holder = { groupId: await idOf(database, name) };
  const without = (from: readonly RoleOfGroup[], others: readonly RoleOfGroup[]) =>
    from.filter((role) => !others.some((other) => byKey(role, other) === 0));

  for (const role of without(after, before)) {
    // biome-ignore lint/performance/noAwaitInLoops: as `make` in apply.ts
    assertDone(await assignRole(database, role, holder, by), `${name} cannot get ${roleKey(role)}`);
  }
  for (const role of without(before, after)) {
    // biome-ignore lint/performance/noAwaitInLoops: as `make` in apply.ts
    const isRevoked = await revokeRole(database, role, holder, by, KEPT_AS_A_WHOLE);
    assertDone(isRevoked, `${name} does not have ${roleKey(role)}`);
  }
}

async function idOf(database: RecordsDatabase, name: string): Promise<string> {
  const group = await findGroup(database, name);
  if (group === undefined) throw refusal(`there is no group ${name}. Nothing was changed`);
  return group.id;
}
