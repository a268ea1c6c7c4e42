/** Acts on organizations, for every kind of actor. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, forAny, locked } from "../../platform/stores/locked.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { unlessTaken } from "../refused.ts";
import { endIssuedBy } from "../roles/changed-roles.ts";

export interface NewOrganization {
  /** The name in scopes: `organization:<slug>`. It never changes. */
  readonly slug: string;
  /** The name that people see. */
  readonly name: string;
}

/** Creates an organization without members, and returns its id. It is refused if there is one of this slug. */
export function addOrganization({ pool }: WithPool, { slug, name }: NewOrganization, by: By): Promise<string> {
  return unlessTaken({ what: "organization", why: "there is an organization of this slug" }, () =>
    inTransaction(pool, async (query) => {
      const id = randomUUID();
      await query(ADD, [id, slug, name, by.at]);
      await recordAudit(query, { type: "organization_added", ...by, detail: { organization: id, slug, name } });
      return id;
    }),
  );
}

/** What changes of an organization are meant for. */
export interface HeldOrganization {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

/** Renames an organization. Returns false if there is none with this id. */
export function changeOrganization(
  { pool }: WithPool,
  { id, name }: { readonly id: string; readonly name: string },
  by: By,
  assertMeantFor: AssertMeantFor<HeldOrganization> = forAny,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    const before = await lock(query, id);
    if (before === undefined) return false;
    assertMeantFor(locked(before));
    await query(RENAME, [id, name]);
    const detail = { organization: id, before: { name: before.name }, after: { name } };
    await recordAudit(query, { type: "organization_changed", ...by, detail });
    return true;
  });
}

/**
 * Enables or disables an organization. While it is disabled, no token is issued for it. Returns false if there is none
 * with this id in the other state.
 */
export function enableOrganization(
  { pool }: WithPool,
  { id, isEnabled }: { readonly id: string; readonly isEnabled: boolean },
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    await lock(query, id);
    await endIssuedBy(query, { organizationId: id }, by);
    const changed = await (isEnabled ? query(ENABLE, [id]) : query(DISABLE, [id, by.at]));
    if (changed.length === 0) return false;
    const type = isEnabled ? "organization_enabled" : "organization_disabled";
    await recordAudit(query, { type, ...by, detail: { organization: id } });
    return true;
  });
}

/**
 * Deletes an organization with its memberships, groups, roles, domains and invitations. Its people keep their accounts.
 * Returns false if there is none with this id.
 */
export function removeOrganization(
  { pool }: WithPool,
  id: string,
  by: By,
  assertMeantFor: AssertMeantFor<HeldOrganization> = forAny,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    const before = await lock(query, id, true);
    if (before === undefined) return false;
    assertMeantFor(locked(before));
    // Its groups go with it, and an act that changes one locks the group before its people.
    await query(LOCK_GROUPS, [id]);
    await endIssuedBy(query, { organizationId: id }, by);
    const [counted] = await query(COUNT_MEMBERS, [id]);
    await query("DELETE FROM organization WHERE id = $1", [id]);
    const detail = { organization: id, members: counted?.members };
    await recordAudit(query, { type: "organization_removed", ...by, detail });
    return true;
  });
}

/** @param isRemoved whether nothing may refer to it any more */
async function lock(query: Query, id: string, isRemoved = false): Promise<HeldOrganization | undefined> {
  const [row] = await query(isRemoved ? LOCK_WHOLE : LOCK, [id]);
  return row as unknown as HeldOrganization | undefined;
}

const ADD = "INSERT INTO organization (id, slug, name, created_at) VALUES ($1, $2, $3, $4)";
const RENAME = "UPDATE organization SET name = $2, version = version + 1 WHERE id = $1";
const ENABLE = `
  UPDATE organization SET disabled_at = NULL, version = version + 1
   WHERE id = $1 AND disabled_at IS NOT NULL RETURNING id`;
const DISABLE = `
  UPDATE organization SET disabled_at = $2, version = version + 1
   WHERE id = $1 AND disabled_at IS NULL RETURNING id`;
const HELD = "SELECT id, name, version FROM organization WHERE id = $1::uuid";
const LOCK = `${HELD} FOR NO KEY UPDATE`;
const LOCK_WHOLE = `${HELD} FOR UPDATE`;
const LOCK_GROUPS = "SELECT id FROM user_group WHERE organization_id = $1 ORDER BY id FOR UPDATE";
const COUNT_MEMBERS = "SELECT count(*)::int AS members FROM organization_member WHERE organization_id = $1";
