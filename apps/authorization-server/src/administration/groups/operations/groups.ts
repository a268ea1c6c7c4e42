/** Operations on groups. */
import { z } from "zod";
import { findGroup, keyOfGroup, pageOfGroups } from "../../../platform/records/groups.ts";
import { assertMatch } from "../../api/etag.ts";
import { cut, listQuery, pageOf } from "../../api/list.ts";
import { assertNotManaged } from "../../api/managed.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { Problem } from "../../api/problem.ts";
import { assertMayActUponGroup, ownersOf } from "../../api/rank.ts";
import { addGroup, removeGroup, renameGroup } from "../groups.ts";
import { group, groupIn, groupName, shown, versionOf } from "./group-shapes.ts";

const listGroups = defineOperation({
  id: "listGroups",
  method: "GET",
  path: "/groups",
  summary: "The groups, by name",
  scope: "roles:read",
  isList: true,
  query: z.strictObject(listQuery),
  status: 200,
  answer: pageOf(group),
  command: { line: "groups list", columns: ["name", "members"], empty: "There is no group yet." },
  async handle({ query: { limit }, place }, { database }) {
    const { items, last } = cut(await pageOfGroups(database, { after: place, most: limit + 1 }), limit);
    return { body: { items: items.map(shown) }, next: last && [keyOfGroup(last.name)] };
  },
});

const readGroup = defineOperation({
  id: "readGroup",
  method: "GET",
  path: "/groups/:id",
  summary: "One group",
  scope: "roles:read",
  status: 200,
  answer: group,
  async handle({ params, caller }, deps) {
    const found = await groupIn(params, caller, deps);
    return { body: shown(found), version: versionOf(found) };
  },
});

const addOneGroup = defineOperation({
  id: "addGroup",
  method: "POST",
  path: "/groups",
  summary: "Creates a group",
  scope: "roles:write",
  isGrave: true,
  body: z.strictObject({ name: groupName }),
  status: 201,
  answer: group,
  command: { line: "groups add <name>" },
  async handle({ body, by }, { database }) {
    await addGroup(database, body.name, by);
    const made = await findGroup(database, body.name);
    if (made === undefined) throw new Problem("conflict", "the group was deleted at once");
    return { body: shown(made), version: versionOf(made), location: `/groups/${made.id}` };
  },
});

const renameOneGroup = defineOperation({
  id: "renameGroup",
  method: "PATCH",
  path: "/groups/:id",
  summary: "Renames a group; tokens have the new name from the next one",
  scope: "roles:write",
  isGrave: true,
  needsMatch: true,
  body: z.strictObject({ name: groupName }),
  status: 200,
  answer: group,
  command: { line: "groups rename <group> <new_name>", takes: { group: "id", new_name: "name" } },
  async handle({ params, body, by, ifMatch, ...who }, deps) {
    const found = await groupIn(params, who.caller, deps);
    await assertMayActUponGroup(found.id, who, deps);
    await renameGroup(deps.database, { id: found.id, name: body.name }, by, (held) => {
      assertNotManaged(held, "group", by);
      assertMatch(ifMatch, held, versionOf);
    });
    const renamed = await groupIn({ id: found.id }, who.caller, deps);
    return { body: shown(renamed), version: versionOf(renamed) };
  },
});

const removeOneGroup = defineOperation({
  id: "removeGroup",
  method: "DELETE",
  path: "/groups/:id",
  summary: "Deletes a group; its members lose its roles",
  scope: "roles:write",
  isGrave: true,
  status: 204,
  command: {
    line: "groups remove <name>",
    takes: { name: "id" },
    done: "removed",
    says: ({ name }) => `The group ${name} is removed.`,
  },
  async handle({ params, by, ...who }, deps) {
    const found = await groupIn(params, who.caller, deps);
    const { id } = found;
    await assertMayActUponGroup(id, who, deps);
    assertNotManaged(found, "group", by);
    await removeGroup(deps.database, id, by, ownersOf(who));
    return { body: undefined };
  },
});

export const groupOperations: readonly Operation[] = [
  listGroups,
  readGroup,
  addOneGroup,
  renameOneGroup,
  removeOneGroup,
];
