/** Keys by which callers of the administration API repeat a request without repeating its effect. */
import type { Database } from "@countersign/database";
import { after } from "@countersign/rules";

type Pool = Database["pool"];

/** A key belongs to one caller. */
export interface KeyOwner {
  readonly caller: string;
  readonly key: string;
}

/** What the first request with a key was, and what it answered. */
export interface ClaimedKey {
  readonly requestHash: Uint8Array;
  /** Null while the first request runs. */
  readonly reply: unknown;
}

const LIFETIME_SECONDS = 86_400;
/** A first request that has not answered by then has died with its process. */
const RUNNING_SECONDS = 600;

/** Claims a key; returns what there is if another request has claimed it before. */
export async function claimKey(
  pool: Pool,
  { caller, key, requestHash }: KeyOwner & Pick<ClaimedKey, "requestHash">,
  at: Date,
): Promise<ClaimedKey | undefined> {
  const values = [caller, key, requestHash, at, after(at, LIFETIME_SECONDS), after(at, -RUNNING_SECONDS)];
  if ((await pool.query(CLAIM, values)).rowCount === 1) return undefined;
  return (await pool.query<ClaimedKey>(FIND, [caller, key])).rows[0];
}

/** Keeps what the first request answered, for the requests that repeat it. */
export async function keepReply(pool: Pool, { caller, key }: KeyOwner, reply: unknown): Promise<void> {
  await pool.query("UPDATE idempotency_key SET reply = $3 WHERE caller = $1 AND key = $2", [
    caller,
    key,
    JSON.stringify(reply),
  ]);
}

/** Gives a key back, whose request did nothing. */
export async function dropKey(pool: Pool, { caller, key }: KeyOwner): Promise<void> {
  await pool.query("DELETE FROM idempotency_key WHERE caller = $1 AND key = $2", [caller, key]);
}

const CLAIM = `
  INSERT INTO idempotency_key AS k (caller, key, request_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (caller, key) DO UPDATE SET request_hash = $3, reply = NULL, created_at = $4, expires_at = $5
   WHERE k.expires_at <= $4 OR (k.reply IS NULL AND k.created_at <= $6)
  RETURNING caller`;

const FIND = `SELECT request_hash AS "requestHash", reply FROM idempotency_key WHERE caller = $1 AND key = $2`;
