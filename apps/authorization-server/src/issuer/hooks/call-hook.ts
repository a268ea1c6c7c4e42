/**
 * A call of a hook: a POST that is signed as Standard Webhooks are, through the guarded fetcher. It follows no
 * redirect, and bounds the time and the size of the answer.
 */
import { randomUUID } from "node:crypto";
import { readJson } from "@countersign/guard/json";
import { numericDate, signWebhook } from "@countersign/rules";
import type { Exchanged } from "../../platform/outbound/exchange.ts";
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

/** A request as the hook gets it. The signature is in its headers, and no secret. */
export interface HookRequest {
  readonly method: "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a hook is asked. A question that is a test says so. */
export interface Question {
  readonly type: string;
  readonly data: unknown;
  readonly test?: true;
}

/** The signed request of a question. */
export function requestOf({ url, keys }: HookToCall, { data, ...about }: Question, at: Date): HookRequest {
  const [id, timestamp] = [randomUUID(), numericDate(at)];
  const body = JSON.stringify({ ...about, timestamp: at.toISOString(), data });
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signWebhook({ id, timestamp, body }, keys),
  };
  return { method: "POST", url, headers, body };
}

type Outbound = Pick<GuardedFetch, "exchange">;

/** Sends the request, and waits as long as the hook may take. Throws like `exchange` when there is no response. */
export const sendTo = (
  { id, timeoutMs }: HookToCall,
  { url, ...request }: HookRequest,
  outbound: Outbound,
): Promise<Exchanged> =>
  outbound.exchange(url, { kind: "hook", clientId: id, ...request, maxBytes: LARGEST_ANSWER_BYTES, timeoutMs });

/** Why a response is no answer. */
export type Unusable = "status" | "media_type" | "json";

/** The JSON in a response, or why there is none. */
export function answerIn({
  status,
  headers,
  body,
}: Exchanged): { answer: unknown } | { why: Unusable; cause?: unknown } {
  if (status !== 200) return { why: "status" };
  if (!/^application\/json(?:\s*;|$)/i.test(headers["content-type"] ?? "")) return { why: "media_type" };
  try {
    return { answer: readJson(body, { longest: LARGEST_ANSWER_BYTES }) };
  } catch (cause) {
    return { why: "json", cause };
  }
}

/**
 * The JSON that the hook answers. Throws `fetch_refused` if it does not answer in time with 200 and JSON of at most 16
 * KB, and `temporarily_unavailable` if too many calls are in progress.
 */
export async function callHook(
  hook: HookToCall,
  question: Question,
  { outbound, at }: { readonly outbound: Outbound; readonly at: Date },
): Promise<unknown> {
  const response = await sendTo(hook, requestOf(hook, question, at), outbound);
  const read = answerIn(response);
  if ("answer" in read) return read.answer;
  throw fetchRefused(read.why === "status" ? `the response was ${response.status}` : REASONS[read.why], read.cause);
}

const REASONS = {
  media_type: "the response is not application/json",
  json: "the response cannot be read as JSON",
} as const;
