/** Operations on one role. */
import { z } from "zod";
import type { RoleSummary } from "../../../platform/records/roles.ts";
import { assertMatch } from "../../api/etag.ts";
import { assertNotManaged } from "../../api/managed.ts";
import { defineOperation, type Operation, type Request } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { assertMayGrant, ownersOf } from "../../api/rank.ts";
import { changeRole, removeRole } from "../roles.ts";
import { role, roleIn, roleNamed, scopesOfRole, shownRole, undefinedScope } from "./role-shapes.ts";

type Who = Pick<Request<unknown, unknown>, "caller" | "resource">;

/** The role in the path, if it is changed here: every deployment has some, and a configuration may declare others. */
async function freeRoleIn(params: Parameters<typeof roleIn>[0], who: Who, deps: Parameters<typeof roleIn>[1]) {
  const found = await roleIn(params, deps);
  assertFree(found, who);
  return found;
}

function assertFree(found: RoleSummary, who: Who): void {
  assertMayGrant(found, who);
  if (shownRole(found, who).is_of_service) throw new Problem("conflict", "every deployment has this role");
  assertNotManaged(found, "role", who.caller);
}

const readOneRole = defineOperation({
  id: "readRole",
  method: "GET",
  path: "/roles/:role",
  summary: "One role",
  scope: "roles:read",
  status: 200,
  answer: role,
  async handle({ params, ...who }, deps) {
    const body = shownRole(await roleIn(params, deps), who);
    return { body, version: body };
  },
});

const changeOneRole = defineOperation({
  id: "changeRole",
  method: "PATCH",
  path: "/roles/:role",
  summary: "Changes what a role gives; it counts from the next tokens of those who have it",
  scope: "roles:write",
  isGrave: true,
  needsMatch: true,
  body: z
    .strictObject({ scopes: scopesOfRole, in_organizations: z.boolean(), revoke_on_change: z.boolean() })
    .partial(),
  status: 200,
  answer: role,
  command: { line: "roles change <resource> <name>", takes: { scope: "scopes" }, resolve: roleNamed },
  async handle({ params, body, by, ifMatch, ...who }, deps) {
    const { resource, name } = await freeRoleIn(params, who, deps);
    const { scopes, in_organizations: inOrganizations, revoke_on_change: revokeOnChange } = body;
    if (scopes !== undefined) assertMayGrant({ resource, scopes }, who);
    const settings = { resource, name, scopes, inOrganizations, revokeOnChange };
    const done = await changeRole(deps.database, settings, by, (held) => {
      assertFree(held, who);
      assertMatch(ifMatch, held, (one) => shownRole(one, who));
    });
    if (done === "undefined_scope") throw undefinedScope();
    if (done === "no_role") throw notFound("role");
    const changed = shownRole(await roleIn(params, deps), who);
    return { body: changed, version: changed };
  },
});

const removeOneRole = defineOperation({
  id: "removeRole",
  method: "DELETE",
  path: "/roles/:role",
  summary: "Deletes a role: the next tokens of those who have it lack its scopes",
  scope: "roles:write",
  isGrave: true,
  status: 204,
  command: {
    line: "roles remove <resource> <name>",
    resolve: roleNamed,
    done: "removed",
    says: ({ name }) => `The role ${name} is removed.`,
  },
  async handle({ params, by, ...who }, deps) {
    await removeRole(deps.database, await freeRoleIn(params, who, deps), by, ownersOf(who));
    return { body: undefined };
  },
});

export const oneRoleOperations: readonly Operation[] = [readOneRole, changeOneRole, removeOneRole];
