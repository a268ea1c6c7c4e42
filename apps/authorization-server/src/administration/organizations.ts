/** Acts on organizations, for every kind of actor. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import { isUniqueViolation } from "@countersign/database";
import { inRecords, type Records, type RecordsDatabase, recordAudit } from "../records/records.ts";
import type { By } from "../stores/audit-events.ts";
import { type AssertMeantFor, forAny, locked } from "../stores/locked.ts";
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

/** What changes of an organization are meant for. */
export interface HeldOrganization {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

/** Renames an organization. Returns false if there is none with this id. */
export function changeOrganization(
  database: RecordsDatabase,
  { id, name }: { readonly id: string; readonly name: string },
  by: By,
  assertMeantFor: AssertMeantFor<HeldOrganization> = forAny,
): Promise<boolean> {
  return inRecords(database, async (records) => {
    const before = await lock(records, id);
    if (before === undefined) return false;
    assertMeantFor(locked(before));
    await records.organization.update({ where: { id }, data: { name, version: { increment: 1 } } });
    const detail = { organization: id, before: { name: before.name }, after: { name } };
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
    await lock(records, id);
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
export function removeOrganization(
  database: RecordsDatabase,
  id: string,
  by: By,
  assertMeantFor: AssertMeantFor<HeldOrganization> = forAny,
): Promise<boolean> {
  return inRecords(database, async (records) => {
    const before = await lock(records, id, true);
    if (before === undefined) return false;
    assertMeantFor(locked(before));
    // Its groups go with it, and whoever changes one locks the group before its people.
    await records.$executeRaw`SELECT FROM user_group WHERE organization_id = ${id}::uuid ORDER BY id FOR UPDATE`;
    await endIssuedBy(queryIn(records), { organizationId: id }, by);
    const members = await records.organizationMember.count({ where: { organizationId: id } });
    await records.organization.delete({ where: { id } });
    await recordAudit(records, { type: "organization_removed", ...by, detail: { organization: id, members } });
    return true;
  });
}

/** @param isRemoved whether nothing may refer to it any more */
async function lock(records: Records, id: string, isRemoved = false): Promise<HeldOrganization | undefined> {
  const mode = isRemoved ? "FOR UPDATE" : "FOR NO KEY UPDATE";
  const [row] = await queryIn(records)(`SELECT id, name, version FROM organization WHERE id = $1::uuid ${mode}`, [id]);
  return row as unknown as HeldOrganization | undefined;
}
