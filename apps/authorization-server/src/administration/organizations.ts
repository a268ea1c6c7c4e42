/** Acts on organizations, for every kind of actor. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import { isUniqueViolation } from "@countersign/database";
import { inRecords, type RecordsDatabase, recordAudit } from "../records/records.ts";
import type { By } from "../stores/audit-events.ts";
import { endIssuedBy } from "./changed-roles.ts";
import { queryIn } from "./kept-role.ts";

export interface NewOrganization {
  /** The name in scopes: `organization:<slug>`. It never changes. */
  readonly slug: string;
  /** The name that people see. */
  readonly name: string;
}

/** Creates an organization without members. Returns its id; undefined if there is one of this slug. */
export async function addOrganization(
  database: RecordsDatabase,
  { slug, name }: NewOrganization,
  by: By,
): Promise<string | undefined> {
  const id = randomUUID();
  try {
    return await inRecords(database, async (records) => {
      await records.organization.create({ data: { id, slug, name, createdAt: by.at } });
      await recordAudit(records, { type: "organization_added", ...by, detail: { organization: id, slug, name } });
      return id;
    });
  } catch (err) {
    if (isUniqueViolation(err)) return undefined;
    throw err;
  }
}

export interface OrganizationChange {
  readonly id: string;
  readonly name: string;
  /** The version that the change is meant for; without one, any. */
  readonly version?: number | undefined;
}

/** Renames an organization. Returns false, and changes nothing, if there is none with this id and version. */
export function changeOrganization(
  database: RecordsDatabase,
  { id, name, version }: OrganizationChange,
  by: By,
): Promise<boolean> {
  return inRecords(database, async (records) => {
    const before = await records.organization.findUnique({ where: { id }, select: { name: true } });
    const { count } = await records.organization.updateMany({
      where: { id, ...(version === undefined ? {} : { version }) },
      data: { name, version: { increment: 1 } },
    });
    if (count === 0) return false;
    const detail = { organization: id, before: { name: before?.name }, after: { name } };
    await recordAudit(records, { type: "organization_changed", ...by, detail });
    return true;
  });
}

/**
 * Enables or disables an organization. While it is disabled, no token is issued for it. Returns false if there is none
 * with this id in the other state.
 */
export function enableOrganization(
  database: RecordsDatabase,
  { id, isEnabled }: { readonly id: string; readonly isEnabled: boolean },
  by: By,
): Promise<boolean> {
  return inRecords(database, async (records) => {
    await endIssuedBy(queryIn(records), { organizationId: id }, by);
    const { count } = await records.organization.updateMany({
      where: { id, disabledAt: isEnabled ? { not: null } : null },
      data: { disabledAt: isEnabled ? null : by.at, version: { increment: 1 } },
    });
    if (count === 0) return false;
    const type = isEnabled ? "organization_enabled" : "organization_disabled";
    await recordAudit(records, { type, ...by, detail: { organization: id } });
    return true;
  });
}

/**
 * Deletes an organization with its memberships, groups, roles, domains and invitations. Its people keep their accounts.
 * Returns false if there is none with this id.
 */
export function removeOrganization(database: RecordsDatabase, id: string, by: By): Promise<boolean> {
  return inRecords(database, async (records) => {
    await endIssuedBy(queryIn(records), { organizationId: id }, by);
    const members = await records.organizationMember.count({ where: { organizationId: id } });
    if ((await records.organization.deleteMany({ where: { id } })).count === 0) return false;
    await recordAudit(records, { type: "organization_removed", ...by, detail: { organization: id, members } });
    return true;
  });
}
