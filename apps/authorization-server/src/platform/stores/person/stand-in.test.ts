import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, type World } from "../../../../testing/world.ts";
import { inTransaction, type Query } from "../transaction.ts";
import { findOrStandIn } from "./stand-in.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const FIND = findOrStandIn("SELECT id, username FROM end_user WHERE username = $1", 2);
const LOCKED =
  "SELECT username FROM end_user WHERE xmax::text::bigint = pg_current_xact_id()::text::bigint % (2^32)::bigint";

const find = async (username: string, random: string = randomUUID()) =>
  inTransaction(world.database.pool, async (query: Query) => {
    const rows = await query(FIND, [username, random]);
    return { rows, locked: await query(LOCKED, []) };
  });

describe("OWASP ASVS 5.0, V6.3.8: a search without a result costs as much as one with a result", () => {
  it("a person is found, and the rows that name them lock their row", async () => {
    const { rows, locked } = await find("alice");
    expect(rows).toEqual([{ id: world.alice, username: "alice" }]);
    expect(locked).toEqual([]);
  });

  it.each([
    ["of any person", randomUUID()],
    ["the first one behind the last", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
  ])("without a person, the row of one other is locked: %s", async (_, random) => {
    const { rows, locked } = await find("nobody", random);
    expect(rows).toEqual([{ id: null, username: null }]);
    expect(locked).toHaveLength(1);
  });
});
