/**
 * The names by which people sign in: usernames and proved addresses. Each is of one account (decision 127). A trigger
 * keeps the set in the transaction of each act that gives or takes a name, and fails an act that gives one which
 * another account has.
 */
import { type Database, isUniqueViolation } from "@countersign/database";
import type { Query } from "../transaction.ts";

/** A condition on `end_user`: the account signs in by the address `$1`, in canonical form. */
export const HAS_ADDRESS = "id IN (SELECT user_id FROM sign_in_name WHERE name = $1)";

/** Whether a person signs in by an address, in canonical form: it is proved for an account, or the username of one. */
export const isKnownAddress = async (query: Query, canonical: string): Promise<boolean> =>
  (await query(`SELECT FROM end_user WHERE ${HAS_ADDRESS}`, [canonical])).length > 0;

/** The accounts that sign in by some of these names, by name. */
export async function namesAmong(query: Query, names: readonly string[]): Promise<Map<string, string>> {
  const rows = names.length === 0 ? [] : await query(HOLDERS, [names]);
  return new Map(rows.map((row) => [String(row.name), String(row.userId)]));
}

const HOLDERS = `SELECT name, user_id AS "userId" FROM sign_in_name WHERE name = ANY ($1)`;

/** Whether an act failed because another account signs in by a name that it gave. */
export const isNameTaken = (err: unknown): boolean =>
  isUniqueViolation(err) && (err as { constraint?: unknown }).constraint === "sign_in_name_pkey";

/** A name by which two accounts sign in, with their usernames. An older version allowed this. */
export interface NameConflict {
  readonly name: string;
  readonly username: string;
  readonly other: string;
}

const ACCOUNTS_AT_ONCE = 20_000;
const CLAIMS_AT_ONCE = 1000;

/**
 * Adds the names of the accounts that an older version made. A name that another account has stays with that one, and
 * the pair is returned. Several runs at the same time are safe.
 */
export async function claimSignInNames({ pool }: Pick<Database, "pool">): Promise<readonly NameConflict[]> {
  const conflicts: NameConflict[] = [];
  let after: string | null = "00000000-0000-0000-0000-000000000000";
  while (after !== null) {
    // biome-ignore lint/performance/noAwaitInLoops: twenty thousand accounts at a time
    const { rows }: { rows: Walked[] } = await pool.query(LACKING, [after, ACCOUNTS_AT_ONCE]);
    const lacking = rows[0]?.lacking ?? [];
    for (let from = 0; from < lacking.length; from += CLAIMS_AT_ONCE) {
      const ids = lacking.slice(from, from + CLAIMS_AT_ONCE);
      // biome-ignore lint/performance/noAwaitInLoops: a thousand of them at a time
      await pool.query(CLAIM, [ids]);
      conflicts.push(...(await pool.query<NameConflict>(CONFLICTS, [ids])).rows);
    }
    after = rows[0]?.last ?? null;
  }
  return conflicts;
}

interface Walked {
  /** The accounts that lack one of their names. */
  readonly lacking: readonly string[];
  /** The last account that was looked at; null if there was none. */
  readonly last: string | null;
}

/** The names of a row of `end_user`, as the trigger has them. */
const namesOf = (row: string) => `
  CROSS JOIN LATERAL (
    VALUES (${row}.username_folded), (${row}.username_address),
           (CASE WHEN ${row}.email_verified_at IS NOT NULL THEN ${row}.email_canonical END)) AS own (name)`;

const LACKING = `
  WITH walked AS MATERIALIZED (
    SELECT id, username_folded, username_address, email_canonical, email_verified_at
      FROM end_user WHERE id > $1 ORDER BY id LIMIT $2)
  SELECT ARRAY(SELECT DISTINCT walked.id FROM walked ${namesOf("walked")} LEFT JOIN sign_in_name s USING (name)
                WHERE own.name IS NOT NULL AND s.user_id IS DISTINCT FROM walked.id) AS lacking,
         (SELECT id FROM walked ORDER BY id DESC LIMIT 1) AS last`;

// An act that changes a name in the meantime waits, and then the trigger drops the name that the account had.
const CLAIM = `
  WITH held AS MATERIALIZED (
    SELECT id, username_folded, username_address, email_canonical, email_verified_at
      FROM end_user WHERE id = ANY ($1) ORDER BY id FOR SHARE)
  INSERT INTO sign_in_name (name, user_id)
  SELECT own.name, held.id FROM held ${namesOf("held")} WHERE own.name IS NOT NULL ORDER BY own.name
      ON CONFLICT (name) DO NOTHING`;

const CONFLICTS = `
  SELECT DISTINCT own.name, u.username, o.username AS other
    FROM end_user u ${namesOf("u")}
    JOIN sign_in_name s ON s.name = own.name JOIN end_user o ON o.id = s.user_id AND o.id <> u.id
   WHERE u.id = ANY ($1)`;
