/** How the directory of an organization deletes people (SCIM, RFC 7644 §3.6). The act and its audit rows are one transaction. */
import type { Database } from "@countersign/database";
import { type By, recordAudit } from "../stores/audit-events.ts";
import { lockCreationOf } from "../stores/issued/creation-locks.ts";
import { locked } from "../stores/locked.ts";
import { lockOrganization } from "../stores/organization-lock.ts";
import { type Directory, lockScimUser } from "../stores/scim/users.ts";
import { inTransaction } from "../stores/transaction.ts";
import { endAccess } from "./people.ts";
import { leave } from "./scim-membership.ts";
import type { UserChange } from "./scim-users.ts";

/**
 * Ends the membership of a user. An account of the organization itself is disabled, and erased after a grace period.
 * Returns false if the organization has no user with this id.
 */
export function removeScimUser(
  { pool }: Pick<Database, "pool">,
  directory: Directory,
  { id, graceDays, assertMeantFor }: Pick<UserChange, "id" | "assertMeantFor"> & { readonly graceDays: number },
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    await lockOrganization(query, directory.organizationId);
    // More than `lockScimUser` does: nothing is issued to the person until the end.
    await lockCreationOf(query, { userId: id });
    const user = await lockScimUser(query, directory, id);
    if (user === undefined) return false;
    assertMeantFor(locked(user));
    const about = { organizationId: directory.organizationId, userId: id };
    const dueAt = new Date(by.at.getTime() + graceDays * 86_400_000);
    if (user.isOwn) {
      await query(DELETE_LATER, [id, by.at, dueAt]);
      // Before the membership, whose end revokes too: sessions are locked before authorizations.
      await endAccess(query, id, by.at);
    }
    await leave(query, about, by);
    await query("DELETE FROM scim_user WHERE organization_id = $1 AND user_id = $2", [about.organizationId, id]);
    if (!user.isOwn) return true;

    const detail = { dueAt: dueAt.toISOString() };
    await recordAudit(query, { type: "deletion_requested", userId: id, ...by, detail });
    return true;
  });
}

const DELETE_LATER = `
  UPDATE end_user SET disabled_at = COALESCE(disabled_at, $2), deletion_due_at = $3, deletion_token_hash = NULL
   WHERE id = $1`;
