/** The short-lived state of a deployment, from its configuration. */
import type { Pool } from "pg";
import { keyspace } from "./keyspace.ts";
import { type RateLimiterFactory, rateLimiterOn } from "./limits/rate-limiter.ts";
import type { Log } from "./log.ts";
import { postgresStore } from "./postgres/postgres.ts";
import type { EphemeralStore } from "./store.ts";

/** Each on its own, with its own chance of being lost: see `keyspace`. */
const REDIS_PARTS = 16;

export interface Ephemeral {
  readonly store: EphemeralStore;
  readonly rateLimiter: RateLimiterFactory;
}

export interface EphemeralOptions {
  /** Set: state lives in Redis. Not set: in PostgreSQL. */
  readonly redisUrl?: string | undefined;
  /**
   * Needed when `redisUrl` is not set. It stays the caller's: `store.close` does not end it. The caller listens to the
   * errors of its connections while they are in use, too.
   */
  readonly pool?: Pool | undefined;
  /** The deployment: what one issuer stores, another never sees. */
  readonly issuer: string;
  readonly log: Log;
}

/**
 * Opens the store that the configuration names.
 *
 * @throws Error with one line for the operator: Redis cannot be reached within 10 seconds, is too old, or evicts keys
 */
export async function openEphemeral({ redisUrl, pool, issuer, log }: EphemeralOptions): Promise<Ephemeral> {
  if (redisUrl !== undefined) {
    const names = keyspace(issuer, REDIS_PARTS);
    // The client of Redis takes 20 MB. A deployment without Redis does not load it.
    const [{ redisStore }, { connectRedis }] = await Promise.all([
      import("./redis/redis.ts"),
      import("./redis/redis-connection.ts"),
    ]);
    return withLimits(redisStore(await connectRedis(redisUrl, log), names));
  }

  if (pool === undefined) throw new Error("Short-lived state needs REDIS_URL or a database pool.");
  return withLimits(postgresStore(pool, keyspace(issuer, 1)));
}

const withLimits = (store: EphemeralStore): Ephemeral => ({ store, rateLimiter: rateLimiterOn(store) });
