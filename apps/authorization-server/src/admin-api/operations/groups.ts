/** Operations on groups and their members. */
import { z } from "zod";
import { addGroup, addGroupMember, removeGroup, removeGroupMember } from "../../administration/groups.ts";
import type { Dependencies } from "../../dependencies.ts";
import {
  findGroup,
  findGroupById,
  type GroupRecord,
  keyOfGroup,
  pageOfGroups,
  pageOfMembers,
} from "../../records/groups.ts";
import { findPersonRecord } from "../../stores/person/person-record.ts";
import { cut, listQuery, pageOf } from "../list.ts";
import { assertNotManaged, managedBy } from "../managed.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { notFound, Problem } from "../problem.ts";
import { assertMayActUponGroup, keepingAnOwner, ownersOf } from "../rank.ts";
import { isId } from "../shapes.ts";

const group = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  members: z.int().meta({ description: "how many; lists count up to 10000" }),
  managed_by: managedBy,
});
const member = z.strictObject({ id: z.uuid(), username: z.string() });

const shown = ({ id, name, memberCount, managedBy: managed_by }: GroupRecord) => ({
  id,
  name,
  members: memberCount,
  managed_by,
});

type Params = Readonly<Record<string, string>>;

async function groupIn({ id }: Params, { database }: Pick<Dependencies, "database">): Promise<GroupRecord> {
  const found = isId(id) ? await findGroupById(database, id) : undefined;
  if (found === undefined) throw notFound("group");
  return found;
}

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
  handle: async ({ params }, deps) => ({ body: shown(await groupIn(params, deps)) }),
});

const addOneGroup = defineOperation({
  id: "addGroup",
  method: "POST",
  path: "/groups",
  summary: "Creates a group",
  scope: "roles:write",
  isGrave: true,
  body: z.strictObject({ name: z.string().trim().min(1).max(100) }),
  status: 201,
  answer: group,
  async handle({ body, by }, { database }) {
    if (!(await addGroup(database, body.name, by))) throw new Problem("conflict", "there is a group of this name");
    const made = await findGroup(database, body.name);
    if (made === undefined) throw new Problem("conflict", "the group was deleted at once");
    return { body: shown(made), location: `/groups/${made.id}` };
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
  async handle({ params, by, ...who }, deps) {
    const found = await groupIn(params, deps);
    const { id } = found;
    await assertMayActUponGroup(id, who, deps);
    assertNotManaged(found, "group");
    await keepingAnOwner(removeGroup(deps.database, id, by, ownersOf(who)));
    return { body: undefined };
  },
});

const listMembers = defineOperation({
  id: "listMembers",
  method: "GET",
  path: "/groups/:id/members",
  summary: "The members of a group",
  scope: "roles:read",
  isList: true,
  query: z.strictObject(listQuery),
  status: 200,
  answer: pageOf(member),
  async handle({ params, query: { limit }, place }, deps) {
    const { id } = await groupIn(params, deps);
    const page = { groupId: id, after: place, most: limit + 1 };
    const { items, last } = cut(await pageOfMembers(deps.database, page), limit);
    return { body: { items: [...items] }, next: last && [last.id] };
  },
});

const addMember = defineOperation({
  id: "addMember",
  method: "PUT",
  path: "/groups/:id/members/:person",
  summary: "Adds a person to a group, whose roles count from their next token",
  scope: "roles:write",
  isGrave: true,
  status: 204,
  async handle({ params, by, ...who }, deps) {
    const { id: groupId } = await groupIn(params, deps);
    const { person: userId } = params;
    await assertMayActUponGroup(groupId, who, deps);
    if (!isId(userId) || (await findPersonRecord(deps.database, userId)) === undefined) throw notFound("person");
    await addGroupMember(deps.database, { groupId, userId }, by);
    return { body: undefined };
  },
});

const removeMember = defineOperation({
  id: "removeMember",
  method: "DELETE",
  path: "/groups/:id/members/:person",
  summary: "Removes a person from a group",
  scope: "roles:write",
  isGrave: true,
  status: 204,
  async handle({ params, by, ...who }, deps) {
    const { id: groupId } = await groupIn(params, deps);
    const { person: userId } = params;
    await assertMayActUponGroup(groupId, who, deps);
    if (!isId(userId)) throw notFound("member");
    if (!(await keepingAnOwner(removeGroupMember(deps.database, { groupId, userId }, by, ownersOf(who))))) {
      throw notFound("member");
    }
    return { body: undefined };
  },
});

export const groupOperations: readonly Operation[] = [
  listGroups,
  readGroup,
  addOneGroup,
  removeOneGroup,
  listMembers,
  addMember,
  removeMember,
];
