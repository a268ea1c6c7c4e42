/** Acts on several members of an organization at once. */
import { z } from "zod";
import {
  giveRoleToMember,
  removeMember,
  takeMemberRoleIfHeld,
} from "../../organizations/operations/organization-members.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { severalIds as ids, MOST_AT_ONCE, severalResults, upon } from "../several.ts";

const upTo = `up to ${MOST_AT_ONCE} members`;
const shared = {
  ...({ method: "POST", answer: severalResults, scope: "organizations:write" } as const),
  ...({ needsStepUp: true, forOrganizationAdmins: true } as const),
};
const withRole = z.strictObject({ ids, role: z.uuid().meta({ description: "the id of the role" }) });

export const manyMemberOperations: readonly Operation[] = [
  defineOperation({
    ...shared,
    id: "giveRoleToMembers",
    path: "/organizations/:organization/members/give-role",
    summary: `Gives ${upTo} a role that counts in an organization, and says for each what came of it`,
    body: withRole,
    handle: (request, deps) => upon({ ...giveRoleToMember, idIn: "person" }, request, deps),
  }),
  defineOperation({
    ...shared,
    id: "takeRoleFromMembers",
    path: "/organizations/:organization/members/take-role",
    summary: `Takes a role in an organization from ${upTo}, and says for each what came of it`,
    body: withRole,
    handle: (request, deps) => upon({ handle: takeMemberRoleIfHeld, idIn: "person" }, request, deps),
  }),
  defineOperation({
    ...shared,
    id: "removeOrganizationMembers",
    path: "/organizations/:organization/members/remove",
    summary: `Removes ${upTo} from an organization, and says for each what came of it`,
    body: z.strictObject({ ids }),
    handle: (request, deps) => upon({ ...removeMember, idIn: "person" }, request, deps),
  }),
];
