export { type FailureLimit, type FloodLimit, failureLimit, floodLimit } from "./local-limits.ts";
export type { Log } from "./log.ts";
/** @internal For tests. */
export { memoryStore } from "./memory.ts";
export { type Ephemeral, type EphemeralOptions, openEphemeral } from "./open.ts";
export type { Count, RateLimit, RateVerdict } from "./rate-limit.ts";
export {
  consumeInSteps,
  type RateLimiter,
  type RateLimiterFactory,
  /** @internal For tests. */
  rateLimiterOn,
  refundAll,
} from "./rate-limiter.ts";
export type { EphemeralStore, Outcome, SetBounds, Step } from "./store.ts";
export {
  isStoreUnavailable,
  /** @internal For tests. */
  storeUnavailable,
} from "./unavailable.ts";
