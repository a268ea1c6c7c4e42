/** Acts on several members of an organization at once. */
import {
  addMember,
  giveRoleToMember,
  removeMember,
  takeMemberRoleIfHeld,
} from "../../organizations/operations/organization-members.ts";
import { organizationIn } from "../../organizations/operations/organization-shapes.ts";
import type { Operation } from "../operation.ts";
import { actOnSeveral, MOST_AT_ONCE } from "../several.ts";

const upTo = `up to ${MOST_AT_ONCE} members`;
const path = "/organizations/:organization/members";
const shared = { scope: "organizations:write", needsStepUp: true } as const;
const byTheirs = { ...shared, forOrganizationAdmins: true } as const;

export const manyMemberOperations: readonly Operation[] = [
  actOnSeveral({
    // Who may join an organization is for administrators of the deployment to say.
    ...{ ...shared, id: "addOrganizationMembers", path: `${path}/add` },
    does: `Adds up to ${MOST_AT_ONCE} users to an organization`,
    one: { ...addMember, idIn: "person" },
    within: ({ params }, deps) => organizationIn(params, deps),
  }),
  actOnSeveral({
    ...{ ...byTheirs, id: "giveRoleToMembers", path: `${path}/give-role` },
    does: `Assigns ${upTo} a role in an organization`,
    ...{ ofRole: true, one: { ...giveRoleToMember, idIn: "person" } },
  }),
  actOnSeveral({
    ...{ ...byTheirs, id: "takeRoleFromMembers", path: `${path}/take-role` },
    does: `Removes a role in an organization from ${upTo}`,
    ...{ ofRole: true, one: { handle: takeMemberRoleIfHeld, idIn: "person" } },
  }),
  actOnSeveral({
    ...{ ...byTheirs, id: "removeOrganizationMembers", path: `${path}/remove` },
    ...{ does: `Removes ${upTo} from an organization`, one: { ...removeMember, idIn: "person" } },
  }),
];
