/** Counting what anybody may do without an account. */
import { tooManyRequests } from "@countersign/rules";

/** Limits for one source, and for the network that it is in. */
export interface SourceLimits {
  /**
   * Counts one request from an address against its source, then against its network. What the source's limit refuses
   * does not count for the network, so that one source cannot use up what others there may do.
   */
  consume(address: string): Promise<{ allowed: boolean; retryAfterSeconds: number }>;
}

/** Counts one request from an address. Throws `temporarily_unavailable` with `retryAfterSeconds` at a limit. */
export async function countRequest(limits: SourceLimits, address: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await limits.consume(address);
  if (!allowed) throw tooManyRequests(retryAfterSeconds);
}
