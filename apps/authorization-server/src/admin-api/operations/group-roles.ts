/** Operations on the roles of groups. */
import { assignRole, revokeRole } from "../../administration/roles.ts";
import type { Dependencies } from "../../dependencies.ts";
import { findGroupById, type GroupRecord } from "../../records/groups.ts";
import { rolesOf } from "../../records/roles.ts";
import { assertNotManaged } from "../managed.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { notFound } from "../problem.ts";
import { assertMayActUponGroup, assertMayGrant, ownersOf } from "../rank.ts";
import { isId } from "../shapes.ts";
import { type Params, roleIn, roles, shownRole } from "./role-shapes.ts";

async function groupIn({ id }: Params, { database }: Pick<Dependencies, "database">): Promise<GroupRecord> {
  const found = isId(id) ? await findGroupById(database, id) : undefined;
  if (found === undefined) throw notFound("group");
  return found;
}

/** The id of the group in the path, whose roles no configuration declares. */
async function freeGroupIn(params: Params, deps: Pick<Dependencies, "database">): Promise<string> {
  const found = await groupIn(params, deps);
  assertNotManaged(found, "group");
  return found.id;
}

const rolesOfGroup = defineOperation({
  id: "listRolesOfGroup",
  method: "GET",
  path: "/groups/:id/roles",
  summary: "The roles that a group gives to its members; up to 200",
  scope: "roles:read",
  status: 200,
  answer: roles,
  async handle({ params, ...who }, deps) {
    const found = await rolesOf(deps.database, { groupId: (await groupIn(params, deps)).id });
    return { body: { items: found.map((one) => shownRole(one, who)) } };
  },
});

const giveGroupRole = defineOperation({
  id: "giveRoleToGroup",
  method: "PUT",
  path: "/groups/:id/roles/:role",
  summary: "Gives a role to the members of a group",
  scope: "roles:write",
  isGrave: true,
  status: 204,
  async handle({ params, by, ...who }, deps) {
    const found = await roleIn(params, deps);
    assertMayGrant(found, who);
    await assignRole(deps.database, found, { groupId: await freeGroupIn(params, deps) }, by);
    return { body: undefined };
  },
});

const takeGroupRole = defineOperation({
  id: "takeRoleFromGroup",
  method: "DELETE",
  path: "/groups/:id/roles/:role",
  summary: "Takes a role from a group",
  scope: "roles:write",
  isGrave: true,
  status: 204,
  async handle({ params, by, ...who }, deps) {
    const [found, groupId] = [await roleIn(params, deps), await freeGroupIn(params, deps)];
    assertMayGrant(found, who);
    await assertMayActUponGroup(groupId, who, deps);
    if (!(await revokeRole(deps.database, found, { groupId }, by, ownersOf(who)))) {
      throw notFound("role of this group");
    }
    return { body: undefined };
  },
});

export const groupRoleOperations: readonly Operation[] = [rolesOfGroup, giveGroupRole, takeGroupRole];
