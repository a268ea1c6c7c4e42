/** Programs that run are ended when a later one does not start. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startPatroni } from "./patroni.ts";
import { startPoolers } from "./pgbouncer.ts";
import { startPair } from "./postgres.ts";
import { startCluster } from "./redis-cluster.ts";
import { startSentinels } from "./redis-sentinel.ts";
import { startWhole, together } from "./started.ts";

describe("something that consists of several things", () => {
  it("is ended in reverse order when a later step fails, also if an end fails", async () => {
    const ended: string[] = [];
    const started = startWhole(async (ends) => {
      ends(() => ended.push("first"));
      ends(async () => Promise.reject(new Error("it is gone already")));
      ends(() => ended.push("third"));
      throw new Error("the fourth does not start");
    });
    await expect(started).rejects.toThrow("the fourth does not start");
    expect(ended).toEqual(["third", "first"]);
  });

  it("is ended once, by its stop", async () => {
    const ended: string[] = [];
    const whole = await startWhole(async (ends) => {
      ends(() => ended.push("first"));
      return { url: "here" };
    });
    expect([whole.url, ended]).toEqual(["here", []]);
    await whole.stop();
    await whole.stop();
    expect(ended).toEqual(["first"]);
  });

  it("waits for what starts at the same time, if one fails at once", async () => {
    let isStarted = false;
    const slow = new Promise<void>((resolve) => {
      setTimeout(() => {
        isStarted = true;
        resolve();
      }, 20);
    });
    await expect(together([Promise.reject(new Error("no")), slow])).rejects.toThrow("no");
    expect(isStarted).toBe(true);
  });
});

/** Programs are started here, while others use the processor. */
const WITHIN_MS = 60_000;

/** The first ones, as many as FAIL_AFTER says, note who they are and listen at the port that is asked for. */
const STAND_IN = `#!${process.execPath}
const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
if (args[0] === "-v") process.exit(0);
const { NOTES, FAIL_AFTER } = process.env;
if (NOTES === undefined) process.exit(1); // Patroni has no variables of ours
function isFirst(n) {
  try {
    mkdirSync(NOTES + "/" + n);
    return true;
  } catch {
    return false;
  }
}
let n = 1;
while (!isFirst(n)) n += 1;
if (n > Number(FAIL_AFTER)) process.exit(1);
writeFileSync(NOTES + "/" + n + "/pid", String(process.pid));
const text = args.join(" ") + (args[0]?.startsWith("/") ? readFileSync(args[0], "utf8") : "");
const [, port] = /(?:port (?:= )?|listen_port = |listen-client-urls http:..127.0.0.1:)(\\d+)/.exec(text);
const server = require("node:http").createServer((req, res) => res.end());
server.listen(Number(port), "127.0.0.1");
`;

const POOLED = { servers: [1, 2], logins: ["service"], password: "secret" };

describe("no program is left running", () => {
  let folder: string;
  let notes: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "countersign-started-"));
    chmodSync(folder, 0o755); // as root, some run as the account of PostgreSQL, which must be able to enter
    notes = join(folder, "notes");
    mkdirSync(notes);
    chmodSync(notes, 0o777);
    for (const name of ["etcd", "patroni", "redis-server", "pgbouncer"]) {
      writeFileSync(join(folder, name), STAND_IN, { mode: 0o755 });
    }
    vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
    vi.stubEnv("COUNTERSIGN_PATRONI", join(folder, "patroni"));
    vi.stubEnv("COUNTERSIGN_PGBOUNCER", join(folder, "pgbouncer"));
    vi.stubEnv("NOTES", notes);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });

  const noted = (failAfter: number) =>
    readdirSync(notes)
      .filter((n) => Number(n) <= failAfter)
      .map((n) => Number(readFileSync(join(notes, n, "pid"), "utf8")));

  it.each([
    ["etcd, when Patroni does not start", startPatroni, 1],
    ["servers of Redis and a sentinel, when another sentinel does not start", startSentinels, 3],
    ["servers of a cluster of Redis, when another one does not start", startCluster, 4],
    ["a pooler, when another one does not start", (home: string) => startPoolers(home, POOLED), 1],
  ])(
    "%s",
    async (_, start, failAfter) => {
      vi.stubEnv("FAIL_AFTER", String(failAfter));
      await expect(start(folder)).rejects.toThrow("did not start");
      expect(noted(failAfter).length).toBe(failAfter);
      for (const pid of noted(failAfter)) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    },
    WITHIN_MS,
  );

  it(
    "PostgreSQL, when its standby cannot be made",
    async () => {
      writeFileSync(join(folder, "postgres-1"), "there is a file already");
      await expect(startPair(folder)).rejects.toThrow();
      const [pid] = readFileSync(join(folder, "postgres-0", "cluster", "postmaster.pid"), "utf8").split("\n");
      expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH");
    },
    WITHIN_MS,
  );
});
