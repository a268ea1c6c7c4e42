/** The addresses that are sent events, as administrators see them. Their keys are sealed, and are not among this. */
import type { Database } from "@countersign/database";
import type { WebhookSignature } from "@countersign/rules";
import type { Query } from "../transaction.ts";

/** What administrators choose. */
export interface WebhookSettings {
  readonly name: string;
  readonly url: string;
  /** The types of events that are sent; every type if there is none. */
  readonly eventTypes: readonly string[];
  /** Whether events are sent with addresses, and with the details that name people. */
  readonly personalData: boolean;
}

export interface Webhook extends WebhookSettings {
  readonly id: string;
  readonly signature: WebhookSignature;
  readonly publicKey: string | null;
  /** Until when the key before signs, too; null if there is none. */
  readonly previousUntil: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly disabledAt: Date | null;
  /** Why the service disabled it; null if a person did. */
  readonly failure: string | null;
  readonly createdAt: Date;
  /** The configuration that declares it; null if there is none. */
  readonly managedBy: string | null;
}

/** What the sealed keys of a webhook are bound to. */
export const webhookOwner = (id: string) => ["webhook", id] as const;

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

/** A webhook that nobody else changes until the transaction of `query` ends. */
export async function lockWebhook(query: Query, id: string): Promise<Webhook | undefined> {
  const [row] = await query(`SELECT ${COLUMNS} FROM webhook WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  return row as Webhook | undefined;
}

const COLUMNS = `
  id, name, url, event_types AS "eventTypes", personal_data AS "personalData", signature, public_key AS "publicKey",
  previous_until AS "previousUntil", last_success_at AS "lastSuccessAt", disabled_at AS "disabledAt", failure,
  created_at AS "createdAt", managed_by AS "managedBy"`;

const LIST = `SELECT ${COLUMNS} FROM webhook ORDER BY name, id`;

/** What became of an event for a webhook. */
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
