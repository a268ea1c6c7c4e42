export { type FailureLimit, type FloodLimit, failureLimit, floodLimit } from "./local-limits.ts";
export type { Log } from "./log.ts";
export { memoryStore } from "./memory.ts";
export { type Ephemeral, type EphemeralOptions, openEphemeral } from "./open.ts";
export { purgeExpired } from "./purge.ts";
export {
  memoryRateLimiter,
  type RateLimit,
  type RateLimiter,
  type RateLimiterFactory,
  type RateVerdict,
} from "./rate-limit.ts";
export type { EphemeralStore, SetBounds } from "./store.ts";
export { isStoreUnavailable, storeUnavailable } from "./unavailable.ts";
