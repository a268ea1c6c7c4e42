/** A PgBouncer in transaction mode before each server of PostgreSQL, as in docs/operations/databases.md. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@countersign/dev/free-port";
import { giveTo, postgresAccount } from "@countersign/dev/postgres-account";
import { listens, type Program, startProgram } from "./program.ts";
import { type Ends, startWhole, together } from "./started.ts";

export interface Poolers {
  /** In the order of the servers. */
  readonly ports: readonly number[];
  /** Ends all of them, without waiting for what runs, and starts them again. */
  replace(): Promise<void>;
  stop(): Promise<void>;
}

interface Pooled {
  readonly servers: readonly number[];
  readonly logins: readonly string[];
  readonly password: string;
}

export const startPoolers = (folder: string, pooled: Pooled): Promise<Poolers> =>
  startWhole((ends) => startAll(folder, pooled, ends));

async function startAll(
  folder: string,
  { servers, logins, password }: Pooled,
  ends: Ends,
): Promise<Omit<Poolers, "stop">> {
  const starts: (() => Promise<Program>)[] = [];
  const running = new Set<Program>();
  const ports: number[] = [];
  for (const server of servers) {
    const port = await freePort();
    ports.push(port);
    starts.push(await poolerIn(join(folder, `pgbouncer-${port}`), port, server, userList(logins, password)));
  }
  const run = () => together(starts.map(async (start) => void running.add(await start())));
  async function end(): Promise<void> {
    await Promise.all([...running].map((program) => program.end("SIGKILL")));
    running.clear();
  }
  ends(end);
  await run();
  return {
    ports,
    async replace() {
      await end();
      await run();
    },
  };
}

const userList = (logins: readonly string[], password: string) =>
  logins.map((login) => `"${login}" "${password}"\n`).join("");

async function poolerIn(home: string, port: number, server: number, users: string): Promise<() => Promise<Program>> {
  const account = postgresAccount(); // as root, it does not run
  mkdirSync(home, { mode: 0o700 });
  await giveTo(account, home);
  const [file, list] = [join(home, "pgbouncer.ini"), join(home, "users.txt")];
  for (const [path, text] of [
    [list, users],
    [file, settingsOf(port, server, list)],
  ] as const) {
    writeFileSync(path, text, { mode: 0o600 });
    await giveTo(account, path);
  }
  return () =>
    startProgram({
      command: [process.env.COUNTERSIGN_PGBOUNCER ?? "pgbouncer", file],
      options: { ...account, cwd: home },
      logFile: `${home}.log`,
      isReady: () => listens(port),
    });
}

const settingsOf = (port: number, server: number, list: string) => `[databases]
* = host=127.0.0.1 port=${server}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${list}
pool_mode = transaction
max_prepared_statements = 200
ignore_startup_parameters = extra_float_digits, statement_timeout, idle_in_transaction_session_timeout, options
max_client_conn = 500
default_pool_size = 40
server_login_retry = 1
server_connect_timeout = 3
`;
