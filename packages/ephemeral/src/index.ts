export { type FailureLimit, type FloodLimit, failureLimit, floodLimit } from "./limits/local-limits.ts";
export type { Count, RateLimit, RateVerdict } from "./limits/rate-limit.ts";
export {
  consumeInSteps,
  type RateLimiter,
  type RateLimiterFactory,
  /** @internal For tests. */
  rateLimiterOn,
  refundAll,
} from "./limits/rate-limiter.ts";
export type { Log } from "./log.ts";
export { memoryStore } from "./memory.ts";
export { type Ephemeral, type EphemeralOptions, openEphemeral } from "./open.ts";
export type { EphemeralStore, Outcome, SetBounds, Step } from "./store.ts";
export {
  isStoreUnavailable,
  /** @internal For tests. */
  storeUnavailable,
} from "./unavailable.ts";
