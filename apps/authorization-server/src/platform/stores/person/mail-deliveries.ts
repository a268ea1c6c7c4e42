/** The outbox of mails. An act adds rows in its transaction. This store hands them out for delivery. */
import type { Database } from "@countersign/database";
import { type Query, settled } from "../transaction.ts";

export interface NewMailDelivery {
  readonly id: string;
  /** The person whom the mail concerns; undefined for an address without an account. */
  readonly userId: string | undefined;
  readonly kind: string;
  readonly language: string;
  readonly address: string;
  /** Sealed, because a code or link in it proves that one reads the mails of this address. */
  readonly parameters: { readonly sealed: Uint8Array; readonly keyEncryptionKeyId: string };
  /** The Message-ID of every attempt (RFC 5322 §3.6.4). */
  readonly messageId: string;
  readonly expiresAt: Date;
}

/** Adds mails, which are due at once, in one statement. */
export async function addMailDeliveries(query: Query, mails: readonly NewMailDelivery[], at: Date): Promise<void> {
  const rows = mails.map(({ parameters: { sealed, keyEncryptionKeyId }, ...mail }) => ({
    ...mail,
    sealed: Buffer.from(sealed).toString("hex"),
    keyEncryptionKeyId,
  }));
  if (rows.length > 0) await query(ADD, [JSON.stringify(rows), at]);
}

export interface MailDelivery {
  readonly id: string;
  readonly kind: string;
  readonly language: string;
  readonly address: string;
  readonly sealed: Uint8Array;
  readonly keyEncryptionKeyId: string;
  readonly messageId: string;
  /** Which attempt this is, from 1. */
  readonly attempts: number;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /** The time zone of the person; null if there is no account, or if they chose none. */
  readonly zone: string | null;
}

/** The mails that wait to be delivered. */
export interface MailQueue {
  readonly length: number;
  /** When the oldest of them was written; undefined if none waits. */
  readonly oldest: Date | undefined;
}

export interface MailClaim {
  readonly most: number;
  readonly leaseSeconds: number;
  readonly kinds: readonly string[];
}

export interface ExpiredBatch {
  readonly most: number;
  readonly except: readonly string[];
}

export interface ExpiredMails {
  readonly kind: string | null;
  readonly count: number;
}

export interface MailDeliveryStore {
  /**
   * Claims mails that are due and have not expired, those that expire soonest first. A claim counts as an attempt, and
   * the mail is due again after `leaseSeconds`. So two replicas never get the same mail, and a mail that is lost in a
   * crash becomes due again. Only mails of these kinds are claimed: a newer version may write others.
   */
  claim(limits: MailClaim, now: Date): Promise<readonly MailDelivery[]>;
  delivered(id: string, at: Date): Promise<void>;
  /** Notes that an attempt failed and when the next one is made. Without `counted`, it was no attempt of this mail. */
  postpone(id: string, next: Date, failure: string, counted: boolean): Promise<void>;
  /** Notes that there are no further attempts. */
  giveUp(id: string, failure: string): Promise<void>;
  /**
   * Gives up mails that have expired, up to `most`, but not these. A mail that had expired when it was written is
   * deleted, and has no kind in the result.
   */
  expire(batch: ExpiredBatch, now: Date): Promise<readonly ExpiredMails[]>;
  /** The first mail that `expire` would give up. */
  firstExpired(except: readonly string[], now: Date): Promise<string | undefined>;
  queue(): Promise<MailQueue>;
}

export function mailDeliveryStore({ pool }: Pick<Database, "pool">): MailDeliveryStore {
  return {
    async claim({ most, leaseSeconds, kinds }, now) {
      const values = [now, most, leaseSeconds, kinds];
      return (await pool.query<MailDelivery>({ name: "mail-delivery-claim", text: CLAIM, values })).rows;
    },
    async delivered(id, at) {
      await pool.query(DELIVERED, [id, at]);
    },
    async postpone(id, next, failure, counted) {
      await pool.query(POSTPONE, [id, next, failure, counted ? 0 : 1]);
    },
    async giveUp(id, failure) {
      await pool.query(GIVE_UP, [id, failure]);
    },
    async expire({ most, except }, now) {
      return settled<ExpiredMails>(pool, EXPIRE, [now, except, most]);
    },
    async firstExpired(except, now) {
      return (await pool.query<{ id: string }>(`SELECT id::text ${EXPIRED} LIMIT 1`, [now, except])).rows[0]?.id;
    },
    async queue() {
      const { rows } = await pool.query<{ length: number; oldest: Date | null }>(QUEUE);
      return { length: rows[0]?.length ?? 0, oldest: rows[0]?.oldest ?? undefined };
    },
  };
}

