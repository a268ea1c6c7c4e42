/** The store in this process's memory: for tests and for what runs alone. It is born, and dies, with the process. */
import { assertLimit, assertText, milliseconds } from "./arguments.ts";
import type { EphemeralStore, SetBounds } from "./store.ts";

interface Entry {
  readonly value: string;
  readonly expiresAtMs: number;
}

type Members = Map<string, number>;

/** An empty store. No call awaits anything between reading and writing, which is what makes each of them atomic. */
export function memoryStore(now: () => Date = () => new Date()): EphemeralStore {
  const entries = new Map<string, Entry>();
  const sets = new Map<string, Members>();
  const born = now();

  const live = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    return entry !== undefined && entry.expiresAtMs > now().getTime() ? entry : undefined;
  };
  const write = (key: string, value: string, ttlSeconds: number) => {
    assertText(value);
    entries.set(key, { value, expiresAtMs: now().getTime() + milliseconds(ttlSeconds) });
  };

  return {
    async put(key, value, ttlSeconds) {
      write(key, value, ttlSeconds);
    },

    async get(key) {
      return live(key)?.value;
    },

    async take(key) {
      const value = live(key)?.value;
      entries.delete(key);
      return value;
    },

    async putIfAbsent(key, value, ttlSeconds) {
      if (live(key) !== undefined) return false;
      write(key, value, ttlSeconds);
      return true;
    },

    async replace(key, expected, next) {
      assertText(next);
      const entry = live(key);
      if (entry?.value !== expected) return false;
      entries.set(key, { ...entry, value: next });
      return true;
    },

    async remove(key) {
      entries.delete(key);
    },

    async collect(set, member, bounds) {
      assertText(member);
      const members = sets.get(set) ?? new Map<string, number>();
      sets.set(set, members);
      return collectInto(members, member, bounds, now().getTime());
    },

    async discard(set, member) {
      sets.get(set)?.delete(member);
    },

    bornAt: async () => born,
    ping: async () => {},

    async purgeExpired() {
      const at = now().getTime();
      const expired = [...entries].filter(([, { expiresAtMs }]) => expiresAtMs <= at);
      for (const [key] of expired) entries.delete(key);

      let purged = expired.length;
      for (const [set, members] of sets) {
        purged += dropExpired(members, at);
        if (members.size === 0) sets.delete(set);
      }
      return purged;
    },

    close: async () => {},
  };
}

function collectInto(members: Members, member: string, bounds: SetBounds, atMs: number): readonly string[] {
  assertLimit(bounds.limit);
  const expiresAtMs = atMs + milliseconds(bounds.ttlSeconds);
  dropExpired(members, atMs);

  const others = [...members].filter(([name]) => name !== member);
  const surplus = Math.max(others.length - bounds.limit + 1, 0);
  const oldestFirst = others.sort(([, a], [, b]) => a - b).map(([name]) => name);
  const dropped = oldestFirst.slice(0, surplus);
  for (const name of dropped) members.delete(name);
  members.delete(member); // set anew, so that members of one instant stay in the order they came
  members.set(member, expiresAtMs);
  return dropped;
}

function dropExpired(members: Members, atMs: number): number {
  const expired = [...members].filter(([, expiresAtMs]) => expiresAtMs <= atMs);
  for (const [name] of expired) members.delete(name);
  return expired.length;
}
