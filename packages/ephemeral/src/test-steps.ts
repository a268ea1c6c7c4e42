/** Each step as a call of its own. */
import type { EphemeralStore, SetBounds } from "./store.ts";

export interface Singly {
  put(key: string, value: string, ttlSeconds: number): Promise<void>;
  take(key: string): Promise<string | undefined>;
  replace(key: string, expected: string, next: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  collect(set: string, member: string, bounds: SetBounds): Promise<readonly string[]>;
  discard(set: string, member: string): Promise<void>;
}

/** A store with a call for each step. */
export function singly(store: EphemeralStore): EphemeralStore & Singly {
  const steps: Singly = {
    put: async (key, value, ttlSeconds) => void (await store.apply([{ do: "put", key, value, ttlSeconds }])),
    take: async (key) => (await store.apply([{ do: "take", key }])).taken,
    replace: async (key, expected, next) => (await store.apply([{ do: "replace", key, expected, next }])).done,
    remove: async (key) => void (await store.apply([{ do: "remove", key }])),
    collect: async (set, member, bounds) => (await store.apply([{ do: "collect", set, member, bounds }])).dropped,
    discard: async (set, member) => void (await store.apply([{ do: "discard", set, member }])),
  };
  return Object.assign(Object.create(store), steps); // inherited, because a test may put another store behind it
}
