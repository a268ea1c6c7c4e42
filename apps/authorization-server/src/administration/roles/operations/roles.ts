/** Operations on roles. */
import { z } from "zod";
import { assertNotManaged } from "../../api/access/managed.ts";
import { assertMatch } from "../../api/etag.ts";
import { cut, listQuery, pageOf, partOf, total, totalIf, withTotal } from "../../api/lists/list.ts";
import { defineOperation, type Operation, type Request } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { assertMayGrant, ownersOf } from "../../api/rank.ts";
import { soughtOf } from "../../entity-lists.ts";
import { addedShape, changedShape } from "../../entity-shapes.ts";
import { takenFrom } from "../../entity-values.ts";
import { type NewRole, type Role, roleFields, shownRoles } from "../entity.ts";
import { addRole, changeRole, removeRole } from "../roles.ts";
import { countRoles, pageOfRoles } from "../store.ts";
import { peopleRoleOperations } from "./people.ts";
import { isOfService, role, roleIn, roleNamed, shownRole } from "./role-shapes.ts";

type Who = Pick<Request<unknown, unknown>, "caller" | "resource">;

/** Refuses to change a role that every deployment has, or that a configuration declares. */
function assertFree(found: Role, who: Who): void {
  assertMayGrant(found, who);
  if (isOfService(found, who)) throw new Problem("conflict", "every deployment has this role");
  assertNotManaged(found, "role", who.caller);
}

export const listRoles = defineOperation({
  id: "listRoles",
  method: "GET",
  path: "/roles",
  summary: "The roles, by resource server and name",
  scope: "roles:read",
  isList: true,
  query: z.strictObject({ q: partOf(soughtOf(shownRoles)), with_total: withTotal, ...listQuery }),
  answer: pageOf(role).extend({ total }),
  async handle({ query: { q: part, limit, with_total }, place, ...who }, { database }) {
    const { items, last } = cut(await pageOfRoles(database, { part, after: place, most: limit + 1 }), limit);
    const counted = await totalIf(with_total, (most) => countRoles(database, { part, most }));
    return {
      body: { items: items.map((one) => shownRole(one, who)), ...counted },
      next: last && [last.resource, last.name],
    };
  },
});

const add = defineOperation({
  id: "addRole",
  method: "POST",
  path: "/roles",
  summary: "Creates a role that gives scopes of a resource server",
  scope: "roles:write",
  needsStepUp: true,
  body: addedShape(roleFields),
  status: 201,
  answer: role,
  command: { line: "roles add <resource> <name>", takes: { scope: "scopes" } },
  async handle({ body, by, ...who }, deps) {
    assertMayGrant(body, who);
    const id = await addRole(deps.database, takenFrom(roleFields, body) as NewRole, by);
    return { body: shownRole(await roleIn({ role: id }, deps), who), location: `/roles/${id}` };
  },
});

const read = defineOperation({
  id: "readRole",
  method: "GET",
  path: "/roles/:role",
  summary: "One role",
  scope: "roles:read",
  answer: role,
  async handle({ params, ...who }, deps) {
    const body = shownRole(await roleIn(params, deps), who);
    return { body, version: body };
  },
});

const change = defineOperation({
  id: "changeRole",
  method: "PATCH",
  path: "/roles/:role",
  summary: "Changes what a role gives; it counts from the next tokens of those who have it",
  scope: "roles:write",
  needsStepUp: true,
  needsMatch: true,
  body: changedShape(roleFields),
  answer: role,
  command: { line: "roles change <resource> <name>", takes: { scope: "scopes" }, resolve: roleNamed },
  async handle({ params, body, by, ifMatch, ...who }, deps) {
    const found = await roleIn(params, deps);
    assertFree(found, who);
    const { resource, name } = found;
    if (body.scopes !== undefined) assertMayGrant({ resource, scopes: body.scopes }, who);
    await changeRole(deps.database, { ...takenFrom(roleFields, body), resource, name }, by, (held) => {
      assertFree(held, who);
      assertMatch(ifMatch, held, (one) => shownRole(one, who));
    });
    const changed = shownRole(await roleIn(params, deps), who);
    return { body: changed, version: changed };
  },
});

const remove = defineOperation({
  id: "removeRole",
  method: "DELETE",
  path: "/roles/:role",
  summary: "Deletes a role: the next tokens of those who have it lack its scopes",
  scope: "roles:write",
  needsStepUp: true,
  command: {
    line: "roles remove <resource> <name>",
    resolve: roleNamed,
    done: "removed",
    says: ({ name }) => `The role ${name} is removed.`,
  },
  async handle({ params, by, ...who }, deps) {
    const found = await roleIn(params, deps);
    assertFree(found, who);
    if (!(await removeRole(deps.database, found, by, ownersOf(who)))) throw notFound("role");
    return { body: undefined };
  },
});

export const roleOperations: readonly Operation[] = [listRoles, add, read, change, remove, ...peopleRoleOperations];
