/** O6: `countersign restored` in a large deployment. restored.test.ts has what is void, and what stays. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { noon, openWorld, resource, type World } from "../../../testing/world.ts";
import { schemaStays } from "../stores/schema.ts";
import { endRestore, leftOfRestore, voidRestored } from "./void-restored.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const by = byOperatorAt(noon);
const COUNT = 30_000;
const authorizations = (count: number) =>
  world.rows(
    `INSERT INTO "authorization" (id, client_id, user_id, sub, scopes, amr, acr, auth_time, resource, created_at,
                                  expires_at)
     SELECT gen_random_uuid(), 'webClient', $2::uuid, $2::text, '{openid}', '{}', 'x', $4, $3, $4, 'infinity'
       FROM generate_series(1, $1::int)`,
    [count, world.alice, resource, noon],
  );
const liveOnes = async () =>
  Number((await world.rows(`SELECT count(*)::int AS n FROM "authorization" WHERE revoked_at IS NULL`))[0]?.n);

/** One that the first part has made void. */
const FIRST = `SELECT ctid FROM "authorization" WHERE revoked_at IS NOT NULL ORDER BY ctid LIMIT 1`;

type Pool = World["database"]["pool"];

/** The pool, of which a hook sees each part of the authorizations. */
const watched = (onPart: () => Promise<void>): Pool => {
  const { pool } = world.database;
  const connect = async () => {
    const connection = await pool.connect();
    const query = async (statement: { readonly text: string }) => {
      if (statement.text.includes(`UPDATE "authorization"`)) await onPart();
      return connection.query(statement);
    };
    return { query, release: (err?: Error) => connection.release(err) };
  };
  return { query: pool.query.bind(pool), connect } as unknown as Pool;
};

it("a run that breaks off leaves the services not ready, and the next one does the rest", async () => {
  await authorizations(COUNT);
  const isReady = () => schemaStays(world.database)().then(() => true);
  expect(await isReady()).toBe(true);

  let parts = 0;
  const breaking = watched(async () => {
    parts += 1;
    if (parts > 1) throw new Error("canceling statement due to statement timeout");
  });
  await expect(voidRestored({ pool: breaking }, by)).rejects.toThrow("timeout");
  const left = await liveOnes();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(COUNT);
  await expect(isReady()).rejects.toThrow("a restore of the database has not ended");

  await voidRestored(world.database, by);
  expect(await liveOnes()).toBe(0);
  await expect(isReady()).rejects.toThrow("run it again");
  const voided = await endRestore(world.database, noon, by);
  expect(voided.authorizations).toBe(COUNT);
  expect(await isReady()).toBe(true);
  expect(await world.rows("SELECT detail FROM audit_event WHERE type = 'deployment_restored'")).toEqual([
    { detail: { to: noon.toISOString(), ...voided } },
  ]);
});

it("what comes to a page that was read already is found by the next pass", async () => {
  await authorizations(COUNT);
  let parts = 0;
  const adding = watched(async () => {
    parts += 1;
    if (parts === 2) await world.rows(`UPDATE "authorization" SET revoked_at = NULL WHERE ctid IN (${FIRST})`);
  });
  await voidRestored({ pool: adding }, by);
  expect(await liveOnes()).toBe(0);
  expect((await endRestore(world.database, noon, by)).authorizations).toBe(COUNT + 1);
});

it("nothing is found a second time", async () => {
  await voidRestored(world.database, by);
  await endRestore(world.database, noon, by);
  await voidRestored(world.database, by);
  expect(Object.values(await endRestore(world.database, noon, by)).every((count) => count === 0)).toBe(true);
});

it("what a service that runs adds meanwhile is told, and the next run takes it", async () => {
  await voidRestored(world.database, by);
  expect(await leftOfRestore(world.database, by)).toEqual([]);
  await authorizations(1);
  expect(await leftOfRestore(world.database, by)).toEqual(["authorizations"]);
  await voidRestored(world.database, by);
  expect(await leftOfRestore(world.database, by)).toEqual([]);
  await endRestore(world.database, noon, by);
});
