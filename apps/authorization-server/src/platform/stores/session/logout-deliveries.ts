/**
 * The outbox of logout tokens (OIDC Back-Channel Logout §2.5). The end of a session adds rows. This store hands them
 * out for delivery.
 */
import type { Database } from "@countersign/database";
import type { Client } from "@countersign/rules";
import { recordAudit } from "../audit/audit-events.ts";
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
   * Claims deliveries that are due, from each client in turn, those first that are due longest: a client that is
   * unavailable and has many deliveries waiting does not delay the others. A claim counts as an attempt and sets the
   * time of the next one. So two replicas never get the same delivery, and a delivery that is lost in a crash becomes
   * due again.
   */
  claim(limits: ClaimLimits, now: Date): Promise<readonly LogoutDelivery[]>;
  delivered(id: string, at: Date): Promise<void>;
  /** Notes that the last attempt failed. */
  givenUp(delivery: LogoutDelivery, at: Date): Promise<void>;
}

/** Of so many clients deliveries are claimed at a time, and of those after them the next time. */
const MOST_CLIENTS = 1000;

export function logoutDeliveryStore({ pool }: Pick<Database, "pool">): LogoutDeliveryStore {
  let lastClient = "";
  const clientsAfter = async (client: string): Promise<readonly string[]> => {
    const values = [client, MOST_CLIENTS];
    const { rows } = await pool.query<{ id: string }>({ name: "logout-delivery-clients", text: CLIENTS, values });
    return rows.map(({ id }) => id);
  };
  /** The next clients for which something waits; after the last one, the first. */
  const nextClients = async () => {
    let clients = await clientsAfter(lastClient);
    if (clients.length === 0 && lastClient !== "") clients = await clientsAfter("");
    lastClient = clients.length < MOST_CLIENTS ? "" : (clients.at(-1) ?? "");
    return clients;
  };

  return {
    async claim({ most, mostOfOne, mostOf }, now) {
      const clients = await nextClients();
      if (clients.length === 0) return [];
      const values = [now, most, clients, clients.map((id) => mostOf.get(id) ?? mostOfOne), WAITS_SECONDS];
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

/** The rows of the index by client. */
const WAITS = `delivered_at IS NULL AND attempts < ${MOST_ATTEMPTS}`;

// From one client to the next, by the index: one row of a client is read, no matter how many wait for it.
const CLIENTS = `
  WITH RECURSIVE waiting AS (
    (SELECT client_id AS id FROM logout_delivery WHERE ${WAITS} AND client_id > $1 ORDER BY client_id LIMIT 1)
    UNION ALL
    SELECT (SELECT client_id FROM logout_delivery WHERE ${WAITS} AND client_id > w.id ORDER BY client_id LIMIT 1)
      FROM waiting w WHERE w.id IS NOT NULL)
  SELECT id FROM waiting WHERE id IS NOT NULL LIMIT $2`;

const CLAIM = `
  WITH due AS (
    SELECT d.id, d.next_attempt_at, d.nth
      FROM unnest($3::text[], $4::int[]) AS o (client_id, most)
      JOIN client c ON c.id = o.client_id AND c.disabled_at IS NULL AND c.backchannel_logout_uri IS NOT NULL
      CROSS JOIN LATERAL (
        SELECT free.*, row_number() OVER (ORDER BY free.next_attempt_at, free.id) AS nth
          FROM (SELECT id, next_attempt_at FROM logout_delivery
                 WHERE client_id = o.client_id AND ${WAITS} AND next_attempt_at <= $1
                 ORDER BY next_attempt_at LIMIT o.most FOR UPDATE SKIP LOCKED) AS free) AS d
  ), mine AS (
    SELECT id FROM due ORDER BY nth, next_attempt_at, id LIMIT $2
  )
  UPDATE logout_delivery o
     SET attempts = o.attempts + 1, next_attempt_at = $1 + make_interval(secs => ($5::int[])[o.attempts + 1])
    FROM mine, client c
   WHERE o.id = mine.id AND c.id = o.client_id
  RETURNING o.id, o.client_id AS "clientId", o.sub, o.sid, o.attempts, c.backchannel_logout_uri AS uri,
            c.id_token_signed_response_alg AS alg, c.sealed_secret AS "sealedSecret",
            c.secret_key_encryption_key_id AS "secretKeyEncryptionKeyId"`;
