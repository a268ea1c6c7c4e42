/** Operations on the groups of an organization. */
import { z } from "zod";
import { findGroup, findGroupById, keyOfGroup, pageOfGroups } from "../../../platform/records/groups.ts";
import { assertMatch } from "../../api/etag.ts";
import { cut, listQuery, pageOf } from "../../api/list.ts";
import { type Naming, named } from "../../api/named.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notNamed, Problem } from "../../api/problem.ts";
import { assertMayActUponGroup, ownersOf } from "../../api/rank.ts";
import { addGroup, removeGroup, renameGroup } from "../../groups/groups.ts";
import { group, groupName, shown, versionOf } from "../../groups/operations/group-shapes.ts";
import type { Params } from "../../roles/operations/role-shapes.ts";
import { organizationIn } from "./organization-shapes.ts";

/** The group in the path, by its id or its name, of the organization in the path. */
export async function organizationGroupIn(params: Params, deps: Naming) {
  const { id: organizationId } = await organizationIn(params, deps);
  const { group = "" } = params;
  const by = {
    byId: () => findGroupById(deps.database, group, organizationId),
    byName: () => findGroup(deps.database, group, organizationId),
  };
  const found = await named(group, by, deps);
  if (found === undefined) throw notNamed("group", group);
  return { ...found, organizationId };
}

export const listGroups = defineOperation({
  id: "listOrganizationGroups",
  method: "GET",
  path: "/organizations/:organization/groups",
  summary: "The groups of an organization, by name",
  scope: "organizations:read",
  inOrganization: true,
  isList: true,
  query: z.strictObject(listQuery),
  status: 200,
  answer: pageOf(group),
  command: {
    line: "groups list --organization <slug>",
    columns: ["name", "members"],
    empty: "There is no group yet.",
  },
  async handle({ params, query: { limit }, place }, deps) {
    const { id: organizationId } = await organizationIn(params, deps);
    const page = { organizationId, after: place, most: limit + 1 };
    const { items, last } = cut(await pageOfGroups(deps.database, page), limit);
    return { body: { items: items.map(shown) }, next: last && [keyOfGroup(last.name, organizationId)] };
  },
});

const readGroup = defineOperation({
  id: "readOrganizationGroup",
  method: "GET",
  path: "/organizations/:organization/groups/:group",
  summary: "One group of an organization",
  scope: "organizations:read",
  inOrganization: true,
  status: 200,
  answer: group,
  async handle({ params }, deps) {
    const found = await organizationGroupIn(params, deps);
    return { body: shown(found), version: versionOf(found) };
  },
});

const addOneGroup = defineOperation({
  id: "addOrganizationGroup",
  method: "POST",
  path: "/organizations/:organization/groups",
  summary: "Creates a group of an organization",
  scope: "organizations:write",
  inOrganization: true,
  isGrave: true,
  body: z.strictObject({ name: groupName }),
  status: 201,
  answer: group,
  command: { line: "groups add <name> --organization <slug>" },
  async handle({ params, body, by }, deps) {
    const { id: organizationId } = await organizationIn(params, deps);
    await addGroup(deps.database, body.name, by, organizationId);
    const made = await findGroup(deps.database, body.name, organizationId);
    if (made === undefined) throw new Problem("conflict", "the group was deleted at once");
    const location = `/organizations/${organizationId}/groups/${made.id}`;
    return { body: shown(made), version: versionOf(made), location };
  },
});

const renameOneGroup = defineOperation({
  id: "renameOrganizationGroup",
  method: "PATCH",
  path: "/organizations/:organization/groups/:group",
  summary: "Renames a group of an organization; tokens have the new name from the next one",
  scope: "organizations:write",
  inOrganization: true,
  isGrave: true,
  needsMatch: true,
  body: z.strictObject({ name: groupName }),
  status: 200,
  answer: group,
  command: { line: "groups rename <group> <new_name> --organization <slug>", takes: { new_name: "name" } },
  async handle({ params, body, by, ifMatch, ...who }, deps) {
    const { id, organizationId } = await organizationGroupIn(params, deps);
    await assertMayActUponGroup(id, who, deps);
    await renameGroup(deps.database, { id, name: body.name, organizationId }, by, (held) =>
      assertMatch(ifMatch, held, versionOf),
    );
    const renamed = await organizationGroupIn({ organization: organizationId, group: id }, deps);
    return { body: shown(renamed), version: versionOf(renamed) };
  },
});

const removeOneGroup = defineOperation({
  id: "removeOrganizationGroup",
  method: "DELETE",
  path: "/organizations/:organization/groups/:group",
  summary: "Deletes a group of an organization; its members lose its roles",
  scope: "organizations:write",
  inOrganization: true,
  isGrave: true,
  status: 204,
  command: {
    line: "groups remove <name> --organization <slug>",
    takes: { name: "group" },
    done: "removed",
    says: ({ name }) => `The group ${name} is removed.`,
  },
  async handle({ params, by, ...who }, deps) {
    const { id } = await organizationGroupIn(params, deps);
    await assertMayActUponGroup(id, who, deps);
    await removeGroup(deps.database, id, by, ownersOf(who));
    return { body: undefined };
  },
});

export const organizationGroupOperations: readonly Operation[] = [
  listGroups,
  readGroup,
  addOneGroup,
  renameOneGroup,
  removeOneGroup,
];
