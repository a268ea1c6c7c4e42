/** One attempt to send an event to a webhook: Standard Webhooks. */
import { numericDate, signWebhook } from "@countersign/rules";
import type { Logger } from "@countersign/service";
import type { SealedTexts } from "../../../issuer/keys/sealed-texts.ts";
import type { GuardedFetch } from "../../outbound/guarded-fetch.ts";
import { EVENT_VERSION, sentEvent } from "../../stores/audit/audit-event-shape.ts";
import {
  type Accepted,
  type DeliveredEvent,
  type FailedAttempt,
  failureOf,
  type WebhookDelivery,
  webhookOwner,
} from "../../stores/webhooks/webhook-deliveries.ts";

/** A request as the receiver gets it. The signature is in its headers, and no secret. */
export interface SentRequest {
  readonly method: "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Parts {
  readonly outbound: Pick<GuardedFetch, "post">;
  readonly texts: Pick<SealedTexts, "open">;
  readonly now: () => Date;
  readonly log: Pick<Logger, "debug" | "info">;
}

/** What became of an attempt, and the request; it has none if nothing was sent. */
export type Result = { readonly request?: SentRequest } & (
  | ({ readonly isDelivered: true } & Accepted)
  | ({ readonly isDelivered: false } & Omit<FailedAttempt, "next">)
);

export async function attempt(
  delivery: WebhookDelivery,
  { outbound, texts, now, log }: Parts,
  limits: { readonly timeoutMs?: number } = {},
): Promise<Result> {
  const { id, webhookId, url, attempts, event } = delivery;
  const about = { webhook: webhookId, delivery: id, attempts };
  const unsent = { isDelivered: false, status: undefined, durationMs: undefined } as const;
  if (event === undefined) return { ...unsent, failure: failureOf("not_kept") };
  const timestamp = numericDate(now());
  const body = bodyOf(event);
  const keys = delivery.keys.map((key) => texts.open(key, webhookOwner(webhookId)));
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signWebhook({ id, timestamp, body }, keys),
  };
  const request: SentRequest = { method: "POST", url, headers, body };
  const began = performance.now();
  const took = () => ({ request, durationMs: Math.round(performance.now() - began) });
  try {
    const status = await outbound.post(url, { kind: "webhook", headers, body, ...limits });
    if (status >= 200 && status < 300) {
      log.debug(about, "an event was delivered to a webhook");
      return { isDelivered: true, status, ...took() };
    }
    log.info({ ...about, status }, "a webhook did not accept an event");
    return { isDelivered: false, status, ...took(), failure: failureOf("status", status) };
  } catch (err) {
    log.info({ ...about, err }, "an event could not be sent to a webhook");
    return { ...unsent, ...took(), failure: failureOf("no_response") };
  }
}

/** Standard Webhooks, "Payload structure". The data are the event of the published schema. */
const bodyOf = (event: DeliveredEvent) =>
  JSON.stringify({
    type: event.type,
    version: EVENT_VERSION,
    timestamp: event.at.toISOString(),
    data: sentEvent(event),
  });
