/** One PostgreSQL server: starts it, waits for it, explains its failures, stops it. */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, renameSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { failure } from "../failure.ts";
import { freePort, isPortFree } from "../free-port.ts";
import { SUPERUSER, serverEnvironment } from "./cluster.ts";
import { type Place, readIfThere } from "./place.ts";

const READY_WITHIN_MS = 60_000; // recovery after a crash may take some time
const RETRY_FOR_MS = 10_000;
const POLL_MS = 25;
const FAST_STOP_MS = 10_000;
const LOG_LIMIT_BYTES = 5_000_000;

// Errors that another attempt may avoid: the child processes of a killed server are still releasing its memory, or
// another process took the port in between.
const PASSING = [
  /shared memory block .* (?:is )?still in use/,
  /lock file .* already exists/,
  /Address already in use/,
  /could not create any TCP\/IP sockets/,
];

// For data that may be lost.
const CARELESS = [
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "wal_level=minimal",
  "max_wal_size=128MB",
  "max_wal_senders=0",
  "max_connections=300",
];

export interface Server {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the server has ended, by itself or by `stop`. */
  readonly ended: Promise<void>;
  /** Fast shutdown. After 10 s, immediate shutdown. */
  stop(): Promise<void>;
}

/**
 * Starts the server and waits until it answers.
 *
 * @param password the password of the superuser
 * @param durable false trades safety against crashes for speed
 * @param keptPorts where it does not listen, since others will
 * @throws a failure with the reason that PostgreSQL gives
 */
export async function startServer(
  place: Place,
  password: string,
  durable: boolean,
  keptPorts: readonly number[],
): Promise<Server> {
  const logFile = join(place.dataDir, "postgres.log");
  const giveUpAt = Date.now() + RETRY_FOR_MS;

  for (;;) {
    const port = await choosePort(place, keptPorts);
    const log = openLog(logFile);
    const child = spawnServer(place, port, durable, log.descriptor);
    const server = watch(child, port);
    if (await answers(server, password)) return server;

    await server.stop();
    const text = (await readFile(logFile)).subarray(log.startsAt).toString("utf8");
    if (!PASSING.some((pattern) => pattern.test(text)) || Date.now() > giveUpAt)
      throw failure(`PostgreSQL did not start: ${reasonIn(text)} (its log: ${logFile})`);
    await sleep(250);
  }
}

/** The reason that PostgreSQL gives in its log for its end. */
export function reasonIn(log: string): string {
  const lines = log.split("\n").filter((line) => line !== "");
  const telling = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? "it wrote no reason";
  return telling.replace(/^.*?(?:FATAL|PANIC): +/, "");
}

async function choosePort(place: Place, keptPorts: readonly number[]): Promise<number> {
  const last = Number(await readIfThere(join(place.dataDir, "port")));
  const usable = Number.isInteger(last) && last > 0 && !keptPorts.includes(last);
  return usable && (await isPortFree(last)) ? last : freePort(keptPorts);
}

// The server writes to the file itself. A pipe would end with this process, and the explanation would be lost.
function openLog(path: string): { descriptor: number; startsAt: number } {
  let startsAt = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (startsAt > LOG_LIMIT_BYTES) {
    renameSync(path, `${path}.1`);
    startsAt = 0;
  }
  return { descriptor: openSync(path, "a", 0o600), startsAt };
}

function spawnServer(place: Place, port: number, durable: boolean, log: number): ChildProcess {
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    `port=${port}`,
    ...(durable ? [] : CARELESS),
  ];
  const child = spawn(
    place.binaries.postgres,
    ["-D", place.cluster, ...settings.flatMap((setting) => ["-c", setting])],
    {
      ...place.account,
      env: serverEnvironment,
      cwd: "/",
      stdio: ["ignore", log, log],
    },
  );
  closeSync(log);
  return child;
}

function watch(child: ChildProcess, port: number): Server {
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
  return {
    pid: child.pid ?? 0,
    port,
    ended,
    async stop() {
      child.kill("SIGINT");
      const last = setTimeout(() => child.kill("SIGQUIT"), FAST_STOP_MS);
      await ended;
      clearTimeout(last);
    },
  };
}

/** Whether the server answers a query before it ends and before the timeout. */
async function answers(server: Server, password: string): Promise<boolean> {
  let over = false;
  void server.ended.then(() => {
    over = true;
  });
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!over && Date.now() < deadline) {
    const client = new pg.Client({
      host: "127.0.0.1",
      port: server.port,
      user: SUPERUSER,
      password,
      database: "postgres",
    });
    client.on("error", () => {}); // a connection that breaks after it was made counts as "not yet" too
    try {
      await client.connect();
      await client.query("SELECT 1");
      return !over;
    } catch {
      await sleep(POLL_MS);
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}
