/**
 * The outbox of logout tokens (OIDC Back-Channel Logout §2.5). The end of a session adds rows. This store hands them
 * out for delivery.
 */
import type { Database } from "@countersign/database";
import type { Client } from "@countersign/rules";
import { recordAudit } from "../audit-events.ts";
import type { ClaimLimits } from "../claim-limits.ts";
import { inTransaction } from "../transaction.ts";

/** Seconds to wait after each attempt. There are eight attempts, all within an hour. */
const WAITS_SECONDS = [10, 30, 60, 180, 420, 900, 1800, 3600];
export const MOST_ATTEMPTS = WAITS_SECONDS.length;

export interface LogoutDelivery {
  readonly id: string;
  readonly clientId: string;
  /** The person's subject, as this client knows it; null if it knows no subject of the person. */
  readonly sub: string | null;
  readonly sid: string;
  /** Which attempt this is, from 1. */
  readonly attempts: number;
  /** The address where the client wants logout tokens now. */
  readonly uri: string;
  readonly alg: Client["idTokenSignedResponseAlg"];
  /** The client's secret, if logout tokens are signed with it. */
  readonly sealedSecret: Uint8Array | null;
  readonly secretKeyEncryptionKeyId: string | null;
}

export interface LogoutDeliveryStore {
  /**
   * Claims deliveries that are due, from each client in turn: a client that is unavailable and has many deliveries
   * waiting does not delay the others. Among the deliveries of one client, and among those of equal turn, first
   * attempts come before later ones. A claim counts as an attempt and sets the time of the next one. So two replicas
   * never get the same delivery, and a delivery that is lost in a crash becomes due again.
   */
  claim(limits: ClaimLimits, now: Date): Promise<readonly LogoutDelivery[]>;
  delivered(id: string, at: Date): Promise<void>;
  /** Notes that the last attempt failed. */
  givenUp(delivery: LogoutDelivery, at: Date): Promise<void>;
}

export function logoutDeliveryStore({ pool }: Pick<Database, "pool">): LogoutDeliveryStore {
  return {
    async claim({ most, mostOfOne, exceptOwners }, now) {
      const values = [now, most, mostOfOne, exceptOwners, WAITS_SECONDS];
      const claimed = await pool.query<LogoutDelivery>({ name: "logout-delivery-claim", text: CLAIM, values });
      return claimed.rows;
    },

    async delivered(id, at) {
      await pool.query("UPDATE logout_delivery SET delivered_at = $2 WHERE id = $1", [id, at]);
    },

    givenUp: ({ clientId, sid, attempts }, at) =>
      inTransaction(pool, (query) =>
        recordAudit(query, {
          type: "logout_not_delivered",
          actor: { kind: "system" },
          clientId,
          at,
          detail: { sid, attempts },
        }),
      ),
  };
}

const DUE = `delivered_at IS NULL AND attempts < ${MOST_ATTEMPTS} AND next_attempt_at <= $1`;

// The condition appears twice: if another replica took a row meanwhile, PostgreSQL checks only the condition of the
// subquery that takes the lock again.
const CLAIM = `
  WITH due AS (
    SELECT o.id, o.attempts, o.next_attempt_at,
           row_number() OVER (PARTITION BY o.client_id ORDER BY o.attempts, o.next_attempt_at, o.id) AS nth
      FROM logout_delivery o JOIN client c ON c.id = o.client_id
     WHERE ${DUE} AND o.client_id <> ALL($4) AND c.disabled_at IS NULL AND c.backchannel_logout_uri IS NOT NULL
  ), mine AS (
    SELECT d.id FROM logout_delivery d JOIN due ON due.id = d.id
     WHERE due.nth <= $3 AND d.delivered_at IS NULL AND d.attempts < ${MOST_ATTEMPTS} AND d.next_attempt_at <= $1
     ORDER BY due.nth, due.attempts, due.next_attempt_at, due.id LIMIT $2 FOR UPDATE OF d SKIP LOCKED
  )
  UPDATE logout_delivery o
     SET attempts = o.attempts + 1, next_attempt_at = $1 + make_interval(secs => ($5::int[])[o.attempts + 1])
    FROM mine, client c
   WHERE o.id = mine.id AND c.id = o.client_id
  RETURNING o.id, o.client_id AS "clientId", o.sub, o.sid, o.attempts, c.backchannel_logout_uri AS uri,
            c.id_token_signed_response_alg AS alg, c.sealed_secret AS "sealedSecret",
            c.secret_key_encryption_key_id AS "secretKeyEncryptionKeyId"`;
