/** The two ways of docs/backup.md to back up and restore, with the commands of that page. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Deployment } from "../topology/deployment.ts";
import { until } from "../topology/until.ts";
import type { Server } from "./server.ts";

export interface Way {
  /** What has to be there before the deployment. */
  prepare(): Promise<void>;
  /** Whether the backup is of the point itself; otherwise it is older, and what came later is archived. */
  readonly isOfThePoint: boolean;
  backUp(deployment: Deployment): Promise<void>;
  /** Before the loss. The point can be reached when this resolves. */
  finish(): Promise<void>;
  /** Into a server whose data is gone. It is started when this resolves. */
  restore(deployment: Deployment, to: string): Promise<void>;
}

export const WAYS: Readonly<Record<"pgbackrest" | "pg_dump", (server: Server) => Way>> = {
  pgbackrest: byArchive,
  pg_dump: byDump,
};

const CONFIGURATION = join(import.meta.dirname, "..", "..", "..", "..", "deploy", "pgbackrest.conf");
const STANZA = "--stanza=countersign";
const SETTINGS = `archive_mode = on
archive_command = 'pgbackrest ${STANZA} archive-push %p'
archive_timeout = 60
`;

function byArchive(server: Server): Way {
  const { home, data, ports, run, ask } = server;
  const pgbackrest = (...args: readonly string[]) => run("pgbackrest", STANZA, ...args);
  return {
    async prepare() {
      writeFileSync(join(home, "pgbackrest.conf"), configuration());
      pgbackrest("stanza-create");
      const file = join(data, "postgresql.conf");
      writeFileSync(file, `${readFileSync(file, "utf8")}${SETTINGS}`);
      await server.shutDown();
      await server.start();
      pgbackrest("check");
    },
    isOfThePoint: false,
    backUp: async () => void pgbackrest("--type=full", "backup"),
    // Something after the target has to be archived. A deployment waits for archive_timeout instead.
    async finish() {
      const [switched] = await ask("SELECT pg_walfile_name(pg_switch_wal()) AS file");
      const archived = `SELECT FROM pg_stat_archiver WHERE last_archived_wal >= '${switched?.file}'`;
      await until(async () => (await ask(archived)).length > 0);
    },
    async restore(_, to) {
      pgbackrest("--delta", "--type=time", `--target=${to}`, "--target-action=promote", "restore");
      await server.start();
    },
  };

  function configuration(): string {
    const places = [`log-path=${home}/log`, `lock-path=${home}/lock`];
    const socket = [`pg1-socket-path=${home}`, `pg1-port=${ports[0]}`];
    return readFileSync(CONFIGURATION, "utf8")
      .replace("[global]\n", `[global]\n${places.join("\n")}\n`)
      .replace("/var/lib/pgbackrest", () => join(home, "repository"))
      .replace("/var/spool/pgbackrest", () => join(home, "spool"))
      .replace(/^pg1-path=.*$/m, () => [`pg1-path=${data}`, ...socket].join("\n"));
  }
}

function byDump({ home, run, create, start }: Server): Way {
  const file = join(home, "countersign.dump");
  return {
    prepare: async () => {},
    isOfThePoint: true,
    backUp: async ({ owner }) =>
      void run("pg_dump", "--format=custom", "--no-acl", "--no-unlogged-table-data", `--file=${file}`, owner),
    finish: async () => {},
    async restore({ owner, migrate }) {
      create();
      await start();
      migrate();
      const statements = ["DROP SCHEMA public CASCADE", "CREATE SCHEMA public"];
      run("psql", "--set=ON_ERROR_STOP=1", `--dbname=${owner}`, ...statements.map((one) => `--command=${one}`));
      run("pg_restore", "--exit-on-error", "--no-owner", "--no-acl", `--dbname=${owner}`, file);
    },
  };
}
