/** The outbox of events. A trigger adds rows with each audit event. This store hands them out for delivery. */
import type { Database } from "@countersign/database";
import type { Logger } from "@countersign/service";
import { exampleOf } from "../audit/example-events.ts";
import type { ClaimLimits } from "../claim-limits.ts";
import { personalIfOpen } from "../person/person-keys.ts";
import { CLAIM, CLAIM_HELD, DELIVERED, FAILED, QUEUE } from "./delivery-statements.ts";

/** Seconds to wait after each attempt that failed. After the last, there is one more attempt. */
export const WAITS_SECONDS = [5, 30, 120, 300, 900, 1800, 3600, 7200, 14_400, 25_200, 36_000];
/** An attempt that has not ended by then, because the process ended, is made again. Longer than an attempt may take. */
export const LEASE_SECONDS = 30;

/** An event, with the details of it that this webhook may have. */
export interface DeliveredEvent {
  readonly id: string;
  readonly at: Date;
  readonly type: string;
  readonly actor: string;
  readonly actorId: string | null;
  readonly userId: string | null;
  readonly clientId: string | null;
  readonly address: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly reference: string | null;
}

/** Why an attempt failed: the code says what kind of failure it is, and the text is kept with the delivery. */
const FAILURES = {
  status: "the response was ",
  no_response: "there was no response",
  not_kept: "the event is no longer kept",
} as const;

export const DELIVERY_FAILURE_CODES = [
  "status",
  "no_response",
  "not_kept",
] as const satisfies (keyof typeof FAILURES)[];
type DeliveryFailureCode = (typeof DELIVERY_FAILURE_CODES)[number];

/** The text of a failure. @param status of the response, if that is the failure */
export const failureOf = (code: DeliveryFailureCode, status?: number): string => `${FAILURES[code]}${status ?? ""}`;

/** The code of a text that was kept; null if there is none. */
export const failureCodeOf = (failure: string | null): DeliveryFailureCode | null =>
  DELIVERY_FAILURE_CODES.find((code) => failure?.startsWith(FAILURES[code])) ?? null;

/** What the sealed keys of a webhook are bound to. */
export const webhookOwner = (id: string) => ["webhook", id] as const;

export interface SealedKey {
  readonly sealed: Uint8Array;
  readonly keyEncryptionKeyId: string;
}

export interface WebhookDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly url: string;
  /** Which attempt this is, from 1. */
  readonly attempts: number;
  readonly createdAt: Date;
  /** The key of the webhook, and the one before while that still signs. */
  readonly keys: readonly SealedKey[];
  /** Undefined if the event was purged from the audit log. */
  readonly event: DeliveredEvent | undefined;
}

/** An attempt that the receiver accepted. */
export interface Accepted {
  readonly status: number;
  readonly durationMs: number;
}

export interface FailedAttempt {
  /** The time of the next attempt; undefined if there is none. */
  readonly next: Date | undefined;
  /** The status of the response; undefined if there was none. */
  readonly status: number | undefined;
  /** How long it took; undefined if nothing was sent. */
  readonly durationMs: number | undefined;
  readonly failure: string;
}

export interface WebhookQueue {
  readonly length: number;
  readonly oldest: Date | undefined;
}

export interface WebhookDeliveryStore {
  /**
   * Claims deliveries that are due, from each webhook in turn, those first that are due longest. A claim is an attempt.
   * Two replicas never get the same delivery, and one that is lost in a crash becomes due again.
   */
  claim(limits: ClaimLimits, now: Date): Promise<readonly WebhookDelivery[]>;
  /** Claims a delivery that was held for its first attempt; undefined if that was made. */
  claimHeld(id: string, now: Date): Promise<WebhookDelivery | undefined>;
  delivered(delivery: WebhookDelivery, accepted: Accepted, at: Date): Promise<void>;
  failed(id: string, attempt: FailedAttempt): Promise<void>;
  /** What waits for webhooks that are enabled. */
  queue(): Promise<WebhookQueue>;
}

export function webhookDeliveryStore(
  { pool }: Pick<Database, "pool">,
  log: Pick<Logger, "error">,
): WebhookDeliveryStore {
  return {
    async claim({ most, mostOfOne, mostOf }, now) {
      const values = [now, most, mostOfOne, [...mostOf.keys()], [...mostOf.values()], LEASE_SECONDS];
      const { rows } = await pool.query<Claimed>({ name: "webhook-delivery-claim", text: CLAIM, values });
      return rows.map((row) => opened(row, log));
    },
    async claimHeld(id, now) {
      const { rows } = await pool.query<Claimed>(CLAIM_HELD, [now, id, LEASE_SECONDS]);
      return rows[0] && opened(rows[0], log);
    },
    async delivered({ id, webhookId }, { status, durationMs }, at) {
      await pool.query(DELIVERED, [id, webhookId, status, at, durationMs]);
    },
    async failed(id, { next, status, durationMs, failure }) {
      await pool.query(FAILED, [id, next ?? null, status ?? null, failure, durationMs ?? null]);
    },
    async queue() {
      const { rows } = await pool.query<{ length: number; oldest: Date | null }>(QUEUE);
      return { length: rows[0]?.length ?? 0, oldest: rows[0]?.oldest ?? undefined };
    },
  };
}

interface Claimed extends Omit<WebhookDelivery, "keys" | "event">, Omit<DeliveredEvent, "id"> {
  readonly eventId: string | null;
  /** The type of the delivery. That of a test can be another one than that of its event. */
  readonly sentAs: string;
  readonly sealed: Uint8Array;
  readonly keyEncryptionKeyId: string;
  readonly previous: Uint8Array | null;
  readonly previousKeyEncryptionKeyId: string | null;
  readonly sealedPersonal: Uint8Array | null;
  readonly personKey: Uint8Array | null;
}

function opened(row: Claimed, log: Pick<Logger, "error">): WebhookDelivery {
  const { id, webhookId, url, attempts, createdAt, sealed, keyEncryptionKeyId, previous } = row;
  const before = { sealed: previous, keyEncryptionKeyId: row.previousKeyEncryptionKeyId };
  const keys = [{ sealed, keyEncryptionKeyId }, ...(previous === null ? [] : [before as SealedKey])];
  return { id, webhookId, url, attempts, createdAt, keys, event: eventOf(row, log) };
}

function eventOf(
  { eventId, at, type, actor, actorId, userId, clientId, address, reference, ...row }: Claimed,
  log: Pick<Logger, "error">,
) {
  if (eventId === null) return undefined;
  if (row.sentAs !== type) return exampleOf(row.sentAs, { id: eventId, at, webhookId: row.webhookId });
  const personal = personalIfOpen(eventId, { sealed: row.sealedPersonal, userId, key: row.personKey }, log);
  const detail = { ...row.detail, ...personal };
  return { id: eventId, at, type, actor, actorId, userId, clientId, address, detail, reference };
}
