/** Groups of SCIM: RFC 7643 §4.2. */
import { GROUP_SCHEMA, GROUP_TYPE, type GroupPatch, groupPatch, memberIds, type ScimObject } from "@countersign/scim";
import { findScimGroup, membersOfScimGroups, pageOfScimGroups } from "../../../platform/stores/scim/groups.ts";
import { addScimGroup, changeScimGroup, groupResourceOf, removeScimGroup } from "../../scim/scim-groups.ts";
import { defineResources } from "./resources.ts";

export const groups = defineResources({
  ...({ type: GROUP_TYPE, at: "Groups", called: "Group", joined: "members" } as const),
  find: findScimGroup,
  join: membersOfScimGroups,
  change: changeScimGroup,
  versioned: (group) => [groupResourceOf(group), group.updatedAt, group.revision],

  async page(database, organizationId, page) {
    const { total, groups: rows } = await pageOfScimGroups(database, organizationId, page);
    return { total, rows };
  },

  attributesOf(group, all, base) {
    const ids = all?.get(group.id) ?? [];
    const members = ids.map((id) => ({ value: id, $ref: `${base}/Users/${id}`, type: "User" }));
    return { schemas: [GROUP_SCHEMA], ...groupResourceOf(group), ...(members.length === 0 ? {} : { members }) };
  },

  add: (database, directory, sent, by) => addScimGroup(database, directory, whole(sent), by),
  replacing(sent) {
    const group = whole(sent);
    return () => group;
  },
  patching: (operations) => (present) => groupPatch(present, operations),
  remove: ({ database }, directory, meant, by) => removeScimGroup(database, directory, meant, by),
});

function whole(sent: ScimObject): GroupPatch {
  const { members: _, ...group } = sent;
  return { group, members: [{ kind: "replace", ids: memberIds(sent) }] };
}
