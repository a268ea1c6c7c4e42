/** The addresses that are sent events, as administrators see them. Their keys are sealed, and are not among this. */
import type { Database } from "@countersign/database";
import type { Query } from "../../platform/stores/transaction.ts";
import { selected } from "../entity-values.ts";
import { type Webhook, webhookFields } from "./entity.ts";

/** The webhooks by name. There are never many. */
export async function listWebhooks({ pool }: Pick<Database, "pool">): Promise<readonly Webhook[]> {
  return (await pool.query<Webhook>(LIST)).rows;
}

/** The same in a transaction. */
export const webhooksIn = async (query: Query): Promise<readonly Webhook[]> =>
  (await query(LIST, [])) as unknown as readonly Webhook[];

export async function findWebhook({ pool }: Pick<Database, "pool">, id: string): Promise<Webhook | undefined> {
  return (await pool.query<Webhook>(`SELECT ${COLUMNS} FROM webhook WHERE id = $1`, [id])).rows[0];
}

/** The id of the webhook of a name. */
export async function webhookIdIn(query: Query, name: string): Promise<string | undefined> {
  const [row] = await query("SELECT id FROM webhook WHERE name = $1", [name]);
  return row === undefined ? undefined : String(row.id);
}

/** Records which configuration the webhook of a name belongs to. */
export const markWebhook = (query: Query, name: string, managedBy: string): Promise<unknown> =>
  query("UPDATE webhook SET managed_by = $2 WHERE name = $1", [name, managedBy]);

/** A webhook that nobody else changes until the transaction of `query` ends. */
export async function lockWebhook(query: Query, id: string): Promise<Webhook | undefined> {
  const [row] = await query(`SELECT ${COLUMNS} FROM webhook WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  return row as Webhook | undefined;
}

const COLUMNS = selected(webhookFields, "webhook");

const LIST = `SELECT ${COLUMNS} FROM webhook ORDER BY name, id`;

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
