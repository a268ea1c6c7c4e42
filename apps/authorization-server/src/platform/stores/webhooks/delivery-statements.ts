/** The statements about the outbox of events. */

// $1 is the time. Members that name people, and their addresses, leave the database only for a webhook that may have
// them.
const CLAIMED = `SELECT c.id, c.webhook_id AS "webhookId", w.url, c.type AS "sentAs", c.attempts,
         c.created_at AS "createdAt",
         w.sealed_secret AS sealed, w.key_encryption_key_id AS "keyEncryptionKeyId",
         CASE WHEN w.previous_until > $1 THEN w.sealed_previous_secret END AS previous,
         w.previous_key_encryption_key_id AS "previousKeyEncryptionKeyId",
         e.id::text AS "eventId", e.at, e.type, e.actor, e.actor_id AS "actorId", e.user_id AS "userId",
         e.client_id AS "clientId", e.detail, e.reference,
         CASE WHEN w.personal_data THEN e.address END AS address,
         CASE WHEN w.personal_data THEN e.sealed_personal END AS "sealedPersonal",
         CASE WHEN w.personal_data THEN k.key END AS "personKey"
    FROM claimed c
    JOIN webhook w ON w.id = c.webhook_id
    LEFT JOIN audit_event e ON e.id = c.event_id
    LEFT JOIN person_key k ON k.user_id = e.user_id AND e.sealed_personal IS NOT NULL`;

// Of each webhook the deliveries that are due longest, by an index: no more is read, no matter how much waits.
export const CLAIM = `
  WITH due AS (
    SELECT d.id, d.next_attempt_at, d.nth
      FROM webhook w
      LEFT JOIN unnest($4::uuid[], $5::int[]) AS o (id, most) ON o.id = w.id
      CROSS JOIN LATERAL (
        SELECT free.*, row_number() OVER (ORDER BY free.next_attempt_at, free.id) AS nth
          FROM (SELECT id, next_attempt_at FROM webhook_delivery
                 WHERE webhook_id = w.id AND next_attempt_at <= $1
                 ORDER BY next_attempt_at LIMIT COALESCE(o.most, $3) FOR UPDATE SKIP LOCKED) AS free) AS d
     WHERE w.disabled_at IS NULL
  ), mine AS (
    SELECT id FROM due ORDER BY nth, next_attempt_at, id LIMIT $2
  ), claimed AS (
    UPDATE webhook_delivery d
       SET attempts = d.attempts + 1, next_attempt_at = $1 + make_interval(secs => $6)
      FROM mine WHERE d.id = mine.id
    RETURNING d.id, d.webhook_id, d.event_id, d.type, d.attempts, d.created_at
  )
  ${CLAIMED}`;

// The caller of the act makes the first attempt: HOLD keeps the queue from it.
export const CLAIM_HELD = `
  WITH claimed AS (
    UPDATE webhook_delivery d SET attempts = 1, next_attempt_at = $1::timestamptz + make_interval(secs => $3)
      FROM webhook w
     WHERE d.id = $2 AND d.attempts = 0 AND d.next_attempt_at IS NOT NULL
       AND w.id = d.webhook_id AND w.disabled_at IS NULL
    RETURNING d.id, d.webhook_id, d.event_id, d.type, d.attempts, d.created_at
  )
  ${CLAIMED}`;

export const DELIVERED = `
  WITH done AS (
    UPDATE webhook_delivery
       SET next_attempt_at = NULL, delivered_at = $4, last_status = $3, last_duration_ms = $5, failure = NULL
     WHERE id = $1
  )
  UPDATE webhook SET last_success_at = $4
   WHERE id = $2 AND (last_success_at IS NULL OR last_success_at < $4::timestamptz - interval '1 minute')`;

export const FAILED = `
  UPDATE webhook_delivery SET next_attempt_at = $2, last_status = $3, failure = $4, last_duration_ms = $5
   WHERE id = $1 AND next_attempt_at IS NOT NULL`;

export const QUEUE = `
  SELECT count(*)::int AS length, min(d.created_at) AS oldest
    FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id
   WHERE d.next_attempt_at IS NOT NULL AND w.disabled_at IS NULL`;
