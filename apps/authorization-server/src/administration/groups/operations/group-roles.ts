/** Operations on the roles of groups. */

import { rolesOf } from "../../../platform/records/roles.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import type { Caller } from "../../api/access.ts";
import { assertNotManaged } from "../../api/managed.ts";
import type { Naming } from "../../api/named.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound } from "../../api/problem.ts";
import { assertMayActUponGroup, assertMayGrant, ownersOf } from "../../api/rank.ts";
import { type Params, roleIn, roleNamed, roles, shownRole } from "../../roles/operations/role-shapes.ts";
import { assignRole, revokeRole } from "../../roles/roles.ts";
import { groupIn } from "./group-shapes.ts";

/** The id of the group in the path, whose roles no configuration declares. */
async function freeGroupIn(params: Params, { by, caller }: { by: By; caller: Caller }, deps: Naming): Promise<string> {
  const found = await groupIn(params, caller, deps);
  assertNotManaged(found, "group", by);
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
    const found = await rolesOf(deps.database, { groupId: (await groupIn(params, who.caller, deps)).id });
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
  command: {
    line: "roles assign <resource> <name> --group <name>",
    takes: { group: "id" },
    resolve: roleNamed,
    done: "assigned",
    says: ({ group, name, resource }) => `${group} has the role ${name} at ${resource} now.`,
  },
  async handle({ params, by, ...who }, deps) {
    const found = await roleIn(params, deps);
    assertMayGrant(found, who);
    const outcome = await assignRole(
      deps.database,
      found,
      { groupId: await freeGroupIn(params, { by, ...who }, deps) },
      by,
    );
    return { body: undefined, ...(outcome === "has_it" && { already: "the group has the role already" }) };
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
  command: {
    line: "roles revoke <resource> <name> --group <name>",
    takes: { group: "id" },
    resolve: roleNamed,
    done: "revoked",
    says: ({ group, name, resource }) => `${group} does not have the role ${name} at ${resource} any more.`,
  },
  async handle({ params, by, ...who }, deps) {
    const [found, groupId] = [await roleIn(params, deps), await freeGroupIn(params, { by, ...who }, deps)];
    assertMayGrant(found, who);
    await assertMayActUponGroup(groupId, who, deps);
    if (!(await revokeRole(deps.database, found, { groupId }, by, ownersOf(who)))) {
      throw notFound("role of this group");
    }
    return { body: undefined };
  },
});

export const groupRoleOperations: readonly Operation[] = [rolesOfGroup, giveGroupRole, takeGroupRole];
