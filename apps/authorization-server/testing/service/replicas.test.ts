/** Two processes that share their stores: limits count on both, and an outage bypasses no check on either. */
import { redisInstalled, startRedis, type TestRedis } from "@countersign/ephemeral/test-redis";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Answer, type Browser, hiddenFields, openBrowser } from "../browser.ts";
import {
  assertionOf as assertionOfIssuer,
  grant,
  KUBERNETES_RULES,
  kubernetes,
  ofWorkloads,
  prepareClients,
  trust,
} from "../clients/assertions.ts";
import { clientSecret } from "../clients/clients.ts";
import { approve, begin, poll } from "../clients/devices.ts";
import { asserting, assertionOf, initialAccessToken, metadata, newKeyPair, send } from "../clients/registration.ts";
import { post } from "../clients/tokens.ts";
import { advance, authorizationOf, basic, codeFor, redeem, standard } from "../flows.ts";
import { openReplicas, type Replica, type Replicas } from "../servers/replicas.ts";
import { issuer, openWorld, password, type World } from "../world.ts";

interface Deployment {
  readonly world: World;
  readonly redis: TestRedis | undefined;
  readonly replicas: Replicas;
  readonly one: Replica;
  readonly other: Replica;
}

async function deploy(withRedis: boolean): Promise<Deployment> {
  const world = await openWorld();
  const redis = withRedis ? await startRedis() : undefined;
  const replicas = openReplicas(world, redis?.url);
  return { world, redis, replicas, one: await replicas.start(), other: await replicas.start() };
}

async function end({ replicas, redis, world }: Deployment): Promise<void> {
  await replicas.stop();
  await redis?.stop();
  await world.close();
}

const loginPage = async (browser: Browser) => browser.follow(await browser.get(authorizationOf("webClient")));
const attempt = (browser: Browser, page: Answer, secret: string, address = "192.0.2.1") =>
  browser.post(
    "/login",
    { ...hiddenFields(page.body, "/login"), username: "alice", password: secret, action: "sign-in" },
    { origin: issuer, "sec-fetch-site": "same-origin", "x-forwarded-for": address },
  );
const guess = ({ origin }: Replica, secret: string, address: string) =>
  post(origin, "/revoke", { token: "x" }, { ...basic("webClient", secret), "x-forwarded-for": address });

describe.each([
  { name: "Redis", available: redisInstalled, redis: true },
  { name: "PostgreSQL", available: true, redis: false },
])("limits hold across replicas, with $name", ({ available, redis }) => {
  let deployment: Deployment;
  beforeAll(async () => {
    if (available) deployment = await deploy(redis);
  });
  afterAll(async () => available && end(deployment));
  const test = it.skipIf(!available);

  test("cred-03: guesses at one replica count at the other", async () => {
    const browser = openBrowser(deployment.one.origin);
    const page = await loginPage(browser);
    for (let n = 0; n < 10; n++) expect((await attempt(browser, page, `wrong ${n}`)).status).toBe(422);

    const moved = openBrowser(deployment.other.origin);
    for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
    expect((await attempt(moved, page, password)).status).toBe(429);
    expect((await attempt(moved, page, password, "198.51.100.1")).status).toBe(303);
  });

  test("cred-03: a client that failed too often at one replica is refused at the other after one failure", async () => {
    const failed = await Promise.all(Array.from({ length: 100 }, () => guess(deployment.one, "wrong", "192.0.2.1")));
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await guess(deployment.other, "wrong", "192.0.2.1")).status).toBe(429);
    expect((await guess(deployment.other, clientSecret, "192.0.2.1")).status).toBe(429);
    expect((await guess(deployment.other, clientSecret, "192.0.2.2")).status).toBe(200);
  });
});

