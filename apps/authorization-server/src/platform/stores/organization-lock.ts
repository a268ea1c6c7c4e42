/** The locks of an organization, before its people and groups are locked (decision 131). */
import type { Query } from "./transaction.ts";

/** Has an organization stay until the transaction ends. */
export async function lockOrganization(query: Query, organizationId: string): Promise<void> {
  await query("SELECT id FROM organization WHERE id = $1::uuid FOR KEY SHARE", [organizationId]);
}

/** Of several that add something to an organization at once, each counts what the one before it added. */
export async function lockOrganizationAlone(query: Query, organizationId: string): Promise<void> {
  await query("SELECT id FROM organization WHERE id = $1::uuid FOR NO KEY UPDATE", [organizationId]);
}
