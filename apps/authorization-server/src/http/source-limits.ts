/** Counting what anybody may do without an account. */
import { tooManyRequests } from "@countersign/rules";
import { networkOf, sourceOf } from "./address.ts";

interface Limit {
  consume(key: string): Promise<{ allowed: boolean; retryAfterSeconds: number }>;
}

/** A limit for one source, and one for the network that it is in. */
export interface SourceLimits {
  readonly perSource: Limit;
  readonly perNetwork: Limit;
}

/**
 * Counts one request from an address against its source, then against its network. What the source's limit refuses does
 * not count for the network, so that one source cannot use up what others there may do. Throws
 * `temporarily_unavailable` with `retryAfterSeconds` at a limit.
 */
export async function countRequest({ perSource, perNetwork }: SourceLimits, address: string): Promise<void> {
  await consume(perSource, sourceOf(address));
  await consume(perNetwork, networkOf(address));
}

async function consume(limit: Limit, key: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await limit.consume(key);
  if (!allowed) throw tooManyRequests(retryAfterSeconds);
}
