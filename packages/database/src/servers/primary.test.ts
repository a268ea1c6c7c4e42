/** Several servers in one URL: whichever takes changes is found, by real servers that take over from each other. */

import { chmodSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ReplicatingServer, startReplicating } from "@countersign/dev/test-postgres-pair";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../index.ts";
import { migrate } from "../migrate/migrate.ts";
import { openUserinfoDatabase, type UserinfoDatabase } from "../userinfo.ts";

const NOBODY = "127.0.0.1:1";
let folder: string;
let [primary, standby]: ReplicatingServer[] = [];
let url: string;
const opened: Pick<Database, "close">[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-pair-"));
  chmodSync(folder, 0o711);
  primary = await startReplicating(join(folder, "a"));
  await migrate(primary.url);
  standby = await primary.standby(join(folder, "b"));
  // One that is not there, then the standby: the first that answers is not the right one.
  const hosts = `${NOBODY},127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
  url = `${primary.url.replace(/127\.0\.0\.1:\d+/, hosts)}?target_session_attrs=read-write`;
}, 120_000);

afterAll(async () => {
  await Promise.all(opened.map(({ close }) => close()));
  await Promise.all([primary?.kill(), standby?.kill()]);
  await rm(folder, { recursive: true, force: true });
});

function open(): Database {
  const database = openDatabase({ connectionString: url, max: 2 });
  opened.push(database);
  return database;
}

function openReader(): UserinfoDatabase {
  const database = openUserinfoDatabase(url, { max: 1 });
  opened.push(database);
  return database;
}

const PORT = "SELECT current_setting('port')::int AS port";
const portOf = async ({ pool }: Database) => (await pool.query<{ port: number }>(PORT)).rows[0]?.port;
const hotPortOf = async ({ query }: Pick<UserinfoDatabase, "query">) =>
  (await query<number>({ name: "port", text: "SELECT to_json(current_setting('port')::int)", values: [] })).rows[0];

describe("target_session_attrs=read-write", { timeout: 60_000 }, () => {
  it("pool, hot statements, the resource server's connections and migrations reach the primary", async () => {
    const database = open();
    const { port } = primary as ReplicatingServer;
    expect(await portOf(database)).toBe(port);
    expect(await hotPortOf(database.pipelined)).toBe(port);
    expect(await hotPortOf(openReader())).toBe(port);
    expect(await migrate(url)).toEqual({ applied: [] });
  });

  it("a URL of one server that is a standby is refused", async () => {
    const alone = openDatabase({ connectionString: `${standby?.url}?target_session_attrs=read-write`, max: 1 });
    opened.push(alone);
    await expect(alone.pool.query("SELECT 1")).rejects.toThrow(
      /no server of the database takes changes .*is a standby/,
    );
  });

  it("O8, O10: after a fail-over, both find the new primary within two seconds, without a restart", async () => {
    const [database, reader] = [open(), openReader()];
    await Promise.all([portOf(database), hotPortOf(database.pipelined), hotPortOf(reader)]);
    await primary?.kill();
    await expect(portOf(database)).rejects.toThrow();
    await standby?.promote();

    const all = () =>
      Promise.all([portOf(database), hotPortOf(database.pipelined), hotPortOf(reader)]).catch(() => undefined);
    await expect.poll(all, { timeout: 2000 }).toEqual([standby?.port, standby?.port, standby?.port]);
  });
});
