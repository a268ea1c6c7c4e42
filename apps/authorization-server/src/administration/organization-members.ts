/** Acts on the members of an organization, and on their roles there. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import { type Database, isForeignKeyViolation, isUniqueViolation } from "@countersign/database";
import { inRecords, type RecordsDatabase, recordAudit } from "../records/records.ts";
import type { By } from "../stores/audit-events.ts";
import { lockOrganization } from "../stores/organization-lock.ts";
import { lockPerson } from "../stores/person/person-lock.ts";
import { inTransaction } from "../stores/transaction.ts";
import { endIssuedBy } from "./changed-roles.ts";
import { queryIn } from "./kept-role.ts";
import { type About, join, joinUnlessEnded, leave } from "./membership.ts";

type WithPool = Pick<Database, "pool">;

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
  database: RecordsDatabase,
  { organizationId, roleId, to }: OrganizationRole,
  by: By,
): Promise<boolean> {
  try {
    return await inRecords(database, async (records) => {
      const role = await records.role.findFirst({ where: { id: roleId, inOrganizations: true } });
      if (role === null) return false;
      const query = queryIn(records);
      await lockOrganization(query, organizationId);
      await query("SELECT id FROM role WHERE id = $1::uuid FOR KEY SHARE", [roleId]);
      if ("userId" in to) await lockPerson(query, to.userId);
      const data = { id: randomUUID(), organizationId, roleId, ...to, createdAt: by.at };
      await records.organizationRole.create({ data });
      await endIssuedBy(query, { organizationId, roleId, ...to }, by);
      const about = { resource: role.resource, name: role.name, organization: organizationId };
      await recordAudit(records, { type: "organization_role_assigned", ...by, ...concerning(to, about) });
      return true;
    });
  } catch (err) {
    if (isUniqueViolation(err) || isForeignKeyViolation(err)) return false;
    throw err;
  }
}

/** Takes a role in an organization. It counts from the next token. Returns false if they did not have it there. */
export function takeOrganizationRole(
  database: RecordsDatabase,
  { organizationId, roleId, to: from }: OrganizationRole,
  by: By,
): Promise<boolean> {
  return inRecords(database, async (records) => {
    const role = await records.role.findUnique({ where: { id: roleId }, select: { resource: true, name: true } });
    await endIssuedBy(queryIn(records), { organizationId, roleId, ...from }, by);
    const { count } = await records.organizationRole.deleteMany({ where: { organizationId, roleId, ...from } });
    if (count === 0) return false;
    const about = { ...role, organization: organizationId };
    await recordAudit(records, { type: "organization_role_revoked", ...by, ...concerning(from, about) });
    return true;
  });
}

const concerning = (holder: OrganizationRole["to"], detail: Readonly<Record<string, unknown>>) =>
  "userId" in holder ? { userId: holder.userId, detail } : { detail: { ...detail, group: holder.groupId } };

// A membership that the directory had ended before counts as ended by it no more, so it cannot begin it again.
const NOT_BY_DIRECTORY = `
  UPDATE scim_user s SET ended_at = NULL FROM end_user u
   WHERE s.organization_id = $1 AND s.user_id = $2 AND u.id = $2 AND u.disabled_at IS DISTINCT FROM s.ended_at`;
