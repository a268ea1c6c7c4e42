/** Acts on several members of an organization at once. */
import {
  giveRoleToMember,
  removeMember,
  takeMemberRoleIfHeld,
} from "../../organizations/operations/organization-members.ts";
import type { Operation } from "../operation.ts";
import { actOnSeveral, MOST_AT_ONCE } from "../several.ts";

const upTo = `up to ${MOST_AT_ONCE} members`;
const path = "/organizations/:organization/members";
const shared = { scope: "organizations:write", needsStepUp: true, forOrganizationAdmins: true } as const;

export const manyMemberOperations: readonly Operation[] = [
  actOnSeveral({
    ...{ ...shared, id: "giveRoleToMembers", path: `${path}/give-role` },
    does: `Gives ${upTo} a role that counts in an organization`,
    ...{ ofRole: true, one: { ...giveRoleToMember, idIn: "person" } },
  }),
  actOnSeveral({
    ...{ ...shared, id: "takeRoleFromMembers", path: `${path}/take-role` },
    does: `Takes a role in an organization from ${upTo}`,
    ...{ ofRole: true, one: { handle: takeMemberRoleIfHeld, idIn: "person" } },
  }),
  actOnSeveral({
    ...{ ...shared, id: "removeOrganizationMembers", path: `${path}/remove` },
    ...{ does: `Removes ${upTo} from an organization`, one: { ...removeMember, idIn: "person" } },
  }),
];
