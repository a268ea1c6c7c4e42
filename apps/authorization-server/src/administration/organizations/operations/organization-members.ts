/** Operations on the members of an organization, and on their roles there. */
import { z } from "zod";
import {
  organizationMembersAmong,
  pageOfMembersWith,
  pageOfOrganizationMembers,
} from "../../../platform/records/organizations.ts";
import { cut, listQuery, pageOf } from "../../api/lists/list.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { assertMayActUponMember, isSelf } from "../../api/rank.ts";
import { personIn } from "../../api/requests/named.ts";
import { membersAsked } from "../../api/shapes.ts";
import { type Holders, heldRoleOperations, ifHeld, inOrganization } from "../../roles/operations/held.ts";
import { roles, shownRole } from "../../roles/operations/role-shapes.ts";
import { rolesForOrganizations } from "../../roles/store.ts";
import { addOrganizationMember, removeOrganizationMember } from "../organization-members.ts";
import { memberIn, organizationIn } from "./organization-shapes.ts";

const member = z.strictObject({ id: z.uuid(), username: z.string() });

const listOrganizationMembers = defineOperation({
  id: "listOrganizationMembers",
  method: "GET",
  path: "/organizations/:organization/members",
  summary: "The members of an organization",
  scope: "organizations:read",
  forOrganizationAdmins: true,
  isList: true,
  query: z.strictObject({
    ...listQuery,
    ids: membersAsked,
    username: z.string().max(100).optional().meta({ description: "only the member of this username" }),
    q: z.string().min(1).max(100).optional().meta({
      description: "a part of a username in any case; a page may then have fewer than limit, and another one after it",
    }),
  }),
  answer: pageOf(member),
  command: {
    line: "organizations members list <slug>",
    takes: { slug: "organization" },
    leavesOut: ["ids", "username", "q"],
    columns: ["username"],
    empty: "The organization has no members.",
  },
  async handle({ params, query: { limit, ids, username, q: part }, place }, deps) {
    const { id } = await organizationIn(params, deps);
    if (ids !== undefined) {
      const items = [...(await organizationMembersAmong(deps.database, id, ids.split(",")))];
      return { body: { items }, next: undefined };
    }
    if (part !== undefined) {
      const page = { organizationId: id, after: place, most: limit + 1, part };
      const { members, end } = await pageOfMembersWith(deps.database, page);
      const { items, last } = cut(members, limit);
      const next = last?.id ?? end;
      return { body: { items: [...items] }, next: next === undefined ? undefined : [next] };
    }
    const page = { organizationId: id, after: place, most: limit + 1, username };
    const { items, last } = cut(await pageOfOrganizationMembers(deps.database, page), limit);
    return { body: { items: [...items] }, next: last && [last.id] };
  },
});

export const addMember = defineOperation({
  id: "addOrganizationMember",
  method: "PUT",
  path: "/organizations/:organization/members/:person",
  summary: "Adds a user to an organization",
  scope: "organizations:write",
  needsStepUp: true,
  command: {
    line: "organizations members add <slug> <username>",
    takes: { slug: "organization", username: "person" },
    done: "added",
    says: ({ slug, username }) => `${username} is a member of ${slug} now.`,
  },
  async handle({ params, by, caller }, deps) {
    const { id: organizationId } = await organizationIn(params, deps);
    const userId = await personIn({ id: params.person ?? "" }, caller, deps);
    const isAdded = await addOrganizationMember(deps.database, { organizationId, userId }, by);
    return { body: undefined, ...(!isAdded && { already: "the user is a member of the organization already" }) };
  },
});

export const removeMember = defineOperation({
  id: "removeOrganizationMember",
  method: "DELETE",
  path: "/organizations/:organization/members/:person",
  summary: "Removes a member from an organization, with their roles and groups there",
  scope: "organizations:write",
  forOrganizationAdmins: true,
  needsStepUp: true,
  command: {
    line: "organizations members remove <slug> <username>",
    takes: { slug: "organization", username: "person" },
    done: "removed",
    says: ({ slug, username }) => `${username} is not a member of ${slug} any more.`,
  },
  async handle({ params, by, ...who }, deps) {
    const found = await memberIn(params, who.caller, deps);
    await assertMayActUponMember(found, who, deps);
    if (!(await removeOrganizationMember(deps.database, found, by))) throw notFound("member");
    return { body: undefined };
  },
});

export const listOrganizationRoles = defineOperation({
  id: "listOrganizationRoles",
  method: "GET",
  path: "/organizations/:organization/roles",
  summary: "The roles that may be assigned in an organization; up to 200",
  scope: "organizations:read",
  forOrganizationAdmins: true,
  answer: roles,
  async handle({ params, ...who }, deps) {
    await organizationIn(params, deps);
    return { body: { items: (await rolesForOrganizations(deps.database)).map((one) => shownRole(one, who)) } };
  },
});

const holders: Holders = {
  one: "Member",
  lists: "The roles that a member has in an organization, in addition to those of their groups; up to 200",
  gives: "Assigns a member a role in an organization; it counts from their next token",
  takes: "Removes a role in an organization from a member",
  ...{ noun: "member", path: "/organizations/:organization/members/:person" },
  ...{ reads: "organizations:read", writes: "organizations:write", scoped: { forOrganizationAdmins: true } },
  command: inOrganization("person"),
  async find(params, caller, deps) {
    const { organizationId, userId } = await memberIn(params, caller, deps);
    return { organizationId, to: { userId } };
  },
  assertMayTake(_, to, who) {
    if ("userId" in to && isSelf(to.userId, who)) throw new Problem("conflict", "this is your own role");
  },
};

const memberRoleOperations = heldRoleOperations(holders);

export const takeMemberRoleIfHeld = ifHeld(holders);

export const [, giveRoleToMember] = memberRoleOperations;

export const organizationMemberOperations: readonly Operation[] = [
  listOrganizationMembers,
  addMember,
  removeMember,
  listOrganizationRoles,
  ...memberRoleOperations,
];
