/** Redis is killed, or stands still; where it has replicas, one takes over. */
import { until } from "../topology/until.ts";
import { type Fault, seconds } from "./fault.ts";

export const killRedis: Fault = {
  name: "SIGKILL of Redis, which comes back empty",
  away: "redis",
  async run({ redis }) {
    await redis.kill();
    await seconds(5);
    await redis.start();
  },
};

export const pauseRedis: Fault = {
  name: "Redis stands still for 15 s",
  away: "redis",
  async run({ redis }) {
    await redis.freeze();
    await seconds(15);
    redis.thaw();
  },
};

/** What the replica had not received is lost, as it is with a Redis that comes back empty. */
export const failOverRedis: Fault = {
  name: "SIGKILL of a primary of Redis, whose replica takes over",
  away: "redis",
  async run({ redis }) {
    await redis.kill();
    await until(() => redis.ping().then(() => true));
    await redis.start();
  },
};
