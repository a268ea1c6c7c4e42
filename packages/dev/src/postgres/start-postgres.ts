/** The embedded PostgreSQL, as its callers use it. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve as absolute, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { failure } from "../failure.ts";
import { SUPERUSER } from "./cluster.ts";
import type { LauncherMessage, LauncherOptions } from "./launcher.ts";

export interface PostgresOptions {
  /** The folder of this server, and of no other. It is made if it is missing, and kept at the end. */
  readonly dataDir: string;
  /** Receives messages for a person, one line at a time. */
  readonly log?: (line: string) => void;
  /** Removes the data at the end. For tests. */
  readonly temporary?: boolean;
  /** Whether the data survives a crash of the machine; by default unless it is temporary. */
  readonly durable?: boolean;
  /** Ports where it does not listen: those of services that start later. */
  readonly keptPorts?: readonly number[];
}

export interface Postgres {
  /** The URL of the superuser for the database `postgres`. */
  readonly connectionString: string;
  /** TCP port on 127.0.0.1; there is no socket file. */
  readonly port: number;
  /** The pid of the PostgreSQL server itself. */
  readonly pid: number;
  /** Resolves with a reason if the server ends without `stop`; never rejects. */
  readonly failed: Promise<string>;
  /** Ends sessions, writes everything, and resolves when the server has ended. */
  stop(): Promise<void>;
}

type Launcher = ChildProcessByStdio<Writable, Readable, null>;

/**
 * Starts PostgreSQL 18 on a data directory, in a separate launcher process. No matter how this process
 * ends, the launcher stops the server. If a killed launcher left a server on this directory, that server is stopped
 * first.
 *
 * @throws a failure (one sentence, see `isFailure`) when the folder is not writable, is in use, or PostgreSQL
 *   refuses
 */
export async function startPostgres({
  dataDir,
  log = () => {},
  temporary = false,
  durable = !temporary,
  keptPorts = [],
}: PostgresOptions): Promise<Postgres> {
  const options: LauncherOptions = { dataDir: absolute(dataDir), temporary, durable, keptPorts };
  // In a separate session, it does not receive a Ctrl-C from the terminal. Its parent decides when the database
  // stops.
  const launcher = spawn(process.execPath, [join(import.meta.dirname, "launcher.ts"), JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  });
  launcher.stdin.on("error", () => {}); // it may end before this process writes to it
  const closed = once(launcher, "close");

  const { ready, failed } = await firstWord(launcher, log);
  let stopping = false;
  return {
    connectionString: connectionString(ready.port, ready.password),
    port: ready.port,
    pid: ready.pid,
    failed: Promise.race([failed, closed.then(() => "The launcher of PostgreSQL was killed.")]).then((reason) =>
      stopping ? new Promise<never>(() => {}) : reason,
    ),
    async stop() {
      stopping = true;
      launcher.stdin.end();
      await closed;
    },
  };
}

/** A URL for the superuser of a server on 127.0.0.1. */
export function connectionString(port: number, password: string, database = "postgres"): string {
  return `postgresql://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

type Ready = Extract<LauncherMessage, { ready: unknown }>["ready"];

function firstWord(
  launcher: Launcher,
  log: (line: string) => void,
): Promise<{ ready: Ready; failed: Promise<string> }> {
  const words = Promise.withResolvers<{ ready: Ready; failed: Promise<string> }>();
  const end = Promise.withResolvers<string>();

  createInterface({ input: launcher.stdout }).on("line", (line) => {
    const message = JSON.parse(line) as LauncherMessage;
    if ("log" in message) log(message.log);
    else if ("ready" in message) words.resolve({ ready: message.ready, failed: end.promise });
    else {
      const { message: reason, expected } = message.failed;
      end.resolve(reason);
      words.reject(expected ? failure(reason) : new Error(reason));
    }
  });
  launcher.once("error", words.reject);
  launcher.once("close", () => words.reject(new Error("The launcher of PostgreSQL ended without a message.")));
  return words.promise;
}
