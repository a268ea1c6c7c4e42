/** Acts that take roles, groups, organizations and what belongs to them. */
import { randomUUID } from "node:crypto";
import { hashSecret } from "@countersign/rules";
import { addGroup, addGroupMember, removeGroup, removeGroupMember } from "../../src/administration/groups/groups.ts";
import { lapse } from "../../src/administration/organizations/domain-checks.ts";
import {
  addOrganizationDomain,
  removeOrganizationDomain,
  verifyOrganizationDomain,
} from "../../src/administration/organizations/organization-domains.ts";
import {
  addOrganizationMember,
  giveOrganizationRole,
  removeOrganizationMember,
  takeOrganizationRole,
} from "../../src/administration/organizations/organization-members.ts";
import {
  addOrganization,
  enableOrganization,
  removeOrganization,
} from "../../src/administration/organizations/organizations.ts";
import { addRole, assignRole, changeRole, removeRole, revokeRole } from "../../src/administration/roles/roles.ts";
import { addScimToken, revokeScimToken } from "../../src/administration/scim/scim-tokens.ts";
import type { AuditType } from "../../src/platform/stores/audit/audit-types.ts";
import { resource } from "../inhabitants.ts";
import { by, found, mail, person, type RepeatedRow, type Scene } from "./scene.ts";

const role = async (database: Scene): Promise<readonly string[]> => {
  const name = `r${randomUUID()}`;
  const id = await addRole(database, { resource, name, scopes: ["email", "profile"], inOrganizations: true }, by);
  return [name, id];
};

const givenRole = async (database: Scene): Promise<readonly string[]> => {
  const [[name = ""], userId] = [await role(database), await person(database)];
  await assignRole(database, { resource, name }, { userId }, by);
  return [name, userId];
};

const group = async (database: Scene): Promise<readonly string[]> => {
  const [groupId, userId] = [await addGroup(database, `g${randomUUID()}`, by), await person(database)];
  await addGroupMember(database, { groupId, userId }, by);
  return [groupId, userId];
};

const organization = async (database: Scene): Promise<readonly string[]> => {
  const slug = `o${randomUUID().slice(0, 8)}`;
  const [organizationId, userId] = [await addOrganization(database, { slug, name: "O" }, by), await person(database)];
  await addOrganizationMember(database, { organizationId, userId }, by);
  return [organizationId, userId];
};

const roleThere = async (database: Scene): Promise<readonly string[]> => {
  const [[, roleId = ""], [organizationId = "", userId = ""]] = [await role(database), await organization(database)];
  await giveOrganizationRole(database, { organizationId, roleId, to: { userId } }, by);
  return [organizationId, userId, roleId];
};

const domain = async (database: Scene): Promise<readonly string[]> => {
  const [organizationId = ""] = await organization(database);
  const added = await addOrganizationDomain(database, { organizationId, domain: `${organizationId}.example` }, by);
  const id = typeof added === "string" ? "" : added.id;
  await verifyOrganizationDomain(database, { organizationId, id }, by);
  return [organizationId, id];
};

const scimToken = async (database: Scene): Promise<readonly string[]> => {
  const [organizationId = ""] = await organization(database);
  const token = { organizationId, tokenHash: hashSecret(randomUUID()), note: "", expiresAt: new Date("2031-01-01") };
  return [organizationId, String(await addScimToken(database, token, by))];
};

export const MEMBERSHIP_ROWS = {
  role_changed: {
    made: role,
    act: (database, [name = ""]) => changeRole(database, { resource, name, scopes: ["email"] }, by),
    left: "SELECT FROM role WHERE name = $1 AND id::text = $2 AND 'profile' = ANY (scopes)",
  },
  role_removed: {
    made: role,
    act: (database, [name = ""]) => removeRole(database, { resource, name }, by, undefined),
    left: "SELECT FROM role WHERE name = $1 AND id::text = $2",
  },
  role_revoked: {
    made: givenRole,
    act: (database, [name = "", userId = ""]) => revokeRole(database, { resource, name }, { userId }, by, undefined),
    left: "SELECT FROM role_assignment a JOIN role r ON r.id = role_id WHERE r.name = $1 AND user_id::text = $2",
  },
  group_removed: {
    made: group,
    act: (database, [id = ""]) => removeGroup(database, id, by, undefined),
    left: "SELECT FROM user_group WHERE id = $1 AND $2 <> ''",
  },
  group_member_removed: {
    made: group,
    act: (database, [groupId = "", userId = ""]) => removeGroupMember(database, { groupId, userId }, by, undefined),
    left: "SELECT FROM group_member WHERE group_id = $1 AND user_id::text = $2",
  },
  organization_disabled: {
    made: organization,
    act: (database, [id = ""]) => enableOrganization(database, { id, isEnabled: false }, by),
    left: "SELECT FROM organization WHERE id = $1 AND $2 <> '' AND disabled_at IS NULL",
  },
  organization_enabled: {
    made: async (database) => {
      const ids = await organization(database);
      await enableOrganization(database, { id: ids[0] ?? "", isEnabled: false }, by);
      return ids;
    },
    act: (database, [id = ""]) => enableOrganization(database, { id, isEnabled: true }, by),
    left: "SELECT FROM organization WHERE id = $1 AND $2 <> '' AND disabled_at IS NOT NULL",
  },
  organization_removed: {
    made: organization,
    act: (database, [id = ""]) => removeOrganization(database, id, by),
    left: "SELECT FROM organization WHERE id = $1 AND $2 <> ''",
  },
  organization_member_removed: {
    made: organization,
    act: (database, [organizationId = "", userId = ""]) =>
      removeOrganizationMember(database, { organizationId, userId }, by),
    left: "SELECT FROM organization_member WHERE organization_id = $1 AND user_id::text = $2",
  },
  organization_role_revoked: {
    made: roleThere,
    act: (database, [organizationId = "", userId = "", roleId = ""]) =>
      takeOrganizationRole(database, { organizationId, roleId, to: { userId } }, by),
    left: "SELECT FROM organization_role WHERE organization_id = $1 AND user_id::text = $2 AND role_id::text = $3",
  },
  organization_domain_removed: {
    made: domain,
    act: (database, [organizationId = "", id = ""]) => removeOrganizationDomain(database, { organizationId, id }, by),
    left: "SELECT FROM organization_domain WHERE organization_id = $1 AND id::text = $2",
  },
  organization_domain_lapsed: {
    made: domain,
    act: async (database, [organizationId = "", id = ""]) => {
      const name = await found(database, "SELECT domain FROM organization_domain WHERE id = $1", [id]);
      const held = { organizationId, id, domain: name, token: "", missingSince: null, contestedAt: null };
      await lapse({ database, mail, administration: undefined }, held, by);
    },
    left: "SELECT FROM organization_domain WHERE organization_id = $1 AND id::text = $2 AND verified_at IS NOT NULL",
  },
  scim_token_revoked: {
    made: scimToken,
    act: (database, [organizationId = "", id = ""]) => revokeScimToken(database, { organizationId, id }, by),
    left: "SELECT FROM scim_token WHERE organization_id = $1 AND id::text = $2",
  },
} as const satisfies Partial<Record<AuditType, RepeatedRow>>;
