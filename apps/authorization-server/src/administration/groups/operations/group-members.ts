/** Operations on the members of groups. */
import { z } from "zod";
import { pageOfMembers } from "../../../platform/records/groups.ts";
import { cut, listQuery, pageOf } from "../../api/list.ts";
import { personIn } from "../../api/named.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound } from "../../api/problem.ts";
import { assertMayActUponGroup, ownersOf } from "../../api/rank.ts";
import { addGroupMember, removeGroupMember } from "../groups.ts";
import { groupIn } from "./group-shapes.ts";

const member = z.strictObject({ id: z.uuid(), username: z.string() });

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
  command: {
    line: "groups members list <group>",
    takes: { group: "id" },
    columns: ["username"],
    empty: "The group has no members.",
  },
  async handle({ params, query: { limit }, place, caller }, deps) {
    const { id } = await groupIn(params, caller, deps);
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
  command: {
    line: "groups members add <group> <username>",
    takes: { group: "id", username: "person" },
    done: "added",
    says: ({ group, username }) => `${username} is a member of ${group} now.`,
  },
  async handle({ params, by, ...who }, deps) {
    const { id: groupId } = await groupIn(params, who.caller, deps);
    await assertMayActUponGroup(groupId, who, deps);
    const userId = await personIn({ id: params.person ?? "" }, who.caller, deps);
    const isAdded = await addGroupMember(deps.database, { groupId, userId }, by);
    return { body: undefined, ...(!isAdded && { already: "the person is a member of the group already" }) };
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
  command: {
    line: "groups members remove <group> <username>",
    takes: { group: "id", username: "person" },
    done: "removed",
    says: ({ group, username }) => `${username} is not a member of ${group} any more.`,
  },
  async handle({ params, by, ...who }, deps) {
    const { id: groupId } = await groupIn(params, who.caller, deps);
    await assertMayActUponGroup(groupId, who, deps);
    const userId = await personIn({ id: params.person ?? "" }, who.caller, deps);
    if (!(await removeGroupMember(deps.database, { groupId, userId }, by, ownersOf(who)))) {
      throw notFound("member");
    }
    return { body: undefined };
  },
});

export const groupMemberOperations: readonly Operation[] = [listMembers, addMember, removeMember];
