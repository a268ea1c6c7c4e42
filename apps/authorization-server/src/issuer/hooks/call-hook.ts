/**
 * A call of a hook: a POST that is signed as Standard Webhooks are, through the guarded fetcher. It follows no
 * redirect, and bounds the time and the size of the answer.
 */
import { randomUUID } from "node:crypto";
import { readJson } from "@countersign/guard/json";
import { numericDate, signWebhook } from "@countersign/rules";
import { fetchRefused } from "../../platform/outbound/fetch-refused.ts";
import type { GuardedFetch } from "../../platform/outbound/guarded-fetch.ts";

const LARGEST_ANSWER_BYTES = 16_384;

export interface HookToCall {
  readonly id: string;
  readonly url: string;
  readonly timeoutMs: number;
  /** The keys that sign. */
  readonly keys: readonly string[];
}

/**
 * The JSON that the hook answers. Throws `fetch_refused` if it does not answer in time with 200 and JSON of at most 16
 * KB, and `temporarily_unavailable` if too many calls are in progress.
 */
export async function callHook(
  { id: hookId, url, timeoutMs, keys }: HookToCall,
  message: { readonly type: string; readonly data: unknown },
  { outbound, at }: { readonly outbound: Pick<GuardedFetch, "exchange">; readonly at: Date },
): Promise<unknown> {
  const [id, timestamp] = [randomUUID(), numericDate(at)];
  const body = JSON.stringify({ type: message.type, timestamp: at.toISOString(), data: message.data });
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signWebhook({ id, timestamp, body }, keys),
  };
  const sent = { kind: "hook", clientId: hookId, method: "POST", headers, body } as const;
  const answer = await outbound.exchange(url, { ...sent, maxBytes: LARGEST_ANSWER_BYTES, timeoutMs });
  if (answer.status !== 200) throw fetchRefused(`the response was ${answer.status}`);
  if (!/^application\/json(?:\s*;|$)/i.test(answer.headers["content-type"] ?? "")) {
    throw fetchRefused("the response is not application/json");
  }
  try {
    return readJson(answer.body, { longest: LARGEST_ANSWER_BYTES });
  } catch (cause) {
    throw fetchRefused("the response cannot be read as JSON", cause);
  }
}
