/**
 * Keys by which callers of the administration API repeat a request without repeating its effect. An act of the request
 * marks the key in its own transaction (`markActed`). So what is known of the act is what PostgreSQL committed, also if
 * the connection was lost with the commit.
 */
import type { Database } from "@countersign/database";
import { after } from "@countersign/rules";
import type { Query } from "./transaction.ts";

type Pool = Database["pool"];

/** A key belongs to one caller. */
export interface KeyOwner {
  readonly caller: string;
  readonly key: string;
}

/** What the request of a key, or its reply, is sealed for. */
export const idempotencyOwner = (what: "request" | "reply", { caller, key }: KeyOwner) =>
  ["idempotency", what, caller, key] as const;

interface Sealed {
  readonly sealed: Uint8Array;
  readonly keyEncryptionKeyId: string;
}

/** What is known of the first request with a key. */
export interface ClaimedKey {
  readonly request: Sealed;
  /** Undefined while the first request runs, and when its answer was lost. */
  readonly reply: Sealed | undefined;
  /** Whether something of it was carried out. */
  readonly isActed: boolean;
}

const LIFETIME_SECONDS = 86_400;
/** A first request that has done nothing by then has died with its process. */
const RUNNING_SECONDS = 600;

/**
 * Claims a key; returns what there is if another request has claimed it before. It waits for an act of that request
 * that is being committed.
 */
export async function claimKey(
  pool: Pool,
  { caller, key }: KeyOwner,
  { sealed, keyEncryptionKeyId }: Sealed,
  at: Date,
): Promise<ClaimedKey | undefined> {
  const times = [at, after(at, LIFETIME_SECONDS), after(at, -RUNNING_SECONDS)];
  if ((await pool.query(CLAIM, [caller, key, sealed, keyEncryptionKeyId, ...times])).rowCount === 1) return undefined;
  const row = (await pool.query<Row>(FIND, [caller, key])).rows[0];
  if (row === undefined) return undefined;
  const { sealedRequest, requestKeyId, sealedReply, replyKeyId, isActed } = row;
  return {
    request: { sealed: sealedRequest ?? Buffer.alloc(0), keyEncryptionKeyId: requestKeyId },
    reply: sealedReply === null ? undefined : { sealed: sealedReply, keyEncryptionKeyId: replyKeyId },
    isActed,
  };
}

interface Row {
  readonly sealedRequest: Uint8Array | null;
  readonly requestKeyId: string;
  readonly sealedReply: Uint8Array | null;
  readonly replyKeyId: string;
  readonly isActed: boolean;
}

/** Keeps what the first request answered, for the requests that repeat it. */
export async function keepReply(pool: Pool, { caller, key }: KeyOwner, reply: Sealed): Promise<void> {
  await pool.query(KEEP, [caller, key, reply.sealed, reply.keyEncryptionKeyId]);
}

/** Gives a key back if its request has done nothing. It waits for an act that is being committed. */
export async function dropKey(pool: Pool, { caller, key }: KeyOwner): Promise<void> {
  await pool.query("DELETE FROM idempotency_key WHERE caller = $1 AND key = $2 AND acted_at IS NULL", [caller, key]);
}

/** Says in the transaction of an act that the request of the key did something. */
export async function markActed(
  query: Query,
  { caller, key }: KeyOwner,
  { at, userId }: { readonly at: Date; readonly userId: string | null },
): Promise<void> {
  await query(MARK, [caller, key, at, userId]);
}

/** Forgets the answers about a person who is erased. The acts themselves stay done. */
export const FORGET_REPLIES = `
  UPDATE idempotency_key SET sealed_reply = NULL, reply_key_encryption_key_id = NULL, user_id = NULL
   WHERE user_id = $1`;

// The version before knows the first three columns.
const CLAIM = `
  INSERT INTO idempotency_key AS k (caller, key, request_hash, sealed_request, key_encryption_key_id, created_at,
                                    expires_at)
  VALUES ($1, $2, '', $3, $4, $5, $6)
  ON CONFLICT (caller, key) DO UPDATE
     SET sealed_request = $3, key_encryption_key_id = $4, created_at = $5, expires_at = $6, acted_at = NULL,
         sealed_reply = NULL, reply_key_encryption_key_id = NULL, user_id = NULL, reply = NULL, request_hash = ''
   WHERE k.expires_at <= $5
      OR (k.acted_at IS NULL AND k.sealed_reply IS NULL AND k.reply IS NULL AND k.created_at <= $7)
  RETURNING caller`;

const FIND = `
  SELECT sealed_request AS "sealedRequest", coalesce(key_encryption_key_id, '') AS "requestKeyId",
         sealed_reply AS "sealedReply", coalesce(reply_key_encryption_key_id, '') AS "replyKeyId",
         acted_at IS NOT NULL AS "isActed"
    FROM idempotency_key WHERE caller = $1 AND key = $2`;

const KEEP = `
  UPDATE idempotency_key SET sealed_reply = $3, reply_key_encryption_key_id = $4 WHERE caller = $1 AND key = $2`;

const MARK = `
  UPDATE idempotency_key SET acted_at = coalesce(acted_at, $3::timestamptz), user_id = coalesce($4::uuid, user_id)
   WHERE caller = $1 AND key = $2`;
