/** Counts requests that need no account. */
import { tooManyRequests } from "@countersign/rules";

/** Limits for one source, and for its network. */
export interface SourceLimits {
  /**
   * Counts one request from an address for its source, then for its network. A request that the source's limit refuses
   * does not count for the network. So one source cannot use up the limit for others in its network.
   */
  consume(address: string): Promise<{ allowed: boolean; retryAfterSeconds: number }>;
}

/** Counts one request from an address. Throws `temporarily_unavailable` with `retryAfterSeconds` at a limit. */
export async function countRequest(limits: SourceLimits, address: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await limits.consume(address);
  if (!allowed) throw tooManyRequests(retryAfterSeconds);
}
