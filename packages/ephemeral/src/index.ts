export { type FailureLimit, type FloodLimit, failureLimit, floodLimit } from "./local-limits.ts";
export type { Log } from "./log.ts";
/** @internal For tests. */
export { memoryStore } from "./memory.ts";
export { type Ephemeral, type EphemeralOptions, openEphemeral } from "./open.ts";
export {
  /** @internal For tests. */
  memoryRateLimiter,
  type RateLimit,
  type RateLimiter,
  type RateLimiterFactory,
  type RateVerdict,
} from "./rate-limit.ts";
export type { EphemeralStore, SetBounds } from "./store.ts";
export {
  isStoreUnavailable,
  /** @internal For tests. */
  storeUnavailable,
} from "./unavailable.ts";