describe.each([
  { name: "Redis", available: redisInstalled, redis: true },
  { name: "PostgreSQL", available: true, redis: false },
])("what counts once has one winner on three replicas, with $name", ({ available, redis }) => {
  let deployment: Deployment;
  let origins: readonly string[];
  /** The replicas have the clock of this machine. */
  const clock = () => ({ clock: { now: new Date() } });
  beforeAll(async () => {
    if (!available) return;
    deployment = await deploy(redis);
    const { one, other, replicas } = deployment;
    origins = [one.origin, other.origin, (await replicas.start()).origin];
  });
  afterAll(async () => available && end(deployment));
  const test = it.skipIf(!available);
  /** Six requests at once, two at each replica. */
  const race = async (ask: (origin: string) => Promise<{ readonly status: number }>) =>
    (await Promise.all([...origins, ...origins].map(ask))).map(({ status }) => status).toSorted();

  test("jbg-r02: an assertion of a trusted issuer", async () => {
    const { database } = deployment.world;
    await prepareClients({ database, ...clock() });
    await trust({ database, ...clock() }, ofWorkloads(kubernetes.iss, { workloads: KUBERNETES_RULES }));
    // The store was just made, and refuses what could have been used before it.
    const fresh = () => {
      const iat = Math.floor(Date.now() / 1000) + 9;
      return assertionOfIssuer(clock(), { ...kubernetes, iat, nbf: iat, exp: iat + 60 });
    };
    const first = async () => (await grant(deployment.one, await fresh())).status;
    await expect.poll(first, { timeout: 15_000, interval: 1000 }).toBe(200);

    const assertion = await fresh();
    expect(await race((origin) => grant({ origin }, assertion))).toEqual([200, 400, 400, 400, 400, 400]);
  });

  test("dev-r07: the code of a device", async () => {
    const { body } = await begin(deployment.one);
    await approve(openBrowser(deployment.other.origin), body.user_code);
    const statuses = await race((origin) => poll({ origin }, body.device_code));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });
});

describe("Redis fails, and comes back", () => {
  const test = it.skipIf(!redisInstalled);
  let deployment: Deployment;
  beforeAll(async () => {
    if (redisInstalled) deployment = await deploy(true);
  });
  afterAll(async () => redisInstalled && end(deployment));

  test("requests that need it are 503 and logged once, others work, and no limit is bypassed", async () => {
    const { one, world, redis } = deployment;
    const { origin } = one;
    const browser = openBrowser(origin);
    const page = await loginPage(browser);
    const known = openBrowser(origin);
    await advance(known, authorizationOf("webClient"));
    const code = await codeFor(known, "webClient");
    const key = await newKeyPair("one");
    const method = { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [key.publicJwk] } };
    const signing = await send(one, { token: await initialAccessToken(world), body: { ...metadata, ...method } });
    const token = await initialAccessToken(world);
    const now = new Date(Math.floor(Date.now() / 1000) * 1000);
    const assertion = asserting(await key.sign(assertionOf(signing.body.client_id, now)));
    await redis?.stop();

    const refused = {
      "a sign-in": (await attempt(browser, page, password)).status,
      "a request that needs a page": (await openBrowser(origin).get(authorizationOf("webClient"))).status,
      "a request by POST": (await browser.post("/authorization", Object.fromEntries(standard("webClient")))).status,
      "cauth-10: an assertion": (await post(origin, "/revoke", { token: "x", ...assertion })).status,
      "a registration": (await send(one, { token, body: metadata })).status,
      "a wrong secret": (await guess(one, "wrong", "192.0.2.9")).status,
    };
    expect(refused).toEqual(Object.fromEntries(Object.keys(refused).map((name) => [name, 503])));
    const errors = () => one.lines().filter(({ error }) => error === "temporarily_unavailable");
    await vi.waitFor(() => expect(errors()).toHaveLength(Object.keys(refused).length), 10_000); // They are in progress.
    for (const { msg, reason } of errors())
      expect([msg, reason]).toEqual([
        "the service is temporarily unavailable",
        expect.stringContaining("the short-lived store cannot be reached"),
      ]);

    expect((await redeem(origin, code)).status).toBe(200);
    expect((await known.get(authorizationOf("webClient"))).location?.searchParams.has("code")).toBe(true);
    expect((await guess(one, clientSecret, "192.0.2.9")).status).toBe(200);

    // The readiness result is cached for a second, so it may be from before the outage.
    const ready = async () => {
      const response = await fetch(`${origin}/health/ready`);
      return `${response.status} ${await response.text()}`;
    };
    // O4: another replica would answer no better, and what needs no Redis is answered here.
    await expect.poll(ready).toBe('200 {"status":"ready","degraded":["ephemeral"]}');
    const again = await startRedis([], redis?.port);
    try {
      await expect.poll(ready).toBe('200 {"status":"ready"}');
      // The store is new: what was signed before it may have been used before.
      expect((await post(origin, "/revoke", { token: "x", ...assertion })).status).toBe(401);
      expect((await loginPage(openBrowser(origin))).body).toContain('action="/login"');
      expect((await send(one, { token, body: metadata })).status).toBe(201);
    } finally {
      await again.stop();
    }
  });
});
