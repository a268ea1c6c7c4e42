/** What was and is to be delivered to webhooks. */
import type { Database } from "@countersign/database";

/** A delivery, as administrators see it. */
export interface DeliveryRecord {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly lastStatus: number | null;
  readonly failure: string | null;
  readonly createdAt: Date;
}

/** The deliveries of a webhook, the newest event first. */
export async function pageOfDeliveries(
  { pool }: Pick<Database, "pool">,
  {
    webhookId,
    before,
    most,
  }: { readonly webhookId: string; readonly before: string | undefined; readonly most: number },
): Promise<readonly DeliveryRecord[]> {
  return (await pool.query<DeliveryRecord>(DELIVERIES, [webhookId, before ?? null, most])).rows;
}

export async function findDelivery({ pool }: Pick<Database, "pool">, id: string): Promise<DeliveryRecord | undefined> {
  return (await pool.query<DeliveryRecord>(`SELECT ${OF_DELIVERY} FROM webhook_delivery WHERE id = $1`, [id])).rows[0];
}

const OF_DELIVERY = `
  id, event_id::text AS "eventId", type, attempts, next_attempt_at AS "nextAttemptAt", delivered_at AS "deliveredAt",
  last_status AS "lastStatus", failure, created_at AS "createdAt"`;

const DELIVERIES = `
  SELECT ${OF_DELIVERY} FROM webhook_delivery
   WHERE webhook_id = $1 AND ($2::bigint IS NULL OR event_id < $2) ORDER BY event_id DESC LIMIT $3`;
