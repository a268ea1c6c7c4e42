/**
 * Finds accounts by username. `foldUsername` makes the folded username, which is stored in a column. Accounts that an
 * older version made have no folded username until `foldUsernames` has processed them.
 */
import type { Database } from "@countersign/database";
import { addressInUsername, after, foldUsername, hashSecret, LONGEST_USERNAME, usernameLook } from "@countersign/rules";
import type { Query } from "../transaction.ts";

const ROWS_AT_ONCE = 1000;
const UNIQUE_VIOLATION = "23505";

/**
 * A username with all that is stored of it. Only `storedUsername` makes one, and every statement that writes a username
 * takes one: so none leaves out what keeps names apart.
 */
export interface StoredUsername {
  readonly username: string;
  readonly folded: string;
  readonly look: string;
  /** The address that it reads as, where that is not the folded username. */
  readonly address: string | null;
  readonly [stored]: true;
}
declare const stored: unique symbol;

export const storedUsername = (username: string): StoredUsername =>
  ({
    username,
    folded: foldUsername(username),
    look: usernameLook(username),
    address: addressInUsername(username) ?? null,
  }) as StoredUsername;

/** The columns of a username, and their values. */
export const USERNAME_COLUMNS = ["username", "username_folded", "username_look", "username_address"] as const;
export const usernameColumns = ({ username, folded, look, address }: StoredUsername) =>
  ({ username, username_folded: folded, username_look: look, username_address: address }) as const satisfies Readonly<
    Record<(typeof USERNAME_COLUMNS)[number], string | null>
  >;

/** The values of the columns, in their order. */
export const usernameValuesOf = (name: StoredUsername): readonly (string | null)[] => {
  const columns = usernameColumns(name);
  return USERNAME_COLUMNS.map((column) => columns[column]);
};

/** The names by which a person with this username signs in. */
export const namesOf = ({ folded, address }: StoredUsername): readonly string[] =>
  address === null ? [folded] : [folded, address];

/** Gives an account another username. Fails with a unique violation if another account has it, or signs in by it. */
export async function replaceUsername(query: Query, userId: string, name: StoredUsername, at: Date): Promise<void> {
  await query(REPLACE, [userId, at, ...usernameValuesOf(name)]);
}

const REPLACE = `
  UPDATE end_user SET updated_at = $2, ${USERNAME_COLUMNS.map((name, index) => `${name} = $${index + 3}`).join(", ")}
   WHERE id = $1`;

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
/** Two accounts whose usernames look alike or are the same when folded. An older version allowed this. */
export interface UsernameConflict {
  readonly username: string;
  readonly other: string;
  readonly kind: "same" | "alike";
}

/**
 * Stores the folded username, its look (`usernameLook`) and the address that it reads as for each account that lacks
 * one. If another account has the
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
  const names = rows.map(({ username }) => storedUsername(username));
  const values = [
    rows.map(({ id }) => id),
    names.map(({ folded }) => folded),
    names.map(({ look }) => look),
    names.map(({ address }) => address),
  ];
  return rows.length === 0 || isStored(pool, FOLD_ALL, values);
}

async function foldOne(pool: Database["pool"], { id, username }: Row): Promise<readonly UsernameConflict[]> {
  const { folded, look, address } = storedUsername(username);
  const unique = await isStored(pool, FOLD, [id, folded, address]);
  if (unique && (await isStored(pool, SET_LOOK, [id, look]))) return [];

  const { rows } = await pool.query<{ username: string }>(OTHER, [id, folded, look]);
  return rows.map((other) => ({ username, other: other.username, kind: unique ? "alike" : "same" }));
}

async function isStored(pool: Database["pool"], statement: string, values: readonly unknown[]): Promise<boolean> {
  try {
    await pool.query(statement, [...values]);
    return true;
  } catch (err) {
    if (err instanceof Error && "code" in err && err.code === UNIQUE_VIOLATION) return false;
    throw err;
  }
}

/** Of any other username, the folded one is the address. */
const IS_UNICODE_ADDRESS = "position('@' IN username) > 0 AND octet_length(username) > char_length(username)";

const UNFOLDED = `
  SELECT id, username FROM end_user
   WHERE id > $1
     AND (username_folded IS NULL OR username_look IS NULL OR username_address IS NULL AND ${IS_UNICODE_ADDRESS})
   ORDER BY id LIMIT $2`;

const FOLD_ALL = `
  UPDATE end_user u SET username_folded = v.folded, username_look = v.look, username_address = v.address
    FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS v (id, folded, look, address) WHERE u.id = v.id`;

const FOLD = `
  UPDATE end_user SET username_folded = $2, username_address = $3
   WHERE id = $1 AND (username_folded, username_address) IS DISTINCT FROM ($2, $3)`;
const SET_LOOK = "UPDATE end_user SET username_look = $2 WHERE id = $1";

const OTHER = `
  SELECT username FROM end_user WHERE id <> $1 AND (username_folded = $2 OR username_look = $3)
   ORDER BY username_folded = $2 DESC LIMIT 1`;
