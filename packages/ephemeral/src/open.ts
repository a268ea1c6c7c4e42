/** Opens the store for short-lived state, as the configuration says. */
import type { Pool } from "pg";
import { keyspace } from "./keyspace.ts";
import { type RateLimiterFactory, rateLimiterOn } from "./limits/rate-limiter.ts";
import type { Log } from "./log.ts";
import { postgresStore } from "./postgres/postgres.ts";
import type { EphemeralStore } from "./store.ts";

/** Redis can lose each part independently of the others: see `keyspace`. */
const REDIS_PARTS = 16;

export interface Ephemeral {
  readonly store: EphemeralStore;
  readonly rateLimiter: RateLimiterFactory;
}

export interface EphemeralOptions {
  /** If set, the state is stored in Redis. If not set, it is stored in PostgreSQL. */
  readonly redisUrl?: string | undefined;
  /**
   * Required when `redisUrl` is not set. The caller owns it: `store.close` does not end it. The caller also listens to
   * the errors of its connections while they are in use.
   */
  readonly pool?: Pool | undefined;
  /** Identifies the deployment: an issuer never sees what another issuer stores. */
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
    // The Redis client takes 20 MB. A deployment without Redis does not load it.
    const [{ redisStore }, { connectRedis }] = await Promise.all([
      import("./redis/redis.ts"),
      import("./redis/redis-connection.ts"),
    ]);
    const store = redisStore(await connectRedis(redisUrl, log), names);
    await store.ping(); // from here on it knows the time of each server
    return withLimits(store);
  }

  if (pool === undefined) throw new Error("Short-lived state needs REDIS_URL or a database pool.");
  return withLimits(postgresStore(pool, keyspace(issuer, 1)));
}

const withLimits = (store: EphemeralStore): Ephemeral => ({ store, rateLimiter: rateLimiterOn(store) });
