/** How many members groups and organizations have. Each count reads an index of the members of one of them. */
import type { Query } from "../stores/transaction.ts";

const countOf = (table: string, owner: string) => `
  SELECT given.id::text AS id,
         (SELECT count(*)::int
            FROM (SELECT FROM ${table} m WHERE m.${owner} = given.id LIMIT $2::int) AS counted) AS count
    FROM unnest($1::text[]::uuid[]) AS given (id)`;

const COUNTS = {
  groups: countOf("group_member", "group_id"),
  organizations: countOf("organization_member", "organization_id"),
} as const;

/** In a list, so many members are counted and no more: what a page costs does not depend on how many there are. */
export const MOST_COUNTED = 10_000;

/**
 * The rows with their counts.
 *
 * @param most how many members are counted; all if it is not said
 */
export async function withCounts<Row extends { readonly id: string }>(
  kind: keyof typeof COUNTS,
  rows: readonly Row[],
  { query, most }: { readonly query: Query; readonly most?: number | undefined },
): Promise<(Row & { readonly memberCount: number })[]> {
  const found = await query(COUNTS[kind], [rows.map(({ id }) => id), most ?? null]);
  const counts = new Map(found.map(({ id, count }) => [id, Number(count)]));
  return rows.map((row) => ({ ...row, memberCount: counts.get(row.id) ?? 0 }));
}
