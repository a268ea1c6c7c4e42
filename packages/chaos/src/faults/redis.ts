/** Redis is killed and comes back empty, or stands still. */
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
    redis.freeze();
    await seconds(15);
    redis.thaw();
  },
};
