/** Operations on the members and the roles of groups of an organization. */
import { z } from "zod";
import { pageOfMembers } from "../../../platform/records/groups.ts";
import { rolesInOrganization } from "../../../platform/records/roles.ts";
import { cut, listQuery, pageOf } from "../../api/list.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound } from "../../api/problem.ts";
import { assertMayActUponGroup, assertMayGrant, ownersOf } from "../../api/rank.ts";
import { removeGroupMember } from "../../groups/groups.ts";
import { organizationRoleIn, roleNamed, roles, shownRole } from "../../roles/operations/role-shapes.ts";
import { addOrganizationGroupMember } from "../organization-groups.ts";
import { giveOrganizationRole, takeOrganizationRole } from "../organization-members.ts";
import { organizationGroupIn } from "./organization-groups.ts";
import { memberIn } from "./organization-shapes.ts";

const member = z.strictObject({ id: z.uuid(), username: z.string() });

const listMembers = defineOperation({
  id: "listOrganizationGroupMembers",
  method: "GET",
  path: "/organizations/:organization/groups/:group/members",
  summary: "The members of a group of an organization",
  scope: "organizations:read",
  inOrganization: true,
  isList: true,
  query: z.strictObject(listQuery),
  status: 200,
  answer: pageOf(member),
  command: {
    line: "groups members list <group> --organization <slug>",
    columns: ["username"],
    empty: "The group has no members.",
  },
  async handle({ params, query: { limit }, place }, deps) {
    const { id } = await organizationGroupIn(params, deps);
    const page = { groupId: id, after: place, most: limit + 1 };
    const { items, last } = cut(await pageOfMembers(deps.database, page), limit);
    return { body: { items: [...items] }, next: last && [last.id] };
  },
});

const addMember = defineOperation({
  id: "addOrganizationGroupMember",
  method: "PUT",
  path: "/organizations/:organization/groups/:group/members/:person",
  summary: "Adds a member of an organization to a group of it, whose roles count from their next token",
  scope: "organizations:write",
  inOrganization: true,
  isGrave: true,
  status: 204,
  command: {
    line: "groups members add <group> <username> --organization <slug>",
    takes: { username: "person" },
    done: "added",
    says: ({ group, username }) => `${username} is a member of ${group} now.`,
  },
  async handle({ params, by, ...who }, deps) {
    const { id: groupId } = await organizationGroupIn(params, deps);
    await assertMayActUponGroup(groupId, who, deps);
    const isAdded = await addOrganizationGroupMember(
      deps.database,
      { groupId, ...(await memberIn(params, who.caller, deps)) },
      by,
    );
    return { body: undefined, ...(!isAdded && { already: "the member is in the group already" }) };
  },
});

const removeMember = defineOperation({
  id: "removeOrganizationGroupMember",
  method: "DELETE",
  path: "/organizations/:organization/groups/:group/members/:person",
  summary: "Removes a member from a group of an organization",
  scope: "organizations:write",
  inOrganization: true,
  isGrave: true,
  status: 204,
  command: {
    line: "groups members remove <group> <username> --organization <slug>",
    takes: { username: "person" },
    done: "removed",
    says: ({ group, username }) => `${username} is not a member of ${group} any more.`,
  },
  async handle({ params, by, ...who }, deps) {
    const { id: groupId } = await organizationGroupIn(params, deps);
    await assertMayActUponGroup(groupId, who, deps);
    const { userId } = await memberIn(params, who.caller, deps);
    const removing = removeGroupMember(deps.database, { groupId, userId }, by, ownersOf(who));
    if (!(await removing)) throw notFound("member");
    return { body: undefined };
  },
});

const rolesOfGroup = defineOperation({
  id: "listRolesOfOrganizationGroup",
  method: "GET",
  path: "/organizations/:organization/groups/:group/roles",
  summary: "The roles that a group gives to its members in an organization; up to 200",
  scope: "organizations:read",
  inOrganization: true,
  status: 200,
  answer: roles,
  async handle({ params, ...who }, deps) {
    const { id: groupId, organizationId } = await organizationGroupIn(params, deps);
    const found = await rolesInOrganization(deps.database, { organizationId, groupId });
    return { body: { items: found.map((one) => shownRole(one, who)) } };
  },
});

const giveRole = defineOperation({
  id: "giveRoleToOrganizationGroup",
  method: "PUT",
  path: "/organizations/:organization/groups/:group/roles/:role",
  summary: "Gives a group a role that counts in an organization, from the next tokens of its members",
  scope: "organizations:write",
  inOrganization: true,
  isGrave: true,
  status: 204,
  command: {
    line: "organizations assign <slug> <holder> <resource> <name> --group",
    takes: { slug: "organization", holder: "group" },
    resolve: roleNamed,
    done: "assigned",
    says: ({ holder, name, slug }) => `${holder} has the role ${name} in ${slug} now.`,
  },
  async handle({ params, by, ...who }, deps) {
    const { id: groupId, organizationId } = await organizationGroupIn(params, deps);
    const role = await organizationRoleIn(params, deps);
    assertMayGrant(role, who);
    const given = { organizationId, roleId: role.id, to: { groupId } };
    const isGiven = await giveOrganizationRole(deps.database, given, by);
    return { body: undefined, ...(!isGiven && { already: "the group has the role already" }) };
  },
});

const takeRole = defineOperation({
  id: "takeRoleFromOrganizationGroup",
  method: "DELETE",
  path: "/organizations/:organization/groups/:group/roles/:role",
  summary: "Takes a role in an organization from a group",
  scope: "organizations:write",
  inOrganization: true,
  isGrave: true,
  status: 204,
  command: {
    line: "organizations revoke <slug> <holder> <resource> <name> --group",
    takes: { slug: "organization", holder: "group" },
    resolve: roleNamed,
    done: "revoked",
    says: ({ holder, name, slug }) => `${holder} does not have the role ${name} in ${slug} now.`,
  },
  async handle({ params, by, ...who }, deps) {
    const { id: groupId, organizationId } = await organizationGroupIn(params, deps);
    const role = await organizationRoleIn(params, deps);
    assertMayGrant(role, who);
    const held = { organizationId, roleId: role.id, to: { groupId } };
    if (!(await takeOrganizationRole(deps.database, held, by))) throw notFound("role of this group");
    return { body: undefined };
  },
});

export const organizationGroupMemberOperations: readonly Operation[] = [
  listMembers,
  addMember,
  removeMember,
  rolesOfGroup,
  giveRole,
  takeRole,
];
