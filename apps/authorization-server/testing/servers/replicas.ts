/** Several processes of the service on one database and one short-lived store, as a deployment runs them. */

import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { freePort } from "@countersign/dev/free-port";
import { whenNeeded } from "@countersign/rules";
import { issuer, resource, type World } from "../world.ts";
import { bundled } from "./bundles.ts";

export interface Replica {
  readonly origin: string;
  /** The lines that it logged so far: warnings and errors. */
  lines(): readonly { readonly msg: string; readonly error?: string; readonly reason?: string }[];
  /** SIGKILL: nothing is closed, nothing is finished. */
  kill(): Promise<void>;
  /** SIGTERM; the exit code, once it has ended. */
  terminate(): Promise<number | null>;
}

export interface Replicas {
  /** @param port any free one by default */
  start(port?: number): Promise<Replica>;
  /** Ends all that still run. */
  stop(): Promise<void>;
}

/**
 * Replicas of one deployment; short-lived state is in PostgreSQL without a Redis.
 *
 * @param settings in addition to those that all have
 */
export function openReplicas(
  { connectionString }: Pick<World, "connectionString">,
  redisUrl?: string,
  settings: Readonly<Record<string, string>> = {},
): Replicas {
  const running = new Set<ChildProcess>();
  const made = whenNeeded(() => bundled("authorization-server"));
  const environment = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    ISSUER: issuer,
    DATABASE_URL: connectionString,
    KEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64url")}`,
    USERINFO_RESOURCE: resource,
    TRUSTED_PROXIES: "127.0.0.1",
    NODE_ENV: "test",
    LOG_LEVEL: "warn",
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    ...settings,
  };

  async function kill(child: ChildProcess): Promise<void> {
    running.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  return {
    async start(known) {
      const port = known ?? (await freePort());
      const child = spawn(process.execPath, [...(await made())], {
        env: { ...environment, PORT: String(port) },
        stdio: "pipe",
      });
      running.add(child);
      let output = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (bytes) => {
          output += bytes;
        });
      }
      const origin = `http://127.0.0.1:${port}`;
      await answering(origin, child, () => output);
      return {
        origin,
        lines: () => linesOf(output),
        kill: () => kill(child),
        async terminate() {
          const ended = once(child, "exit");
          child.kill("SIGTERM");
          const [code] = await ended;
          running.delete(child);
          return code;
        },
      };
    },
    async stop() {
      await Promise.all([...running].map(kill));
    },
  };
}

// The rest of a line without an end is still on its way.
const linesOf = (output: string) =>
  output
    .split("\n")
    .slice(0, -1)
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));

/** A start takes a second, and half a minute on a machine that is busy enough. */
const ASKED_AT_MOST = 900;

async function answering(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < ASKED_AT_MOST; attempt++) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${origin}/health/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`a replica did not start: ${output()}`);
}
