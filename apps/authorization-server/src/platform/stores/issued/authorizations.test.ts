import { randomUUID } from "node:crypto";
import { NO_SENDER } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { redirectUriOf } from "../../../../testing/clients/clients.ts";
import { type Issuing, openIssuing } from "../../../../testing/clients/issuing.ts";
import { WAITING_STATEMENTS } from "../../../../testing/waiting-statements.ts";
import { noon, openWorld, signInOf, type World } from "../../../../testing/world.ts";
import type { CodeBinding } from "./authorizations.ts";

const BINDING: CodeBinding = {
  clientId: "webClient",
  redirectUri: redirectUriOf("webClient"),
  codeChallenge: "challenge",
  sender: NO_SENDER,
};
const TOKEN_TTL_SECONDS = 300;

let world: World;
let issuing: Issuing;
let sessionId: string;
beforeAll(async () => {
  world = await openWorld({ max: 20 });
  issuing = openIssuing(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.now = noon;
  await world.rows("UPDATE end_user SET disabled_at = NULL");
  await world.rows("UPDATE client SET disabled_at = NULL");
  await world.rows(`DELETE FROM "authorization"`);
  sessionId = (await issuing.find(await issuing.signIn(world.alice)))?.id ?? "";
});

const codeOf = async (changes: Parameters<Issuing["code"]>[0] = {}) => {
  const code = await issuing.code({ sessionId, ...changes });
  if (code === undefined) throw new Error("no code was made");
  return code;
};
const redeem = (code: string, changes: Partial<CodeBinding> = {}, scopes?: readonly string[]) =>
  issuing.authorizations.redeemCode(code, { ...BINDING, ...changes }, scopes, world.clock.now, TOKEN_TTL_SECONDS);
const explain = (code: string, changes: Partial<CodeBinding> = {}) =>
  issuing.authorizations.explainMiss(code, { ...BINDING, ...changes }, { at: world.clock.now, address: "192.0.2.7" });
const state = async () =>
  (await world.rows(`SELECT redeemed_at, revoked_at, scopes, expires_at FROM "authorization"`))[0];
/** All columns of a row except those that are generated for each row. */
const everythingOf = async (query: string) => {
  const [{ id: _, code_hash: __, ...row } = {}] = await world.rows(query);
  return row;
};
const known = (id: string) => ({
  id,
  sid: randomUUID(),
  idleExpiresAt: new Date(noon.getTime() + 86_400_000),
  consentsRevision: 0,
});
const disable = (table: "end_user" | "client", id: string) =>
  world.rows(`UPDATE ${table} SET disabled_at = now() WHERE id = $1`, [id]);

describe("architecture §3: an authorization is created in one statement with the check of its session", () => {
  it("stores the code as a hash (code-13, cred-05), and lives as long as what the code yields", async () => {
    const code = await codeOf();
    expect(code).toMatch(/^[\w-]{43}$/);
    const [row] = await world.rows(`SELECT * FROM "authorization"`);
    expect(JSON.stringify(row)).not.toContain(code);
    expect(row).toMatchObject({
      client_id: "webClient",
      user_id: world.alice,
      session_id: sessionId,
      sub: world.alice,
      redeemed_at: null,
      code_expires_at: new Date(noon.getTime() + 60_000),
      expires_at: new Date(noon.getTime() + 360_000),
    });
  });

  it("OIDC Core §8.1: concurrent first requests of a sector get the same subject", async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf({ sector: "race.example" })));
    const redeemed = await Promise.all(codes.map((code) => redeem(code)));
    const subs = new Set(redeemed.map((authorization) => authorization?.sub));
    expect([...subs]).toEqual([expect.stringMatching(/^[\w-]{36}$/)]);
    expect(await world.rows("SELECT user_id, sub FROM pairwise_subject WHERE sector = 'race.example'")).toEqual([
      { user_id: world.alice, sub: [...subs][0] },
    ]);
  });

  it("extends the session's idle time", async () => {
    world.pass(3000);
    await codeOf();
    const [row] = await world.rows("SELECT idle_expires_at, expires_at FROM browser_session WHERE id = $1", [
      sessionId,
    ]);
    expect(row).toEqual({
      idle_expires_at: new Date(noon.getTime() + 6600_000),
      expires_at: new Date(noon.getTime() + 7200_000),
    });
  });

  it("does not write the session's row if that would gain less than a minute", async () => {
    const versions = "SELECT xmin, ctid FROM browser_session UNION ALL SELECT xmin, ctid FROM session_client";
    await codeOf();
    const before = await world.rows(versions);
    world.pass(36);
    await codeOf();
    expect(await world.rows(versions)).toEqual(before);
    world.pass(1);
    await codeOf();
    expect(await world.rows(versions)).not.toEqual(before);
  });

  it.each<[string, () => Promise<unknown> | undefined, () => Parameters<Issuing["code"]>[0]]>([
    ["the session ended", () => world.rows("DELETE FROM browser_session WHERE id = $1", [sessionId]), () => ({})],
    ["the session idled out", () => void world.pass(3600), () => ({})],
    [
      "the session is at its absolute end",
      () => world.rows("UPDATE browser_session SET expires_at = $1", [noon]),
      () => ({}),
    ],
    ["another person is signed in", () => undefined, () => ({ signIn: signInOf(world.mallory, noon) })],
    ["the person was disabled", () => disable("end_user", world.alice), () => ({})],
    ["the client was disabled (authz-29)", () => disable("client", "webClient"), () => ({})],
    ["the client does not exist", () => undefined, () => ({ clientId: "nobody" })],
  ])("none is created when %s, in a session that the client knows or not", async (_, before, changes) => {
    await before();
    expect(await issuing.code({ sessionId, ...changes() })).toBeUndefined();
    expect(await issuing.code({ session: known(sessionId), ...changes() })).toBeUndefined();
    expect(await state()).toBeUndefined();
  });

  it("works the same in a session that the client knows", async () => {
    await codeOf({ nonce: "n1" });
    const found = await issuing.find(await issuing.signIn(world.alice));
    const { sid, session_id: _, ...first } = await everythingOf(`SELECT * FROM "authorization"`);
    await issuing.code({ session: { ...known(found?.id ?? ""), sid: String(sid) }, nonce: "n1" });
    const again = await everythingOf(`SELECT * FROM "authorization" WHERE session_id = '${found?.id}'`);
    expect(again).toEqual({ ...first, sid, session_id: found?.id });
  });

  it("returns the client's sid of a session, and its idle expiry", async () => {
    const secret = await issuing.signIn(world.alice);
    const before = await issuing.find(secret);
    expect(before).toMatchObject({ sid: undefined, idleExpiresAt: new Date(noon.getTime() + 3600_000) });
    await issuing.code({ sessionId: before?.id ?? "" });
    const [row] = await world.rows(`SELECT sid FROM "authorization"`);
    expect((await issuing.find(secret))?.sid).toBe(row?.sid);
    expect((await issuing.find(secret, "webPostClient"))?.sid).toBeUndefined();
  });

  it("two clients of one session have two sids, and each has one", async () => {
    for (const clientId of ["webClient", "webClient", "webPostClient"]) await codeOf({ clientId });
    const rows = await world.rows(`SELECT DISTINCT client_id, sid FROM "authorization" ORDER BY client_id`);
    expect(rows.map((row) => row.client_id)).toEqual(["webClient", "webPostClient"]);
    expect(rows[0]?.sid).not.toBe(rows[1]?.sid);
  });
});

