/**
 * A statement that finds a person, and does as much where there is none. A row that names a person costs more than one
 * that names no one: its foreign key locks the row of the person. So without a person the row of another one is locked,
 * which blocks only an erasure of that person, for as long as the transaction takes.
 *
 * @param find selects columns of one person at most
 * @param random the number of a parameter that is a random UUID
 * @returns a statement with one row. Its columns are null if there is no such person
 */
export const findOrStandIn = (find: string, random: number): string => `
  WITH found AS (${find}),
       other AS (SELECT id FROM end_user
                  WHERE NOT EXISTS (SELECT FROM found)
                    AND id = COALESCE((SELECT id FROM end_user WHERE id >= $${random}::uuid ORDER BY id LIMIT 1),
                                      (SELECT id FROM end_user ORDER BY id LIMIT 1))
                    FOR KEY SHARE SKIP LOCKED)
  SELECT found.* FROM (SELECT count(*) FROM other) AS locked LEFT JOIN found ON true`;
