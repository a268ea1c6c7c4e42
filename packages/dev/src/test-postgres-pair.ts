/** Servers of PostgreSQL that replicate, for tests in which one stops, stands still or takes over. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "./free-port.ts";
import { prepareCluster, SUPERUSER, serverEnvironment } from "./postgres/cluster.ts";
import { giveTo, type Place, placeBeside, preparePlace } from "./postgres/place.ts";
import { connectionString } from "./postgres/start-postgres.ts";

export interface ReplicatingServer {
  readonly port: number;
  /** The URL of the superuser. */
  readonly url: string;
  /** Starts it again, after `kill` or `stop`. */
  start(): Promise<void>;
  query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  /** Replaces the settings that `ALTER SYSTEM` would make, and has them read. */
  set(settings: Readonly<Record<string, string>>): Promise<void>;
  /** SIGSTOP to all its processes. */
  freeze(): void;
  thaw(): void;
  /** SIGKILL of all its processes. */
  kill(): Promise<void>;
  /** Ends its sessions, then itself. `immediate` writes nothing down: it recovers when it starts. */
  stop(mode?: "fast" | "immediate"): Promise<void>;
  /** A standby ends replication and takes changes from now on. */
  promote(): Promise<void>;
  /**
   * Another server with a copy of its data, which follows it.
   *
   * @param port where it listens; by default a free one
   */
  standby(dataDir: string, port?: number): Promise<ReplicatingServer>;
}

const READY_WITHIN_MS = 60_000;

// The processes are killed, and not the machine: nothing needs to wait for the disk.
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  fsync: "off",
  wal_keep_size: "256MB",
  hot_standby: "on",
};

/** Makes and starts a server that others can follow, in a folder that did not exist. */
export async function startReplicating(dataDir: string): Promise<ReplicatingServer> {
  const place = await preparePlace(dataDir, () => {});
  const password = await prepareCluster(place, false);
  const server = serverIn(place, password, await freePort());
  await server.start();
  return server;
}

function serverIn(place: Place, password: string, port: number): ReplicatingServer {
  let running: ChildProcess | undefined;
  const url = connectionString(port, password);
  const query = async <Row extends pg.QueryResultRow>(statement: string) => ask(url, statement) as Promise<Row[]>;
  const signal = (name: NodeJS.Signals) => signalServer(running?.pid, name);

  const server: ReplicatingServer = {
    port,
    url,
    query,
    async start() {
      running = spawnIn(place, port);
      await answering(server, running).catch(async (err: unknown) => {
        await server.kill();
        throw err;
      });
    },
    async set(settings) {
      await writeFile(join(place.cluster, "postgresql.auto.conf"), linesOf(settings));
      running?.kill("SIGHUP");
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    kill: () => ended(running, () => signal("SIGKILL")),
    stop: (mode = "fast") => ended(running, () => running?.kill(mode === "fast" ? "SIGINT" : "SIGQUIT")),
    promote: async () => void (await query("SELECT pg_promote(true, 60)")),
    async standby(dataDir, at) {
      const next = await placeBeside(place, dataDir);
      await copy(url, place, next);
      const primary = `host=127.0.0.1 port=${port} user=${SUPERUSER} password=${password} application_name=standby`;
      await writeFile(join(next.cluster, "postgresql.auto.conf"), linesOf({ primary_conninfo: primary }));
      const follower = serverIn(next, password, at ?? (await freePort()));
      await follower.start();
      return follower;
    },
  };
  return server;
}

const linesOf = (settings: Readonly<Record<string, string>>) =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join("");

function spawnIn({ binaries, cluster, account }: Place, port: number): ChildProcess {
  const settings = Object.entries({ ...SETTINGS, port: String(port) });
  const args = ["-D", cluster, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  return spawn(binaries.postgres, args, { ...account, env: serverEnvironment, cwd: "/", stdio: "ignore" });
}

async function answering(server: ReplicatingServer, process: ChildProcess): Promise<void> {
  for (const giveUpAt = Date.now() + READY_WITHIN_MS; Date.now() < giveUpAt; ) {
    if (process.exitCode !== null) throw new Error(`PostgreSQL ended with ${process.exitCode}`);
    const answers = await server.query("SELECT").then(
      () => true,
      () => false,
    );
    if (answers) return;
    await sleep(25);
  }
  throw new Error("PostgreSQL does not answer");
}

/** Sends one statement over a connection of its own. */
export async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

async function ended(process: ChildProcess | undefined, end: () => void): Promise<void> {
  if (process === undefined || process.exitCode !== null || process.signalCode !== null) return;
  const exit = once(process, "exit");
  end();
  await exit;
}

/** Sends a signal to a server and all its sessions. */
export function signalServer(pid: number | undefined, name: NodeJS.Signals): void {
  for (const one of processesOf(pid)) kill(one, name);
}

/** The server and its sessions, which are sessions of the system as well. */
function processesOf(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return [
    pid,
    ...children
      .split(" ")
      .filter((one) => one !== "")
      .map(Number),
  ];
}

function kill(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended
  }
}

/** A base backup as the manual describes it (PostgreSQL, "Making a Base Backup Using the Low Level API"). */
async function copy(url: string, from: Place, to: Place): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    await rm(to.cluster, { recursive: true, force: true });
    spawnSync("cp", ["-a", from.cluster, to.cluster]); // files that vanish in the meantime are not needed
    const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
    await rm(join(to.cluster, "postmaster.pid"), { force: true });
    for (const [name, text] of Object.entries({ backup_label: rows[0]?.labelfile ?? "", "standby.signal": "" })) {
      await writeFile(join(to.cluster, name), text);
      await giveTo(to.account, join(to.cluster, name));
    }
  } finally {
    await client.end();
  }
}
