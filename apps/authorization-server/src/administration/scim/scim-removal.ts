/**
 * How the directory of an organization deletes people (SCIM, RFC 7644 §3.6). The act and its audit rows are one
 * transaction.
 */
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { lockCreationOf } from "../../platform/stores/issued/creation-locks.ts";
import { locked } from "../../platform/stores/locked.ts";
import { lockOrganization } from "../../platform/stores/organization-lock.ts";
import { type Directory, lockScimUser } from "../../platform/stores/scim/users.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";
import { leave } from "../organizations/membership.ts";
import { endForErasure } from "../people/account-state.ts";
import { endAccess } from "../people/people.ts";
import { missing } from "../refused.ts";
import { isNoOwner } from "../roles/kept-role.ts";
import type { UserChange } from "./scim-users.ts";

/**
 * Ends the membership of a user. An account of the organization itself is disabled, and erased after a grace period.
 * It is refused if the organization has no user with this id.
 */
export function removeScimUser(
  { pool }: WithPool,
  directory: Directory,
  { id, graceDays, assertMeantFor }: Pick<UserChange, "id" | "assertMeantFor"> & { readonly graceDays: number },
  by: By,
): Promise<void> {
  return inTransaction(pool, async (query) => {
    await lockOrganization(query, directory.organizationId);
    // More than `lockScimUser` does: nothing is issued to the person until the end.
    await lockCreationOf(query, { userId: id });
    const user = await lockScimUser(query, directory, id);
    if (user === undefined) throw missing("user");
    assertMeantFor(locked(user));
    const about = { organizationId: directory.organizationId, userId: id };
    if (user.isOwn) {
      const graceEnd = new Date(by.at.getTime() + graceDays * 86_400_000);
      const dueAt = await endForErasure(query, { userId: id, at: by.at, dueAt: graceEnd }, isNoOwner(user.isOwn));
      // Before the membership, whose end revokes too: sessions are locked before authorizations.
      await endAccess(query, id, by.at);
      const detail = { dueAt: dueAt.toISOString() };
      await recordAudit(query, { type: "deletion_requested", userId: id, ...by, detail });
    }
    await leave(query, about, by);
    await query(DELETED, [about.organizationId, id, by.at]);
  });
}

// The attributes of the directory go. The fact that it ended the membership stays.
const DELETED = `
  INSERT INTO scim_user (organization_id, user_id, attributes, created_account, ended_at, created_at, updated_at,
                         deleted_at)
  VALUES ($1, $2, '{}', false, $3, $3, $3, $3)
  ON CONFLICT (organization_id, user_id) DO UPDATE
     SET external_id = NULL, attributes = '{}', created_account = false, ended_at = $3, updated_at = $3,
         deleted_at = $3`;
