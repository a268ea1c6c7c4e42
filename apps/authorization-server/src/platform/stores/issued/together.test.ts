/**
 * Authorizations and tokens that many requests issue and redeem in one turn, with one statement: no request gets,
 * spends
 * or waits for what belongs to another.
 */
import { randomUUID } from "node:crypto";
import { openDatabase } from "@countersign/database";
import { lineage, NO_SENDER } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { redirectUriOf } from "../../../../testing/clients/clients.ts";
import { type Issuing, openIssuing } from "../../../../testing/clients/issuing.ts";
import { WAITING_STATEMENTS } from "../../../../testing/waiting-statements.ts";
import { noon, openWorld, resource, signInOf, type World } from "../../../../testing/world.ts";
import { userinfoStore } from "../person/userinfo.ts";
import { accessTokenStore } from "./access-tokens.ts";
import { authorizationStore } from "./authorizations.ts";
import { type RefreshTokenStore, refreshTokenStore } from "./refresh-tokens.ts";

const BINDING = {
  clientId: "webClient",
  redirectUri: redirectUriOf("webClient"),
  codeChallenge: "challenge",
  sender: NO_SENDER,
};
const LIFETIME = { idleSeconds: 600, absoluteSeconds: 6000 };
const MANY = Array.from({ length: 20 }, (_, index) => index);

let world: World;
let issuing: Issuing;
let refreshTokens: RefreshTokenStore;
beforeAll(async () => {
  world = await openWorld({ max: 20 });
  issuing = openIssuing(world);
  refreshTokens = refreshTokenStore(world.database, LIFETIME, lineage([]));
});
afterAll(() => world.close());
beforeEach(() => world.rows(`DELETE FROM "authorization"`));

const sessionOf = async (userId: string) => (await issuing.find(await issuing.signIn(userId)))?.id ?? "";
const known = (id: string) => ({
  id,
  sid: randomUUID(),
  idleExpiresAt: new Date(noon.getTime() + 86_400_000),
  consentsRevision: 0,
});
const create = (userId: string, session: ReturnType<typeof known>, nonce?: string) =>
  issuing.code({ session, signIn: signInOf(userId, noon), nonce });
const codes = async () => {
  const session = known(await sessionOf(world.alice));
  return Promise.all(MANY.map(async (index) => (await create(world.alice, session, `nonce ${index}`)) ?? ""));
};
const redeem = (code: string, changes: { clientId?: string } = {}, scopes?: readonly string[]) =>
  issuing.authorizations.redeemCode(code, { ...BINDING, ...changes }, scopes, noon, 300);
const tokens = async () => {
  const redeemed = await Promise.all((await codes()).map((code) => redeem(code)));
  return Promise.all(redeemed.map(async (one) => (await refreshTokens.create(one?.id ?? "", undefined, noon)) ?? ""));
};
const rotate = (token: string, scopes?: readonly string[]) =>
  refreshTokens.rotate(token, { clientId: "webClient", sender: NO_SENDER }, scopes, noon);

/** Locks a row until `others` are done and one caller waits for it, changes the row if requested, and commits. */
async function whileLocked(text: string, value: unknown, others: () => Promise<unknown>, change = ""): Promise<void> {
  const holder = await world.superuser.pool.connect();
  await holder.query("BEGIN");
  await holder.query(text, [value]);
  await others();
  await expect.poll(async () => (await world.rows(WAITING_STATEMENTS)).length).toBeGreaterThan(0);
  await holder.query(`${change}; COMMIT`);
  holder.release();
}

