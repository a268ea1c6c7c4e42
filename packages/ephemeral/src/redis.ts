/** The store in Redis 6.2 or newer, Valkey, or a Redis Cluster. One command or one script per call. */
import type { RedisArgument } from "redis";
import { assertLimit, assertText, milliseconds } from "./arguments.ts";
import type { Keyspace } from "./keyspace.ts";
import { birthScript, collectScript, replaceScript, type Script } from "./redis-scripts.ts";
import type { EphemeralStore } from "./store.ts";
import { reach } from "./unavailable.ts";

interface ScriptCall {
  keys: RedisArgument[];
  arguments: RedisArgument[];
}

/** What the store asks of node-redis; a client and a cluster both have it. */
export interface RedisCommands {
  get(key: string): Promise<string | null>;
  getDel(key: string): Promise<string | null>;
  set(key: string, value: string, options: SetOptions): Promise<string | null>;
  del(key: string): Promise<number>;
  zRem(key: string, member: string): Promise<number>;
  eval(script: string, call: ScriptCall): Promise<unknown>;
  evalSha(sha1: string, call: ScriptCall): Promise<unknown>;
}

interface SetOptions {
  expiration: { type: "PX"; value: number };
  condition?: "NX";
}

/**
 * The store of one issuer in Redis.
 *
 * @param close ends the connection; the store calls it in its own `close`
 */
export function redisStore(redis: RedisCommands, names: Keyspace, close: () => Promise<void>): EphemeralStore {
  const entry = (key: string) => names.name("entry", key);
  const birth = async (name: string) => Number(await run(redis, birthScript, name, []));

  return {
    async put(key, value, ttlSeconds) {
      assertText(value);
      const expiration = inMilliseconds(ttlSeconds);
      await reach(() => redis.set(entry(key), value, { expiration }));
    },

    async get(key) {
      return (await reach(() => redis.get(entry(key)))) ?? undefined;
    },

    async take(key) {
      return (await reach(() => redis.getDel(entry(key)))) ?? undefined;
    },

    async putIfAbsent(key, value, ttlSeconds) {
      assertText(value);
      const expiration = inMilliseconds(ttlSeconds);
      return (await reach(() => redis.set(entry(key), value, { expiration, condition: "NX" }))) === "OK";
    },

    async replace(key, expected, next) {
      assertText(next);
      return (await reach(() => run(redis, replaceScript, entry(key), [expected, next]))) === 1;
    },

    async remove(key) {
      await reach(() => redis.del(entry(key)));
    },

    async collect(set, member, { limit, ttlSeconds }) {
      assertText(member);
      assertLimit(limit);
      const bounds = [member, String(milliseconds(ttlSeconds)), String(limit)];
      return (await reach(() => run(redis, collectScript, names.name("set", set), bounds))) as string[];
    },

    async discard(set, member) {
      assertText(member);
      await reach(() => redis.zRem(names.name("set", set), member));
    },

    async bornAt(key) {
      const markers = key === undefined ? names.births : [names.birth(key)];
      return new Date(Math.max(...(await reach(() => Promise.all(markers.map(birth))))));
    },

    async ping() {
      // A replica answers PING but refuses writes, and this script writes.
      await reach(() => Promise.all(names.births.map(birth)));
    },

    purgeExpired: async () => 0, // Redis does it
    close,
  };
}

function inMilliseconds(ttlSeconds: number): SetOptions["expiration"] {
  return { type: "PX", value: milliseconds(ttlSeconds) };
}

/** Sends the script's name, and its text only to a server that does not know it yet. */
async function run(redis: RedisCommands, { text, sha1 }: Script, key: string, args: string[]): Promise<unknown> {
  const call = { keys: [key], arguments: args };
  try {
    return await redis.evalSha(sha1, call);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
    return redis.eval(text, call);
  }
}
