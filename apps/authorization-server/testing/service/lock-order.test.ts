import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assignRole } from "../../src/administration/roles/roles.ts";
import { by, preparedOf } from "../locks/act.ts";
import { ACTS, actsWithoutTable } from "../locks/acts.ts";
import { deadlockOf, outOfOrder, type Transaction } from "../locks/deadlocks.ts";
import { LOCK_ORDER } from "../locks/order.ts";
import { addPeople } from "../locks/people.ts";
import { openGround, orders } from "../locks/scene.ts";
import { openTracer } from "../locks/trace.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let transactions: readonly Transaction[];
beforeAll(async () => {
  world = await openWorld();
  const ground = await openGround(world);
  const [someone, other] = await addPeople(world, ground, 2);
  if (someone === undefined || other === undefined) throw new Error("no one was added");
  // Another person keeps the role that has to be kept.
  await assignRole(world.database, { resource: orders, name: "clerk" }, { userId: other.id }, by);
  const tracer = await openTracer(world);
  const made: Transaction[] = [];
  const prepare = async (statements: readonly string[]) => {
    for (const text of statements) await world.rows(text.replaceAll("$someone", `'${someone.id}'`));
  };
  for (const [name, one] of Object.entries(ACTS)) {
    const { given, after, act } = preparedOf(one);
    await prepare(given);
    const traces = await tracer.trace((database) => act({ database, ground, someone }));
    await prepare(after);
    made.push(...traces.map((trace) => ({ name, trace })));
  }
  await tracer.close();
  transactions = made;
}, 300_000);
afterAll(() => world.close());

describe("C5: acts lock rows in one order (decision 131)", () => {
  it("no two acts wait for each other, no matter what they lock", () => {
    const found = transactions.flatMap((one, index) =>
      transactions.slice(index).flatMap((other) => deadlockOf(one, other, LOCK_ORDER) ?? []),
    );
    expect(found).toEqual([]);
  });

  it("each act takes the order that is written down", () => {
    expect(transactions.flatMap((one) => outOfOrder(one, LOCK_ORDER) ?? [])).toEqual([]);
  });

  it("every act of administration is tried", async () => {
    expect(await actsWithoutTable()).toEqual([]);
  });

  it("acts lock much, and the order names what is there", async () => {
    expect(transactions.filter(({ trace }) => trace.length > 0).length).toBeGreaterThan(130);
    const tables = await world.rows("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining([...LOCK_ORDER]));
  });
});
