import { findOrganization, type OrganizationRecord } from "../../platform/records/organizations.ts";
import type { Statements } from "../../platform/records/records.ts";
import { refusal } from "../command/refusal.ts";

/** The organization of a slug. Refuses an unknown one. */
export async function organizationWith(database: Pick<Statements, "pool">, slug: string): Promise<OrganizationRecord> {
  const found = await findOrganization(database, { slug });
  if (found === undefined) throw refusal(`there is no organization ${slug}`);
  return found;
}

export const SLUG = "as `organizations list` shows it";
