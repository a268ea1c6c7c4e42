/** What was and is to be delivered to webhooks. */
import type { WithPool } from "../../platform/stores/transaction.ts";

/** A delivery, as administrators see it. */
export interface DeliveryRecord {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastDurationMs: number | null;
  readonly failure: string | null;
  readonly createdAt: Date;
}

/** The deliveries of a webhook, the newest event first. */
export async function pageOfDeliveries(
  { pool }: WithPool,
  {
    webhookId,
    before,
    most,
  }: { readonly webhookId: string; readonly before: string | undefined; readonly most: number },
): Promise<readonly DeliveryRecord[]> {
  return (await pool.query<DeliveryRecord>(DELIVERIES, [webhookId, before ?? null, most])).rows;
}

/** A delivery of this webhook; undefined if it has none with this id. */
export async function findDelivery(
  { pool }: WithPool,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<DeliveryRecord | undefined> {
  return (await pool.query<DeliveryRecord>(DELIVERY, [deliveryId, webhookId])).rows[0];
}

const OF_DELIVERY = `
  id, event_id::text AS "eventId", type, attempts, next_attempt_at AS "nextAttemptAt", delivered_at AS "deliveredAt",
  last_status AS "lastStatus", last_duration_ms AS "lastDurationMs", failure, created_at AS "createdAt"`;

const DELIVERY = `SELECT ${OF_DELIVERY} FROM webhook_delivery WHERE id = $1 AND webhook_id = $2`;

const DELIVERIES = `
  SELECT ${OF_DELIVERY} FROM webhook_delivery
   WHERE webhook_id = $1 AND ($2::bigint IS NULL OR event_id < $2) ORDER BY event_id DESC LIMIT $3`;
