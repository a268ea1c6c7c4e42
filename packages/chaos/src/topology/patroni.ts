/** Two servers of PostgreSQL that Patroni looks after, with etcd: one leads, the other one follows synchronously. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@countersign/dev/free-port";
import { canEnter, giveTo, postgresAccount } from "@countersign/dev/postgres-account";
import { ask, signalServer } from "@countersign/dev/test-postgres-pair";
import { settingsOf } from "./patroni-settings.ts";
import { answers, listens, type Program, startProgram } from "./program.ts";
import { type Ends, startWhole } from "./started.ts";
import { until } from "./until.ts";

export interface Patroni {
  readonly kind: "patroni";
  /** The URL of the superuser, which names both servers. */
  readonly superuser: string;
  readonly ports: readonly number[];
  /** Commits a change; rejects while no server takes one. */
  written(): Promise<unknown>;
  /** The other server leads, as an operator asks for it. */
  switchOver(): Promise<void>;
  /** Ends the PostgreSQL of the leader by SIGKILL, and waits until the other server leads and this one follows it. */
  crash(): Promise<void>;
  /** Ends the leader and its Patroni by SIGKILL, waits until the other server leads, and starts them again. */
  failOver(): Promise<void>;
  /** The leader and its Patroni stand still until the other server leads, and then go on as if nothing had happened. */
  standStill(): Promise<void>;
  stop(): Promise<void>;
}

interface Node {
  readonly name: string;
  readonly port: number;
  readonly api: number;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Ends PostgreSQL by SIGKILL. Its Patroni notices. */
  crash(): void;
  /** Sends a signal to Patroni, and to its PostgreSQL. */
  signal(name: NodeJS.Signals): void;
}

const WRITE = "SELECT pg_current_xact_id(), pg_logical_emit_message(true, 'chaos', '')";

export const startPatroni = (folder: string): Promise<Patroni> => startWhole((ends) => start(folder, ends));

async function start(folder: string, ends: Ends): Promise<Omit<Patroni, "stop">> {
  const etcdPort = await freePort();
  const etcd = await startEtcd(folder, etcdPort);
  ends(() => etcd.end("SIGKILL"));
  const password = randomBytes(16).toString("hex");
  const nodes = [await nodeIn(folder, "one", etcdPort, password), await nodeIn(folder, "two", etcdPort, password)];
  const urlAt = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const ports = nodes.map(({ port }) => port);
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
  const leader = async () => {
    const led = await Promise.all(nodes.map(({ api }) => answers(api, "/primary")));
    return nodes[led.indexOf(true)];
  };
  const follower = (of: Node) => nodes.find((node) => node !== of) ?? of;
  const followsSafely = (node: Node) => until(() => answers(node.api, "/synchronous"), 500);

  const [first, second] = nodes as [Node, Node];
  for (const { kill } of nodes) ends(kill); // also of a node that did not start: its PostgreSQL may run
  await first.start();
  await until(() => answers(first.api, "/primary"), 500);
  await second.start();
  await followsSafely(second);
  return {
    kind: "patroni",
    superuser: `postgres://postgres:${password}@${hosts}/postgres?target_session_attrs=read-write`,
    ports,
    written: () => Promise.any(ports.map((port) => ask(urlAt(port), WRITE))),
    async switchOver() {
      const from = (await leader()) ?? first;
      await followsSafely(follower(from));
      await switched(from, follower(from));
      await followsSafely(from);
    },
    async crash() {
      const from = (await leader()) ?? first;
      const to = follower(from);
      await followsSafely(to);
      from.crash();
      await until(() => answers(to.api, "/primary"), 500);
      await followsSafely(from);
    },
    async failOver() {
      const from = (await leader()) ?? first;
      const to = follower(from);
      await followsSafely(to);
      await from.kill();
      await until(() => answers(to.api, "/primary"), 500);
      await from.start();
      await followsSafely(from);
    },
    async standStill() {
      const from = (await leader()) ?? first;
      const to = follower(from);
      await followsSafely(to);
      from.signal("SIGSTOP");
      await until(() => answers(to.api, "/primary"), 500);
      from.signal("SIGCONT");
      await followsSafely(from);
    },
  };
}

async function switched(from: Node, to: Node): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${from.api}/switchover`, {
    method: "POST",
    body: JSON.stringify({ leader: from.name, candidate: to.name }),
  });
  if (!answer.ok) throw new Error(`Patroni does not switch: ${answer.status} ${await answer.text()}`);
  await until(() => answers(to.api, "/primary"), 500);
}

async function startEtcd(folder: string, port: number): Promise<Program> {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`];
  const settings = {
    name: "etcd",
    "data-dir": join(folder, "etcd"),
    "listen-client-urls": client,
    "advertise-client-urls": client,
    "listen-peer-urls": peer,
    "initial-advertise-peer-urls": peer,
    "initial-cluster": `etcd=${peer}`,
    // On a busy machine a heartbeat takes longer than the default of a tenth of a second.
    "heartbeat-interval": "500",
    "election-timeout": "5000",
  };
  return startProgram({
    command: ["etcd", ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])],
    logFile: join(folder, "etcd.log"),
    isReady: () => answers(port, "/health"),
  });
}

async function nodeIn(folder: string, name: string, etcd: number, password: string): Promise<Node> {
  const { COUNTERSIGN_PATRONI: patroni = "patroni", COUNTERSIGN_POSTGRES_BIN: binaries = "" } = process.env;
  const account = postgresAccount();
  if (!canEnter(account, patroni)) throw new Error(`The account that PostgreSQL runs as cannot run ${patroni}.`);
  const [port, api] = [await freePort(), await freePort()];
  const home = join(folder, `patroni-${name}`);
  mkdirSync(home);
  chmodSync(home, 0o700);
  const [data, file] = [join(home, "data"), join(home, "patroni.json")];
  writeFileSync(file, JSON.stringify(settingsOf({ name, home, data, port, api, etcd, password, binaries })));
  await giveTo(account, home);
  await giveTo(account, file);

  let running: Program | undefined;
  return {
    name,
    port,
    api,
    async start() {
      running = await startProgram({
        command: [patroni, file],
        options: { ...account, cwd: home, env: { PATH: `${binaries}:${process.env.PATH}`, LANG: "C.UTF-8" } },
        logFile: join(folder, `patroni-${name}.log`),
        isReady: () => listens(api),
      });
    },
    async kill() {
      await running?.end("SIGKILL"); // first, so that it does not start PostgreSQL again
      signalPostgres(data, "SIGKILL");
    },
    crash: () => signalPostgres(data, "SIGKILL"),
    signal(name) {
      running?.signal(name);
      signalPostgres(data, name);
    },
  };
}

function signalPostgres(data: string, name: NodeJS.Signals): void {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return;
  const [pid] = readFileSync(file, "utf8").split("\n");
  if (isRunning(Number(pid))) signalServer(Number(pid), name);
}

const isRunning = (pid: number) => spawnSync("kill", ["-0", String(pid)]).status === 0;
