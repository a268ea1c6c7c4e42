import { setTimeout } from "node:timers/promises";
import type { Shares } from "@countersign/rules";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Issuing, LIFETIME, openIssuing } from "../../../../testing/clients/issuing.ts";
import { noon, openWorld, resource, signInOf, type World } from "../../../../testing/world.ts";
import { consentStore } from "../issued/consents.ts";

let world: World;
let issuing: Issuing;
let lastAct: unknown;
beforeAll(async () => {
  world = await openWorld();
  issuing = openIssuing(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.now = noon;
  await world.rows("DELETE FROM browser_session");
  lastAct = (await world.rows("SELECT COALESCE(max(id), 0) AS id FROM audit_event"))[0]?.id;
  await world.rows("UPDATE end_user SET disabled_at = NULL");
});

const audited = async () =>
  (await world.rows("SELECT type, user_id FROM audit_event WHERE id > $1 ORDER BY id", [lastAct])).map((row) => [
    row.type,
    row.user_id,
  ]);
const revoked = async () =>
  (await world.rows(`SELECT revoked_at IS NOT NULL AS r FROM "authorization" ORDER BY created_at, id`)).map(
    ({ r }) => r,
  );

describe("sess-02: a sign-in creates a new secret, no matter what the browser sent before", () => {
  it("of 256 random bits, of which only the hash is stored (cred-05)", async () => {
    const secret = await issuing.signIn(world.alice);
    expect(secret).toMatch(/^[\w-]{43}$/);
    const [row] = await world.rows(
      "SELECT secret_hash = sha256($1::bytea) AS hashed, secret_hash FROM browser_session",
      [secret],
    );
    expect(row?.hashed).toBe(true);
    expect(JSON.stringify(await world.rows("SELECT * FROM browser_session"))).not.toContain(secret);
  });

  it("the same person keeps the session, and the old secret is invalid", async () => {
    const first = await issuing.signIn(world.alice);
    const before = await issuing.find(first);
    world.pass(10);
    const second = await issuing.signIn(world.alice, first);
    expect(await issuing.find(first)).toBeUndefined();
    const after = await issuing.find(second);
    expect(after?.id).toBe(before?.id);
    const proofs = [{ factor: "password", at: world.clock.now }];
    expect(after?.signIn).toEqual({ ...signInOf(world.alice, world.clock.now), proofs });
  });

  it("a secret that an attacker planted stays invalid", async () => {
    const planted = "A".repeat(43);
    await issuing.signIn(world.alice, planted);
    expect(await issuing.find(planted)).toBeUndefined();
  });

  it("another person gets another session, and the previous one ends with what was issued in it", async () => {
    await world.rows(`DELETE FROM "authorization"`);
    const first = await issuing.signIn(world.alice);
    const before = await issuing.find(first);
    await issuing.code({ sessionId: before?.id ?? "" });
    const second = await issuing.signIn(world.mallory, first);

    const after = await issuing.find(second);
    expect(after?.id).not.toBe(before?.id);
    expect(after?.signIn.userId).toBe(world.mallory);
    expect(await issuing.find(first)).toBeUndefined();
    expect(await revoked()).toEqual([true]);
    expect(await world.rows("SELECT id FROM browser_session")).toHaveLength(1);
  });

  it("an ended session is not continued", async () => {
    const first = await issuing.signIn(world.alice);
    const before = await issuing.find(first);
    world.pass(LIFETIME.idleSeconds);
    const after = await issuing.find(await issuing.signIn(world.alice, first));
    expect(after?.id).not.toBe(before?.id);
  });

  it("of ten concurrent sign-ins with one secret each gets a working session, and no two share a secret", async () => {
    const first = await issuing.signIn(world.alice);
    const secrets = await Promise.all(Array.from({ length: 10 }, () => issuing.signIn(world.alice, first)));
    expect(new Set(secrets).size).toBe(10);
    for (const secret of secrets) expect((await issuing.find(secret))?.signIn.userId).toBe(world.alice);
    expect(await issuing.find(first)).toBeUndefined();
  });
});

describe("sess-17: a session expires", () => {
  it("after its idle time, to the second", async () => {
    const secret = await issuing.signIn(world.alice);
    world.pass(LIFETIME.idleSeconds - 1);
    expect(await issuing.find(secret)).toBeDefined();
    world.pass(1);
    expect(await issuing.find(secret)).toBeUndefined();
  });

  it("after its absolute time, no matter how much it is used", async () => {
    const secret = await issuing.signIn(world.alice);
    const sessionId = (await issuing.find(secret))?.id ?? "";
    world.pass(LIFETIME.idleSeconds - 1);
    expect(await issuing.code({ sessionId })).toBeDefined();
    world.pass(LIFETIME.idleSeconds - 1);
    expect(await issuing.code({ sessionId })).toBeDefined();
    world.pass(2);
    expect(await issuing.find(secret)).toBeUndefined();
    expect(await issuing.code({ sessionId })).toBeUndefined();
  });

  it("at once for a disabled person", async () => {
    const secret = await issuing.signIn(world.alice);
    await world.rows("UPDATE end_user SET disabled_at = $2 WHERE id = $1", [world.alice, noon]);
    expect(await issuing.find(secret)).toBeUndefined();
  });
});

describe("architecture §3: signing out", () => {
  it("ends the session and what was issued in it, and leaves other sessions of the person alone", async () => {
    await world.rows(`DELETE FROM "authorization"`);
    const [here, elsewhere] = [await issuing.signIn(world.alice), await issuing.signIn(world.alice)];
    for (const secret of [here, elsewhere]) {
      await issuing.code({ sessionId: (await issuing.find(secret))?.id ?? "" });
      world.pass(1);
    }
    await issuing.end(here);
    expect(await issuing.find(here)).toBeUndefined();
    expect(await issuing.find(elsewhere)).toBeDefined();
    expect(await revoked()).toEqual([true, false]);
  });

  it.each([
    ["an unknown secret", "x"],
    ["an empty one", ""],
  ])("with %s does nothing", async (_, secret) => {
    await issuing.signIn(world.alice);
    await issuing.end(secret);
    expect(await world.rows("SELECT id FROM browser_session")).toHaveLength(1);
    expect(await audited()).toEqual([["sign_in", world.alice]]);
  });

  it("twice at once is audited as one", async () => {
    const secret = await issuing.signIn(world.alice);
    await Promise.all([issuing.end(secret), issuing.end(secret)]);
    expect(await audited()).toEqual([
      ["sign_in", world.alice],
      ["sign_out", world.alice],
    ]);
  });
});

describe("a sign-in with proofs from before the password was set", () => {
  const signIn = (since?: Date) =>
    issuing.sessions.signIn(undefined, signInOf(world.alice, noon), { address: "192.0.2.7", ...(since && { since }) });
  const before = new Date(noon.getTime() - 1000);
  const changed = (at: Date) =>
    world.rows("UPDATE end_user SET password_changed_at = $2 WHERE id = $1", [world.alice, at]);
  afterEach(() => world.rows("UPDATE end_user SET password_changed_at = NULL, disabled_at = NULL"));

  it("makes no session, although the newest proof is newer", async () => {
    await changed(new Date(noon.getTime() - 500));
    expect(await signIn(before)).toBeUndefined();
    expect([await audited(), await world.rows("SELECT id FROM browser_session")]).toEqual([[], []]);
    expect(await signIn()).toBeDefined();
  });

  it("makes none for a disabled or an unknown person", async () => {
    await world.rows("UPDATE end_user SET disabled_at = now() WHERE id = $1", [world.alice]);
    expect(await signIn()).toBeUndefined();
    await expect(issuing.signIn("00000000-0000-4000-8000-000000000000")).rejects.toThrow("no one was signed in");
  });

  it("waits for a concurrent change of the password", async () => {
    const other = await world.superuser.pool.connect();
    await other.query("BEGIN");
    await other.query("UPDATE end_user SET password_changed_at = $2 WHERE id = $1", [
      world.alice,
      new Date(noon.getTime() + 1),
    ]);
    const waiting = signIn();
    const locked = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while ((await world.rows(locked)).length === 0) await setTimeout(5);
    await other.query("COMMIT");
    other.release();
    expect(await waiting).toBeUndefined();
  });
});

describe("a session that gets stronger", () => {
  const stronger = (previous: string) =>
    issuing.sessions.signIn(previous, signInOf(world.alice, noon), { address: "192.0.2.7", continues: true });

  it("keeps its id and has a new secret", async () => {
    const secret = await issuing.signIn(world.alice);
    const [before] = await world.rows("SELECT id FROM browser_session");
    expect(await stronger(secret)).toBeDefined();
    expect(await world.rows("SELECT id FROM browser_session")).toEqual([before]);
  });

  it("does not come back if it ended in the meantime", async () => {
    const secret = await issuing.signIn(world.alice);
    await issuing.sessions.end(secret, noon, { address: "192.0.2.7" });
    lastAct = (await world.rows("SELECT max(id) AS id FROM audit_event"))[0]?.id;
    expect(await stronger(secret)).toBeUndefined();
    expect([await audited(), await world.rows("SELECT id FROM browser_session")]).toEqual([[], []]);
  });

  it("does not become the session of another person", async () => {
    const secret = await issuing.signIn(world.mallory);
    expect(await stronger(secret)).toBeUndefined();
    expect(await world.rows("SELECT active_user_id AS id FROM browser_session")).toEqual([{ id: world.mallory }]);
  });
});

describe("architecture §4.6: an act and its audit event are written together", () => {
  it("a failed sign-in writes neither a session nor an event", async () => {
    const signIn = { ...signInOf(world.alice, noon), acr: null as never };
    await expect(issuing.sessions.signIn(undefined, signIn, { address: "192.0.2.7" })).rejects.toThrow("null value");
    expect([await audited(), await world.rows("SELECT id FROM browser_session")]).toEqual([[], []]);
  });

  it.each([
    ["a sign-in", () => issuing.signIn(world.alice), "browser_session"],
    ["a consent", () => agree({ scopes: ["email"] }), "consent"],
  ])("%s is rolled back if its audit event cannot be written", async (_, act, table) => {
    await world.rows("ALTER TABLE audit_event ADD CONSTRAINT none CHECK (false) NOT VALID");
    await expect(act()).rejects.toThrow("none");
    await world.rows("ALTER TABLE audit_event DROP CONSTRAINT none");
    expect(await world.rows(`SELECT FROM ${table}`)).toEqual([]);
  });
});

const noShares: Shares = { scopes: [], claims: [] };
const agree = (granted: Partial<Shares>, declined: Partial<Shares> = {}) =>
  consentStore(world.database).record(
    { userId: world.alice, clientId: "webClient", clientRevision: 0, host: "rp.example" },
    [{ resource, consent: { granted: { ...noShares, ...granted }, declined: { ...noShares, ...declined } } }],
    { at: world.clock.now, address: "192.0.2.7" },
  );

describe("architecture §3: a consent is for a person, a client and a resource server", () => {
  it("is read with the session for that client only, and the last answer replaces the previous one", async () => {
    const secret = await issuing.signIn(world.alice);
    expect((await issuing.find(secret))?.consent).toBeUndefined();
    await agree({ scopes: ["openid", "email"] });
    await agree({ scopes: ["openid"], claims: ["name"] }, { scopes: ["email"], claims: ["gender"] });

    expect((await issuing.find(secret))?.consent).toEqual({
      granted: { scopes: ["openid"], claims: ["name"] },
      declined: { scopes: ["email"], claims: ["gender"] },
      hosts: ["rp.example"],
    });
    expect((await issuing.find(secret, "webPostClient"))?.consent).toBeUndefined();
    expect((await issuing.find(await issuing.signIn(world.mallory)))?.consent).toBeUndefined();
    const other = { clientId: "webClient", resource: "https://other.example" };
    expect((await issuing.sessions.find(secret, other, world.clock.now))?.consent).toBeUndefined();
  });

  it("each answer is audited with its content", async () => {
    await agree({ scopes: ["openid"] }, { scopes: ["email"], claims: ["gender"] });
    const rows = await world.rows("SELECT type, client_id, detail FROM audit_event WHERE id > $1", [lastAct]);
    const said = {
      host: "rp.example",
      grantedScopes: ["openid"],
      declinedScopes: ["email"],
      grantedClaims: [],
      declinedClaims: ["gender"],
    };
    expect(rows).toEqual([{ type: "consent", client_id: "webClient", detail: { resource, ...said } }]);
  });
});
