/** Open invitations into organizations as administrators see them. */
import type { Database } from "@countersign/database";
import type { Giver } from "../stores/person/givers.ts";
import type { Standing } from "./invitations.ts";
import type { PlaceInList } from "./organizations.ts";

export interface OrganizationInvitationRecord {
  readonly id: string;
  readonly address: string;
  readonly addressCanonical: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly roleIds: readonly string[];
  /** Who invited; null for an invitation of an earlier version. */
  readonly madeBy: Giver | null;
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

/** How many invitations into an organization are open, up to `most`. */
export async function countOrganizationInvitations(
  { pool }: Pick<Database, "pool">,
  { organizationId, at, most }: { readonly organizationId: string; readonly at: Date; readonly most: number },
): Promise<number> {
  return (await pool.query<{ count: number }>(COUNT, [organizationId, at, most])).rows[0]?.count ?? 0;
}

/** The invitation into an organization with this id. */
export const findOrganizationInvitation = async (
  { pool }: Pick<Database, "pool">,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<OrganizationInvitationRecord | undefined> =>
  (await pool.query<OrganizationInvitationRecord>(`${INVITATIONS} AND id = $2`, [organizationId, id])).rows[0];

const INVITATIONS = `
  SELECT id, address, address_canonical AS "addressCanonical", created_at AS "createdAt", expires_at AS "expiresAt",
         role_ids AS "roleIds", made_by AS "madeBy"
    FROM organization_invitation WHERE organization_id = $1`;
const COUNT = `
  SELECT count(*)::int FROM (
    SELECT FROM organization_invitation WHERE organization_id = $1 AND expires_at > $2 LIMIT $3) AS open`;
const PAGE = `
  ${INVITATIONS} AND expires_at > $2 AND ($3::text IS NULL OR address_canonical > $3)
   ORDER BY address_canonical LIMIT $4`;

/**
 * What these addresses in canonical form are to an organization: a member signs in by it, or an invitation of it is
 * open. Accounts of other people are not told of.
 */
export async function standingsIn(
  { pool }: Pick<Database, "pool">,
  { organizationId, addresses, at }: { organizationId: string; addresses: readonly string[]; at: Date },
): Promise<ReadonlyMap<string, Standing>> {
  const values = [addresses, at, organizationId];
  const { rows } = await pool.query<{ address: string; standing: Standing }>(STANDINGS, values);
  return new Map(rows.map(({ address, standing }) => [address, standing]));
}

const STANDINGS = `
  WITH member AS (
    SELECT n.name FROM sign_in_name n JOIN organization_member m ON m.user_id = n.user_id
     WHERE n.name = ANY ($1) AND m.organization_id = $3)
  SELECT name AS address, 'known' AS standing FROM member
   UNION ALL
  SELECT address_canonical, 'open' FROM organization_invitation
   WHERE organization_id = $3 AND address_canonical = ANY ($1) AND expires_at > $2
     AND address_canonical NOT IN (SELECT name FROM member)`;
