/**
 * Fetches small JSON documents of a party that the configuration trusts, with limits, and never over a connection that
 * others can modify.
 */

import { readJson } from "../json.ts";

const MOST_BYTES = 65_536;

export interface FetchLimits {
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

/**
 * Fetches a JSON document. The address must be https, or http on loopback or `*.localhost`; redirects are refused.
 * Throws if it does not arrive completely within the time (3 s) and size (64 KiB).
 */
export async function fetchJson(url: string, limits: FetchLimits = {}): Promise<unknown> {
  const text = await fetchText(url, { headers: { accept: "application/json" } }, limits);
  return readJson(text, { longest: limits.maxBytes ?? MOST_BYTES });
}

/** Sends a request under the same conditions, and returns the text of its answer. */
export async function fetchText(
  url: string,
  request: RequestInit,
  { timeoutMs = 3000, maxBytes = MOST_BYTES }: FetchLimits = {},
): Promise<string> {
  if (!isSafeUrl(url)) throw new Error(`refusing to fetch ${url}: neither https nor local`);

  const response = await fetch(url, { ...request, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url} answered ${response.status}`);
  }

  return limitedText(response, maxBytes);
}

/** The text of an answer. If it is longer than `maxBytes`, throws and stops reading. */
export async function limitedText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  // An error that leaves the loop cancels the stream: the rest is never read.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new Error(`${response.url} is larger than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:[a-z0-9-]+\.)*localhost)$/;

/** True for https, and for http if no one can be in between: loopback and `*.localhost` (RFC 6761 §6.3). */
export function isSafeUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;

  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
}
