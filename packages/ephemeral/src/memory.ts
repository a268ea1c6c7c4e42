/** The store in this process's memory, for tests and single processes. Its state begins and ends with the process. */
import { assertSteps, milliseconds } from "./arguments.ts";
import { askStore } from "./asked.ts";
import { ALLOWED, type Count, type RateVerdict, verdictOn } from "./limits/rate-limit.ts";
import type { EphemeralStore, Outcome, SetBounds, Step } from "./store.ts";

interface Entry {
  readonly value: string;
  readonly expiresAtMs: number;
}

interface Counter {
  readonly total: number;
  readonly expiresAtMs: number;
}

type Members = Map<string, number>;

/** The result of one step. */
interface Did {
  readonly failed?: boolean;
  readonly taken?: string;
  readonly dropped?: readonly string[];
  readonly verdict?: RateVerdict;
}

/** An empty store. No call awaits anything between reading and writing, so each call is atomic. */
export function memoryStore(now: () => Date = () => new Date()): EphemeralStore {
  const entries = entriesIn(() => now().getTime());
  const sets = setsIn(() => now().getTime());
  const counters = countersIn(() => now().getTime());
  const born = now();

  const done = (step: Step): Did => {
    switch (step.do) {
      case "count":
        return counters.count(step.counts);
      case "refund":
        return counters.refund(step.counts);
      case "put":
        return entries.put(step.key, step.value, step.ttlSeconds);
      case "take":
        return entries.take(step.key);
      case "replace":
        return entries.replace(step);
      case "remove":
        return { ...entries.take(step.key), failed: false };
      case "collect":
        return { dropped: sets.collect(step.set, step.member, step.bounds) };
      case "discard":
        return sets.discard(step.set, step.member);
    }
  };

  return {
    async get(key) {
      askStore();
      return entries.live(key)?.value;
    },

    async apply(steps) {
      askStore();
      assertSteps(steps);
      let outcome: Outcome = { done: true, verdict: ALLOWED, taken: undefined, dropped: [] };
      for (const step of steps) {
        const { failed = false, verdict = outcome.verdict, taken = outcome.taken, dropped = [] } = done(step);
        outcome = { done: !failed, verdict, taken, dropped: [...outcome.dropped, ...dropped] };
        if (failed) break;
      }
      return outcome;
    },

    async remember(key, ttlSeconds) {
      askStore();
      const lifetime = milliseconds(ttlSeconds);
      if (entries.live(key) !== undefined) return undefined;
      entries.put(key, "", lifetime / 1000);
      return born;
    },

    ping: async () => {},
    purgeExpired: async () => entries.purge() + sets.purge() + counters.purge(),
    close: async () => {},
  };
}

function entriesIn(now: () => number) {
  const entries = new Map<string, Entry>();
  const live = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    return entry !== undefined && entry.expiresAtMs > now() ? entry : undefined;
  };

  return {
    live,
    put(key: string, value: string, ttlSeconds: number): Did {
      entries.set(key, { value, expiresAtMs: now() + milliseconds(ttlSeconds) });
      return {};
    },
    take(key: string): Did {
      const taken = live(key)?.value;
      entries.delete(key);
      return taken === undefined ? { failed: true } : { taken };
    },
    replace({ key, expected, next, ttlSeconds }: Step & { do: "replace" }): Did {
      const entry = live(key);
      if (entry?.value !== expected) return { failed: true };
      const expiresAtMs = ttlSeconds === undefined ? entry.expiresAtMs : now() + milliseconds(ttlSeconds);
      entries.set(key, { value: next, expiresAtMs });
      return {};
    },
    purge: () => dropExpired(entries, ({ expiresAtMs }) => expiresAtMs, now()),
  };
}

function countersIn(now: () => number) {
  const counters = new Map<string, Counter>();
  const nameOf = ({ limit, key }: Count) => `${limit.name}:${key}`;

  const count = (one: Count): RateVerdict => {
    const at = now();
    const held = counters.get(nameOf(one));
    const fresh = { total: 0, expiresAtMs: at + one.limit.durationSeconds * 1000 };
    const { total, expiresAtMs } = held !== undefined && held.expiresAtMs > at ? held : fresh;
    const counter = { total: total + (one.points ?? 1), expiresAtMs };
    counters.set(nameOf(one), counter);
    return verdictOn(one, { total: counter.total, leftMs: expiresAtMs - at });
  };

  return {
    count(counts: readonly Count[]): Did {
      const refusal = counts.map(count).find(({ allowed }) => !allowed);
      return refusal === undefined ? {} : { failed: true, verdict: refusal };
    },
    refund(counts: readonly Count[]): Did {
      for (const one of counts) {
        const held = counters.get(nameOf(one));
        if (held !== undefined)
          counters.set(nameOf(one), { ...held, total: Math.max(held.total - (one.points ?? 1), 0) });
      }
      return {};
    },
    purge: () => dropExpired(counters, ({ expiresAtMs }) => expiresAtMs, now()),
  };
}

function setsIn(now: () => number) {
  const sets = new Map<string, Members>();

  return {
    collect(set: string, member: string, { limit, ttlSeconds }: SetBounds): readonly string[] {
      const members = sets.get(set) ?? new Map<string, number>();
      sets.set(set, members);
      dropExpired(members, (expiresAtMs) => expiresAtMs, now());

      const others = [...members].filter(([name]) => name !== member);
      const surplus = Math.max(others.length - limit + 1, 0);
      const oldestFirst = others.sort(([, a], [, b]) => a - b).map(([name]) => name);
      const dropped = oldestFirst.slice(0, surplus);
      for (const name of dropped) members.delete(name);
      members.delete(member); // inserted again, so that members added at the same instant keep their order
      members.set(member, now() + milliseconds(ttlSeconds));
      return dropped;
    },
    discard(set: string, member: string): Did {
      sets.get(set)?.delete(member);
      return {};
    },
    purge() {
      let purged = 0;
      for (const [set, members] of sets) {
        purged += dropExpired(members, (expiresAtMs) => expiresAtMs, now());
        if (members.size === 0) sets.delete(set);
      }
      return purged;
    },
  };
}

function dropExpired<T>(held: Map<string, T>, expiresAtMs: (one: T) => number, atMs: number): number {
  const expired = [...held].filter(([, one]) => expiresAtMs(one) <= atMs);
  for (const [name] of expired) held.delete(name);
  return expired.length;
}
