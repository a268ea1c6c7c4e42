import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Issuing, LIFETIME, openIssuing } from "../../../../testing/clients/issuing.ts";
import { noMail } from "../../../../testing/servers/mail.ts";
import { WAITING_STATEMENTS } from "../../../../testing/waiting-statements.ts";
import { noon, openWorld, type World } from "../../../../testing/world.ts";
import { disablePerson } from "../../../administration/people/people.ts";
import { setPassword as replacePassword } from "../../../administration/ways-in/passwords.ts";
import { sessionStore } from "./sessions.ts";

let world: World;
let issuing: Issuing;
beforeAll(async () => {
  world = await openWorld();
  issuing = openIssuing(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.now = noon;
  for (const table of ["logout_delivery", "browser_session", `"authorization"`])
    await world.rows(`DELETE FROM ${table}`);
  await world.rows("UPDATE end_user SET disabled_at = NULL");
  await world.rows("UPDATE client SET backchannel_logout_uri = NULL, frontchannel_logout_uri = NULL");
  await world.rows(
    "UPDATE client SET backchannel_logout_uri = 'https://rp.example/out' WHERE id IN ('webClient', 'webPostClient')",
  );
});

const outbox = async () =>
  (await world.rows("SELECT client_id, sub, sid FROM logout_delivery ORDER BY client_id, sub")).map(Object.values);

/**
 * A session of alice that webClient and webTwoUrisClient know, of which only webClient registered.
 * Returns its secret, and the sid of webClient.
 */
async function openSession(): Promise<{ secret: string; sid: unknown }> {
  const secret = await issuing.signIn(world.alice);
  const sessionId = (await issuing.find(secret))?.id ?? "";
  await issuing.code({ sessionId });
  await issuing.code({ sessionId, clientId: "webTwoUrisClient" });
  const [row] = await world.rows("SELECT sid FROM session_client WHERE session_id = $1 AND client_id = 'webClient'", [
    sessionId,
  ]);
  return { secret, sid: row?.sid };
}

const setPassword = () =>
  replacePassword(
    { database: world.database, mail: noMail },
    { userId: world.alice, passwordHash: "$argon2id$x" },
    byOperatorAt(noon),
  );
const disable = () => disablePerson(world.database, world.alice, byOperatorAt(noon), undefined);

describe("OIDC Back-Channel Logout §2.5: every end of a session puts its clients into the outbox", () => {
  it.each<[string, (secret: string) => Promise<unknown>]>([
    ["signing out", (secret) => issuing.end(secret)],
    ["the sign-in of another person in this browser", (secret) => issuing.signIn(world.mallory, secret)],
    ["a disabled account", disable],
    ["a password change", setPassword],
  ])("%s", async (_, act) => {
    const { secret, sid } = await openSession();
    await act(secret);
    expect(await issuing.find(secret)).toBeUndefined();
    expect(await outbox()).toEqual([["webClient", world.alice, sid]]);
  });

  it.each<[string, (secret: string) => Promise<unknown>]>([
    ["a sign-in of the same person", (secret) => issuing.signIn(world.alice, secret)],
    ["signing out in another browser", async () => issuing.end(await issuing.signIn(world.alice))],
  ])("%s ends nothing, and puts no client there", async (_, act) => {
    const { secret } = await openSession();
    await act(secret);
    expect(await outbox()).toEqual([]);
  });

  it("in the same transaction: if the session does not end, no client is notified", async () => {
    const { secret } = await openSession();
    await world.rows("ALTER TABLE audit_event ADD CONSTRAINT none CHECK (type <> 'sign_out') NOT VALID");
    await expect(issuing.end(secret)).rejects.toThrow("none");
    await world.rows("ALTER TABLE audit_event DROP CONSTRAINT none");
    expect(await outbox()).toEqual([]);
    expect(await issuing.find(secret)).toBeDefined();
  });

  it("OIDC Core §8.1: a client that moved to another sector is not sent the public subject", async () => {
    await world.rows("UPDATE client SET sector = 'rp.example' WHERE id = 'webClient'");
    const { secret, sid } = await openSession();
    await issuing.end(secret);
    await world.rows("UPDATE client SET sector = NULL WHERE id = 'webClient'");
    expect(await outbox()).toEqual([["webClient", null, sid]]);
  });

  it("two ends at once notify once", async () => {
    const { secret } = await openSession();
    await Promise.all([issuing.end(secret), issuing.end(secret), disable()]);
    expect(await outbox()).toHaveLength(1);
  });

  it("a client that is added to the session at the same moment is notified, or gets nothing", async () => {
    for (let round = 0; round < 10; round++) {
      await world.rows("DELETE FROM logout_delivery");
      const secret = await issuing.signIn(world.alice);
      const sessionId = (await issuing.find(secret))?.id ?? "";
      const [code] = await Promise.all([issuing.code({ sessionId, clientId: "webPostClient" }), issuing.end(secret)]);
      expect((await outbox()).length).toBe(code === undefined ? 0 : 1);
    }
  });

  it("logout-16: a client that is deleted in the meantime does not block a sign-out", async () => {
    await world.rows(
      `INSERT INTO client
       SELECT (jsonb_populate_record(c, '{"id": "gone"}')).* FROM client c WHERE id = 'webClient'`,
    );
    for (let round = 0; round < 10; round++) {
      await world.rows("DELETE FROM logout_delivery");
      const { secret } = await openSession();
      await issuing.code({ sessionId: (await issuing.find(secret))?.id ?? "", clientId: "gone" });
      const remove = round === 9 ? world.rows("DELETE FROM client WHERE id = 'gone'") : undefined;
      await Promise.all([issuing.end(secret), remove]);
      expect(await issuing.find(secret)).toBeUndefined();
      expect((await outbox()).map(([id]) => id)).toContain("webClient");
    }
  });
});

describe("OIDC Back-Channel Logout §2.7: what was issued in the session", () => {
  it("is revoked, except with offline_access (rt-13)", async () => {
    const secret = await issuing.signIn(world.alice);
    const sessionId = (await issuing.find(secret))?.id ?? "";
    await issuing.code({ sessionId, scopes: ["openid"] });
    await issuing.code({ sessionId, clientId: "offlineClient", scopes: ["openid", "offline_access"] });
    await issuing.end(secret);
    expect(
      await world.rows(`SELECT client_id, revoked_at IS NULL AS live FROM "authorization" ORDER BY client_id`),
    ).toEqual([
      { client_id: "offlineClient", live: true },
      { client_id: "webClient", live: false },
    ]);
  });
});

describe("authorizations are revoked in the order of their ids, like a changed registration locks them", () => {
  const LOCK = `SELECT FROM "authorization" WHERE id = $1 FOR NO KEY UPDATE`;
  const [FIRST, SECOND] = ["00000000-0000-4000-8000-000000000000", "ffffffff-ffff-4fff-bfff-ffffffffffff"];

  /** Two authorizations of alice at one client. The one with the higher id is stored first. */
  async function issueBackwards(sessionId: string, lower: readonly string[], upper: readonly string[]): Promise<void> {
    for (const [id, scopes] of [
      [SECOND, upper],
      [FIRST, lower],
    ] as const) {
      await issuing.code({ sessionId, clientId: "offlineClient", scopes });
      await world.rows(`UPDATE "authorization" SET id = $1 WHERE id NOT IN ($1, $2)`, [id, SECOND]);
    }
  }

  it.each<[string, (secret: string) => Promise<unknown>, readonly string[]]>([
    ["signing out", (secret) => issuing.end(secret), ["openid"]],
    ["a disabled account", disable, ["openid"]],
    ["an account that is closed, with access that outlives its session", disable, ["openid", "offline_access"]],
  ])("%s never deadlocks with it", async (_, act, lower) => {
    const secret = await issuing.signIn(world.alice);
    await issueBackwards((await issuing.find(secret))?.id ?? "", lower, ["openid"]);
    const change = await world.superuser.pool.connect();
    await change.query("BEGIN");
    await change.query(LOCK, [FIRST]);
    const ended = act(secret).then(() => "ended", String);
    await expect.poll(async () => (await world.rows(WAITING_STATEMENTS)).length).toBeGreaterThan(0);
    await change.query(LOCK, [SECOND]);
    await change.query("COMMIT");
    change.release();
    expect(await ended).toBe("ended");
    expect(await world.rows(`SELECT FROM "authorization" WHERE revoked_at IS NULL`)).toEqual([]);
  });
});

describe("OIDC Front-Channel Logout §2: the clients that the browser has to notify", () => {
  it("are the clients of this session that registered a page, each with its sid", async () => {
    await world.rows(
      "UPDATE client SET frontchannel_logout_uri = 'https://rp.example/f' WHERE id IN ('webClient', 'webPostClient')",
    );
    const { secret, sid } = await openSession();
    const sessions = sessionStore(world.database, LIFETIME);
    const by = { address: "192.0.2.7" };
    const frontChannel = [{ uri: "https://rp.example/f", sid }];
    expect(await sessions.end(secret, noon, by)).toEqual({ told: ["webClient"], frontChannel });
    expect(await sessions.end(secret, noon, by)).toEqual({ told: [], frontChannel: [] });
  });
});

describe("RP-Initiated Logout §4: a hint counts in the session that it was issued in", () => {
  const iat = noon.getTime() / 1000;

  it("by client and sid", async () => {
    const { secret, sid } = await openSession();
    const sessionId = (await issuing.find(secret))?.id ?? "";
    const issued = (aud: string, of: unknown) =>
      issuing.sessions.issued(sessionId, { aud, sub: world.alice, iat, sid: String(of) });
    expect(await issued("webClient", sid)).toBe(true);
    expect(await issued("webTwoUrisClient", sid)).toBe(false);
    expect(await issued("webClient", "00000000-0000-4000-8000-000000000000")).toBe(false);
  });

  it("S1: without a sid, by client, person and time", async () => {
    const { secret } = await openSession();
    const sessionId = (await issuing.find(secret))?.id ?? "";
    const hint = { aud: "webClient", sub: world.alice, iat };
    const issued = (changes: object) => issuing.sessions.issued(sessionId, { ...hint, ...changes });
    expect(await issued({})).toBe(true);
    expect(await issued({ aud: "webPostClient" })).toBe(false);
    expect(await issued({ sub: world.mallory })).toBe(false);
    expect(await issued({ iat: iat - 1 })).toBe(false);
  });
});
