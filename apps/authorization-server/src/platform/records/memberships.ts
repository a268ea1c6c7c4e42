/** The organizations of a person, as operators and administrators see them. */
import type { WithPool } from "../stores/transaction.ts";
import type { PlaceInList } from "./organizations.ts";

interface Membership {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly disabledAt: Date | null;
  readonly memberSince: Date;
  /** The groups of the organization that the person is in. */
  readonly groups: { readonly id: string; readonly name: string }[];
}

/** At most `most` organizations of a person after a place in their order, by slug. */
export const pageOfMemberships = async (
  { pool }: WithPool,
  { userId, after, most }: PlaceInList & { readonly userId: string },
): Promise<readonly Membership[]> =>
  (await pool.query<Membership>(MEMBERSHIPS, [userId, after?.[0] ?? null, most, MOST_GROUPS])).rows;

const MOST_GROUPS = 200;

const MEMBERSHIPS = `
  SELECT o.id, o.slug, o.name, o.disabled_at AS "disabledAt", m.created_at AS "memberSince",
         (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY g.name_key), '[]')
            FROM (SELECT g.id, g.name, g.name_key FROM group_member i JOIN user_group g ON g.id = i.group_id
                   WHERE i.user_id = m.user_id AND g.organization_id = o.id ORDER BY g.name_key LIMIT $4) g) AS groups
    FROM organization_member m JOIN organization o ON o.id = m.organization_id
   WHERE m.user_id = $1::uuid AND ($2::text IS NULL OR o.slug > $2) ORDER BY o.slug LIMIT $3`;
