/** Repeats what took roles, groups, organizations and their domains and tokens from people and directories. */
import { removeGroup, removeGroupMember } from "../../../administration/groups/groups.ts";
import { lapse } from "../../../administration/organizations/domain-checks.ts";
import { removeOrganizationDomain } from "../../../administration/organizations/organization-domains.ts";
import {
  removeOrganizationMember,
  takeOrganizationRole,
} from "../../../administration/organizations/organization-members.ts";
import { enableOrganization, removeOrganization } from "../../../administration/organizations/organizations.ts";
import { changeRole, removeRole, revokeRole } from "../../../administration/roles/roles.ts";
import { revokeScimToken } from "../../../administration/scim/scim-tokens.ts";
import { doneIf, type LostAct, type Repeat, textIn, textsIn, withTexts } from "../treatment.ts";
import { NO_MAIL } from "./people.ts";

// The last owner may have lost the role when there was another one. No owner is kept here.
const NO_OWNER = undefined;

/** Who had it: the person of the event, or a group. */
function holderIn(act: LostAct) {
  const groupId = textIn(act, "group");
  if (groupId !== undefined) return { groupId };
  return act.userId === undefined ? undefined : { userId: act.userId };
}

/** A role gives what it gave after the change. */
export const roleChanged: Repeat = async (database, act, by) => {
  const [resource, name] = [textIn(act, "resource"), textIn(act, "name")];
  if (resource === undefined || name === undefined || !Array.isArray(act.detail.scopes)) return "left";
  const { inOrganizations, revokeOnChange } = act.detail;
  const settings = {
    ...(typeof inOrganizations === "boolean" && { inOrganizations }),
    ...(typeof revokeOnChange === "boolean" && { revokeOnChange }),
  };
  await changeRole(database, { resource, name, scopes: textsIn(act, "scopes"), ...settings }, by);
  return "done";
};

export const roleRemoved = withTexts(["resource", "name"], (database, role, by) =>
  removeRole(database, role, by, NO_OWNER),
);

export const roleRevoked: Repeat = async (database, act, by) => {
  const [resource, name, holder] = [textIn(act, "resource"), textIn(act, "name"), holderIn(act)];
  if (resource === undefined || name === undefined || holder === undefined) return "left";
  return doneIf(await revokeRole(database, { resource, name }, holder, by, NO_OWNER));
};

export const groupRemoved = withTexts(["group"], async (database, { group }, by) => {
  await removeGroup(database, group, by, NO_OWNER);
  return true;
});

export const groupMemberRemoved: Repeat = async (database, act, by) => {
  const [{ userId }, groupId] = [act, textIn(act, "group")];
  if (userId === undefined || groupId === undefined) return "left";
  return doneIf(await removeGroupMember(database, { groupId, userId }, by, NO_OWNER));
};

export const organizationEnabled = (isEnabled: boolean): Repeat =>
  withTexts(["organization"], (database, { organization: id }, by) =>
    enableOrganization(database, { id, isEnabled }, by),
  );

export const organizationRemoved = withTexts(["organization"], (database, { organization }, by) =>
  removeOrganization(database, organization, by),
);

export const organizationMemberRemoved: Repeat = async (database, act, by) => {
  const [{ userId }, organizationId] = [act, textIn(act, "organization")];
  if (userId === undefined || organizationId === undefined) return "left";
  return doneIf(await removeOrganizationMember(database, { organizationId, userId }, by));
};

export const organizationRoleRevoked: Repeat = async (database, act, by) => {
  const [organizationId, to] = [textIn(act, "organization"), holderIn(act)];
  if (organizationId === undefined || to === undefined) return "left";
  const { rows } = await database.pool.query<{ id: string }>(ROLE, [textIn(act, "resource"), textIn(act, "name")]);
  const [role] = rows;
  return role === undefined
    ? "absent"
    : doneIf(await takeOrganizationRole(database, { organizationId, roleId: role.id, to }, by));
};

export const scimTokenRevoked = withTexts(["organization", "id"], (database, { organization, id }, by) =>
  revokeScimToken(database, { organizationId: organization, id }, by),
);

interface Domain {
  readonly id: string;
  readonly organizationId: string;
  readonly domain: string;
  readonly token: string;
  readonly missingSince: Date | null;
  readonly contestedAt: Date | null;
}

const domainOf = async (
  { pool }: Parameters<Repeat>[0],
  { organization, domain }: { readonly organization: string; readonly domain: string },
): Promise<Domain | undefined> => (await pool.query<Domain>(DOMAIN, [organization, domain])).rows[0];

export const domainRemoved = withTexts(["organization", "domain"], async (database, named, by) => {
  const found = await domainOf(database, named);
  return found !== undefined && removeOrganizationDomain(database, found, by);
});

export const domainLapsed = withTexts(["organization", "domain"], async (database, named, by) => {
  const found = await domainOf(database, named);
  if (found === undefined) return false;
  await lapse({ database, mail: NO_MAIL, administration: undefined }, found, by);
  return true;
});

const ROLE = "SELECT id FROM role WHERE resource = $1 AND name = $2";

const DOMAIN = `
  SELECT id, organization_id AS "organizationId", domain, token, missing_since AS "missingSince",
         contested_at AS "contestedAt"
    FROM organization_domain WHERE organization_id::text = $1 AND domain = $2`;
