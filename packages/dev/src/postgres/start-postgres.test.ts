import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isFailure } from "../failure.ts";
import { lives, until } from "../test-workspace.ts";
import { reasonIn } from "./server.ts";
import { type Postgres, startPostgres } from "./start-postgres.ts";

const isRoot = process.getuid?.() === 0;
let folder: string;
let dataDir: string;
let started: Postgres[];
/** The folder of a data directory that a server has made and left: to make one takes longer than most tests. */
let made: string;

beforeAll(async () => {
  made = newFolder();
  await (await startPostgres({ dataDir: join(made, "data") })).stop();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  folder = newFolder();
  dataDir = join(folder, "data");
  started = [];
});

afterEach(async () => {
  for (const server of started) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const created = realpathSync(mkdtempSync(join(tmpdir(), "countersign postgres ")));
  chmodSync(created, 0o755);
  return created;
}

/** The data of an earlier start, which has ended. Its files keep their owner. */
const afterAStart = () => execFileSync("cp", ["-a", join(made, "data"), dataDir]);

async function start(log: (line: string) => void = () => {}, keptPorts: readonly number[] = []): Promise<Postgres> {
  const server = await startPostgres({ dataDir, log, keptPorts });
  started.push(server);
  return server;
}

async function query({ connectionString }: Pick<Postgres, "connectionString">, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const clusterFile = (name: string) => join(dataDir, "cluster", name);
const launcherPid = () => Number(readFileSync(join(dataDir, "launcher.pid"), "utf8"));
const socketsInTmp = () => readdirSync("/tmp").filter((name) => name.startsWith(".s.PGSQL"));

describe("the embedded PostgreSQL", () => {
  it("has version 18, listens on 127.0.0.1 only, and requires a password", async () => {
    const before = socketsInTmp();
    const server = await start();
    const settings =
      "current_setting('server_version') AS version, current_setting('listen_addresses') AS host, " +
      "current_setting('unix_socket_directories') AS sockets";
    expect(await query(server, `SELECT ${settings}`)).toEqual([
      { version: expect.stringMatching(/^18\./), host: "127.0.0.1", sockets: "" },
    ]);
    expect(socketsInTmp()).toEqual(before);
    expect(Number(readFileSync(join(dataDir, "port"), "utf8"))).toBe(server.port);

    const guess = new URL(server.connectionString);
    guess.password = "postgres";
    await expect(query({ connectionString: guess.href }, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
  });

  it("makes the password readable by its owner only, and leaves no password file of initdb behind", async () => {
    const server = await start();
    const file = join(dataDir, "superuser-password");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(decodeURIComponent(new URL(server.connectionString).password)).toBe(readFileSync(file, "utf8").trim());
    expect(existsSync(join(dataDir, "initdb-password"))).toBe(false);
  });

  it("keeps data and port between starts, and shuts down cleanly", async () => {
    const first = await start();
    await query(first, "CREATE TABLE kept AS SELECT 7 AS n");
    await first.stop();
    expect(lives(first.pid)).toBe(false);
    expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).toContain("database system is shut down");

    const second = await start();
    expect(second.port).toBe(first.port);
    expect(await query(second, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
  });

  it("takes another port when its own is kept for others", async () => {
    afterAStart();
    const first = await start();
    await first.stop();
    const second = await start(undefined, [first.port]);
    expect(second.port).not.toBe(first.port);
  });

  it("takes another port when its own is taken", async () => {
    afterAStart();
    const first = await start();
    await first.stop();
    const other = spawn(
      process.execPath,
      ["-e", `require("net").createServer().listen(${first.port}, "127.0.0.1", () => console.log("up"))`],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    await once(other.stdout, "data");
    const second = await start();
    other.kill();
    expect(second.port).not.toBe(first.port);
  });

  it("starts again from nothing when an earlier initdb was interrupted", async () => {
    mkdirSync(join(dataDir, "cluster.new", "base"), { recursive: true });
    writeFileSync(join(dataDir, "initdb-password"), "left over");
    await query(await start(), "SELECT 1");
    expect(readdirSync(dataDir).filter((name) => /new|initdb/.test(name))).toEqual([]);
  });
});

describe("after an unclean shutdown", () => {
  it("recovers when the server was killed, and reports that it ended", async () => {
    afterAStart();
    const server = await start();
    await query(server, "CREATE TABLE kept AS SELECT 7 AS n");
    process.kill(server.pid, "SIGKILL");
    expect(await server.failed).toContain("ended unexpectedly");
    expect(await query(await start(), "SELECT n FROM kept")).toEqual([{ n: 7 }]);
  });

  it("stops the server that a killed launcher left running, and says so", async () => {
    afterAStart();
    const server = await start();
    process.kill(launcherPid(), "SIGKILL");
    await server.failed;
    expect(lives(server.pid)).toBe(true);

    const said: string[] = [];
    const next = await start((line) => said.push(line));
    expect(said).toEqual(["Stopped a PostgreSQL server that an earlier start left behind."]);
    expect(lives(server.pid)).toBe(false);
    await query(next, "SELECT 1");
  });

  it("stops the server when its starter is killed", async () => {
    afterAStart();
    const script = `import { startPostgres } from ${JSON.stringify(new URL("start-postgres.ts", import.meta.url).href)};
      const { pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      console.log(pid);`;
    const starter = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const pid = Number(String((await once(starter.stdout, "data"))[0]));
    starter.kill("SIGKILL");
    await until(() => !lives(pid));
    expect(existsSync(clusterFile("postmaster.pid"))).toBe(false);
  });

  it("ignores a lock file whose process id belongs to another program", async () => {
    afterAStart();
    writeFileSync(clusterFile("postmaster.pid"), `${process.pid}\n${join(dataDir, "cluster")}\n`);
    await query(await start(), "SELECT 1");
  });
});

describe("refusals, each in one sentence", () => {
  const refusal = () =>
    startPostgres({ dataDir }).then(
      () => expect.unreachable(),
      (error: unknown) => error,
    );

  it("a data directory that another start uses", async () => {
    afterAStart();
    const server = await start();
    const error = await refusal();
    expect([isFailure(error), String(error)]).toEqual([
      true,
      expect.stringContaining(`in use by another start (process ${launcherPid()})`),
    ]);
    await query(server, "SELECT 1");
  });

  it("data of another version", async () => {
    afterAStart();
    writeFileSync(clusterFile("PG_VERSION"), "17\n");
    const error = await refusal();
    expect([isFailure(error), String(error)]).toEqual([true, expect.stringContaining("made by PostgreSQL 17")]);
  });

  it("data whose password is lost", async () => {
    afterAStart();
    rmSync(join(dataDir, "superuser-password"));
    expect(String(await refusal())).toContain("superuser-password is missing");
  });

  it("a setting that PostgreSQL refuses, with PostgreSQL's reason", async () => {
    afterAStart();
    writeFileSync(clusterFile("postgresql.auto.conf"), "no_such_setting = 1\n");
    const error = await refusal();
    expect([isFailure(error), String(error)]).toEqual([
      true,
      expect.stringMatching(/did not start: .*postgres\.log\)/),
    ]);
  });

  it("a folder that is a file", async () => {
    writeFileSync(dataDir, "");
    expect(String(await refusal())).toContain(dataDir);
  });
});

// This happens only to root.
const describeAsRoot = isRoot ? describe : () => {};
describeAsRoot("as root, below a folder that only root can enter", () => {
  it("keeps the data in another folder, and says so once", async () => {
    chmodSync(folder, 0o700);
    const said: string[] = [];
    const first = await start((line) => said.push(line));
    await query(first, "CREATE TABLE kept AS SELECT 7 AS n");
    await first.stop();
    const second = await start((line) => said.push(line));
    expect(await query(second, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
    expect(said).toEqual([expect.stringContaining("/var/lib/countersign-dev/")]);
    await second.stop();
    const elsewhere = said[0]?.match(/\/var\/lib\/countersign-dev\/\w+/)?.[0] ?? expect.unreachable();

    // The clone is deleted and made again. The data belonged to the deleted clone.
    rmSync(dataDir, { recursive: true });
    const third = await start();
    await expect(query(third, "SELECT n FROM kept")).rejects.toMatchObject({ code: "42P01" });
    await third.stop();
    rmSync(elsewhere, { recursive: true });
  });
});

describe("PostgreSQL's reason for failing, read from its log", () => {
  it.each([
    ["the last fatal line", "LOG:  a\n2030-01-01 12:00:00.000 UTC [7] FATAL:  no room\nLOG:  b\n", "no room"],
    ["the last line when none is fatal", "postgres: command not found\n", "postgres: command not found"],
    ["a note that there is no reason", "", "it wrote no reason"],
  ])("is %s", (_, log, reason) => {
    expect(reasonIn(log)).toBe(reason);
  });
});