describe("authorizations created in one turn", () => {
  it("are returned to their own callers", async () => {
    const sessions = new Map<string, ReturnType<typeof known>>();
    for (const user of [world.alice, world.mallory]) sessions.set(user, known(await sessionOf(user)));
    const users = MANY.map((index) => (index % 2 === 0 ? world.alice : world.mallory));
    const made = await Promise.all(
      users.map((user, index) => create(user, sessions.get(user) as ReturnType<typeof known>, `nonce ${index}`)),
    );
    const redeemed = await Promise.all(made.map((code) => redeem(code ?? "")));
    expect(redeemed.map((one) => [one?.sub, one?.sid, one?.nonce])).toEqual(
      users.map((user, index) => [user, sessions.get(user)?.sid, `nonce ${index}`]),
    );
  });

  it("are not created if the session belongs to another person, or has ended", async () => {
    const [alices, mallorys] = [known(await sessionOf(world.alice)), known(await sessionOf(world.mallory))];
    const made = [
      create(world.alice, alices),
      create(world.mallory, alices),
      create(world.mallory, mallorys),
      create(world.alice, known(randomUUID())),
    ];
    expect((await Promise.all(made)).map((code) => code !== undefined)).toEqual([true, false, true, false]);
  });

  it("do not wait for the sign-out of another session, whose own authorization waits and is not created", async () => {
    const [alices, mallorys] = [known(await sessionOf(world.alice)), known(await sessionOf(world.mallory))];
    let hers: Promise<string | undefined> | undefined;
    await whileLocked("DELETE FROM browser_session WHERE id = $1", alices.id, async () => {
      hers = create(world.alice, alices);
      expect(await create(world.mallory, mallorys)).toBeDefined();
    });
    expect(await hers).toBeUndefined();
  });
});

it("authorizations created in one turn do not wait for a client that is being deleted, which gets none", async () => {
  const session = known(await sessionOf(world.alice));
  const ofPostClient = { session, clientId: "webPostClient" };
  let held: Promise<string | undefined> | undefined;
  await whileLocked("SELECT FROM client WHERE id = $1 FOR UPDATE", "webPostClient", async () => {
    held = issuing.code(ofPostClient);
    expect(await create(world.alice, session)).toBeDefined();
  });
  expect(await held).toBeDefined();
});

it("authorizations created in one turn do not wait for a person who is being deleted, who gets none", async () => {
  const [leaving = ""] = (
    await world.rows(
      `INSERT INTO end_user
       SELECT (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'username', 'leaving',
                                                           'username_folded', NULL, 'username_look', NULL,
                                                           'email_canonical', NULL))).*
         FROM end_user u WHERE u.username = 'mallory' RETURNING id`,
    )
  ).map(({ id }) => String(id));
  const [theirs, alices] = [known(await sessionOf(leaving)), known(await sessionOf(world.alice))];
  let held: Promise<string | undefined> | undefined;
  const others = async () => {
    held = create(leaving, theirs);
    expect(await create(world.alice, alices)).toBeDefined();
  };
  const gone = "DELETE FROM end_user WHERE username = 'leaving'";
  await whileLocked("SELECT FROM end_user WHERE id = $1 FOR UPDATE", leaving, others, gone);
  expect(await held).toBeUndefined();
});