describe("RFC 6749 §4.1.3: redeeming spends the code if everything matches", () => {
  it("returns what was authorized, for the lifetime of its tokens", async () => {
    const code = await codeOf({ nonce: "n1" });
    world.pass(10);
    expect(await redeem(code)).toMatchObject({
      clientId: "webClient",
      sub: world.alice,
      scopes: ["openid", "email"],
      nonce: "n1",
      amr: ["pwd"],
      authTime: noon,
    });
    expect(await state()).toMatchObject({
      redeemed_at: world.clock.now,
      expires_at: new Date(noon.getTime() + 360_000),
    });
  });

  // One row for each clause of the WHERE: without the clause, the row is redeemed.
  it.each<[string, () => unknown, Partial<CodeBinding>, "no_match" | object, (readonly string[])?]>([
    ["another client", () => {}, { clientId: "webPostClient" }, "no_match"],
    ["another redirect URI", () => {}, { redirectUri: "https://rp.example/CB" }, "no_match"],
    ["no redirect URI", () => {}, { redirectUri: undefined }, "no_match"],
    ["another challenge", () => {}, { codeChallenge: "other" }, "no_match"],
    ["no verifier (pkce-03)", () => {}, { codeChallenge: undefined }, "no_match"],
    ["a revoked authorization", () => world.rows(`UPDATE "authorization" SET revoked_at = $1`, [noon]), {}, "no_match"],
    ["a code at the instant it expires", () => world.pass(60), {}, "no_match"],
    ["a disabled person (code-10)", () => disable("end_user", world.alice), {}, "no_match"],
    ["a disabled client", () => disable("client", "webClient"), {}, "no_match"],
    ["a wider scope (tok-10)", () => {}, {}, { isForResource: true }, ["openid", "phone"]],
    ["another resource server (tok-11)", () => {}, { resource: "https://other.example" }, { isForResource: false }],
  ])("%s gets nothing, spends nothing, and has its own reason", async (_, before, binding, reason, scopes) => {
    const code = await codeOf();
    await before();
    expect(await redeem(code, binding, scopes)).toBeUndefined();
    const found = await explain(code, binding);
    if (typeof reason === "string") expect(found).toBe(reason);
    else expect(found).toMatchObject(reason);
    expect((await state())?.redeemed_at).toBeNull();
  });

  it("pkce-04: a code without a challenge is not redeemed with a verifier", async () => {
    const code = await codeOf({ codeChallenge: undefined });
    expect(await redeem(code)).toBeUndefined();
    expect(await redeem(code, { codeChallenge: undefined })).toBeDefined();
  });

  it("an unknown code does not match, no matter what its text is", async () => {
    for (const code of ["", "' OR 1=1--", "a\0b", "x".repeat(100_000)]) {
      expect([await redeem(code), await explain(code)]).toEqual([undefined, "no_match"]);
    }
  });

  it("a narrower scope becomes the authorization's scope (specification §4.2)", async () => {
    expect((await redeem(await codeOf(), {}, ["email"]))?.scopes).toEqual(["email"]);
    expect((await state())?.scopes).toEqual(["email"]);
  });

  it("is refused if its session ended after the code was issued", async () => {
    const secret = await issuing.signIn(world.alice);
    const code = await codeOf({ sessionId: (await issuing.find(secret))?.id ?? "" });
    await issuing.end(secret);
    expect([await redeem(code), await explain(code)]).toEqual([undefined, "no_match"]);
  });
});

