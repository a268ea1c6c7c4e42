/**
 * Single use under concurrency, on three processes that share their stores. `RACE_ROUNDS` is the number of rounds
 * (`npm run test:races` has 20). The default is one, with a quarter of the things that a round races for.
 */
import { randomBytes } from "node:crypto";
import { redisInstalled, startRedis, type TestRedis } from "@countersign/ephemeral/test-redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../browser.ts";
import { requestUriOf, visitOf } from "../clients/pushing.ts";
import {
  asserting,
  assertionOf,
  initialAccessToken,
  type KeyPair,
  metadata,
  newKeyPair,
  send,
} from "../clients/registration.ts";
import { post, refresh, tokensFor } from "../clients/tokens.ts";
import { advance, authorizationOf, basic, codeFor, redeem, standard, type TokenAnswer } from "../flows.ts";
import { newPerson, RACES_OF_PEOPLE } from "../races-of-people.ts";
import { openReplicas, type Replica, type Replicas } from "../servers/replicas.ts";
import { openWorld, type World } from "../world.ts";

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 1);
const ROUND_LIMIT_MS = 60_000;
const OFFLINE = "openid email offline_access";
const KEYS = `k1:${randomBytes(32).toString("base64url")}`;
/** The deployment sends mails, but no mail server accepts them: they stay in the outbox, where a test finds them. */
const SETTINGS = { SIGN_UP: "open", MAIL_URL: "smtp://127.0.0.1:9", KEY_ENCRYPTION_KEYS: KEYS };
/** The number of concurrent requests for one thing. */
const RACERS = 30;
/** The number of things that are raced for at once. */
const some = (most: number) => (ROUNDS > 1 ? most : Math.ceil(most / 4));

const kinds = [
  { name: "Redis", available: redisInstalled, redis: true },
  { name: "PostgreSQL", available: true, redis: false },
];

let sources = 0;
/** Each request has its own address, because limits have their own tests. */
const anywhere = () => {
  sources += 1;
  return { "x-forwarded-for": `10.${(sources >> 16) & 255}.${(sources >> 8) & 255}.${sources & 255}` };
};

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const inTurn = async <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let n = 0; n < count; n++) made.push(await make(n));
  return made;
};

/** Sends all requests for all things at once, distributed over the replicas. Returns the answers by thing. */
function race<T, A>(things: readonly T[], replicas: readonly Replica[], ask: (thing: T, origin: string) => Promise<A>) {
  const begun = times(RACERS, (racer) =>
    things.map((thing, n) => ask(thing, replicas[(racer + n) % replicas.length]?.origin ?? "")),
  );
  return Promise.all(things.map((_, n) => Promise.all(begun.map((answers) => answers[n] as Promise<A>))));
}

const statusesOf = (answers: readonly (readonly { status: number }[])[]) =>
  answers.map((one) => one.map(({ status }) => status).sort((a, b) => a - b));
const oneWinner = [200, ...Array(RACERS - 1).fill(400)];

