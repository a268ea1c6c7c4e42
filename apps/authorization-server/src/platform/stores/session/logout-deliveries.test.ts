import { afterAll, beforeAll, expect, it } from "vitest";
import { noon, openWorld, type World } from "../../../../testing/world.ts";
import { logoutDeliveryStore } from "./logout-deliveries.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ max: 10 });
});
afterAll(() => world.close());

it("of deliveries that ten replicas take at the same time, each is taken once", async () => {
  await world.rows("UPDATE client SET backchannel_logout_uri = 'https://rp.example/out'");
  await world.rows(
    `INSERT INTO logout_delivery (id, client_id, sid, sub, attempts, next_attempt_at, created_at)
     SELECT gen_random_uuid(), 'webClient', gen_random_uuid(), 'alice', 0, $1, $1 FROM generate_series(1, 600)`,
    [noon],
  );
  const { claim } = logoutDeliveryStore(world.database);
  const limits = { most: 3, mostOfOne: 600, mostOf: new Map() };

  const taken: string[] = [];
  const replica = async () => {
    for (;;) {
      const claimed = await claim(limits, noon);
      if (claimed.length === 0) return;
      taken.push(...claimed.map(({ id }) => id));
    }
  };
  await Promise.all(Array.from({ length: 10 }, replica));
  expect([taken.length, new Set(taken).size]).toEqual([600, 600]);
});

it("clients are served in turn: one with a single delivery does not wait for all deliveries of another", async () => {
  await world.rows("DELETE FROM logout_delivery");
  const waiting = (client: string, many: number, at: Date) =>
    world.rows(
      `INSERT INTO logout_delivery (id, client_id, sid, sub, attempts, next_attempt_at, created_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), 'alice', 0, $3, $3 FROM generate_series(1, $2::int)`,
      [client, many, at],
    );
  await waiting("webClient", 9, new Date(noon.getTime() - 60_000));
  await waiting("webPostClient", 9, new Date(noon.getTime() - 30_000));
  await waiting("webTwoUrisClient", 1, noon);
  const limits = { most: 3, mostOfOne: 4, mostOf: new Map() };
  const claimed = await logoutDeliveryStore(world.database).claim(limits, noon);
  expect(claimed.map(({ clientId }) => clientId).sort()).toEqual(["webClient", "webPostClient", "webTwoUrisClient"]);
});

it("A7: what is due longest comes first, and of a client at its limit nothing", async () => {
  await world.rows("UPDATE logout_delivery SET attempts = 0, next_attempt_at = $1", [noon]);
  await world.rows("UPDATE logout_delivery SET attempts = 3, next_attempt_at = $1 WHERE client_id = 'webClient'", [
    new Date(noon.getTime() - 1000),
  ]);
  const { claim } = logoutDeliveryStore(world.database);
  const mostOf = new Map([
    ["webPostClient", 0],
    ["webClient", 2],
  ]);
  const claimed = await claim({ most: 10, mostOfOne: 4, mostOf }, noon);
  const clients = claimed.map(({ clientId }) => clientId).toSorted();
  expect(clients).toEqual(["webClient", "webClient", "webTwoUrisClient"]);
});
