/**
 * Sends events to webhooks: Standard Webhooks. Each is sent at least once, with an id that stays the same, and in no
 * promised order. A receiver that is slow or unavailable does not delay the others, and is given up after a day.
 */
import type { Database } from "@countersign/database";
import { after, isLocalHttp } from "@countersign/rules";
import type { Logger } from "@countersign/service";
import type { SealedTexts } from "../../../issuer/keys/sealed-texts.ts";
import type { Outbox } from "../../../people/mail/message.ts";
import { notifyHolders } from "../../../people/mail/notices.ts";
import { type GuardedFetch, type GuardedFetchOptions, openGuardedFetch } from "../../outbound/guarded-fetch.ts";
import {
  WAITS_SECONDS,
  type WebhookDelivery,
  type WebhookQueue,
  webhookDeliveryStore,
} from "../../stores/webhooks/webhook-deliveries.ts";
import {
  disableFailedWebhook,
  type FailedWebhook,
  webhooksWithBacklog,
} from "../../stores/webhooks/webhook-failures.ts";
import { openParts } from "../running/parts.ts";
import { type OwnedDeliveries, openOwnedDeliveries } from "./owned-deliveries.ts";
import { attempt, type Result, type SentRequest } from "./webhook-attempt.ts";

const MOST_AT_ONCE = 64;
const MOST_OF_ONE_WEBHOOK = 4;
/** A receiver that answers quickly gets an import of many people in a time that fits it. */
const MOST_OF_QUICK_WEBHOOK = 32;
const TIMEOUT_MS = 10_000;
/** Somebody waits for the attempt of a test. */
const HELD_TIMEOUT_MS = 5000;
/** Waits differ by up to a fifth, so that what failed together does not come back together. */
const JITTER = 0.2;
const GONE = 410;

export interface WebhookDeliveries extends OwnedDeliveries {
  /** Disables webhooks for which too much waits, or for too long. Returns how many. */
  disableOverfull(): Promise<number>;
  /** Makes the first attempt of a delivery that was held for it. Returns the request; undefined if none was sent. */
  sendHeld(id: string): Promise<SentRequest | undefined>;
  /** How many attempts succeeded and failed since the start. */
  counts(): { readonly delivered: number; readonly failed: number };
  /** How long those attempts took together. */
  seconds(): { readonly delivered: number; readonly failed: number };
  queue(): Promise<WebhookQueue>;
  /** Whether events could be sent to this address, judged only by the address. */
  reaches(url: string): boolean;
}

export interface WebhookParts {
  readonly database: Pick<Database, "pool">;
  readonly texts: Pick<SealedTexts, "open">;
  readonly mail: Outbox;
  readonly config: {
    readonly ISSUER: string;
    readonly OUTBOUND_ALLOWED_HOSTS: GuardedFetchOptions["allowedHosts"];
    readonly OUTBOUND_CA?: string | undefined;
  };
  /** The resource server of the administration API, whose owners get a mail; undefined if it is off. */
  readonly administration: string | undefined;
  readonly now: () => Date;
  readonly log: Pick<Logger, "debug" | "info" | "error">;
  readonly random?: () => number;
  /** Sends the requests. By default deliveries have a fetcher of their own, as logout tokens do. */
  readonly outbound?: Pick<GuardedFetch, "post" | "mayFetch" | "close">;
}

