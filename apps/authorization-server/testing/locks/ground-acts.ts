/** Acts upon what people belong to and have by that: organizations, groups, roles, directories. */
import {
  addGroup,
  addGroupMember,
  removeGroup,
  removeGroupMember,
  renameGroup,
} from "../../src/administration/groups/groups.ts";
import { anyInvitation } from "../../src/administration/invitations/invited-roles.ts";
import {
  addOrganizationDomain,
  removeOrganizationDomain,
  verifyOrganizationDomain,
} from "../../src/administration/organizations/organization-domains.ts";
import {
  acceptOrganizationInvitation,
  declineOrganizationInvitation,
  inviteIntoOrganization,
  withdrawOrganizationInvitation,
} from "../../src/administration/organizations/organization-invitations.ts";
import {
  addOrganizationMember,
  giveOrganizationRole,
  joinAtProvider,
  removeOrganizationMember,
  takeOrganizationRole,
} from "../../src/administration/organizations/organization-members.ts";
import {
  addOrganization,
  changeOrganization,
  enableOrganization,
  removeOrganization,
} from "../../src/administration/organizations/organizations.ts";
import { sendOrganizationInvitationAgain } from "../../src/administration/organizations/send-invitation-again.ts";
import {
  addResourceServer,
  changeResourceServer,
  disableResourceServer,
  enableResourceServer,
  removeResourceServer,
} from "../../src/administration/resource-servers/resource-servers.ts";
import { addRole, assignRole, changeRole, removeRole, revokeRole } from "../../src/administration/roles/roles.ts";
import { addScimGroup, changeScimGroup, removeScimGroup } from "../../src/administration/scim/scim-groups.ts";
import { removeScimUser } from "../../src/administration/scim/scim-removal.ts";
import { addScimToken, revokeScimToken } from "../../src/administration/scim/scim-tokens.ts";
import { addScimUser, changeScimUser } from "../../src/administration/scim/scim-users.ts";
import { OPERATOR } from "../../src/platform/stores/person/givers.ts";
import { type Acts, at, by, type Stage } from "./act.ts";
import { someHash } from "./person-acts.ts";
import { mail, orders } from "./scene.ts";

const clerk = { resource: orders, name: "clerk" };
const spare = { resource: orders, name: "spare" };
const directory = ({ ground: { organization: organizationId } }: Stage) => ({
  organizationId,
  administration: "https://api.example",
});
const member = ({ ground, someone }: Stage) => ({ organizationId: ground.organization, userId: someone.id });
const inGroup = ({ ground, someone }: Stage) => ({ groupId: ground.group, userId: someone.id });
const anyVersion = { assertMeantFor: () => {} };
const about = { name: "O", scopes: ["read"], accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300 } as const;

