/**
 * Looks for people by a part of their username, name or email address, or of their given and family name, and by a
 * whole ID: that of the account, of the system from which it was imported, or of a directory (SCIM). Two indexes of
 * trigrams find a part of three characters or more. If the database lacks one of them, a text is the beginning of one
 * of the first three (decisions 192, 279).
 */
import type { Database } from "@countersign/database";
import { containing } from "../lists/part-of-text.ts";
import type { Parameters } from "./statement-parameters.ts";

/** As many people with a part are put in order. Where more have it, the text should be longer. */
export const MOST_WITH_PART = 5000;

const SHORTEST_PART = 3;

/** The expression of the index `end_user_search`. */
const searched = (of: string) =>
  `lower(${of}username || ' ' || coalesce(${of}email_canonical, '') || ' ' || coalesce(${of}name, ''))`;

/** The condition and the expression of the index `end_user_names_search`. */
const hasNames = (of: string) => `(${of}given_name IS NOT NULL OR ${of}family_name IS NOT NULL)`;
const names = (of: string) => `lower(coalesce(${of}given_name, '') || ' ' || coalesce(${of}family_name, ''))`;

/** The condition that a person has a part. */
export function hasPart(part: string, to: Parameters, of = ""): string {
  const pattern = `lower(${to.of(containing(part), "text")})`;
  return `(${searched(of)} LIKE ${pattern} OR (${hasNames(of)} AND ${names(of)} LIKE ${pattern}))`;
}

/** What a text stands for in the filter of a list. */
interface Search {
  readonly prefix?: string | undefined;
  readonly part?: string;
  /** Those who have it as an ID. */
  readonly known?: readonly string[];
}

/**
 * How people are looked for by this text, for the filter of a list.
 *
 * @param mayReadDirectories whether IDs of directories count: who may not read organizations learns no such ID
 */
export async function searchFor(
  { pool }: Pick<Database, "pool">,
  text: string | undefined,
  mayReadDirectories: boolean,
): Promise<Search> {
  const part = text?.trim() ?? "";
  if (part === "") return { prefix: text };
  const [{ rows }, { rowCount }] = await Promise.all([
    pool.query<{ id: string }>(WITH_ID, [UUID.test(part) ? part : null, part, mayReadDirectories]),
    pool.query(HAS_INDEX),
  ]);
  const isPart = rowCount !== 0 && [...part].length >= SHORTEST_PART;
  return { ...(isPart ? { part } : { prefix: text }), ...(rows.length > 0 && { known: rows.map(({ id }) => id) }) };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether both indexes are there: a condition without its index would look at everyone. */
const HAS_INDEX = `
  SELECT FROM pg_index WHERE indisvalid AND indexrelid = to_regclass('end_user_search')
     AND EXISTS (SELECT FROM pg_index WHERE indisvalid AND indexrelid = to_regclass('end_user_names_search'))`;

/**
 * The key of imported people begins with their source: it is read once for each of these, which are few. A directory
 * may give any ID to any number of users: one that its organization has twice leads to none of them.
 */
const WITH_ID = `
  WITH RECURSIVE sources (source) AS (
    (SELECT source FROM imported_person ORDER BY source LIMIT 1)
    UNION ALL
    SELECT (SELECT i.source FROM imported_person i WHERE i.source > s.source ORDER BY i.source LIMIT 1)
      FROM sources s WHERE s.source IS NOT NULL
  )
  SELECT id FROM end_user WHERE id = $1::uuid
  UNION
  SELECT found.user_id FROM (SELECT source FROM sources LIMIT 100) AS s, LATERAL (
    SELECT user_id FROM imported_person i WHERE i.source = s.source AND i.external_id = $2::text LIMIT 1) AS found
  UNION
  SELECT (array_agg(found.user_id))[1] FROM (
    SELECT organization_id, user_id FROM scim_user WHERE $3::boolean AND external_id = $2::text LIMIT 100) AS found
   GROUP BY found.organization_id HAVING count(*) = 1`;
