/** Decision 223: people are read from a replica, which may be behind by no more than a bound. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { migrate } from "@countersign/database/migrate";
import { type ReplicatingServer, startReplicating } from "@countersign/dev/test-postgres-pair";
import type { Measure } from "@countersign/service";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { authorizationId, fill } from "../testing/test-database.ts";
import { openUserinfo } from "./replicated.ts";
import { userinfoStore } from "./store.ts";

const MAX_LAG_SECONDS = 2;
const WAIT = { timeout: 20_000, interval: 50 };

let folder: string;
let primary: ReplicatingServer;
let standby: ReplicatingServer;
let owner: pg.Pool;
let urls: { DATABASE_URL: string; DATABASE_REPLICA_URL: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-replica-"));
  primary = await startReplicating(join(folder, "primary"));
  owner = new pg.Pool({ connectionString: primary.url });
  owner.on("error", () => {});
  await owner.query("CREATE ROLE reader LOGIN PASSWORD 'reader'");
  await migrate(primary.url, { logins: { reader: "reader" } });
  await fill(owner);
  standby = await primary.standby(join(folder, "standby"));
  urls = { DATABASE_URL: asReader(primary), DATABASE_REPLICA_URL: asReader(standby) };
}, 240_000);
afterAll(async () => {
  await owner.end();
  await Promise.all([primary.kill(), standby.kill()]);
  await rm(folder, { recursive: true, force: true });
});

function asReader({ url }: ReplicatingServer): string {
  const changed = new URL(url);
  changed.username = "reader";
  changed.password = "reader";
  return changed.href;
}

const cleanUp: (() => Promise<unknown>)[] = [];
let logged: string[];
beforeEach(() => {
  logged = [];
});
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

function open() {
  const log = {
    info: (message: string) => void logged.push(message),
    warn: (_: object, message: string) => void logged.push(message),
  } as never;
  const opened = openUserinfo({ ...urls, REPLICA_MAX_LAG_SECONDS: MAX_LAG_SECONDS }, log);
  cleanUp.push(opened.database.close);
  const store = userinfoStore(opened.database);
  const name = async () => (await store.find(authorizationId))?.name;
  return { ...opened, store, name };
}

const FROM_REPLICA = "people are read from the replica of the database";
const FROM_PRIMARY = "people are read from the primary: the replica is away or too far behind";
const rename = (name: string) => owner.query("UPDATE end_user SET name = $1", [name]);
const revoke = (at: string | null) => owner.query(`UPDATE "authorization" SET revoked_at = $1`, [at]);
const replaying = (does: "pause" | "resume") => standby.query(`SELECT pg_wal_replay_${does}()`);
const gaugeOf = async (measures: readonly Measure[], name: string) =>
  (await measures.find((one) => one.name === name)?.read())?.[0]?.value;

describe("decision 223: a replica", () => {
  it("is read while it is new enough, then the primary, and the replica again when it has caught up", async () => {
    await rename("before");
    const { name, measures } = open();
    await vi.waitFor(() => expect(logged).toEqual([FROM_REPLICA]), WAIT);
    await vi.waitFor(async () => expect(await name()).toBe("before"), WAIT);

    await replaying("pause");
    try {
      await rename("after");
      const renamedAt = performance.now();
      expect(await name()).toBe("before"); // which only the replica still says
      await vi.waitFor(async () => expect(await name()).toBe("after"), WAIT);
      expect(performance.now() - renamedAt).toBeLessThan(MAX_LAG_SECONDS * 1000 + 1000);
      expect(logged).toEqual([FROM_REPLICA, FROM_PRIMARY]);
      expect(await gaugeOf(measures, "userinfo_replica_used")).toBe(0);
      expect(await gaugeOf(measures, "userinfo_replica_lag_seconds")).toBeGreaterThanOrEqual(MAX_LAG_SECONDS);
    } finally {
      await replaying("resume");
    }
    await vi.waitFor(() => expect(logged).toEqual([FROM_REPLICA, FROM_PRIMARY, FROM_REPLICA]), WAIT);
    expect(await name()).toBe("after");
    expect(await gaugeOf(measures, "userinfo_replica_used")).toBe(1);
  }, 90_000);

  it("replica-01: that stands still keeps no revoked token alive for longer than the bound", async () => {
    const { store } = open();
    await vi.waitFor(() => expect(logged).toEqual([FROM_REPLICA]), WAIT);
    await replaying("pause");
    try {
      await revoke("2030-01-01T00:00:00Z");
      const revokedAt = performance.now();
      await vi.waitFor(async () => expect(await store.find(authorizationId)).toBeUndefined(), WAIT);
      expect(performance.now() - revokedAt).toBeLessThan(MAX_LAG_SECONDS * 1000 + 1000);
      for (let left = 5; left > 0; left--) expect(await store.find(authorizationId)).toBeUndefined();
    } finally {
      await replaying("resume");
      await revoke(null);
    }
  }, 90_000);

  it("is not too old because nothing changes", async () => {
    open();
    await vi.waitFor(() => expect(logged).toEqual([FROM_REPLICA]), WAIT);
    await pause(MAX_LAG_SECONDS * 2000);
    expect(logged).toEqual([FROM_REPLICA]);
  }, 60_000);

  it("that is killed fails no request", async () => {
    const { name } = open();
    await rename("killed");
    await vi.waitFor(async () => expect([logged.at(-1), await name()]).toEqual([FROM_REPLICA, "killed"]), WAIT);
    await standby.kill();
    for (let left = 10; left > 0; left--) expect(await name()).toBe("killed");
    expect(logged).toContain(FROM_PRIMARY);
    await standby.start();
    await vi.waitFor(() => expect(logged.at(-1)).toBe(FROM_REPLICA), WAIT);
  }, 90_000);

  it("replica-01: that became a primary of its own is not read", async () => {
    const { name } = open();
    await vi.waitFor(() => expect(logged).toEqual([FROM_REPLICA]), WAIT);
    await standby.promote();
    await standby.query("CHECKPOINT");
    await standby.query("UPDATE end_user SET name = 'of the other'");
    await vi.waitFor(() => expect(logged).toEqual([FROM_REPLICA, FROM_PRIMARY]), WAIT);
    await pause(1500);
    expect([logged.length, await name()]).toEqual([2, "killed"]);
  }, 90_000);
});
