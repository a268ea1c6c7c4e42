/** An operator revokes everything while VACUUM or CREATE INDEX CONCURRENTLY holds a lock on the table. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Issuing, openIssuing } from "../../../testing/clients/issuing.ts";
import { WAITING_STATEMENTS } from "../../../testing/waiting-statements.ts";
import { noon, openWorld, type World } from "../../../testing/world.ts";
import { revokeAuthorizations } from "./authorizations.ts";

let world: World;
let issuing: Issuing;
beforeAll(async () => {
  world = await openWorld();
  issuing = openIssuing(world);
});
afterAll(() => world.close());
beforeEach(() => world.rows(`DELETE FROM "authorization"`));

const everybody = { userId: undefined, clientId: undefined };
const revoke = (pause: () => Promise<void>) =>
  revokeAuthorizations(world.database, everybody, { actor: { kind: "operator" }, at: noon, pause });
const live = async () => (await world.rows(`SELECT FROM "authorization" WHERE revoked_at IS NULL`)).length;

/** Takes the lock of a VACUUM, and returns the function that releases it. */
async function vacuuming(): Promise<() => Promise<void>> {
  const holder = await world.superuser.pool.connect();
  await holder.query("BEGIN");
  await holder.query(`LOCK TABLE "authorization" IN SHARE UPDATE EXCLUSIVE MODE`);
  return async () => {
    await holder.query("COMMIT");
    holder.release();
  };
}

describe("revoking everything while maintenance locks the table", { timeout: 20_000 }, () => {
  it("dos-46: fails after three tries, and codes are issued between them", async () => {
    await issuing.code();
    const release = await vacuuming();
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
      expect(await issuing.code()).toBeDefined();
    };
    expect(await revoke(pause)).toBeUndefined();
    await release();
    expect(pauses).toBe(2);
    expect(await live()).toBe(3);
  });

  it("dos-46: a code that is requested during a try is issued before the maintenance ends", async () => {
    const sessionId = (await issuing.find(await issuing.signIn(world.alice)))?.id ?? "";
    const release = await vacuuming();
    const revoked = revoke(async () => {});
    await expect.poll(async () => (await world.rows(WAITING_STATEMENTS)).length).toBe(1);
    expect(await issuing.code({ sessionId })).toBeDefined();
    await release();
    await revoked;
  });

  it("succeeds if the maintenance ends before the last try", async () => {
    await issuing.code();
    const release = await vacuuming();
    expect(await revoke(release)).toBe(1);
    expect(await live()).toBe(0);
  });
});

describe("A9: revoking everything in a large deployment", () => {
  it("each batch begins after the last one, and reads nothing again that is revoked", async () => {
    await issuing.code();
    await world.rows(
      `INSERT INTO "authorization" SELECT (jsonb_populate_record(a, jsonb_build_object(
         'id', gen_random_uuid(), 'code_hash', NULL, 'expires_at', '2031-01-01'))).*
         FROM "authorization" a, generate_series(1, 2500)`,
    );
    const { pool } = world.database;
    const sent: { text: string; values: unknown[] }[] = [];
    const connect = async () => {
      const connection = await pool.connect();
      const query = (statement: { text: string; values: unknown[] } | string) => {
        if (typeof statement !== "string") sent.push(statement);
        return connection.query(statement as string);
      };
      return { query, release: (err?: Error) => connection.release(err) };
    };
    const database = { pool: { connect } as unknown as World["database"]["pool"] };
    const by = { actor: { kind: "operator" }, at: noon, pause: async () => {} } as const;
    expect(await revokeAuthorizations(database, everybody, by)).toBe(2501);
    const ids = (await world.rows(`SELECT id FROM "authorization" ORDER BY id`)).map(({ id }) => id);
    const begins = sent.filter(({ text }) => text.includes("SET revoked_at")).map(({ values }) => values.at(-1));
    expect(begins).toEqual([null, ids[999], ids[1999]]);
  });
});
