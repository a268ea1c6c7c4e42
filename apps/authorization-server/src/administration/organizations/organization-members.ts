/** Acts on the members of an organization, and on their roles there. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import { isForeignKeyViolation, isUniqueViolation } from "@countersign/database";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { lockOrganization } from "../../platform/stores/organization-lock.ts";
import { lockPerson } from "../../platform/stores/person/person-lock.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { endIssuedBy } from "../roles/changed-roles.ts";
import { type About, join, joinUnlessEnded, leave } from "./membership.ts";

/** Adds a person to an organization. Returns false if they are a member already, or if one of the two is not there. */
export async function addOrganizationMember({ pool }: WithPool, about: About, by: By): Promise<boolean> {
  try {
    return await inTransaction(pool, (query) => join(query, about, by));
  } catch (err) {
    if (isForeignKeyViolation(err)) return false;
    throw err;
  }
}

/**
 * Adds a person who signed in at a provider of the organization, unless its directory ended their membership. Returns
 * false then, and if they are a member already.
 */
export const joinAtProvider = ({ pool }: WithPool, about: About, by: By): Promise<boolean> =>
  inTransaction(pool, (query) => joinUnlessEnded(query, about, by));

/**
 * Removes a person from an organization, its groups and their roles there. Their next token has nothing of it. Returns
 * false if they are no member.
 */
export function removeOrganizationMember({ pool }: WithPool, about: About, by: By): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    if (!(await leave(query, about, by))) return false;
    await query(NOT_BY_DIRECTORY, [about.organizationId, about.userId]);
    return true;
  });
}

/** A role in an organization, and who has it: a member, or a group of the organization. */
export interface OrganizationRole {
  readonly organizationId: string;
  readonly roleId: string;
  readonly to: { readonly userId: string } | { readonly groupId: string };
}

/**
 * Gives a role that counts in one organization. Returns false if they have it, if they are not of the organization, or
 * if the role is not one for organizations.
 */
export async function giveOrganizationRole(
  { pool }: WithPool,
  { organizationId, roleId, to }: OrganizationRole,
  by: By,
): Promise<boolean> {
  try {
    return await inTransaction(pool, async (query) => {
      const role = await roleOf(query, roleId);
      if (role?.inOrganizations !== true) return false;
      await lockOrganization(query, organizationId);
      await query("SELECT id FROM role WHERE id = $1::uuid FOR KEY SHARE", [roleId]);
      if ("userId" in to) await lockPerson(query, to.userId);
      await query(GIVE, [randomUUID(), organizationId, roleId, ...columnsOf(to), by.at]);
      await endIssuedBy(query, { organizationId, roleId, ...to }, by);
      const about = { resource: role.resource, name: role.name, organization: organizationId };
      await recordAudit(query, { type: "organization_role_assigned", ...by, ...concerning(to, about) });
      return true;
    });
  } catch (err) {
    if (isUniqueViolation(err) || isForeignKeyViolation(err)) return false;
    throw err;
  }
}

/** Takes a role in an organization. It counts from the next token. Returns false if they did not have it there. */
export function takeOrganizationRole(
  { pool }: WithPool,
  { organizationId, roleId, to: from }: OrganizationRole,
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    const role = await roleOf(query, roleId);
    await endIssuedBy(query, { organizationId, roleId, ...from }, by);
    const isMember = "userId" in from;
    const holder = isMember ? from.userId : from.groupId;
    const taken = await query(isMember ? TAKE_FROM_MEMBER : TAKE_FROM_GROUP, [organizationId, roleId, holder]);
    if (taken.length === 0) return false;
    const about = { resource: role?.resource, name: role?.name, organization: organizationId };
    await recordAudit(query, { type: "organization_role_revoked", ...by, ...concerning(from, about) });
    return true;
  });
}

interface Role {
  readonly resource: string;
  readonly name: string;
  readonly inOrganizations: boolean;
}

const roleOf = async (query: Query, roleId: string): Promise<Role | undefined> =>
  (await query(ROLE, [roleId]))[0] as unknown as Role | undefined;

const columnsOf = (to: OrganizationRole["to"]) => ("userId" in to ? [to.userId, null] : [null, to.groupId]);

const concerning = (holder: OrganizationRole["to"], detail: Readonly<Record<string, unknown>>) =>
  "userId" in holder ? { userId: holder.userId, detail } : { detail: { ...detail, group: holder.groupId } };

// A membership that the directory had ended before counts as ended by it no more, so it cannot begin it again.
const NOT_BY_DIRECTORY = `
  UPDATE scim_user s SET ended_at = NULL FROM end_user u
   WHERE s.organization_id = $1 AND s.user_id = $2 AND u.id = $2 AND u.disabled_at IS DISTINCT FROM s.ended_at`;

const ROLE = `SELECT resource, name, in_organizations AS "inOrganizations" FROM role WHERE id = $1::uuid`;
const GIVE = `
  INSERT INTO organization_role (id, organization_id, role_id, user_id, group_id, created_at)
  VALUES ($1, $2, $3, $4, $5, $6)`;
const TAKE_FROM_MEMBER = `
  DELETE FROM organization_role WHERE organization_id = $1 AND role_id = $2 AND user_id = $3 RETURNING id`;
const TAKE_FROM_GROUP = `
  DELETE FROM organization_role WHERE organization_id = $1 AND role_id = $2 AND group_id = $3 RETURNING id`;