const ADD = `
  INSERT INTO mail_delivery (id, user_id, kind, language, address, sealed_parameters, key_encryption_key_id, message_id,
                             attempts, next_attempt_at, expires_at, created_at)
  SELECT m.id, m."userId", m.kind, m.language, m.address, decode(m.sealed, 'hex'), m."keyEncryptionKeyId",
         m."messageId", 0, $2, m."expiresAt", $2
    FROM jsonb_to_recordset($1::jsonb)
      AS m (id uuid, "userId" uuid, kind text, language text, address text, sealed text, "keyEncryptionKeyId" text,
            "messageId" text, "expiresAt" timestamptz)`;

const CLAIM = `
  WITH mine AS (
    SELECT id FROM mail_delivery WHERE next_attempt_at <= $1 AND expires_at > $1 AND kind = ANY($4)
     ORDER BY expires_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE mail_delivery m SET attempts = m.attempts + 1, next_attempt_at = $1 + make_interval(secs => $3)
    FROM mine WHERE m.id = mine.id
  RETURNING m.id::text, m.kind, m.language, m.address, m.sealed_parameters AS sealed,
            m.key_encryption_key_id AS "keyEncryptionKeyId", m.message_id AS "messageId", m.attempts,
            m.expires_at AS "expiresAt", m.created_at AS "createdAt",
            (SELECT zoneinfo FROM end_user u WHERE u.id = m.user_id) AS zone`;

/** Deletes the content when it is no longer needed, so that its code or link cannot be read and used later. */
const WIPED = "sealed_parameters = NULL, key_encryption_key_id = NULL, next_attempt_at = NULL";

const DELIVERED = `UPDATE mail_delivery SET ${WIPED}, delivered_at = $2, failure = NULL WHERE id = $1`;

const POSTPONE = `
  UPDATE mail_delivery SET next_attempt_at = $2, failure = $3, attempts = attempts - $4
   WHERE id = $1 AND next_attempt_at IS NOT NULL`;

const GIVE_UP = `UPDATE mail_delivery SET ${WIPED}, failure = $2 WHERE id = $1 AND next_attempt_at IS NOT NULL`;

/** A mail that had expired when it was written: it was written only so that the work is the same for every address. */
const NEVER_DUE = "expires_at <= created_at";

const EXPIRED = `
    FROM mail_delivery WHERE next_attempt_at IS NOT NULL AND expires_at <= $1 AND id <> ALL ($2::uuid[])
   ORDER BY expires_at`;

// As arrays, because PostgreSQL would read the table whole to find a thousand ids of a query.
const EXPIRE = `
  WITH ended AS (SELECT id, ${NEVER_DUE} AS never_due ${EXPIRED} LIMIT $3 FOR UPDATE SKIP LOCKED),
       never_due AS (
    DELETE FROM mail_delivery WHERE id = ANY (ARRAY(SELECT id FROM ended WHERE never_due)) RETURNING id),
       expired AS (
    UPDATE mail_delivery SET ${WIPED}, failure = concat_ws(': ', 'expired', failure)
     WHERE id = ANY (ARRAY(SELECT id FROM ended WHERE NOT never_due)) RETURNING kind
  )
  SELECT kind, count(*)::int AS count FROM (SELECT kind FROM expired UNION ALL SELECT NULL FROM never_due) AS all_ended
   GROUP BY kind`;

const QUEUE = `
  SELECT count(*)::int AS length, min(created_at) AS oldest FROM mail_delivery
   WHERE next_attempt_at IS NOT NULL AND NOT (${NEVER_DUE})`;
