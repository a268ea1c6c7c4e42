import { memoryStore, storeUnavailable } from "@countersign/ephemeral";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checksOf } from "./readiness.ts";
import { openWorld, type World } from "./testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ max: 1 });
});
afterAll(() => world.close());

const store = memoryStore();
const parts = () => ({ database: world.database, ephemeral: { store }, hasSigner: () => true });

/** The names of the failing checks. */
async function failing(changes: Partial<ReturnType<typeof parts>> = {}): Promise<string[]> {
  const checks = Object.entries(checksOf({ ...parts(), ...changes }));
  const failed = checks.map(async ([name, check]) =>
    check().then(
      () => [],
      () => [name],
    ),
  );
  return (await Promise.all(failed)).flat();
}

describe("a replica is ready", () => {
  it("if it can write, reach the short-lived store and sign", async () => {
    expect(await failing()).toEqual([]);
  });

  it("not while its database is read-only, such as a demoted primary, and again when it accepts writes", async () => {
    await world.database.pool.query("SET default_transaction_read_only = on");
    expect(await failing()).toEqual(["database"]);
    // The check itself replaces connections that lead to a standby.
    await expect.poll(() => failing(), { timeout: 15_000 }).toEqual([]);
  });

  it("not without a signing key, and not without the short-lived store", async () => {
    const ping = () => Promise.reject(storeUnavailable(new Error("connect ECONNREFUSED")));
    expect(await failing({ hasSigner: () => false, ephemeral: { store: { ...store, ping } } })).toEqual([
      "ephemeral",
      "keys",
    ]);
  });
});
