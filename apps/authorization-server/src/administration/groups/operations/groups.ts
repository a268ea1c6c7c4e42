/** Operations on groups, of the deployment and of organizations. */
import { z } from "zod";
import { assertNotManaged } from "../../api/access/managed.ts";
import type { OperatorDependencies } from "../../api/command.ts";
import { assertMatch } from "../../api/etag.ts";
import { cut, listQuery, pageOf, partOf, total, totalIf, withTotal } from "../../api/lists/list.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { assertMayActUponGroup, ownersOf } from "../../api/rank.ts";
import { addedShape, shownShape } from "../../entity-shapes.ts";
import { shownOf } from "../../entity-values.ts";
import { type Group, groupFields, keyOfGroup } from "../entity.ts";
import { addGroup, removeGroup, renameGroup } from "../groups.ts";
import { countGroups, countMembers, type FoundGroup, pageOfGroups } from "../store.ts";
import { groupMemberOperations } from "./members.ts";
import { listGroupsOfPerson } from "./of-person.ts";
import { DEPLOYMENT, type GroupPlace, groupIn, locationOf, ORGANIZATION, pathOf } from "./places.ts";
import { groupRoleOperations } from "./roles.ts";

const answer = shownShape(groupFields);
const body = addedShape(groupFields);
const shown = (group: Group) => shownOf(groupFields, group);
const shownUncounted = (group: Group) => {
  const { members: _, ...rest } = shown(group);
  return rest;
};

/** What a change of a group may change: its version. */
const versionOf = ({ name }: Pick<Group, "name">) => ({ name });

const reply = async (group: FoundGroup, { database }: Pick<OperatorDependencies, "database">) => ({
  body: shown({ ...group, members: await countMembers(database, group.id) }),
  version: versionOf(group),
});

const listed = answer.extend({
  members: answer.shape.members
    .optional()
    .meta({ description: "how many, up to 10000; left out if with_members is no" }),
});

/** To count the members costs, and a list to choose from does not show how many they are. */
const withMembers = z
  .literal("no")
  .optional()
  .meta({ description: "no: members are not counted, and left out of the answer" });

const list = (place: GroupPlace) =>
  defineOperation({
    id: `list${place.one}s`,
    method: "GET",
    path: place.path,
    summary: `The groups${place.of}, by name`,
    scope: place.reads,
    ...place.scoped,
    isList: true,
    query: z.strictObject({
      q: partOf(["the name"]),
      with_total: withTotal,
      with_members: withMembers,
      ...listQuery,
    }),
    answer: pageOf(listed).extend({ total }),
    command: {
      line: `groups list${place.option}`,
      leavesOut: ["q", "with_total", "with_members"],
      columns: ["name", "members"],
      empty: "No groups yet.",
    },
    async handle({ params, query: { q: part, limit, with_total, with_members }, place: after }, deps) {
      const organizationId = await place.organizationOf(params, deps);
      const isCounted = with_members !== "no";
      const page = { organizationId, part, after, most: limit + 1, isCounted };
      const found = await pageOfGroups(deps.database, page);
      const { items, last } = cut(found, limit);
      const counted = await totalIf(with_total, (most) => countGroups(deps.database, { organizationId, part, most }));
      return {
        body: { items: items.map(isCounted ? shown : shownUncounted), ...counted },
        next: last && [keyOfGroup(last.name, organizationId)],
      };
    },
  });

const read = (place: GroupPlace) =>
  defineOperation({
    id: `read${place.one}`,
    method: "GET",
    path: pathOf(place),
    summary: `One group${place.of}`,
    scope: place.reads,
    ...place.scoped,
    answer,
    handle: async ({ params, caller }, deps) => reply(await groupIn(place, params, caller, deps), deps),
  });

const add = (place: GroupPlace) =>
  defineOperation({
    id: `add${place.one}`,
    method: "POST",
    path: place.path,
    summary: `Creates a group${place.of}`,
    scope: place.writes,
    ...place.scoped,
    needsStepUp: true,
    body,
    status: 201,
    answer,
    command: { line: `groups add <name>${place.option}` },
    async handle({ params, body: { name }, by, caller }, deps) {
      const organizationId = await place.organizationOf(params, deps);
      const id = await addGroup(deps.database, name, by, organizationId);
      const made = await groupIn(place, { ...params, [place.part]: id }, caller, deps);
      return { ...(await reply(made, deps)), location: locationOf(id, organizationId) };
    },
  });

const rename = (place: GroupPlace) =>
  defineOperation({
    id: `rename${place.one}`,
    method: "PATCH",
    path: pathOf(place),
    summary: `Renames a group${place.of}; tokens have the new name from the next one`,
    scope: place.writes,
    ...place.scoped,
    needsStepUp: true,
    needsMatch: true,
    body,
    answer,
    command: {
      line: `groups rename <group> <new_name>${place.option}`,
      takes: { group: place.part, new_name: "name" },
    },
    async handle({ params, body: { name }, by, ifMatch, ...who }, deps) {
      const { id, organizationId } = await groupIn(place, params, who.caller, deps);
      await assertMayActUponGroup(id, who, deps);
      await renameGroup(deps.database, { id, name, organizationId }, by, (held) => {
        assertNotManaged(held, "group", by);
        assertMatch(ifMatch, held, versionOf);
      });
      return reply(await groupIn(place, { ...params, [place.part]: id }, who.caller, deps), deps);
    },
  });

const remove = (place: GroupPlace) =>
  defineOperation({
    id: `remove${place.one}`,
    method: "DELETE",
    path: pathOf(place),
    summary: `Deletes a group${place.of}; its members lose its roles`,
    scope: place.writes,
    ...place.scoped,
    needsStepUp: true,
    command: {
      line: `groups remove <name>${place.option}`,
      takes: { name: place.part },
      done: "removed",
      says: ({ name }) => `The group ${name} is removed.`,
    },
    async handle({ params, by, ...who }, deps) {
      const found = await groupIn(place, params, who.caller, deps);
      await assertMayActUponGroup(found.id, who, deps);
      assertNotManaged(found, "group", by);
      await removeGroup(deps.database, found.id, by, ownersOf(who));
      return { body: undefined };
    },
  });

export const listGroups = list(DEPLOYMENT);

/** The groups of an organization, which belong to what is read of it. */
export const listOrganizationGroups = list(ORGANIZATION);

const operationsAt = (place: GroupPlace, listing: Operation): readonly Operation[] => [
  listing,
  read(place),
  add(place),
  rename(place),
  remove(place),
  ...groupMemberOperations(place),
  ...groupRoleOperations(place),
];

export const groupOperations = [...operationsAt(DEPLOYMENT, listGroups), listGroupsOfPerson];
export const organizationGroupOperations = operationsAt(ORGANIZATION, listOrganizationGroups);