it("only the request with a nonce that PostgreSQL cannot hold is refused", async () => {
  const session = known(await sessionOf(world.alice));
  const made = await Promise.allSettled([create(world.alice, session, "good"), create(world.alice, session, "a\0b")]);
  expect(made.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
});

describe("lookups of one turn", () => {
  it("return each caller's own session", async () => {
    const [alices, mallorys] = [await issuing.signIn(world.alice), await issuing.signIn(world.mallory)];
    const found = await Promise.all([alices, "nobody's", mallorys, alices].map((secret) => issuing.find(secret)));
    expect(found.map((session) => session?.signIn.userId)).toEqual([
      world.alice,
      undefined,
      world.mallory,
      world.alice,
    ]);
  });

  it("return the state of each access token: its client, person and jti", async () => {
    const [first, second] = await Promise.all((await codes()).slice(0, 2).map((code) => redeem(code)));
    const accessTokens = accessTokenStore(world.database);
    const token = (of: typeof first, jti: string) => ({
      jti,
      authorization_id: of?.id ?? "",
      client_id: "webClient",
      sub: of?.sub ?? "",
      aud: resource,
      exp: noon.getTime() / 1000 + 300,
    });
    await accessTokens.revoke(token(first, "revoked"), { at: noon, address: "192.0.2.7" });
    const found = await Promise.all(
      [
        token(first, "a"),
        token(first, "revoked"),
        { ...token(second, "b"), client_id: "webPostClient" },
        { ...token(second, "c"), sub: world.mallory },
        { ...token(second, "d"), authorization_id: randomUUID() },
        token(second, "e"),
      ].map((named) => accessTokens.findLive(named, noon)),
    );
    expect(found.map((one) => one !== undefined)).toEqual([true, false, false, false, false, true]);
  });

  it("return each client's own refresh token, live or spent", async () => {
    const [live = "", spent = ""] = await tokens();
    await rotate(spent);
    const asked = [live, spent].flatMap((token) =>
      ["webClient", "webPostClient"].map((client) => [token, client] as const),
    );
    const found = await Promise.all([
      ...asked.map(([token, client]) => refreshTokens.findLive(token, { clientId: client, sender: NO_SENDER }, noon)),
      ...asked.map(([token, client]) => refreshTokens.findSpent(token, client, noon)),
    ]);
    expect(found.map((one) => one !== undefined)).toEqual([true, false, false, false, false, false, true, false]);
  });

  it("return the claims of each authorization", async () => {
    const redeemed = await Promise.all((await codes()).map((code) => redeem(code)));
    const find = userinfoStore(world.database).find;
    const rows = await Promise.all([find(randomUUID()), ...redeemed.map((one) => find(one?.id ?? ""))]);
    expect(rows.map((row) => row?.sub)).toEqual([undefined, ...MANY.map(() => world.alice)]);
  });

  it("return why each code was not redeemed", async () => {
    const [live = "", spent = ""] = await codes();
    await redeem(spent);
    const explain = (code: string, clientId = "webClient") =>
      issuing.authorizations.explainMiss(code, { ...BINDING, clientId }, { at: noon, address: "192.0.2.7" });
    expect(await Promise.all([explain(live), explain(spent), explain(live, "webPostClient"), explain("none")])).toEqual(
      [expect.objectContaining({ isForResource: true }), "replayed", "no_match", "no_match"],
    );
  });
});

describe("codes redeemed in one turn", () => {
  it("yield each its own authorization", async () => {
    const redeemed = await Promise.all((await codes()).map((code) => redeem(code)));
    expect(redeemed.map((one) => one?.nonce)).toEqual(MANY.map((index) => `nonce ${index}`));
  });

  it("yield one, if it is the same code (code-02)", async () => {
    const [code = ""] = await codes();
    const redeemed = await Promise.all(MANY.map(() => redeem(code)));
    expect(redeemed.filter((one) => one !== undefined)).toHaveLength(1);
  });

  it("are spent only by their own client, and only with granted scopes", async () => {
    const [first = "", second = "", third = "", fourth = ""] = await codes();
    const redeemed = await Promise.all([
      redeem(first, { clientId: "webPostClient" }),
      redeem(second),
      redeem(third, {}, ["openid", "phone"]),
      redeem(fourth, {}, ["openid"]),
    ]);
    expect(redeemed.map((one) => one?.scopes)).toEqual([undefined, ["openid", "email"], undefined, ["openid"]]);
    expect(await redeem(first)).toBeDefined();
    expect(await redeem(third)).toBeDefined();
  });

  it.each([
    ["another redirect URI", "redirect_uri = 'https://else.example/cb'"],
    ["another challenge", "code_challenge = 'else'"],
    ["another client", "client_id = 'webPostClient'"],
    ["expired", "code_expires_at = created_at"],
    ["been revoked", "revoked_at = now()"],
    ["been redeemed", "redeemed_at = now()"],
    ["a person who is disabled", "user_id = (SELECT id FROM end_user WHERE disabled_at IS NOT NULL)"],
    ["a client that is disabled", "client_id = (SELECT id FROM client WHERE disabled_at IS NOT NULL)"],
  ])("yield nothing for one that has %s, and tokens for the others", async (_, change) => {
    const made = await codes();
    await world.rows("UPDATE end_user SET disabled_at = now() WHERE username = 'mallory'");
    await world.rows("UPDATE client SET disabled_at = now() WHERE id = 'webPostClient'");
    await world.rows(`UPDATE "authorization" SET ${change} WHERE nonce = 'nonce 1'`);
    const redeemed = await Promise.all(made.map((code) => redeem(code)));
    expect(redeemed.map((one) => one?.nonce)).toEqual(
      MANY.map((index) => (index === 1 ? undefined : `nonce ${index}`)),
    );
    await world.rows("UPDATE end_user SET disabled_at = NULL");
    await world.rows("UPDATE client SET disabled_at = NULL");
  });

  it.each([
    ["revoked", "revoked_at = now()", undefined],
    ["narrowed", "scopes = '{openid}'", ["openid"]],
  ])("yield the current state of one that is %s by the transaction that locks its row", async (_, change, scopes) => {
    const [first = "", second = ""] = await codes();
    let held: ReturnType<typeof redeem> | undefined;
    const others = async () => {
      held = redeem(first);
      expect(await redeem(second)).toMatchObject({ scopes: ["openid", "email"] });
    };
    const lock = `SELECT FROM "authorization" WHERE nonce = $1 FOR NO KEY UPDATE`;
    await whileLocked(lock, "nonce 0", others, `UPDATE "authorization" SET ${change} WHERE nonce = 'nonce 0'`);
    expect((await held)?.scopes).toEqual(scopes);
  });

  it("do not wait for a lock on another code", async () => {
    const [first = "", second = ""] = await codes();
    let held: ReturnType<typeof redeem> | undefined;
    await whileLocked(`SELECT FROM "authorization" WHERE nonce = $1 FOR UPDATE`, "nonce 0", async () => {
      held = redeem(first);
      expect(await redeem(second)).toMatchObject({ nonce: "nonce 1" });
    });
    expect(await held).toMatchObject({ nonce: "nonce 0" });
  });
});

describe("refresh tokens rotated in one turn", () => {
  it("have their own successors", async () => {
    const before = await tokens();
    const rotated = await Promise.all(before.map((token) => rotate(token)));
    const again = await Promise.all(rotated.map((one) => rotate(one?.refreshToken ?? "")));
    expect(again.map((one) => one?.authorization.id)).toEqual(rotated.map((one) => one?.authorization.id));
    expect(new Set(again.map((one) => one?.authorization.id)).size).toBe(MANY.length);
    // The second use deleted what the first had stored for a repetition.
    const kept = await world.rows("SELECT count(*) FROM refresh_token WHERE sealed_successor IS NOT NULL");
    expect(kept).toEqual([{ count: String(MANY.length) }]);
  });

  it("have one successor, if it is the same token (rt-01)", async () => {
    const [token = ""] = await tokens();
    const rotated = await Promise.all(MANY.map(() => rotate(token)));
    expect(rotated.filter((one) => one !== undefined)).toHaveLength(1);
    expect(await world.rows("SELECT FROM refresh_token WHERE spent_at IS NOT NULL")).toHaveLength(1);
  });

  it("spend nothing with a scope that was not granted, nor for another client", async () => {
    const [first = "", second = "", third = ""] = await tokens();
    const rotated = await Promise.all([
      rotate(first, ["openid", "phone"]),
      rotate(second, ["openid"]),
      refreshTokens.rotate(third, { clientId: "webPostClient", sender: NO_SENDER }, undefined, noon),
    ]);
    expect(rotated.map((one) => one !== undefined)).toEqual([false, true, false]);
    expect(await world.rows("SELECT FROM refresh_token WHERE spent_at IS NOT NULL")).toHaveLength(1);
  });

  it.each([
    ["expired", "refresh_token", "idle_expires_at = created_at"],
    ["been spent", "refresh_token", "spent_at = now()"],
    ["an expired family", "authorization", "expires_at = created_at"],
    ["a family that was revoked", "authorization", "revoked_at = now()"],
    ["a family of another client", "authorization", "client_id = 'webPostClient'"],
  ])("yield nothing for one that has %s, and a successor for the others", async (_, table, change) => {
    const made = await tokens();
    const id = `(SELECT id FROM "authorization" WHERE nonce = 'nonce 1')`;
    const which = table === "authorization" ? `id = ${id}` : `authorization_id = ${id}`;
    await world.rows(`UPDATE "${table}" SET ${change} WHERE ${which}`);
    const rotated = await Promise.all(made.map((token) => rotate(token)));
    expect(rotated.map((one) => one !== undefined)).toEqual(MANY.map((index) => index !== 1));
  });

  it.each([
    ["its authorization is revoked", "UPDATE \"authorization\" SET revoked_at = now() WHERE nonce = 'nonce 0'"],
    ["its authorization is deleted", "DELETE FROM \"authorization\" WHERE nonce = 'nonce 0'"],
  ])("do not wait for one while %s, which then yields nothing", async (_, change) => {
    const [first = "", second = ""] = await tokens();
    let held: ReturnType<typeof rotate> | undefined;
    const others = async () => {
      held = rotate(first);
      expect(await rotate(second)).toBeDefined();
    };
    await whileLocked(`SELECT FROM "authorization" WHERE nonce = $1 FOR UPDATE`, "nonce 0", others, change);
    expect(await held).toBeUndefined();
  });

  it("do not wait for a lock on another token", async () => {
    const [first = "", second = ""] = await tokens();
    const lock = `SELECT FROM refresh_token t JOIN "authorization" a ON a.id = t.authorization_id
                   WHERE a.nonce = $1 FOR UPDATE OF t`;
    let held: ReturnType<typeof rotate> | undefined;
    await whileLocked(lock, "nonce 0", async () => {
      held = rotate(first);
      expect(await rotate(second)).toBeDefined();
    });
    expect(await held).toBeDefined();
  });
});

it("replicas that send the same keys in different orders never deadlock, and each thing is used once", async () => {
  const others = openDatabase({ connectionString: world.connectionString, max: 4 });
  const theirs = {
    authorizations: authorizationStore(others),
    refreshTokens: refreshTokenStore(others, LIFETIME, lineage([])),
  };
  for (let turn = 0; turn < 10; turn++) {
    const [first, second] = [await codes(), await tokens()];
    const backwards = <T>(list: readonly T[]) => list.toReversed();
    const redeemed = await Promise.all([
      Promise.all(first.map((code) => redeem(code))),
      Promise.all(
        backwards(first).map((code) => theirs.authorizations.redeemCode(code, BINDING, undefined, noon, 300)),
      ).then(backwards),
      Promise.all(second.map((token) => rotate(token))),
      Promise.all(
        backwards(second).map((token) =>
          theirs.refreshTokens.rotate(token, { clientId: "webClient", sender: NO_SENDER }, undefined, noon),
        ),
      ).then(backwards),
    ]);
    const [ours, yours, ourTokens, yourTokens] = redeemed.map((list) => list.map((one) => Number(one !== undefined)));
    const winners = MANY.map((index) => [
      (ours?.[index] ?? 0) + (yours?.[index] ?? 0),
      (ourTokens?.[index] ?? 0) + (yourTokens?.[index] ?? 0),
    ]);
    expect(winners).toEqual(MANY.map(() => [1, 1]));
  }
  await others.close(); // A connection reports its statistics when it ends.
  const counted = "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()";
  expect(await world.rows(counted)).toEqual([{ deadlocks: 0 }]);
});
