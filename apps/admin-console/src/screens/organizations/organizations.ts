import { organizationGroup } from "../groups/one-group.ts";
import type { Screen } from "../screen.ts";
import { organizationDeletion } from "./delete-organization.ts";
import { inviteMembers } from "./invite-members.ts";
import { listOrganizations } from "./list-organizations.ts";
import { oneMember } from "./one-member.ts";
import { oneOrganization } from "./one-organization.ts";
import { scimTokens } from "./scim-tokens.ts";

export const organizationScreens: readonly Screen[] = [
  listOrganizations,
  inviteMembers,
  oneOrganization,
  oneMember,
  organizationGroup,
  scimTokens,
  organizationDeletion,
];
