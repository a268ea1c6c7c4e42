/** A map in memory that forgets: what is too old, and the oldest when there are too many. */

export interface ExpiringMap<V> {
  put(key: string, value: V, now: Date): void;
  /** The value, unless it expired. */
  get(key: string, now: Date): V | undefined;
  delete(key: string): void;
  size(): number;
}

/**
 * Memory use is bounded by `limit` entries, each living `ttlSeconds` from its last `put`.
 * One process only: with several replicas, put a shared store such as Redis behind this interface.
 */
export function expiringMap<V>({ limit, ttlSeconds }: { limit: number; ttlSeconds: number }): ExpiringMap<V> {
  // A Map keeps insertion order, and every entry lives equally long: the first is always the next to expire.
  const entries = new Map<string, { value: V; expiresAt: number }>();

  function makeRoom(now: Date): void {
    for (const [key, { expiresAt }] of entries) {
      if (expiresAt > now.getTime() && entries.size <= limit) return;
      entries.delete(key);
    }
  }

  return {
    put(key, value, now) {
      entries.delete(key);
      entries.set(key, { value, expiresAt: now.getTime() + ttlSeconds * 1000 });
      makeRoom(now);
    },
    get(key, now) {
      const entry = entries.get(key);
      return entry !== undefined && entry.expiresAt > now.getTime() ? entry.value : undefined;
    },
    delete: (key) => void entries.delete(key),
    size: () => entries.size,
  };
}
