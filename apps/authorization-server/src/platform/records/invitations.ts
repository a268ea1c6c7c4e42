/** Open invitations as administrators see them. */
import type { Database } from "@countersign/database";

type WithPool = Pick<Database, "pool">;

export interface InvitationRecord {
  readonly id: string;
  readonly address: string;
  readonly addressCanonical: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly roleIds: readonly string[];
}

/** At most `most` open invitations after a place in their order, by address. */
export async function pageOfInvitations(
  { pool }: WithPool,
  { after, most, at }: { readonly after: readonly string[] | undefined; readonly most: number; readonly at: Date },
): Promise<readonly InvitationRecord[]> {
  const [address] = after ?? [];
  return (await pool.query<InvitationRecord>(PAGE, [at, address ?? null, most])).rows;
}

/** The open invitation with this id. */
export const findInvitation = async (
  { pool }: WithPool,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<InvitationRecord | undefined> =>
  (await pool.query<InvitationRecord>(`${OPEN} AND id = $2`, [at, id])).rows[0];

/** The open invitation for this address in canonical form. */
export const findInvitationFor = async (
  { pool }: WithPool,
  { canonical, at }: { readonly canonical: string; readonly at: Date },
): Promise<InvitationRecord | undefined> =>
  (await pool.query<InvitationRecord>(`${OPEN} AND address_canonical = $2`, [at, canonical])).rows[0];

const OPEN = `
  SELECT id, address, address_canonical AS "addressCanonical", created_at AS "createdAt", expires_at AS "expiresAt",
         role_ids AS "roleIds"
    FROM invitation WHERE expires_at > $1`;
const PAGE = `${OPEN} AND ($2::text IS NULL OR address_canonical > $2) ORDER BY address_canonical LIMIT $3`;
