/** Operations on roles, and on the people who have them. */
import { displayName } from "@countersign/rules";
import { z } from "zod";
import { findRoleNamed, pageOfRoles, rolesOf } from "../../../platform/records/roles.ts";
import { cut, listQuery, pageOf } from "../../api/list.ts";
import { personIn } from "../../api/named.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { assertMayActUpon, assertMayGrant, isSelf, ownersOf } from "../../api/rank.ts";
import { addRole, assignRole, revokeRole } from "../roles.ts";
import { oneRoleOperations } from "./one-role.ts";
import { role, roleIn, roleNamed, roles, scopesOfRole, shownRole, undefinedScope, wrongMember } from "./role-shapes.ts";

export const listRoles = defineOperation({
  id: "listRoles",
  method: "GET",
  path: "/roles",
  summary: "The roles, by resource server and name",
  scope: "roles:read",
  isList: true,
  query: z.strictObject(listQuery),
  status: 200,
  answer: pageOf(role),
  async handle({ query: { limit }, place, ...who }, { database }) {
    const { items, last } = cut(await pageOfRoles(database, { after: place, most: limit + 1 }), limit);
    return { body: { items: items.map((one) => shownRole(one, who)) }, next: last && [last.resource, last.name] };
  },
});

interface SentRole {
  readonly resource: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly in_organizations: boolean;
  readonly revoke_on_change: boolean;
}

const settingsOf = ({ in_organizations, revoke_on_change, ...role }: SentRole) => ({
  ...role,
  inOrganizations: in_organizations,
  revokeOnChange: revoke_on_change,
});

const addOneRole = defineOperation({
  id: "addRole",
  method: "POST",
  path: "/roles",
  summary: "Creates a role that gives scopes of a resource server",
  scope: "roles:write",
  isGrave: true,
  body: z.strictObject({
    resource: z.string().max(2000),
    name: displayName,
    scopes: scopesOfRole,
    in_organizations: z.boolean().default(false),
    revoke_on_change: z.boolean().default(false),
  }),
  status: 201,
  answer: role,
  command: { line: "roles add <resource> <name>", takes: { scope: "scopes" } },
  async handle({ body, by, ...who }, { database }) {
    assertMayGrant(body, who);
    const added = await addRole(database, settingsOf(body), by);
    if (added === "exists") throw new Problem("conflict", "the resource server has a role of this name");
    if (added === "no_resource") throw wrongMember("#/resource", "is no resource server");
    if (added === "undefined_scope") throw undefinedScope();
    const made = await findRoleNamed(database, body);
    if (made === undefined) throw new Problem("conflict", "the role was deleted at once");
    return { body: shownRole(made, who), location: `/roles/${made.id}` };
  },
});

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
    const outcome = await assignRole(deps.database, found, { userId: await personIn(params, who.caller, deps) }, by);
    return { body: undefined, ...(outcome === "has_it" && { already: "the person has the role already" }) };
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

export const roleOperations: readonly Operation[] = [
  listRoles,
  addOneRole,
  ...oneRoleOperations,
  rolesOfPerson,
  giveRole,
  takeRole,
];
