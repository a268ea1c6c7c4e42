/** Open invitations as administrators see them. */
import { patternOf } from "../stores/lists/part-of-text.ts";
import type { Giver } from "../stores/person/givers.ts";
import type { WithPool } from "../stores/transaction.ts";

export interface InvitationRecord {
  readonly id: string;
  readonly address: string;
  readonly addressCanonical: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly roleIds: readonly string[];
  /** Who invited; null for an invitation of an earlier version. */
  readonly madeBy: Giver | null;
}

interface Sought {
  /** A part of the address; none for all. */
  readonly part: string | undefined;
  readonly at: Date;
  readonly most: number;
}

/** At most `most` open invitations after a place in their order, by address. */
export async function pageOfInvitations(
  { pool }: WithPool,
  { part, at, after, most }: Sought & { readonly after: readonly string[] | undefined },
): Promise<readonly InvitationRecord[]> {
  const values = [at, after?.[0] ?? null, most, patternOf(part)];
  return (await pool.query<InvitationRecord>(PAGE, values)).rows;
}

/** How many invitations are open, up to `most`. */
export async function countInvitations({ pool }: WithPool, { part, at, most }: Sought): Promise<number> {
  return (await pool.query<{ count: number }>(COUNT, [at, most, patternOf(part)])).rows[0]?.count ?? 0;
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
         role_ids AS "roleIds", made_by AS "madeBy"
    FROM invitation WHERE expires_at > $1`;
const hasPart = (pattern: string) => `(${pattern}::text IS NULL OR address_canonical LIKE lower(${pattern}))`;
const PAGE = `${OPEN} AND ($2::text IS NULL OR address_canonical > $2) AND ${hasPart("$4")}
  ORDER BY address_canonical LIMIT $3`;
const COUNT = `
  SELECT count(*)::int FROM (
    SELECT FROM invitation WHERE expires_at > $1 AND ${hasPart("$3")} LIMIT $2) AS open`;

/** What an address is already, for who would invite it: an account has it, or an invitation of it is open. */
export type Standing = "known" | "open";

/** What these addresses in canonical form are; an address that may be invited is not in the answer. */
export async function standingsOf(
  { pool }: WithPool,
  { addresses, at }: { readonly addresses: readonly string[]; readonly at: Date },
): Promise<ReadonlyMap<string, Standing>> {
  const { rows } = await pool.query<{ address: string; standing: Standing }>(STANDINGS, [addresses, at]);
  return new Map(rows.map(({ address, standing }) => [address, standing]));
}

const STANDINGS = `
  SELECT name AS address, 'known' AS standing FROM sign_in_name WHERE name = ANY ($1)
   UNION ALL
  SELECT address_canonical, 'open' FROM invitation
   WHERE address_canonical = ANY ($1) AND expires_at > $2
     AND NOT EXISTS (SELECT FROM sign_in_name WHERE name = address_canonical)`;
