/** Operations on the members of groups. */
import { z } from "zod";
import { cut, listQuery, pageOf } from "../../api/lists/list.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound } from "../../api/problem.ts";
import { assertMayActUponGroup, ownersOf } from "../../api/rank.ts";
import { actOnSeveral, MOST_AT_ONCE } from "../../api/several.ts";
import { membersAsked } from "../../api/shapes.ts";
import { addGroupMember, removeGroupMember } from "../groups.ts";
import { membersAmong, pageOfMembers } from "../store.ts";
import { type GroupPlace, groupIn, pathOf } from "./places.ts";

const member = z.strictObject({ id: z.uuid(), username: z.string() });

const list = (place: GroupPlace) =>
  defineOperation({
    id: `list${place.member}s`,
    method: "GET",
    path: `${pathOf(place)}/members`,
    summary: `The members of a group${place.of}`,
    scope: place.reads,
    ...place.scoped,
    isList: true,
    query: z.strictObject({ ...listQuery, ids: membersAsked }),
    answer: pageOf(member),
    command: {
      line: `groups members list <group>${place.option}`,
      takes: { group: place.part },
      leavesOut: ["ids"],
      columns: ["username"],
      empty: "The group has no members.",
    },
    async handle({ params, query: { limit, ids }, place: after, caller }, deps) {
      const { id: groupId } = await groupIn(place, params, caller, deps);
      if (ids !== undefined) {
        return { body: { items: [...(await membersAmong(deps.database, groupId, ids.split(",")))] }, next: undefined };
      }
      const { items, last } = cut(await pageOfMembers(deps.database, { groupId, after, most: limit + 1 }), limit);
      return { body: { items: [...items] }, next: last && [last.id] };
    },
  });

const add = (place: GroupPlace) =>
  defineOperation({
    id: `add${place.member}`,
    method: "PUT",
    path: `${pathOf(place)}/members/:person`,
    summary: `Adds ${place.joining}, whose roles count from their next token`,
    scope: place.writes,
    ...place.scoped,
    needsStepUp: true,
    command: {
      line: `groups members add <group> <username>${place.option}`,
      takes: { group: place.part, username: "person" },
      done: "added",
      says: ({ group, username }) => `${username} is a member of ${group} now.`,
    },
    async handle({ params, by, ...who }, deps) {
      const { id: groupId, organizationId } = await groupIn(place, params, who.caller, deps);
      await assertMayActUponGroup(groupId, who, deps);
      const userId = await place.personIn(params, who.caller, deps);
      const isAdded = await addGroupMember(deps.database, { groupId, userId, organizationId }, by);
      return { body: undefined, ...(!isAdded && { already: place.already }) };
    },
  });

const addSeveral = (place: GroupPlace) =>
  actOnSeveral({
    id: `add${place.member}s`,
    path: `${pathOf(place)}/members/add`,
    does: `Adds up to ${MOST_AT_ONCE} ${place.manyJoining}`,
    scope: place.writes,
    ...place.scoped,
    needsStepUp: true,
    one: { ...add(place), idIn: "person" },
    within: ({ params, caller }, deps) => groupIn(place, params, caller, deps),
  });

const remove = (place: GroupPlace) =>
  defineOperation({
    id: `remove${place.member}`,
    method: "DELETE",
    path: `${pathOf(place)}/members/:person`,
    summary: `Removes ${place.leaving}`,
    scope: place.writes,
    ...place.scoped,
    needsStepUp: true,
    command: {
      line: `groups members remove <group> <username>${place.option}`,
      takes: { group: place.part, username: "person" },
      done: "removed",
      says: ({ group, username }) => `${username} is not a member of ${group} any more.`,
    },
    async handle({ params, by, ...who }, deps) {
      const { id: groupId } = await groupIn(place, params, who.caller, deps);
      await assertMayActUponGroup(groupId, who, deps);
      const userId = await place.personIn(params, who.caller, deps);
      const isRemoved = await removeGroupMember(deps.database, { groupId, userId }, by, ownersOf(who));
      if (!isRemoved) throw notFound("member");
      return { body: undefined };
    },
  });

export const groupMemberOperations = (place: GroupPlace): readonly Operation[] => [
  list(place),
  add(place),
  addSeveral(place),
  remove(place),
];
