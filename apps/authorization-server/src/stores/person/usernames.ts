/**
 * Finding accounts by username. The folded username is made here, by `foldUsername`, and kept in a column. Accounts
 * that an older version made have none until `foldUsernames` has seen them.
 */
import type { Database } from "@countersign/database";
import { foldUsername, LONGEST_USERNAME, usernameLook } from "@countersign/rules";

const ROWS_AT_ONCE = 1000;
const UNIQUE_VIOLATION = "23505";

/** The values of `$1` and `$2` in `HAS_USERNAME`; none for a text that is no account's username. */
export function usernameValues(username: string): readonly [string, string] | undefined {
  if (username.length > LONGEST_USERNAME || username.includes("\0")) return undefined;
  return [foldUsername(username), username];
}

/**
 * A condition on `end_user`, for `usernameValues`. An account without a folded username is found as older versions
 * found it. Where another account has the same folded username, both fulfil the condition: the one without goes first,
 * by `FIRST_BY_USERNAME`, because its own spelling is the only one that leads to it.
 */
export const HAS_USERNAME = `(username_folded = $1 OR (username_folded IS NULL AND lower(username) = lower($2)))`;
export const FIRST_BY_USERNAME = "ORDER BY username_folded NULLS FIRST LIMIT 1";

/** Two accounts whose usernames are the same when folded, or look alike: what they were before this was compared. */
export interface UsernameConflict {
  readonly username: string;
  readonly other: string;
  readonly kind: "same" | "alike";
}

/**
 * Stores the folded username, and what it looks like, of each account that has none. Where another account has the
 * same, the column stays empty, and the pair is returned: each of the two still signs in by the username as it is
 * written. Any number may run at once.
 */
export async function foldUsernames({ pool }: Pick<Database, "pool">): Promise<readonly UsernameConflict[]> {
  const conflicts: UsernameConflict[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await pool.query<Row>(UNFOLDED, [after, ROWS_AT_ONCE]);
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

/** All in one statement; false, and nothing done, where two of them or another account have the same. */
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