describe.each(kinds)("on three replicas with $name", ({ available, redis }) => {
  let world: World;
  let server: TestRedis | undefined;
  let deployment: Replicas;
  let replicas: Replica[];
  let browser: Browser;
  const first = () => replicas[0]?.origin ?? "";
  beforeAll(async () => {
    if (!available) return;
    world = await openWorld();
    if (redis) server = await startRedis();
    deployment = openReplicas(world, server?.url, SETTINGS);
    replicas = await inTurn(3, () => deployment.start());
    browser = openBrowser(first());
  }, 180_000);
  afterAll(async () => {
    await deployment?.stop();
    await server?.stop();
    await world?.close();
  });

  const test = (title: string, run: () => Promise<void>) =>
    it.skipIf(!available)(title, { timeout: ROUNDS * ROUND_LIMIT_MS }, async () => {
      for (let round = 0; round < ROUNDS; round++) await run();
    });
  const claim = (code: string, origin: string) => redeem(origin, code, {}, { ...basic("webClient"), ...anywhere() });

  test("code-02: one of thirty requests redeems a code", async () => {
    const codes = await inTurn(some(20), () => codeFor(browser, "webClient"));
    expect(statusesOf(await race(codes, replicas, claim))).toEqual(codes.map(() => oneWinner));
  });

  for (const client of ["offlineClient", "publicOfflineClient"] as const)
    test(`rt-02: a refresh token of ${client} has one successor, which all requests get`, async () => {
      const tokens = await inTurn(
        some(5),
        async () => (await tokensFor(browser, first(), client, OFFLINE)).refresh_token,
      );
      const answers = await race(tokens, replicas, (token, origin) => refresh(origin, client, token, {}));
      for (const one of answers) {
        expect(new Set(one.map(({ status }) => status))).toEqual(new Set([200]));
        expect(new Set(one.map(({ body }) => body.refresh_token)).size).toBe(1);
      }
    });

  test("rt-01: once the successor was used, one of thirty requests with the old token revokes the family", async () => {
    const asPublic = (token: string, origin = first()) => refresh(origin, "publicOfflineClient", token, {});
    const { refresh_token } = await tokensFor(browser, first(), "publicOfflineClient", OFFLINE);
    const next = await asPublic((await asPublic(refresh_token)).body.refresh_token);
    expect(next.status).toBe(200);

    const answers = await race([refresh_token], replicas, asPublic);
    expect(statusesOf(answers)).toEqual([Array(RACERS).fill(400)]);
    expect(await asPublic(next.body.refresh_token)).toMatchObject({ body: { error: "invalid_grant" } });
  });

  const visit = async (path: string, origin: string, cookie: string) => {
    const headers = { cookie, ...anywhere() };
    const { status, headers: told } = await fetch(`${origin}${path}`, { redirect: "manual", headers });
    const to = new URL(told.get("location") ?? "none:", first());
    return { status, path: to.pathname, code: to.searchParams.get("code") };
  };
  const posted = async () => {
    const { location } = await browser.post("/authorization", Object.fromEntries(standard("webClient")));
    return `${location?.pathname}${location?.search}`;
  };
  const pushed = async () => visitOf("webClient", await requestUriOf(first(), "webClient"));

  test("par-05: one of thirty visits completes a request that was posted or pushed", async () => {
    await advance(browser, authorizationOf("webClient"));
    const waiting = [...(await inTurn(some(10), posted)), ...(await inTurn(some(10), pushed))];
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answers = await race(waiting, replicas, (path, origin) => visit(path, origin, cookie));
    for (const one of answers) {
      expect(one.filter(({ code }) => code !== null)).toHaveLength(1);
      expect(one.filter(({ status }) => status === 400)).toHaveLength(RACERS - 1);
    }
  });

  test("parx-01: one of thirty browsers begins with a pushed request", async () => {
    const waiting = await inTurn(some(10), pushed);
    const answers = await race(waiting, replicas, (path, origin) => visit(path, origin, ""));
    for (const one of answers) {
      expect(one.filter(({ path }) => path === "/login")).toHaveLength(1);
      expect(one.filter(({ status }) => status === 400)).toHaveLength(RACERS - 1);
    }
  });

  describe.each(RACES_OF_PEOPLE)("what a person may do once", ({ thing, begin, won, happened }) => {
    test(`${thing}: of several requests one succeeds`, async () => {
      const ground = { world, origins: replicas.map(({ origin }) => origin), keys: KEYS };
      const person = await newPerson(ground);
      const requests = await begin(ground, person);
      const before = (await world.rows(happened, [person.id])).length;
      const answers = await Promise.all(requests.map((request) => request()));
      const statuses = answers.map(({ status }) => status);
      if (won !== undefined) expect(answers.filter(won), `${statuses}`).toHaveLength(1);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect((await world.rows(happened, [person.id])).length - before).toBe(1);
    });
  });

  describe("assertions and initial access tokens", () => {
    let key: KeyPair;
    let clientId: string;
    const register = (token: string, origin: string, changes: object = {}) =>
      send({ origin }, { token, body: { ...metadata, ...changes }, headers: anywhere() });
    beforeAll(async () => {
      if (!available) return;
      key = await newKeyPair("one");
      const method = { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [key.publicJwk] } };
      const token = await initialAccessToken(world);
      clientId = (await register(token, first(), method)).body.client_id;
    });

    test("cauth-10: an assertion authenticates one of thirty requests, at any endpoint", async () => {
      // The clock is a little fast, because an assertion must be ten seconds younger than the store.
      const now = new Date((Math.floor(Date.now() / 1000) + 9) * 1000);
      const assertions = await inTurn(some(10), () => key.sign(assertionOf(clientId, now)));
      const answers = await race(assertions, replicas, (assertion, origin) =>
        post(origin, "/revoke", { token: "x", ...asserting(assertion) }, anywhere()),
      );
      const one = [200, ...Array(RACERS - 1).fill(401)];
      expect(statusesOf(answers)).toEqual(assertions.map(() => one));
    });

    test("RFC 7591 §3: an initial access token registers no more clients than its limit", async () => {
      const tokens = await inTurn(3, () => initialAccessToken(world, { uses: 4 }));
      const quotas = await inTurn(3, () => initialAccessToken(world, { maxClients: 4 }));
      const answers = await race([...tokens, ...quotas], replicas, (token, origin) => register(token, origin));
      const four = [...Array(4).fill(201), ...Array(RACERS - 4).fill(401)];
      expect(statusesOf(answers)).toEqual([...tokens, ...quotas].map(() => four));
    });
  });

  test("code-02: if a replica is killed, nothing is issued twice, and the others continue", async () => {
    const codes = await inTurn(some(20), () => codeFor(browser, "webClient"));
    const refreshTokens = await inTurn(
      some(5),
      async () => (await tokensFor(browser, first(), "publicOfflineClient", OFFLINE)).refresh_token,
    );
    const victim = replicas[2] as Replica;
    const lost = { status: 0, body: undefined } as unknown as TokenAnswer;
    let answered = 0;
    const noticing = async (asked: Promise<TokenAnswer>) => {
      const answer = await asked.catch(() => lost);
      answered += 1;
      if (answered === 20) void victim.kill();
      return answer;
    };
    const racing = [
      race(codes, replicas, (code, origin) => noticing(claim(code, origin))),
      race(refreshTokens, replicas, (token, origin) => noticing(refresh(origin, "publicOfflineClient", token))),
    ];
    // A repeated refresh gets the same successor (decision 138), a repeated code nothing.
    const issuedBy = ([ofCodes = [], ofRefreshTokens = []]: TokenAnswer[][][]) => [
      ...ofCodes.map((one) => one.flatMap(({ status, body }) => (status === 200 ? body.access_token : []))),
      ...ofRefreshTokens.map((one) => [
        ...new Set(one.flatMap(({ status, body }) => (status === 200 ? body.refresh_token : []))),
      ]),
    ];
    const won = issuedBy(await Promise.all(racing));
    expect(Math.max(...won.map(({ length }) => length))).toBe(1);
    replicas = [...replicas.slice(0, 2), await deployment.start()];

    // A code whose response was lost is spent: no request gets it a second time.
    const again = await Promise.all([
      race(codes, replicas, claim),
      race(refreshTokens, replicas, (token, origin) => refresh(origin, "publicOfflineClient", token)),
    ]);
    const after = issuedBy(again);
    for (const [n, more] of after.entries()) expect(new Set([...(won[n] ?? []), ...more]).size).toBeLessThanOrEqual(1);
    const wins = [...won, ...after].flat().length;
    expect(wins).toBeGreaterThan(0);
  });
});