export function openWebhookDeliveries(given: WebhookParts): WebhookDeliveries {
  const parts = { random: Math.random, outbound: outboundOf(given.config), ...given };
  const { database, outbound, now, log } = parts;
  const store = webhookDeliveryStore(database, log);
  const counts = { delivered: 0, failed: 0 };
  const seconds = { delivered: 0, failed: 0 };

  const send = async (delivery: WebhookDelivery, limits: Parameters<typeof attempt>[2] = {}) => {
    try {
      const result = await attempt(delivery, parts, limits);
      const outcome = result.isDelivered ? "delivered" : "failed";
      counts[outcome] += 1;
      seconds[outcome] += (result.durationMs ?? 0) / 1000;
      if (result.isDelivered) await store.delivered(delivery, result, now());
      else await settle(delivery, result, { ...parts, store });
      return result;
    } catch (err) {
      log.error({ err, webhook: delivery.webhookId }, "a delivery to a webhook failed because of this server");
      return undefined;
    }
  };

  const deliveries = openOwnedDeliveries<WebhookDelivery>(
    {
      name: "webhooks",
      mostAtOnce: MOST_AT_ONCE,
      mostOfOne: MOST_OF_ONE_WEBHOOK,
      mostOfQuick: MOST_OF_QUICK_WEBHOOK,
      claim: (limits) => store.claim(limits, now()),
      ownerOf: ({ webhookId }) => webhookId,
      send: async (delivery) => (await send(delivery))?.isDelivered === true,
    },
    log,
  );
  return {
    ...deliveries,
    async sendHeld(id) {
      const delivery = await store.claimHeld(id, now());
      return delivery && (await send(delivery, { timeoutMs: HELD_TIMEOUT_MS }))?.request;
    },
    disableOverfull: () => disableOverfull(parts),
    counts: () => counts,
    seconds: () => seconds,
    queue: store.queue,
    reaches: (url) => outbound.mayFetch(url),
    async close() {
      await deliveries.close();
      await outbound.close();
    },
  };
}

const outboundOf = ({ ISSUER, OUTBOUND_ALLOWED_HOSTS: allowedHosts, OUTBOUND_CA: extraCa }: WebhookParts["config"]) =>
  openGuardedFetch({ allowedHosts, extraCa, timeoutMs: TIMEOUT_MS, plainHttp: isLocalHttp(ISSUER) });

type Opened = WebhookParts & Required<Pick<WebhookParts, "outbound" | "random">>;

async function settle(
  { id, webhookId, attempts, createdAt, event }: WebhookDelivery,
  { status, durationMs, failure }: Extract<Result, { isDelivered: false }>,
  parts: Opened & { readonly store: ReturnType<typeof webhookDeliveryStore> },
): Promise<void> {
  const { store, now, random, log } = parts;
  const seconds = event === undefined ? undefined : WAITS_SECONDS[attempts - 1];
  const next = seconds === undefined ? undefined : after(now(), seconds * (1 + JITTER * (2 * random() - 1)));
  await store.failed(id, { next: status === GONE ? undefined : next, status, durationMs, failure });
  if (status === GONE) return disable({ id: webhookId, failure: "gone" }, parts);
  if (next !== undefined) return;

  log.error({ webhook: webhookId, delivery: id, attempts }, "an event could not be delivered to a webhook: given up");
  if (event !== undefined) {
    await disable({ id: webhookId, failure: "unreachable", unlessSuccessSince: createdAt }, parts);
  }
}

async function disableOverfull(parts: Opened): Promise<number> {
  const { database, log, now } = parts;
  const found = await webhooksWithBacklog(database, now());
  const { attempt } = await openParts({ job: "disable-overfull-webhooks", database, log, at: now() });
  // biome-ignore lint/performance/noAwaitInLoops: each webhook in a transaction of its own
  for (const id of found) await attempt(id, () => disable({ id, failure: "backlog" }, parts));
  return found.length;
}

async function disable(failed: FailedWebhook, { database, mail, administration, now, log }: Opened): Promise<void> {
  const at = now();
  const also: Parameters<typeof disableFailedWebhook>[2]["also"] = async (query, webhook) => {
    if (administration === undefined) return;
    const owners = { resource: administration, name: "owner" };
    await notifyHolders(query, mail, owners, { kind: "webhook-disabled", parameters: { webhook } }, at);
  };
  if (!(await disableFailedWebhook(database, failed, { at, also }))) return;
  log.error({ webhook: failed.id, failure: failed.failure }, "a webhook was disabled");
}
