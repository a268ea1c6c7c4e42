/** Operations on the roles of groups. Those of a group of an organization count in the organization. */

import type { Given, OperatorDependencies } from "../../api/command.ts";
import { assertNotManaged } from "../../api/managed.ts";
import { defineOperation, type Operation, type Request } from "../../api/operation.ts";
import { notFound } from "../../api/problem.ts";
import { assertMayActUponGroup, assertMayGrant, ownersOf } from "../../api/rank.ts";
import { giveOrganizationRole, takeOrganizationRole } from "../../organizations/organization-members.ts";
import type { Role } from "../../roles/entity.ts";
import {
  organizationRoleIn,
  type Params,
  roleIn,
  roleNamed,
  roles,
  shownRole,
} from "../../roles/operations/role-shapes.ts";
import { assignRole, revokeRole } from "../../roles/roles.ts";
import { rolesInOrganization, rolesOf } from "../../roles/store.ts";
import { type GroupPlace, groupIn, type PlacedGroup, pathOf } from "./places.ts";

type Asked = Pick<Request<unknown, unknown>, "by" | "caller" | "resource">;
type Deps = OperatorDependencies;

/** What is different between the roles of groups of the deployment and those of an organization. */
interface RolesAt {
  readonly lists: string;
  readonly gives: string;
  readonly takes: string;
  /** The line of a command, and the arguments of it that stand for parts of the path. */
  readonly line: (word: "assign" | "revoke") => string;
  readonly arguments: Readonly<Record<string, string>>;
  readonly says: (typed: Given) => { readonly holder: unknown; readonly where: string; readonly noMore: string };
  held(group: PlacedGroup, deps: Deps): Promise<readonly Role[]>;
  roleIn(params: Params, deps: Deps): Promise<Role>;
  /** Returns false if the group has the role already. */
  give(role: Role, group: PlacedGroup, asked: Asked, deps: Deps): Promise<boolean>;
  /** Returns false if the group does not have the role. */
  take(role: Role, group: PlacedGroup, asked: Asked, deps: Deps): Promise<boolean>;
}

const OF_DEPLOYMENT: RolesAt = {
  lists: "The roles that a group gives to its members; up to 200",
  gives: "Gives a role to the members of a group",
  takes: "Takes a role from a group",
  line: (word) => `roles ${word} <resource> <name> --group <name>`,
  arguments: { group: "id" },
  says: ({ group, resource }) => ({ holder: group, where: `at ${resource}`, noMore: "any more" }),
  held: ({ id }, { database }) => rolesOf(database, { groupId: id }),
  roleIn,
  give(role, group, { by }, { database }) {
    assertNotManaged(group, "group", by);
    return assignRole(database, role, { groupId: group.id }, by);
  },
  async take(role, group, { by, ...who }, deps) {
    assertNotManaged(group, "group", by);
    await assertMayActUponGroup(group.id, who, deps);
    return revokeRole(deps.database, role, { groupId: group.id }, by, ownersOf(who));
  },
};

const OF_ORGANIZATION: RolesAt = {
  lists: "The roles that a group gives to its members in an organization; up to 200",
  gives: "Gives a group a role that counts in an organization, from the next tokens of its members",
  takes: "Takes a role in an organization from a group",
  line: (word) => `organizations ${word} <slug> <holder> <resource> <name> --group`,
  arguments: { slug: "organization", holder: "group" },
  says: ({ holder, slug }) => ({ holder, where: `in ${slug}`, noMore: "now" }),
  held: (group, { database }) => rolesInOrganization(database, { ...placed(group), groupId: group.id }),
  roleIn: organizationRoleIn,
  give: ({ id: roleId }, group, { by }, { database }) =>
    giveOrganizationRole(database, { ...placed(group), roleId, to: { groupId: group.id } }, by),
  take: ({ id: roleId }, group, { by }, { database }) =>
    takeOrganizationRole(database, { ...placed(group), roleId, to: { groupId: group.id } }, by),
};

const placed = ({ organizationId = "" }: PlacedGroup) => ({ organizationId });

export function groupRoleOperations(place: GroupPlace): readonly Operation[] {
  const at = place.one === "Group" ? OF_DEPLOYMENT : OF_ORGANIZATION;
  return [listOf(place, at), giveOf(place, at), takeOf(place, at)];
}

const listOf = (place: GroupPlace, at: RolesAt) =>
  defineOperation({
    id: `listRolesOf${place.one}`,
    method: "GET",
    path: `${pathOf(place)}/roles`,
    summary: at.lists,
    scope: place.reads,
    ...place.scoped,
    status: 200,
    answer: roles,
    async handle({ params, ...who }, deps) {
      const found = await at.held(await groupIn(place, params, who.caller, deps), deps as Deps);
      return { body: { items: found.map((one) => shownRole(one, who)) } };
    },
  });

const giveOf = (place: GroupPlace, at: RolesAt) =>
  defineOperation({
    id: `giveRoleTo${place.one}`,
    method: "PUT",
    path: `${pathOf(place)}/roles/:role`,
    summary: at.gives,
    scope: place.writes,
    ...place.scoped,
    isGrave: true,
    status: 204,
    command: {
      line: at.line("assign"),
      takes: at.arguments,
      resolve: roleNamed,
      done: "assigned",
      says: (typed) => `${at.says(typed).holder} has the role ${typed.name} ${at.says(typed).where} now.`,
    },
    async handle({ params, ...asked }, deps) {
      const [group, role] = [await groupIn(place, params, asked.caller, deps), await at.roleIn(params, deps)];
      assertMayGrant(role, asked);
      const isGiven = await at.give(role, group, asked, deps);
      return { body: undefined, ...(!isGiven && { already: "the group has the role already" }) };
    },
  });

const takeOf = (place: GroupPlace, at: RolesAt) =>
  defineOperation({
    id: `takeRoleFrom${place.one}`,
    method: "DELETE",
    path: `${pathOf(place)}/roles/:role`,
    summary: at.takes,
    scope: place.writes,
    ...place.scoped,
    isGrave: true,
    status: 204,
    command: {
      line: at.line("revoke"),
      takes: at.arguments,
      resolve: roleNamed,
      done: "revoked",
      says(typed) {
        const { holder, where, noMore } = at.says(typed);
        return `${holder} does not have the role ${typed.name} ${where} ${noMore}.`;
      },
    },
    async handle({ params, ...asked }, deps) {
      const [group, role] = [await groupIn(place, params, asked.caller, deps), await at.roleIn(params, deps)];
      assertMayGrant(role, asked);
      if (!(await at.take(role, group, asked, deps))) throw notFound("role of this group");
      return { body: undefined };
    },
  });
