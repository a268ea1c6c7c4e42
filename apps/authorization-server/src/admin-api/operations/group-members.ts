/** Operations on the members of groups. */
import { z } from "zod";
import { addGroupMember, removeGroupMember } from "../../administration/groups.ts";
import { pageOfMembers } from "../../records/groups.ts";
import { findPersonRecord } from "../../stores/person/person-record.ts";
import { cut, listQuery, pageOf } from "../list.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { notFound } from "../problem.ts";
import { assertMayActUponGroup, ownersOf } from "../rank.ts";
import { isId } from "../shapes.ts";
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
    if (!(await removeGroupMember(deps.database, { groupId, userId }, by, ownersOf(who)))) {
      throw notFound("member");
    }
    return { body: undefined };
  },
});

export const groupMemberOperations: readonly Operation[] = [listMembers, addMember, removeMember];
