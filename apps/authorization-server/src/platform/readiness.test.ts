import { memoryStore, storeUnavailable } from "@countersign/ephemeral";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openWorld, type World } from "../../testing/world.ts";
import { readinessOf } from "./readiness.ts";
import { schemaStays } from "./stores/schema.ts";

let world: World;
let warnings: unknown[];
beforeAll(async () => {
  world = await openWorld({ max: 1 });
});
afterAll(() => world.close());

const store = memoryStore();
const log = { warn: (line: unknown) => void warnings.push(line) };
const parts = () => ({
  database: world.database,
  schema: schemaStays(world.database),
  ephemeral: { store },
  hasSigner: () => true,
  log,
});

type Changes = Partial<ReturnType<typeof parts>>;

/** The names of the failing checks: of this replica, and of what all replicas share. */
async function failing(changes: Changes = {}): Promise<Record<"own" | "shared", string[]>> {
  warnings = [];
  const { checks, shared } = readinessOf({ ...parts(), ...changes });
  const failed = async (all: typeof checks) => {
    const names = Object.entries(all).map(([name, check]) =>
      check().then(
        () => [],
        () => [name],
      ),
    );
    return (await Promise.all(names)).flat();
  };
  return { own: await failed(checks), shared: await failed(shared) };
}
const nothing = { own: [], shared: [] };

describe("a replica is ready", () => {
  it("if it can write, reach the short-lived store and sign", async () => {
    expect(await failing()).toEqual(nothing);
    expect(warnings).toEqual([]);
  });

  it("O4: and degraded while its database is read-only, such as a demoted primary", async () => {
    await world.database.pool.query("SET default_transaction_read_only = on");
    expect(await failing()).toEqual({ own: [], shared: ["database", "clock"] });
    // The check itself replaces connections that lead to a standby.
    await expect.poll(() => failing(), { timeout: 15_000 }).toEqual(nothing);
  });

  it("O4: not without a signing key, and degraded without the short-lived store", async () => {
    const ping = () => Promise.reject(storeUnavailable(new Error("connect ECONNREFUSED")));
    const away = { hasSigner: () => false, ephemeral: { store: { ...store, ping } } };
    expect(await failing(away)).toEqual({ own: ["keys"], shared: ["ephemeral"] });
  });

  it("O2: not if the database lacks a migration, as after an older dump was restored", async () => {
    const [taken] = await world.rows(
      "DELETE FROM countersign_migration WHERE name = '0294_membership_claims' RETURNING *",
    );
    expect(await failing()).toEqual({ own: ["schema"], shared: [] });
    const { name, sha256 } = taken ?? {};
    await world.rows("INSERT INTO countersign_migration (name, sha256) VALUES ($1, $2)", [name, sha256]);
    expect(await failing()).toEqual(nothing);
  });
});

describe("O2: a replica that stays while a later version is rolled out", () => {
  const newer = (last: string | null) =>
    world.rows("INSERT INTO countersign_migration (name, sha256, last_used_by) VALUES ('9999_later', '', $1)", [last]);
  afterEach(() => world.rows("DELETE FROM countersign_migration WHERE name = '9999_later'"));

  it("is ready if that only added", async () => {
    await newer(null);
    expect(await failing()).toEqual(nothing);
  });

  it("is not if that removed what this version uses", async () => {
    await newer("999.0.0");
    expect(await failing()).toEqual({ own: ["schema"], shared: [] });
  });
});

describe("O1: the clocks of the database and of this host are compared", () => {
  const at = (ms: number) => ({ pool: { query: async () => ({ rows: [{ ms: Date.now() + ms }] }) } }) as never;

  it.each([
    ["the same", 0, 0],
    ["ahead by three seconds", 3000, 1],
    ["behind by three seconds", -3000, 1],
  ])("%s", async (_, difference, said) => {
    warnings = [];
    const { shared, measures } = readinessOf({ ...parts(), database: at(difference) });
    await shared.database?.();
    await shared.database?.();
    expect(warnings).toHaveLength(said);
    const [reading] = (await measures.at(-1)?.read()) ?? [];
    expect(Math.round(reading?.value ?? 9)).toBe(difference / 1000);
  });

  it.each([
    [4000, []],
    [-4000, []],
    [90_000, ["clock"]],
    [-90_000, ["clock"]],
  ])("C8: with a difference of %i ms, these checks fail: %j", async (difference, names) => {
    expect(await failing({ database: at(difference) })).toEqual({ own: [], shared: names });
  });

  it("C8: a database that does not answer does not change what is known of the clocks", async () => {
    let answer = async () => ({ rows: [{ ms: Date.now() }] });
    const pool = { query: () => answer() };
    const { shared } = readinessOf({ ...parts(), database: { pool } as never });
    const look = () => Promise.allSettled([shared.database?.(), shared.clock?.()]);
    expect((await look()).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    answer = () => Promise.reject(new Error("away"));
    expect((await look()).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  });

  it("C8: the comparison costs no statement of its own", async () => {
    let asked = 0;
    const query = async () => ({ rows: [{ ms: Date.now() + 0 * asked++ }] });
    expect(await failing({ database: { pool: { query } } as never })).toEqual(nothing);
    expect(asked).toBe(1);
  });
});
