/**
 * Looks for people by a part of their username, name or email address. An index of trigrams finds a part of three
 * characters or more. Where the database has no such index, a text is the beginning of one of these (decision 192).
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

/** The condition that a person has a part. */
export const hasPart = (part: string, to: Parameters, of = "") =>
  `${searched(of)} LIKE lower(${to.of(containing(part), "text")})`;

/** How people are looked for by this text, for the filter of a list. */
export async function searchFor(
  { pool }: Pick<Database, "pool">,
  text: string | undefined,
): Promise<{ readonly prefix?: string | undefined; readonly part?: string }> {
  const part = text?.trim() ?? "";
  if ([...part].length < SHORTEST_PART) return { prefix: text };
  const { rowCount } = await pool.query(HAS_INDEX);
  return rowCount === 0 ? { prefix: text } : { part };
}

const HAS_INDEX = "SELECT FROM pg_index WHERE indexrelid = to_regclass('end_user_search') AND indisvalid";
