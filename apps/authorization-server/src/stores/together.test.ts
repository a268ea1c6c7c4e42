/** What is issued and redeemed by many in one turn, which share a statement: nobody gets, spends or waits for what is another's. */
import { randomUUID } from "node:crypto";
import { openDatabase } from "@countersign/database";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { redirectUriOf } from "../testing/clients.ts";
import { type Issuing, openIssuing } from "../testing/issuing.ts";
import { noon, openWorld, signInOf, type World } from "../testing/world.ts";
import { authorizationStore } from "./authorizations.ts";
import { type RefreshTokenStore, refreshTokenStore } from "./refresh-tokens.ts";

const BINDING = { clientId: "W1", redirectUri: redirectUriOf("W1"), codeChallenge: "challenge" };
const LIFETIME = { idleSeconds: 600, absoluteSeconds: 6000 };
const MANY = Array.from({ length: 20 }, (_, index) => index);

let world: World;
let issuing: Issuing;
let refreshTokens: RefreshTokenStore;
beforeAll(async () => {
  world = await openWorld({ max: 20 });
  issuing = openIssuing(world);
  refreshTokens = refreshTokenStore(world.database, LIFETIME);
});
afterAll(() => world.close());
beforeEach(() => world.rows(`DELETE FROM "authorization"`));

const sessionOf = async (userId: string) => (await issuing.find(await issuing.signIn(userId)))?.id ?? "";
const known = (id: string) => ({ id, sid: randomUUID(), idleExpiresAt: new Date(noon.getTime() + 86_400_000) });
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
  return Promise.all(redeemed.map(async (one) => (await refreshTokens.create(one?.id ?? "", noon)) ?? ""));
};
const rotate = (token: string, scopes?: readonly string[]) => refreshTokens.rotate(token, "W1", scopes, noon);

/** Holds the lock of a row while it waits for `others`, then commits. */
async function whileLocked(text: string, value: unknown, others: () => Promise<unknown>): Promise<void> {
  const holder = await world.database.pool.connect();
  await holder.query("BEGIN");
  await holder.query(text, [value]);
  await others();
  await holder.query("COMMIT");
  holder.release();
}

describe("authorizations made in one turn", () => {
  it("are each one's own", async () => {
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

  it("are none where the session is another one's, or over", async () => {
    const [alices, mallorys] = [known(await sessionOf(world.alice)), known(await sessionOf(world.mallory))];
    const made = [
      create(world.alice, alices),
      create(world.mallory, alices),
      create(world.mallory, mallorys),
      create(world.alice, known(randomUUID())),
    ];
    expect((await Promise.all(made)).map((code) => code !== undefined)).toEqual([true, false, true, false]);
  });

  it("do not wait for the sign-out of another one, which waits for its own and yields nothing", async () => {
    const [alices, mallorys] = [known(await sessionOf(world.alice)), known(await sessionOf(world.mallory))];
    let hers: Promise<string | undefined> | undefined;
    await whileLocked("DELETE FROM browser_session WHERE id = $1", alices.id, async () => {
      hers = create(world.alice, alices);
      expect(await create(world.mallory, mallorys)).toBeDefined();
    });
    expect(await hers).toBeUndefined();
  });
});

describe("codes redeemed in one turn", () => {
  it("yield each its own authorization", async () => {
    const redeemed = await Promise.all((await codes()).map((code) => redeem(code)));
    expect(redeemed.map((one) => one?.nonce)).toEqual(MANY.map((index) => `nonce ${index}`));
  });

  it("yield one, where it is the same code (code-02)", async () => {
    const [code = ""] = await codes();
    const redeemed = await Promise.all(MANY.map(() => redeem(code)));
    expect(redeemed.filter((one) => one !== undefined)).toHaveLength(1);
  });

  it("are spent by none but their own client, and with none but granted scopes", async () => {
    const [first = "", second = "", third = "", fourth = ""] = await codes();
    const redeemed = await Promise.all([
      redeem(first, { clientId: "W2" }),
      redeem(second),
      redeem(third, {}, ["openid", "phone"]),
      redeem(fourth, {}, ["openid"]),
    ]);
    expect(redeemed.map((one) => one?.scopes)).toEqual([undefined, ["openid", "email"], undefined, ["openid"]]);
    expect(await redeem(first)).toBeDefined();
    expect(await redeem(third)).toBeDefined();
  });

  it("do not wait for a lock on another one", async () => {
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
  it("are followed each by its own", async () => {
    const before = await tokens();
    const rotated = await Promise.all(before.map((token) => rotate(token)));
    const again = await Promise.all(rotated.map((one) => rotate(one?.refreshToken ?? "")));
    expect(again.map((one) => one?.authorization.id)).toEqual(rotated.map((one) => one?.authorization.id));
    expect(new Set(again.map((one) => one?.authorization.id)).size).toBe(MANY.length);
    // The second use wiped what the first had kept for a repetition.
    const kept = await world.rows("SELECT count(*) FROM refresh_token WHERE sealed_successor IS NOT NULL");
    expect(kept).toEqual([{ count: String(MANY.length) }]);
  });

  it("are followed by one, where it is the same token (rt-01)", async () => {
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
      refreshTokens.rotate(third, "W2", undefined, noon),
    ]);
    expect(rotated.map((one) => one !== undefined)).toEqual([false, true, false]);
    expect(await world.rows("SELECT FROM refresh_token WHERE spent_at IS NOT NULL")).toHaveLength(1);
  });

  it("do not wait for a lock on another one", async () => {
    const [first = "", second = ""] = await tokens();
    const lock = `SELECT FROM refresh_token t JOIN "authorization" a ON a.id = t.authorization_id WHERE a.nonce = $1 FOR UPDATE OF t`;
    let held: ReturnType<typeof rotate> | undefined;
    await whileLocked(lock, "nonce 0", async () => {
      held = rotate(first);
      expect(await rotate(second)).toBeDefined();
    });
    expect(await held).toBeDefined();
  });
});

it("replicas that ask for the same in other orders never wait for each other, and each thing has one winner", async () => {
  const others = openDatabase({ connectionString: world.connectionString, max: 4 });
  const theirs = { authorizations: authorizationStore(others), refreshTokens: refreshTokenStore(others, LIFETIME) };
  for (let turn = 0; turn < 10; turn++) {
    const [first, second] = [await codes(), await tokens()];
    const backwards = <T>(list: readonly T[]) => list.toReversed();
    const redeemed = await Promise.all([
      Promise.all(first.map((code) => redeem(code))),
      Promise.all(
        backwards(first).map((code) => theirs.authorizations.redeemCode(code, BINDING, undefined, noon, 300)),
      ).then(backwards),
      Promise.all(second.map((token) => rotate(token))),
      Promise.all(backwards(second).map((token) => theirs.refreshTokens.rotate(token, "W1", undefined, noon))).then(
        backwards,
      ),
    ]);
    const [ours, yours, ourTokens, yourTokens] = redeemed.map((list) => list.map((one) => Number(one !== undefined)));
    const winners = MANY.map((index) => [
      (ours?.[index] ?? 0) + (yours?.[index] ?? 0),
      (ourTokens?.[index] ?? 0) + (yourTokens?.[index] ?? 0),
    ]);
    expect(winners).toEqual(MANY.map(() => [1, 1]));
  }
  await others.close(); // a connection reports what it counted when it ends
  const counted = "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()";
  expect(await world.rows(counted)).toEqual([{ deadlocks: 0 }]);
});
