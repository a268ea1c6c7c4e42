/** Operations on the roles that people have themselves. */
import { personIn } from "../../api/named.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { assertMayActUpon, assertMayGrant, isSelf, ownersOf } from "../../api/rank.ts";
import { assignRole, revokeRole } from "../roles.ts";
import { rolesOf } from "../store.ts";
import { roleIn, roleNamed, roles, shownRole } from "./role-shapes.ts";

export const rolesOfPerson = defineOperation({
  id: "listRolesOfPerson",
  method: "GET",
  path: "/people/:id/roles",
  summary: "The roles that a person has, besides those of their groups; up to 200",
  scope: "roles:read",
  status: 200,
  answer: roles,
  async handle({ params, ...who }, deps) {
    const found = await rolesOf(deps.database, { userId: await personIn(params, who.caller, deps) });
    return { body: { items: found.map((one) => shownRole(one, who)) } };
  },
});

export const giveRole = defineOperation({
  id: "giveRoleToPerson",
  method: "PUT",
  path: "/people/:id/roles/:role",
  summary: "Gives a role to a person; it counts from their next token",
  scope: "roles:write",
  isGrave: true,
  status: 204,
  command: {
    line: "roles assign <resource> <name> --user <username>",
    takes: { user: "id" },
    resolve: roleNamed,
    done: "assigned",
    says: ({ user, name, resource }) => `${user} has the role ${name} at ${resource} now.`,
  },
  async handle({ params, by, ...who }, deps) {
    const found = await roleIn(params, deps);
    assertMayGrant(found, who);
    const isGiven = await assignRole(deps.database, found, { userId: await personIn(params, who.caller, deps) }, by);
    return { body: undefined, ...(!isGiven && { already: "the person has the role already" }) };
  },
});

const takeRole = defineOperation({
  id: "takeRoleFromPerson",
  method: "DELETE",
  path: "/people/:id/roles/:role",
  summary: "Takes a role from a person",
  scope: "roles:write",
  isGrave: true,
  status: 204,
  command: {
    line: "roles revoke <resource> <name> --user <username>",
    takes: { user: "id" },
    resolve: roleNamed,
    done: "revoked",
    says: ({ user, name, resource }) => `${user} does not have the role ${name} at ${resource} any more.`,
  },
  async handle({ params, by, ...who }, deps) {
    const [found, userId] = [await roleIn(params, deps), await personIn(params, who.caller, deps)];
    assertMayGrant(found, who);
    await assertMayActUpon(userId, who, deps);
    if (found.resource === who.resource && isSelf(userId, who)) throw new Problem("conflict", "this is your own role");
    if (!(await revokeRole(deps.database, found, { userId }, by, ownersOf(who)))) {
      throw notFound("role of this person");
    }
    return { body: undefined };
  },
});

export const peopleRoleOperations: readonly Operation[] = [rolesOfPerson, giveRole, takeRole];
