/** PostgreSQL and Redis, on the core of the load generator. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { createClient } from "redis";
import { startPostgres } from "../../packages/dev/src/index.ts";
import { cpuMicroseconds, treeCpuMicroseconds } from "./processes.ts";

export interface StoreUse {
  readonly cpuMicroseconds: number;
  /** The number of commands that Redis processed, including those that scripts call. */
  readonly redisCommands: number;
  /** The number of committed transactions. Each of our statements is one transaction by default. */
  readonly transactions: number;
  /** The bytes that PostgreSQL wrote to its write-ahead log. */
  readonly walBytes: number;
}

export interface Stores {
  readonly redisUrl: string;
  readonly redisPort: number;
  /** Makes an empty database and returns its URL. */
  database(name: string): Promise<string>;
  /** The URLs of a deployment of Countersign. Its command `prepare` makes the database and the logins. */
  logins(name: string): Readonly<Record<"administrator" | "owner" | "service" | "reader", string>>;
  /** The work of the stores so far. */
  use(): Promise<StoreUse>;
  /** How many commands clients send to Redis while `work` runs. `use` also counts the commands that scripts call. */
  sentDuring(work: () => Promise<unknown>): Promise<number>;
  stop(): Promise<void>;
}

/** Starts both on free loopback ports, with their own data. Throws when redis-server is not installed. */
export async function startStores(): Promise<Stores> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  chmodSync(folder, 0o711); // as root, PostgreSQL runs as another user, which must be able to enter
  const postgres = await startTuned(join(folder, "postgres"));
  const admin = new pg.Pool({ connectionString: postgres.connectionString, max: 1 });
  admin.on("error", () => {}); // PostgreSQL ends idle connections when it stops
  const postmaster = postgres.pid;

  const redisPort = await freePort();
  const redis = spawn(
    "redis-server",
    ["--port", String(redisPort), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    {
      stdio: "ignore",
    },
  );
  const redisUrl = `redis://127.0.0.1:${redisPort}`;
  const client = createClient({ url: redisUrl });
  client.on("error", () => {});
  await client.connect();

  return {
    redisUrl,
    redisPort,
    async database(name) {
      await admin.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
      const url = new URL(postgres.connectionString);
      url.pathname = `/${name}`;
      return url.href;
    },
    logins(name) {
      const of = (login: string) => {
        const url = new URL(postgres.connectionString);
        [url.username, url.password, url.pathname] = [login, "bench-password", `/${name}`];
        return url.href;
      };
      const [owner, service, reader] = [of(`${name}_owner`), of(`${name}_service`), of(`${name}_reader`)];
      return { administrator: postgres.connectionString, owner, service, reader };
    },
    async use() {
      const stats = /total_commands_processed:(\d+)/.exec(await client.info("stats"));
      const { rows } = await admin.query(
        `SELECT sum(xact_commit)::float8 AS n, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal
           FROM pg_stat_database WHERE datname LIKE 'bench%'`,
      );
      return {
        cpuMicroseconds: treeCpuMicroseconds(postmaster) + cpuMicroseconds(redis.pid ?? 0),
        redisCommands: Number(stats?.[1] ?? 0),
        transactions: rows[0].n ?? 0,
        walBytes: rows[0].wal,
      };
    },
    sentDuring: (work) => sentTo(redisPort, work),
    async stop() {
      client.destroy();
      redis.kill();
      await admin.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts PostgreSQL with the memory that its manual advises for a dedicated machine (§19.4.1). The write-ahead log
 * is large enough that no checkpoint happens between two measurements. There are enough connections for every
 * server.
 */
async function startTuned(dataDir: string): Promise<Awaited<ReturnType<typeof startPostgres>>> {
  const untuned = await startPostgres({ dataDir });
  const admin = new pg.Client({ connectionString: untuned.connectionString });
  await admin.connect();
  await admin.query("ALTER SYSTEM SET shared_buffers = '2GB'");
  await admin.query("ALTER SYSTEM SET max_wal_size = '8GB'");
  await admin.query("ALTER SYSTEM SET checkpoint_timeout = '1h'");
  await admin.query("ALTER SYSTEM SET max_connections = 300");
  await admin.end();
  await untuned.stop();
  return startPostgres({ dataDir });
}

/** One line of MONITOR: the sender and the name of the command. The sender `lua` is a script. */
const COMMAND = /^\+[\d.]+ \[\d+ (\S+)\] "([^"]+)"/;

async function sentTo(port: number, work: () => Promise<unknown>): Promise<number> {
  let sent = 0;
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  createInterface({ input: socket }).on("line", (line) => {
    const [, by, name = ""] = COMMAND.exec(line) ?? [];
    if (by !== undefined && by !== "lua" && !/^(?:ping|info)$/i.test(name)) sent += 1;
  });
  socket.write("MONITOR\r\n");
  await once(socket, "data");
  await work();
  socket.end();
  await once(socket, "close");
  return sent;
}

/** A loopback port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
