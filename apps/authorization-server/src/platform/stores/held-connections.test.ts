/** Tests of the check that every test of this service runs under. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { batchedLookup, lookupSql } from "@countersign/database";
import { byTest, takeFound } from "@countersign/dev/test-held-connections";
import { memoryStore, openEphemeral } from "@countersign/ephemeral";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issuer, openWorld, type World } from "../../../testing/world.ts";
import { inPrismaTransaction } from "../records/records.ts";
import { inTransaction } from "./transaction.ts";

let world: World;
let host: Server;
beforeAll(async () => {
  world = await openWorld();
  host = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  host.close();
  await world.close();
});

const log = { info() {}, warn() {}, error() {} };
const one = { name: "one", text: 'SELECT 1 AS "row"', values: [] };
const lookup = { name: "ones", text: lookupSql("id int", "SELECT asked.id") };

/** What waits for something else than the connection that is held. */
const asking: Readonly<Record<string, () => Promise<unknown>>> = {
  "a statement of the pool": () => world.database.pool.query("SELECT 1"),
  "another transaction": () => inTransaction(world.database.pool, async () => {}),
  "a hot statement": () => world.database.pipelined.query(one),
  "a lookup that is shared": () => batchedLookup(world.database.pipelined, lookup)({ id: 1 }),
  "a record outside the transaction": async () => (await world.database.prisma()).endUser.count(),
  "the short-lived store in PostgreSQL": async () => {
    const { store } = await openEphemeral({ pool: world.database.pool, issuer, log });
    await store.get("key");
  },
  "the short-lived store in memory": () => memoryStore().get("key"),
  "a request to another host": () => fetch(`http://127.0.0.1:${(host.address() as AddressInfo).port}`),
};

const holding: Readonly<Record<string, (work: () => Promise<unknown>) => Promise<unknown>>> = {
  "a transaction": (work) => inTransaction(world.database.pool, work),
  "a transaction of Prisma Client": (work) => inPrismaTransaction(world.database, work),
};

describe.each(Object.entries(holding))("A3: within %s", (_, hold) => {
  it.each(Object.entries(asking))("%s is found", async (_name, ask) => {
    await hold(ask);
    expect(takeFound().length).toBeGreaterThan(0);
  });

  it.each(Object.entries(asking))("%s is free again afterwards", async (_name, ask) => {
    let isOver = () => {};
    const over = new Promise<void>((resolve) => {
      isOver = resolve;
    });
    let later: Promise<unknown> = over;
    await hold(async () => {
      later = over.then(ask);
    });
    isOver();
    await later;
    expect(takeFound()).toEqual([]);
  });

  it("a test may look by a connection of its own", async () => {
    await hold(() => byTest(() => world.superuser.pool.query("SELECT 1")));
    expect(takeFound()).toEqual([]);
  });
});