export const GROUND_ACTS: Acts = {
  addGroup: ({ database }) => addGroup(database, "New", by),
  renameGroup: ({ database, ground }) => renameGroup(database, { id: ground.group, name: "Other" }, by),
  removeGroup: ({ database, ground }) => removeGroup(database, ground.group, by, undefined),
  "removeGroup/keeping": ({ database, ground }) => removeGroup(database, ground.group, by, clerk),
  addGroupMember: ({ database, ground, someone }) =>
    addGroupMember(database, { groupId: ground.spareGroup, userId: someone.id }, by),
  removeGroupMember: (stage) => removeGroupMember(stage.database, inGroup(stage), by, undefined),
  "removeGroupMember/keeping": (stage) => removeGroupMember(stage.database, inGroup(stage), by, clerk),
  addOrganizationDomain: ({ database, ground }) =>
    addOrganizationDomain(database, { organizationId: ground.organization, domain: "new.example" }, by),
  verifyOrganizationDomain: {
    given: ["UPDATE organization_domain SET verified_at = NULL"],
    after: ["UPDATE organization_domain SET verified_at = created_at"],
    act: ({ database, ground }) =>
      verifyOrganizationDomain(database, { organizationId: ground.organization, id: ground.domain }, by),
  },
  removeOrganizationDomain: ({ database, ground }) =>
    removeOrganizationDomain(database, { organizationId: ground.organization, id: ground.domain }, by),
  "addGroupMember/organization": (stage) =>
    addGroupMember(stage.database, { ...member(stage), groupId: stage.ground.spareGroup }, by),
  inviteIntoOrganization: ({ database, ground, someone }) =>
    inviteIntoOrganization(
      { database, mail },
      {
        ...{ organizationId: ground.otherOrganization, roleIds: [ground.role], lifetimeSeconds: 600, language: "en" },
        ...{ address: { deliverable: someone.email, canonical: someone.email }, takesSignUps: true },
        link: (token) => `/x?token=${token}`,
        madeBy: OPERATOR,
      },
      by,
      anyInvitation,
    ),
  sendOrganizationInvitationAgain: ({ database, ground, someone }) =>
    sendOrganizationInvitationAgain(
      { database, mail },
      {
        ...{ organizationId: ground.otherOrganization, id: someone.invitation, lifetimeSeconds: 600, language: "en" },
        ...{ takesSignUps: true, link: (token) => `/x?token=${token}`, madeBy: OPERATOR, couldGive: () => true },
      },
      by,
      anyInvitation,
    ),
  withdrawOrganizationInvitation: ({ database, ground, someone }) =>
    withdrawOrganizationInvitation(
      database,
      { organizationId: ground.otherOrganization, id: someone.invitation },
      by,
      anyInvitation,
    ),
  acceptOrganizationInvitation: ({ database, someone }) =>
    acceptOrganizationInvitation(
      { database, administration: undefined },
      { userId: someone.id, id: someone.invitation, token: someone.invitationToken },
      by,
    ),
  declineOrganizationInvitation: ({ database, someone }) =>
    declineOrganizationInvitation(database, { userId: someone.id, id: someone.invitation }, by),
  addOrganizationMember: ({ database, ground, someone }) =>
    addOrganizationMember(database, { organizationId: ground.otherOrganization, userId: someone.id }, by),
  joinAtProvider: ({ database, ground, someone }) =>
    joinAtProvider(database, { organizationId: ground.otherOrganization, userId: someone.id }, by),
  giveOrganizationRole: (stage) =>
    giveOrganizationRole(
      stage.database,
      { organizationId: stage.ground.organization, roleId: stage.ground.spareRole, to: { userId: stage.someone.id } },
      by,
    ),
  "giveOrganizationRole/group": ({ database, ground }) =>
    giveOrganizationRole(
      database,
      {
        organizationId: ground.organization,
        roleId: ground.spareRole,
        to: { groupId: ground.organizationGroup },
      },
      by,
    ),
  removeOrganizationMember: (stage) => removeOrganizationMember(stage.database, member(stage), by),
  takeOrganizationRole: ({ database, ground }) =>
    takeOrganizationRole(
      database,
      { organizationId: ground.organization, roleId: ground.role, to: { groupId: ground.organizationGroup } },
      by,
    ),
  addOrganization: ({ database }) => addOrganization(database, { slug: "new", name: "N" }, by),
  changeOrganization: ({ database, ground }) =>
    changeOrganization(database, { id: ground.organization, name: "N" }, by),
  enableOrganization: ({ database, ground }) =>
    enableOrganization(database, { id: ground.organization, isEnabled: false }, by),
  removeOrganization: ({ database, ground }) => removeOrganization(database, ground.organization, by),
  addResourceServer: ({ database }) =>
    addResourceServer(database, { identifier: "https://new.example", listed: false, ...about }, by),
  changeResourceServer: ({ database }) => changeResourceServer(database, orders, { name: "P", isEnabled: false }, by),
  disableResourceServer: ({ database }) => disableResourceServer(database, orders, by),
  enableResourceServer: {
    given: [`UPDATE resource_server SET disabled_at = now() WHERE identifier = '${orders}'`],
    after: ["UPDATE resource_server SET disabled_at = NULL"],
    act: ({ database }) => enableResourceServer(database, orders, by),
  },
  removeResourceServer: ({ database }) => removeResourceServer(database, orders, by, undefined),
  addRole: ({ database }) => addRole(database, { resource: orders, name: "new", scopes: ["read"] }, by),
  changeRole: ({ database }) => changeRole(database, { ...clerk, scopes: ["write"] }, by),
  "changeRole/organizations": ({ database }) => changeRole(database, { ...clerk, inOrganizations: false }, by),
  removeRole: ({ database }) => removeRole(database, clerk, by, undefined),
  assignRole: ({ database, someone }) => assignRole(database, spare, { userId: someone.id }, by),
  "assignRole/group": ({ database, ground }) => assignRole(database, spare, { groupId: ground.group }, by),
  revokeRole: ({ database, ground }) => revokeRole(database, clerk, { groupId: ground.group }, by, undefined),
  "revokeRole/keeping": ({ database, ground }) => revokeRole(database, clerk, { groupId: ground.group }, by, clerk),
  addScimGroup: (stage) => {
    const members = [{ kind: "add", ids: [stage.someone.id] }] as const;
    return addScimGroup(stage.database, directory(stage), { group: { displayName: "New" }, members }, by);
  },
  changeScimGroup: (stage) => {
    const members = [{ kind: "replace", ids: [] }] as const;
    const change = () => ({ group: { displayName: "Other" }, members });
    const wanted = { id: stage.ground.organizationGroup, change, ...anyVersion };
    return changeScimGroup(stage.database, directory(stage), wanted, by);
  },
  removeScimGroup: (stage) =>
    removeScimGroup(stage.database, directory(stage), { id: stage.ground.organizationGroup, ...anyVersion }, by),
  addScimToken: ({ database, ground }) =>
    addScimToken(database, { organizationId: ground.organization, tokenHash: someHash(), note: "", expiresAt: at }, by),
  revokeScimToken: ({ database, ground }) =>
    revokeScimToken(database, { organizationId: ground.organization, id: ground.scimToken }, by),
  addScimUser: (stage) => addScimUser(stage.database, directory(stage), { userName: "new@acme.example" }, by),
  changeScimUser: (stage) => {
    const change = (present: object) => ({ ...present, nickName: "N", userName: `x${stage.someone.email}` });
    return changeScimUser(stage.database, directory(stage), { id: stage.someone.id, change, ...anyVersion }, by);
  },
  "changeScimUser/inactive": (stage) => {
    const change = (present: object) => ({ ...present, active: false });
    return changeScimUser(stage.database, directory(stage), { id: stage.someone.id, change, ...anyVersion }, by);
  },
  removeScimUser: (stage) =>
    removeScimUser(stage.database, directory(stage), { id: stage.someone.id, graceDays: 7, ...anyVersion }, by),
};
