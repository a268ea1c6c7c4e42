/**
 * Finds accounts by username. `foldUsername` makes the folded username, which is stored in a column. Accounts that an
 * older version made have no folded username until `foldUsernames` has processed them.
 */
import type { Database } from "@countersign/database";
import { after, foldUsername, hashSecret, LONGEST_USERNAME, usernameLook } from "@countersign/rules";
import type { Query } from "../transaction.ts";

const ROWS_AT_ONCE = 1000;
const UNIQUE_VIOLATION = "23505";

/** The values of `$1` and `$2` in `HAS_USERNAME`; undefined for a text that cannot be the username of an account. */
export function usernameValues(username: string): readonly [string, string] | undefined {
  if (username.length > LONGEST_USERNAME || username.includes("\0")) return undefined;
  return [foldUsername(username), username];
}

/**
 * A condition on `end_user`, for `usernameValues`. An account without a folded username is found in the way older
 * versions found it. If another account has the same folded username, both accounts meet the condition. Then
 * `FIRST_BY_USERNAME` picks the account without a folded username, because that account has no other spelling that
 * finds it.
 */
export const HAS_USERNAME = `(username_folded = $1 OR (username_folded IS NULL AND lower(username) = lower($2)))`;
export const FIRST_BY_USERNAME = "ORDER BY username_folded NULLS FIRST LIMIT 1";

/** How long the username of an erased account, and similar ones, stay reserved. */
const RETIRED_DAYS = 180;

/** Keeps others from the username of an erased account, and from those that look like it, for half a year. */
export async function retireUsername(query: Query, username: string, at: Date): Promise<void> {
  await query(RETIRE, [retiredHash(username), after(at, RETIRED_DAYS * 86_400)]);
}

/** Whether an erased account had this username, or one that looks like it, in the last half year. */
export async function isRetiredUsername(query: Query, username: string, at: Date): Promise<boolean> {
  return (await query(FIND_RETIRED, [retiredHash(username), at])).length > 0;
}

/** What is stored of the username of an erased account. */
export const retiredHash = (username: string): Buffer<ArrayBuffer> =>
  Buffer.from(hashSecret(`username ${usernameLook(username)}`));

const FIND_RETIRED = "SELECT FROM retired_username WHERE username_hash = $1 AND until > $2";

const RETIRE = `
  INSERT INTO retired_username (username_hash, until) VALUES ($1, $2)
  ON CONFLICT (username_hash) DO UPDATE SET until = $2`;
/**
 * A condition on `end_user`: the account has an e-mail address, `$1` in canonical form. A username may be an address if
 * an operator chose it, `$2` folded. Whoever receives mail there knows of that account.
 */
export const HAS_ADDRESS = `((email_canonical = $1 AND email_verified_at IS NOT NULL) OR username_folded = $2)`;

/** Two accounts whose usernames look alike or are the same when folded. An older version allowed this. */
export interface UsernameConflict {
  readonly username: string;
  readonly other: string;
  readonly kind: "same" | "alike";
}

/**
 * Stores the folded username and its look (`usernameLook`) for each account that has none. If another account has the
 * same value, the column stays empty and the pair is returned: each of the two people still signs in by the username
 * exactly as it is written. Several runs at the same time are safe.
 */
export async function foldUsernames({ pool }: Pick<Database, "pool">): Promise<readonly UsernameConflict[]> {
  const conflicts: UsernameConflict[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    // biome-ignore lint/performance/noAwaitInLoops: a page at a time
    const { rows } = await pool.query<Row>(UNFOLDED, [after, ROWS_AT_ONCE]);
    // biome-ignore lint/performance/noAwaitInLoops: by itself, each username that is not unique
    if (!(await foldAll(pool, rows))) for (const row of rows) conflicts.push(...(await foldOne(pool, row)));

    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return conflicts;
    after = last.id;
  }
}

interface Row {
  readonly id: string;
  readonly username: string;
}

/** Updates all rows in one statement. Returns false, and changes nothing, if a value is not unique. */
async function foldAll(pool: Database["pool"], rows: readonly Row[]): Promise<boolean> {
  const values = [
    rows.map(({ id }) => id),
    rows.map(({ username }) => foldUsername(username)),
    rows.map(({ username }) => usernameLook(username)),
  ];
  return rows.length === 0 || stored(pool, FOLD_ALL, values);
}

async function foldOne(pool: Database["pool"], { id, username }: Row): Promise<readonly UsernameConflict[]> {
  const [folded, look] = [foldUsername(username), usernameLook(username)];
  const unique = await stored(pool, FOLD, [id, folded]);
  if (unique && (await stored(pool, SET_LOOK, [id, look]))) return [];

  const { rows } = await pool.query<{ username: string }>(OTHER, [id, folded, look]);
  return rows.map((other) => ({ username, other: other.username, kind: unique ? "alike" : "same" }));
}

async function stored(pool: Database["pool"], statement: string, values: readonly unknown[]): Promise<boolean> {
  try {
    await pool.query(statement, [...values]);
    return true;
  } catch (err) {
    if (err instanceof Error && "code" in err && err.code === UNIQUE_VIOLATION) return false;
    throw err;
  }
}

const UNFOLDED = `
  SELECT id, username FROM end_user
   WHERE id > $1 AND (username_folded IS NULL OR username_look IS NULL) ORDER BY id LIMIT $2`;

const FOLD_ALL = `
  UPDATE end_user u SET username_folded = v.folded, username_look = v.look
    FROM unnest($1::uuid[], $2::text[], $3::text[]) AS v (id, folded, look) WHERE u.id = v.id`;

const FOLD = "UPDATE end_user SET username_folded = $2 WHERE id = $1 AND username_folded IS DISTINCT FROM $2";
const SET_LOOK = "UPDATE end_user SET username_look = $2 WHERE id = $1";

const OTHER = `
  SELECT username FROM end_user WHERE id <> $1 AND (username_folded = $2 OR username_look = $3)
   ORDER BY username_folded = $2 DESC LIMIT 1`;
