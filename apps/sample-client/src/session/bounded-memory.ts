import { LRUCache } from "lru-cache";

/**
 * A map in memory of at most `max` entries, each living `ttlSeconds` from its last `set`. When it is full, the entry
 * that was not used for longest goes. `clock` is in milliseconds. One process only: with several, put a shared store
 * such as Redis in its place.
 */
export function boundedMemory<V extends NonNullable<unknown>>(
  { max, ttlSeconds }: { max: number; ttlSeconds: number },
  clock: () => number,
): LRUCache<string, V> {
  return new LRUCache({ max, ttl: ttlSeconds * 1000, ttlResolution: 0, perf: { now: clock } });
}
