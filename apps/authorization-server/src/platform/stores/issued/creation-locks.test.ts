/**
 * Acts that revoke, at the moment in which an authorization is being created. A row lock of the test stops the
 * creation
 * halfway.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Issuing, openIssuing } from "../../../../testing/clients/issuing.ts";
import { WAITING_STATEMENTS } from "../../../../testing/waiting-statements.ts";
import { noon, openWorld, resource, type World } from "../../../../testing/world.ts";
import { disableClient } from "../../../administration/clients/clients.ts";
import { revokeAuthorizations } from "../../../administration/sessions/authorizations.ts";
import { withdrawConsents } from "../../../administration/sessions/consents.ts";
import { consentStore } from "./consents.ts";

let world: World;
let issuing: Issuing;
let sessionId: string;
let consentsRevision: number;
beforeAll(async () => {
  world = await openWorld();
  issuing = openIssuing(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.rows(`DELETE FROM "authorization"`);
  await world.rows("UPDATE client SET disabled_at = NULL");
  const session = await issuing.find(await issuing.signIn(world.alice));
  sessionId = session?.id ?? "";
  consentsRevision = session?.consentsRevision ?? 0;
});

const SCOPES = ["openid", "email", "offline_access"];
const anHourLater = new Date(noon.getTime() + 3600_000);

/** The two ways of creating an authorization. */
const MAKING: readonly (readonly [string, () => Promise<string | undefined>])[] = [
  ["a session that the client does not know yet", () => issuing.code({ sessionId, scopes: SCOPES })],
  [
    "a session that the client knows",
    () => {
      const session = { id: sessionId, sid: randomUUID(), idleExpiresAt: anHourLater, consentsRevision };
      return issuing.code({ session, scopes: SCOPES });
    },
  ],
];

/** Waits until this number of statements wait for a lock. */
const waiting = (count: number) => expect.poll(async () => (await world.rows(WAITING_STATEMENTS)).length).toBe(count);

/** Locks a row as its deletion would, and returns the function that unlocks it. */
async function locked(table: "browser_session" | "client" | "end_user", id: string): Promise<() => Promise<void>> {
  const holder = await world.database.pool.connect();
  await holder.query("BEGIN");
  await holder.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
  return async () => {
    await holder.query("COMMIT");
    holder.release();
  };
}

/**
 * Starts an act while an authorization is being created. The creation holds the locks of its person and client, and
 * waits for its session. An act that does not wait for the creation ends before it.
 */
async function during(make: () => Promise<string | undefined>, act: () => Promise<unknown>): Promise<void> {
  const unlock = await locked("browser_session", sessionId);
  const made = make();
  await waiting(1);
  const acted = act();
  await Promise.race([acted, waiting(2)]);
  await unlock();
  expect(await made).toBeDefined();
  await acted;
}

const state = () => world.rows(`SELECT revoked_at IS NOT NULL AS revoked, scopes FROM "authorization"`);
const disable = (id: string) => disableClient(world.database, id, byOperatorAt(noon));
const revoke = (whose: { userId?: string; clientId?: string }) =>
  revokeAuthorizations(
    world.database,
    { userId: undefined, clientId: undefined, ...whose },
    { ...byOperatorAt(noon), pause: async () => {} },
  );
const decline = (...scopes: string[]) =>
  consentStore(world.database).record(
    { userId: world.alice, clientId: "webClient", clientRevision: 0, host: "rp.example" },
    [{ resource, consent: { granted: { scopes: ["openid"], claims: [] }, declined: { scopes, claims: [] } } }],
    { at: noon, address: "192.0.2.7" },
  );

describe.each(MAKING)("an authorization that is being created in %s", (_, make) => {
  it.each<[string, () => Promise<unknown>]>([
    ["the client is disabled", () => disable("webClient")],
    ["those of the client are revoked", () => revoke({ clientId: "webClient" })],
    ["those of the person are revoked", () => revoke({ userId: world.alice })],
    ["all are revoked", () => revoke({})],
    ["the person takes offline_access back", () => decline("offline_access")],
  ])("authz-31: is revoked when %s", async (_, act) => {
    await during(make, act);
    expect(await state()).toEqual([expect.objectContaining({ revoked: true })]);
  });

  it("authz-31: has no scope that the person declines", async () => {
    await during(make, () => decline("email"));
    expect(await state()).toEqual([{ revoked: false, scopes: ["openid", "offline_access"] }]);
  });

  it("authz-31: is not created if the client was disabled before", async () => {
    const unlock = await locked("end_user", world.alice);
    const made = make();
    await waiting(1);
    await disable("webClient");
    await unlock();
    expect(await made).toBeUndefined();
    expect(await state()).toEqual([]);
  });

  it("is not affected by an act on another client or person", async () => {
    await during(make, async () => {
      await disable("webPostClient");
      await revoke({ clientId: "webTwoUrisClient" });
      await revoke({ userId: world.mallory });
    });
    expect(await state()).toEqual([{ revoked: false, scopes: SCOPES }]);
  });
});

it("a withdrawal waits for a change of the client, and then revokes what is left", async () => {
  await issuing.code({ sessionId, scopes: SCOPES });
  const unlock = await locked("client", "webClient");
  const withdrawn = withdrawConsents(
    world.database,
    { userId: world.alice, clientId: "webClient" },
    byOperatorAt(noon),
  );
  await waiting(1);
  expect(await state()).toEqual([{ revoked: false, scopes: SCOPES }]);
  await unlock();
  expect(await withdrawn).toMatchObject({ authorizations: 1 });
  expect(await state()).toEqual([{ revoked: true, scopes: SCOPES }]);
});

it("a consent locks authorizations in the order of their ids, like a change of the client", async () => {
  const [low, high] = ["00000000-0000-4000-8000-000000000000", "ffffffff-ffff-4fff-8fff-ffffffffffff"];
  for (const id of [high, low]) {
    await issuing.code({ sessionId, scopes: SCOPES });
    await world.rows(`UPDATE "authorization" SET id = $1 WHERE id NOT IN ($2, $3)`, [id, low, high]);
  }
  const holder = await world.database.pool.connect();
  const lock = (id: string) => holder.query(`SELECT FROM "authorization" WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  await holder.query("BEGIN");
  await lock(low);
  const declined = decline("email");
  await waiting(1);
  await lock(high);
  await holder.query("COMMIT");
  holder.release();
  expect(await declined).toBe(true);
  expect(await world.rows(`SELECT FROM "authorization" WHERE 'email' = ANY (scopes)`)).toEqual([]);
});
