/** Open invitations into organizations as administrators see them. */
import type { Database } from "@countersign/database";
import type { PlaceInList } from "./organizations.ts";

export interface OrganizationInvitationRecord {
  readonly id: string;
  readonly address: string;
  readonly addressCanonical: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly roleIds: readonly string[];
}

/** At most `most` open invitations into an organization after a place in their order, by address. */
export async function pageOfOrganizationInvitations(
  { pool }: Pick<Database, "pool">,
  { organizationId, after, most, at }: PlaceInList & { readonly organizationId: string; readonly at: Date },
): Promise<readonly OrganizationInvitationRecord[]> {
  const [address] = after ?? [];
  const values = [organizationId, at, address ?? null, most];
  return (await pool.query<OrganizationInvitationRecord>(PAGE, values)).rows;
}

/** The invitation into an organization with this id. */
export const findOrganizationInvitation = async (
  { pool }: Pick<Database, "pool">,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<OrganizationInvitationRecord | undefined> =>
  (await pool.query<OrganizationInvitationRecord>(`${INVITATIONS} AND id = $2`, [organizationId, id])).rows[0];

const INVITATIONS = `
  SELECT id, address, address_canonical AS "addressCanonical", created_at AS "createdAt", expires_at AS "expiresAt",
         role_ids AS "roleIds"
    FROM organization_invitation WHERE organization_id = $1`;
const PAGE = `
  ${INVITATIONS} AND expires_at > $2 AND ($3::text IS NULL OR address_canonical > $3)
   ORDER BY address_canonical LIMIT $4`;
