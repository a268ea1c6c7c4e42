/** The stream of the audit log. A trigger queues each event while there is one; one replica at a time serves it. */
import type { Database } from "@countersign/database";
import type { Logger } from "@countersign/service";
import { personalIfOpen } from "../person/person-keys.ts";
import { settled } from "../transaction.ts";
import type { ReadEvent } from "./audit-event-shape.ts";

/** A replica that has not written for so long is thought to be gone. Longer than one attempt to write. */
const LEASE_SECONDS = 30;
/** A stream that no replica serves for so long ends, because its queue grows. */
const UNSERVED_DAYS = 7;

export interface AuditStreamBatch {
  /** What the batch takes from the queue. */
  readonly ids: readonly string[];
  /** Its events, except those that were purged in the meantime. */
  readonly events: readonly ReadEvent[];
}

export interface AuditStreamQueue {
  readonly length: number;
  readonly oldest: Date | undefined;
}

export interface AuditStreamStore {
  /** Takes or extends the lease of the stream, and makes the stream if there is none. False if another one has it. */
  lease(holder: string, now: Date): Promise<boolean>;
  /** Gives the lease back, so that another replica need not wait for its end. */
  release(holder: string, now: Date): Promise<void>;
  /** The oldest events that wait. They wait until `written`. */
  next(most: number, options: { readonly personalData: boolean }): Promise<AuditStreamBatch>;
  written(batch: AuditStreamBatch): Promise<void>;
  queue(): Promise<AuditStreamQueue>;
}

export function auditStreamStore({ pool }: Pick<Database, "pool">, log: Pick<Logger, "error">): AuditStreamStore {
  return {
    async lease(holder, now) {
      return (await pool.query(LEASE, [holder, now, LEASE_SECONDS])).rows.length === 1;
    },
    async release(holder, now) {
      await pool.query("UPDATE audit_stream SET leased_until = $2 WHERE holder = $1", [holder, now]);
    },
    async next(most, { personalData }) {
      const { rows } = await pool.query<Row>(NEXT, [most, personalData]);
      return {
        ids: rows.map(({ entry }) => entry),
        events: rows.filter(({ id }) => id !== null).map((row) => opened(row, log)),
      };
    },
    async written({ ids }) {
      await pool.query("DELETE FROM audit_stream_entry WHERE event_id = ANY ($1::bigint[])", [ids]);
    },
    async queue() {
      const { rows } = await pool.query<{ length: number; oldest: Date | null }>(QUEUE);
      return { length: rows[0]?.length ?? 0, oldest: rows[0]?.oldest ?? undefined };
    },
  };
}

/** Ends a stream that no replica serves any more. Returns whether there was one. */
export async function endUnservedAuditStream({ pool }: Pick<Database, "pool">, now: Date): Promise<boolean> {
  return (await pool.query(END_UNSERVED, [now, UNSERVED_DAYS])).rows.length > 0;
}

/** Which entries of a stream that ended: those from an id on, but none of `except`. */
export interface EndedEntries {
  readonly from: string;
  readonly except: readonly string[];
}

/** Deletes up to `most` entries that wait for a stream that ended. Returns how many, and the id of the last one. */
export async function dropEndedAuditStream(
  { pool }: Pick<Database, "pool">,
  most: number,
  { from, except }: EndedEntries,
): Promise<{ readonly count: number; readonly last: string | null }> {
  const values = [most, except, from];
  const [dropped] = await settled<{ count: number; last: string | null }>(pool, DROP_ENDED, values);
  return dropped ?? { count: 0, last: null };
}

/** The entry that would be deleted first. */
export async function firstEndedEntry(
  { pool }: Pick<Database, "pool">,
  { from, except }: EndedEntries,
): Promise<string | undefined> {
  return (await pool.query<{ id: string }>(FIRST_ENDED, [1, except, from])).rows[0]?.id;
}

interface Row extends Omit<ReadEvent, "id"> {
  readonly entry: string;
  readonly id: string | null;
  readonly sealedPersonal: Uint8Array | null;
  readonly personKey: Uint8Array | null;
}

function opened({ entry: id, sealedPersonal: sealed, personKey: key, ...event }: Row, log: Pick<Logger, "error">) {
  const personal = personalIfOpen(id, { sealed, userId: event.userId, key }, log);
  return { ...event, id, detail: { ...event.detail, ...personal } };
}

const LEASE = `
  INSERT INTO audit_stream (only_one, holder, leased_until)
  VALUES (true, $1, $2::timestamptz + make_interval(secs => $3))
  ON CONFLICT (only_one) DO UPDATE SET holder = $1, leased_until = EXCLUDED.leased_until
   WHERE audit_stream.holder = $1 OR audit_stream.leased_until <= $2
  RETURNING holder`;

const NEXT = `
  SELECT q.event_id::text AS entry, e.id::text AS id, e.at, e.type, e.actor, e.actor_id AS "actorId",
         e.user_id AS "userId", e.client_id AS "clientId", e.detail, e.reference,
         CASE WHEN $2 THEN e.address END AS address,
         CASE WHEN $2 THEN e.sealed_personal END AS "sealedPersonal",
         CASE WHEN $2 THEN k.key END AS "personKey"
    FROM (SELECT event_id FROM audit_stream_entry ORDER BY event_id LIMIT $1) q
    LEFT JOIN audit_event e ON e.id = q.event_id
    LEFT JOIN person_key k ON k.user_id = e.user_id AND e.sealed_personal IS NOT NULL
   ORDER BY q.event_id`;

const QUEUE = `
  SELECT count(*)::int AS length,
         (SELECT at FROM audit_event WHERE id = (SELECT min(event_id) FROM audit_stream_entry)) AS oldest
    FROM audit_stream_entry`;

const END_UNSERVED = `
  DELETE FROM audit_stream WHERE leased_until < $1::timestamptz - make_interval(days => $2) RETURNING holder`;

// A batch begins where the one before it ended: PostgreSQL would read again what that one deleted.
const ENDED = `
  SELECT event_id FROM audit_stream_entry
   WHERE NOT EXISTS (SELECT FROM audit_stream) AND event_id >= $3::bigint AND event_id <> ALL ($2::bigint[])
   ORDER BY event_id LIMIT $1`;

const DROP_ENDED = `
  WITH gone AS (
    DELETE FROM audit_stream_entry WHERE event_id = ANY (ARRAY(${ENDED} FOR UPDATE SKIP LOCKED)) RETURNING event_id)
  SELECT count(*)::int AS count, max(event_id)::text AS last FROM gone`;

const FIRST_ENDED = `SELECT event_id::text AS id FROM (${ENDED}) AS ended`;
