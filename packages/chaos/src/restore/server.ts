/** The PostgreSQL of a drill, with the programs of the system, as pgBackRest knows them. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@countersign/dev/free-port";
import { giveTo, postgresAccount } from "@countersign/dev/postgres-account";
import { ask, signalServer } from "@countersign/dev/test-postgres-pair";
import { type Program, startProgram } from "../topology/program.ts";
import { startWhole } from "../topology/started.ts";
import type { Servers } from "../topology/topology.ts";

export interface Server extends Servers {
  /** A folder of the account of the server, in which its data is. */
  readonly home: string;
  readonly data: string;
  /** @param database by default that of the superuser */
  ask(statement: string, database?: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Runs a program as the account of the server. Returns what it printed. */
  run(program: string, ...args: readonly string[]): string;
  /** Makes the data of an empty server. */
  create(): void;
  /** Resolves when it takes changes. A restored server has applied its log by then. */
  start(): Promise<void>;
  shutDown(): Promise<void>;
  /** SIGKILL, and its data is gone: the folder is empty. */
  lose(): Promise<void>;
}

/** Makes and starts an empty server. Commands read the configuration of pgBackRest in its home. */
export const startServer = (folder: string): Promise<Server> =>
  startWhole(async (ends) => {
    const { COUNTERSIGN_POSTGRES_BIN: binaries = "" } = process.env;
    const account = postgresAccount();
    const [home, port, password] = [join(folder, "postgres"), await freePort(), randomBytes(16).toString("hex")];
    const data = join(home, "data");
    const superuser = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    const env = {
      PATH: `${binaries}:${process.env.PATH}`,
      LC_ALL: "C.UTF-8",
      PGBACKREST_CONFIG: join(home, "pgbackrest.conf"),
    };
    const run: Server["run"] = (program, ...args) =>
      execFileSync(program, args, { ...account, env, cwd: home, encoding: "utf8", stdio: "pipe", maxBuffer: 2 ** 26 });
    const emptied = async () => {
      rmSync(data, { recursive: true, force: true });
      mkdirSync(data, { mode: 0o700 });
      await giveTo(account, data);
    };

    mkdirSync(home, { mode: 0o700 });
    await giveTo(account, home);
    await emptied();
    let running: Program | undefined;
    const server: Omit<Server, "stop"> = {
      ...{ superuser, ports: [port], home, data, run },
      ask: async (statement, database = "postgres") =>
        (await ask(superuser.replace(/postgres$/, database), statement)) as Record<string, unknown>[],
      create() {
        const file = join(home, "password");
        writeFileSync(file, password, { mode: 0o644 }); // in a folder that only its account can enter
        const logins = ["--username=postgres", `--pwfile=${file}`, "--auth-local=trust", "--auth-host=scram-sha-256"];
        run("initdb", `--pgdata=${data}`, ...logins, "--encoding=UTF8", "--locale=C.UTF-8");
      },
      async start() {
        const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: home };
        const given = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
        running = await startProgram({
          command: [join(binaries, "postgres"), "-D", data, ...given],
          options: { ...account, env, cwd: home },
          logFile: join(folder, "postgres.log"),
          isReady: () =>
            server.ask("SELECT 1 / (NOT pg_is_in_recovery())::int").then(
              () => true,
              () => false,
            ),
        });
      },
      // A fast shutdown: its sessions are ended (PostgreSQL, "Shutting Down the Server").
      shutDown: async () => running?.end("SIGINT"),
      async lose() {
        signalServer(running?.pid, "SIGKILL");
        await running?.end("SIGKILL");
        await emptied();
      },
    };
    ends(() => running?.end("SIGINT"));
    server.create();
    await server.start();
    return server;
  });
