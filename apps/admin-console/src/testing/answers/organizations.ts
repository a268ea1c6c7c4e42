/** Organizations, groups and roles, as the API answers in tests. */
import { AT, ID, invitationWith, onePage, roleWith } from "./common.ts";

export const organizationAnswers = (text: string) => {
  const role = roleWith(text);
  const organization = { id: ID, slug: text, name: text, members: 1, disabled_at: AT, created_at: AT };
  const lapsing = { verified_at: null, missing_since: null, lapses_at: null };
  const domain = { id: ID, domain: text, ...lapsing, record_name: text, record_value: text };
  const group = { id: ID, name: text, members: 1, managed_by: null };
  const invitation = invitationWith(text);
  const ofOrganization = {
    groups: { ...onePage(group), total: { count: 1, is_more: false } },
    invitations: { ...onePage(invitation), total: { count: 0, is_more: false } },
    domains: { items: [domain] },
    roles: { items: [role] },
  };
  return {
    listRoles: onePage(role),
    readRole: role,
    listRolesOfGroup: { items: [role] },
    listGroups: onePage(group),
    readGroup: group,
    addGroup: group,
    listMembers: onePage({ id: ID, username: text }),
    listOrganizations: onePage(organization),
    readOrganization: { ...organization, included: ofOrganization },
    addOrganization: organization,
    listOrganizationGroups: onePage(group),
    listOrganizationInvitations: onePage(invitation),
    readOrganizationGroup: group,
    addOrganizationGroup: group,
    renameOrganizationGroup: group,
    listOrganizationGroupMembers: onePage({ id: ID, username: text }),
    listRolesOfOrganizationGroup: { items: [role] },
    listOrganizationMembers: onePage({ id: ID, username: text }),
    listOrganizationRoles: { items: [role] },
    listOrganizationScimTokens: { items: [{ id: ID, note: text, created_at: AT, expires_at: AT }] },
    addOrganizationScimToken: { id: ID, note: text, created_at: AT, expires_at: AT, token: text },
    listRolesOfMember: { items: [] },
  };
};