describe("RFC 6749 §4.1.2: a code is used once", () => {
  it("code-02: one of a hundred concurrent callers succeeds", async () => {
    const code = await codeOf();
    const won = await Promise.all(Array.from({ length: 100 }, () => redeem(code)));
    expect(won.filter((authorization) => authorization !== undefined)).toHaveLength(1);
  });

  it("code-01: a replay by its client revokes, also with another verifier, and keeps the first time", async () => {
    const code = await codeOf();
    await redeem(code);
    expect(await explain(code, { codeChallenge: "other" })).toBe("replayed");
    world.pass(5);
    expect(await explain(code)).toBe("replayed");
    expect((await state())?.revoked_at).toEqual(noon);
  });

  it("a replay is audited once, with its address", async () => {
    const code = await codeOf();
    await redeem(code);
    const [id] = (await world.rows(`SELECT id FROM "authorization"`)).map((row) => row.id);
    await Promise.all([explain(code), explain(code), explain(code)]);

    const told = await world.rows(
      `SELECT actor, user_id, client_id, address FROM audit_event
        WHERE type = 'code_replayed' AND detail->>'authorizationId' = $1`,
      [id],
    );
    expect(told).toEqual([{ actor: "client", user_id: world.alice, client_id: "webClient", address: "192.0.2.7" }]);
  });

  it("a replay by another client revokes nothing", async () => {
    const code = await codeOf();
    await redeem(code);
    expect(await explain(code, { clientId: "webPostClient" })).toBe("no_match");
    expect((await state())?.revoked_at).toBeNull();
  });

  it.each([
    ["knows", (id: string) => ({ session: known(id) })],
    ["does not know yet", (sessionId: string) => ({ sessionId })],
  ])(
    "issuing waits for a sign-out in progress in a session that the client %s, and then yields nothing",
    async (_, within) => {
      const ending = await world.database.pool.connect();
      await ending.query("BEGIN");
      await ending.query("DELETE FROM browser_session WHERE id = $1", [sessionId]);
      const made = issuing.code(within(sessionId));
      await expect.poll(async () => (await world.rows(WAITING_STATEMENTS)).length).toBeGreaterThan(0);
      await ending.query("COMMIT");
      ending.release();
      expect(await made).toBeUndefined();
    },
  );

  it("issuing and signing out run concurrently, and no authorization remains", async () => {
    for (let turn = 0; turn < 20; turn++) {
      const secret = await issuing.signIn(world.alice);
      const id = (await issuing.find(secret))?.id ?? "";
      const session = turn % 2 === 0 ? known(id) : undefined;
      const made = issuing.code({ sessionId: id, ...(session && { session }) });
      const [code] = await Promise.all([made, issuing.end(secret)]);
      if (code !== undefined) expect(await redeem(code)).toBeUndefined();
    }
  });
});
