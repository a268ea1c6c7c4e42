/** The store in Redis 6.2 or newer, Valkey, or a Redis Cluster. */
import { beginCommand } from "@countersign/tracing";
import type { RedisArgument } from "@redis/client";
import { assertSteps, milliseconds } from "../arguments.ts";
import type { Keyspace } from "../keyspace.ts";
import type { EphemeralStore, Outcome, Step } from "../store.ts";
import { reach } from "../unavailable.ts";
import { birthScript, rememberScript, type Script, stepsScript } from "./redis-scripts.ts";
import { apart, inRedis, outcomeOf, together } from "./redis-steps.ts";
import { ANSWER_LIMIT_MS } from "./redis-watch.ts";
import { serverTimes } from "./server-times.ts";

interface ScriptCall {
  keys: RedisArgument[];
  arguments: RedisArgument[];
}

/** The part of node-redis that the store uses; a client and a cluster both have it. */
export interface RedisCommands {
  get(key: string): Promise<string | null>;
  eval(script: string, call: ScriptCall): Promise<unknown>;
  evalSha(sha1: string, call: ScriptCall): Promise<unknown>;
}

export interface Redis {
  readonly commands: RedisCommands;
  /** Whether keys are spread over several servers. If so, a script can only use keys of one slot. */
  readonly isCluster: boolean;
  /** Hears of every error of a call, and replaces a connection that is no longer good. */
  readonly hear: (error: unknown) => void;
  /** Ends the connection; the store calls it in its own `close`. */
  close(): Promise<void>;
}

/** The store of one issuer in Redis. Each call is one command or one script, except in a cluster. */
export function redisStore({ commands: redis, isCluster, hear, close }: Redis, names: Keyspace): EphemeralStore {
  const entry = (key: string) => names.name("entry", key);
  const run = running(redis, hear);
  /** The birth of each part, by its marker, when this process last asked for all of them. */
  let births: ReadonlyMap<string, number> = new Map();
  const birthOf = async (marker: string) => {
    const [born] = await run(birthScript, { keys: [marker], arguments: [] });
    return [marker, Number(born)] as const;
  };
  const askForBirths = async () => {
    births = new Map(await Promise.all(names.births.map(birthOf)));
  };

  const call = async (steps: readonly Step[]): Promise<Outcome> =>
    outcomeOf(await run(stepsScript, inRedis(steps, names)));

  return {
    get: (key) => reach(() => read(redis, entry(key))),

    async apply(steps) {
      assertSteps(steps);
      return reach(() => (isCluster ? oneByOne(steps, call) : call(steps)));
    },

    async remember(key, ttlSeconds, neededSince) {
      const since = neededSince === undefined ? "" : String(neededSince.getTime());
      const marker = names.birth(key);
      const call = { keys: [marker, entry(key)], arguments: [String(milliseconds(ttlSeconds)), since] };
      const [born] = await reach(() => run(rememberScript, call));
      if (born === null) return undefined;
      // A server began anew, with all of its parts. What a caller then asks for is to be later than the birth of each:
      // otherwise its next call may meet a part that is younger still.
      if (births.get(marker) !== Number(born)) await reach(askForBirths);
      return new Date(neededSince === undefined ? Math.max(...births.values()) : Number(born));
    },

    async ping() {
      // A replica answers PING but refuses writes, and this script writes.
      await reach(askForBirths);
    },

    purgeExpired: async () => 0, // Redis removes expired keys by itself
    close,
  };
}

async function oneByOne(steps: readonly Step[], call: (steps: readonly Step[]) => Promise<Outcome>): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const step of steps) {
    outcomes.push(together(await Promise.all(apart(step).map((part) => call([part])))));
    if (outcomes.at(-1)?.done !== true) break;
  }
  return together(outcomes);
}

/** Returns the function that runs a script, with its deadline, and gives the answer after the time. */
function running(redis: RedisCommands, hear: Redis["hear"]): (script: Script, call: ScriptCall) => Promise<unknown[]> {
  const times = serverTimes();
  return async (script, { keys, arguments: given }) => {
    const server = times.of(String(keys[0]));
    const deadline = server.in(ANSWER_LIMIT_MS);
    try {
      const [ms, ...answer] = await evaluate(redis, script, { keys, arguments: [...given, deadline] });
      server.learn(Number(ms));
      return answer;
    } catch (error) {
      // The answer came in time, so the time was wrong.
      if (error instanceof Error && error.message.startsWith("LATE")) server.forget();
      hear(error);
      throw error;
    }
  };
}

/** Sends the script's SHA-1. Sends its text only to a server that does not know it yet. */
async function evaluate(redis: RedisCommands, { name, text, sha1 }: Script, call: ScriptCall): Promise<unknown[]> {
  const span = beginCommand("EVALSHA", name);
  try {
    const answer = (await redis.evalSha(sha1, call)) as unknown[];
    span?.end();
    return answer;
  } catch (error) {
    span?.end(error);
    if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
    return (await redis.eval(text, call)) as unknown[];
  }
}

async function read(redis: RedisCommands, key: string): Promise<string | undefined> {
  const span = beginCommand("GET");
  try {
    const value = await redis.get(key);
    span?.end();
    return value ?? undefined;
  } catch (error) {
    span?.end(error);
    throw error;
  }
}
