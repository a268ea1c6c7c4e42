/** What every outbound request has in common. */
import type { Dispatcher } from "undici";
import type { Agents } from "./agents.ts";
import { fetchRefused } from "./fetch-refused.ts";

export const USER_AGENT = "Countersign";

/** How a request is sent, and its deadline. */
export interface SendOptions {
  readonly request: Agents["request"];
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
}

/** The body of a response. Throws if it has more than `maxBytes` bytes. */
export async function read(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw fetchRefused("the document is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
