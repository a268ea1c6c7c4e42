/** Operations on the roles of groups. Those of a group of an organization count in the organization. */
import type { Operation } from "../../api/operation.ts";
import { assertMayActUponGroup } from "../../api/rank.ts";
import { atResource, type Holders, heldRoleOperations, inOrganization } from "../../roles/operations/held.ts";
import { type GroupPlace, groupIn, pathOf } from "./places.ts";

type Differing = Pick<Holders, "lists" | "gives" | "takes" | "command" | "assertMayTake">;

const OF_DEPLOYMENT: Differing = {
  lists: "The roles of a group, which its members have; up to 200",
  gives: "Assigns a role to a group; it counts from the next tokens of its members",
  takes: "Removes a role from a group",
  command: atResource("group", "name"),
  assertMayTake: (_, to, who, deps) => assertMayActUponGroup("groupId" in to ? to.groupId : "", who, deps),
};

const OF_ORGANIZATION: Differing = {
  lists: "The roles of a group in an organization, which its members have; up to 200",
  gives: "Assigns a group a role in an organization; it counts from the next tokens of its members",
  takes: "Removes a role in an organization from a group",
  command: inOrganization("group", " --group"),
};

export const groupRoleOperations = (place: GroupPlace): readonly Operation[] =>
  heldRoleOperations({
    ...(place.one === "Group" ? OF_DEPLOYMENT : OF_ORGANIZATION),
    ...{ one: place.one, noun: "group", path: pathOf(place) },
    ...{ reads: place.reads, writes: place.writes, scoped: place.scoped },
    async find(params, caller, deps) {
      const { id, organizationId, managedBy } = await groupIn(place, params, caller, deps);
      return { organizationId, to: { groupId: id }, managedBy };
    },
  });
