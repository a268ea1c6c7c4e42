/**
 * Two crowds that once took all connections, while people and clients ask for sign-in pages and tokens: a directory
 * that writes large groups, and a provider that ends many sessions. Short-lived state is in PostgreSQL, by the same
 * pools.
 *
 * The tests count refusals and waits. With COUNTERSIGN_TIMES=1, they print times of answers without and with a crowd.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@countersign/database";
import { byTest } from "@countersign/dev/test-held-connections";
import { describe, expect, it, vi } from "vitest";
import { startScim } from "../../src/administration/api/scim/testing/scim.ts";
import { startApi } from "../../src/administration/api/testing/api.ts";
import { inTransaction } from "../../src/platform/stores/transaction.ts";
import { authorizationOf, basic } from "../flows.ts";
import { startFederation } from "../servers/federation.ts";
import type { Service } from "../service.ts";
import { WAITING_STATEMENTS } from "../waiting-statements.ts";

/** As many as a request of a directory may have. */
const MEMBERS = 5000;
const WRITES = 12;
const LOGOUTS = 40;

/** What people and clients ask for all the time. */
const ASKED: Readonly<Record<string, (origin: string) => Promise<Response>>> = {
  "/token": (origin) =>
    fetch(`${origin}/token`, {
      method: "POST",
      headers: basic("serviceClient"),
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    }),
  "/authorization": (origin) => fetch(`${origin}${authorizationOf("webClient")}`, { redirect: "manual" }),
};

interface Seen {
  /** How often each status was answered. */
  readonly statuses: Record<number, number>;
  /** How many waited for a connection of the pool for people, at most. */
  mostWaiting: number;
  /** How long the answers took, in milliseconds. */
  readonly times: number[];
}

/** Fewer than a caller may ask for in a minute. */
const PAUSE_MS = 120;

/** Asks for these again and again until `work` is done. */
async function meanwhile<T>({ origin, pools }: Pick<Service, "origin" | "pools">, work: () => Promise<T>) {
  const seen: Seen = { statuses: {}, mostWaiting: 0, times: [] };
  let isDone = false;
  const asking = Object.values(ASKED).map(async (ask) => {
    do {
      const began = performance.now();
      const response = await ask(origin);
      await response.text();
      seen.times.push(performance.now() - began);
      seen.statuses[response.status] = (seen.statuses[response.status] ?? 0) + 1;
      seen.mostWaiting = Math.max(seen.mostWaiting, pools.people.waitingCount);
      await sleep(PAUSE_MS);
    } while (!isDone);
  });
  const result = await work().finally(() => {
    isDone = true;
  });
  await Promise.all(asking);
  return { result, seen };
}

/** Runs `work`, and says how answers were before it and during it. */
async function crowded<T>(service: Pick<Service, "origin" | "pools">, work: () => Promise<T>) {
  const isTimed = process.env.COUNTERSIGN_TIMES === "1";
  const pause = () => sleep(isTimed ? 5000 : 500);
  await meanwhile(service, pause);
  const before = (await meanwhile(service, pause)).seen;
  const { result, seen } = await meanwhile(service, work);
  if (isTimed) {
    for (const [name, { times, statuses }] of Object.entries({ alone: before, meanwhile: seen })) {
      const sorted = times.toSorted((one, other) => one - other).map(Math.round);
      const [middle, last] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
      console.log(
        `${name}: ${sorted.length} answers ${JSON.stringify(statuses)}, median ${middle} ms, longest ${last} ms`,
      );
    }
  }
  return { result, seen };
}

const counted = (statuses: readonly number[]) =>
  Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]));

/** A directory with 5000 people, and the function that writes a group of them all. */
async function startDirectory() {
  const api = await startScim(await startApi({}, {}, { ephemeral: "configured" }));
  const acme = await api.organization("acme", "acme.example");
  const owner = openDatabase({ connectionString: api.superuserUrl, max: 1, statementTimeoutMs: 600_000 });
  const { rows } = await owner.pool.query<{ value: string }>(
    `WITH made AS (
       INSERT INTO end_user (id, username, username_folded, created_at, updated_at)
       SELECT gen_random_uuid(), 'p' || i, 'p' || i, now(), now() FROM generate_series(1, $2::int) i RETURNING id)
     INSERT INTO organization_member (organization_id, user_id, created_at) SELECT $1, id, now() FROM made
     RETURNING user_id AS value`,
    [acme.id, MEMBERS],
  );
  await owner.close();
  const write = async (n: number) => {
    const body = JSON.stringify({ displayName: `Group ${n}`, members: rows });
    const headers = { authorization: `Bearer ${acme.token}`, "content-type": "application/scim+json" };
    return (await fetch(`${api.adminOrigin}/scim/v2/Groups`, { method: "POST", headers, body })).status;
  };
  return { api, acme, write };
}

describe("A2: twelve writes of groups with 5000 members at once", () => {
  it("leave people and clients without one refusal, and without a wait for a connection", async () => {
    const { api, write } = await startDirectory();
    const { result, seen } = await crowded(api, () => Promise.all(Array.from({ length: WRITES }, (_, n) => write(n))));
    expect(Object.keys(counted(result)).filter((status) => status !== "201" && status !== "429")).toEqual([]);
    // A slow machine refuses all but the first: how many get their turn in time is its speed.
    expect(counted(result)[201]).toBeGreaterThan(0);
    expect(Object.keys(seen.statuses).sort()).toEqual(["200", "303"]);
    expect(seen.mostWaiting).toBe(0);
    await api.close();
  });

  it("take one connection, and small requests of the directory have another", async () => {
    const { api, acme, write } = await startDirectory();
    const { pool } = api.superuser;
    const { all } = await inTransaction(pool, async (query) => {
      await query("SELECT FROM organization WHERE id = $1 FOR UPDATE", [acme.id]);
      return byTest(async () => {
        const all = Promise.all(Array.from({ length: WRITES }, (_, n) => write(n)));
        await expect.poll(blocked(api), { timeout: 5000 }).toBe(1);
        const { seen } = await meanwhile(api, () => sleep(3 * PAUSE_MS));
        expect(Object.keys(seen.statuses).sort()).toEqual(["200", "303"]);
        expect((await acme.scim("/Users?count=1")).status).toBe(200);
        const { totalCount, idleCount } = api.pools.administration;
        expect([totalCount - idleCount, await blocked(api)()]).toEqual([1, 1]);
        return { all };
      });
    });
    expect(await all).toHaveLength(WRITES);
    await api.close();
  });

  it("bring no row and no value for each member from the database or to it", async () => {
    const { api, write } = await startDirectory();
    const rows: number[] = [];
    const values: number[] = [];
    api.pools.administration.on("acquire", (client) => watch(client as unknown as Watched, { rows, values }));
    expect(await write(0)).toBe(201);
    expect(Math.max(...rows)).toBeLessThan(10);
    expect(Math.max(...values)).toBeLessThan(10);
    await api.close();
  });
});

/** How many statements wait for a lock. */
const blocked = (api: Pick<Service, "rows">) => async () => (await api.rows(WAITING_STATEMENTS)).length;

interface Answered {
  readonly rows?: readonly unknown[];
}
interface Answering {
  readonly values?: readonly unknown[];
}
interface Watched {
  query(...sent: unknown[]): unknown;
}
const watched = new WeakSet<Watched>();

/** Notes how many rows each statement gives, and how many elements its longest array has. */
function watch(client: Watched, { rows, values }: Readonly<Record<"rows" | "values", number[]>>): void {
  if (watched.has(client)) return;
  watched.add(client);
  const query = client.query.bind(client);
  const note = (answer: Answered | undefined) => rows.push(answer?.rows?.length ?? 0);
  client.query = (...sent) => {
    const arrays = sent.flatMap((one) => (Array.isArray(one) ? one : ((one as Answering | undefined)?.values ?? [])));
    for (const value of arrays) if (Array.isArray(value)) values.push(value.length);
    const answer = query(
      ...sent.map((one) =>
        typeof one === "function"
          ? (err: unknown, answered: Answered | undefined) => {
              note(answered);
              one(err, answered);
            }
          : one,
      ),
    );
    if (answer instanceof Promise) answer.then(note, () => {});
    return answer;
  };
}

/** A provider with sessions of alice, and the function that sends a logout token for each of them. */
async function startLogouts() {
  const { service, provider, close } = await startFederation({}, { proxied: true, ephemeral: "configured" });
  await service.rows(
    `WITH made AS (
       INSERT INTO browser_session (id, secret_hash, active_user_id, created_at, idle_expires_at, expires_at)
       SELECT gen_random_uuid(), sha256(i::text::bytea), $1, now(), 'infinity', 'infinity'
         FROM generate_series(1, $2::int) i RETURNING id),
     numbered AS (SELECT id, row_number() OVER () AS n FROM made)
     INSERT INTO sign_in (session_id, user_id, authenticated_at, amr, acr, proofs)
     SELECT n.id, $1, now(), '{}', 'x', jsonb_build_array(jsonb_build_object('factor', 'federated', 'provider',
              jsonb_build_object('id', p.id, 'sid', 'there-' || n.n)))
       FROM numbered n, identity_provider p WHERE p.alias = 'corp'`,
    [service.alice, LOGOUTS],
  );
  const iat = Math.floor(service.clock.now.getTime() / 1000);
  const tokens = await Promise.all(
    Array.from({ length: LOGOUTS }, (_, n) => provider.logoutToken({ iat, exp: iat + 60, sid: `there-${n + 1}` })),
  );
  const send = async (token: string) => {
    const body = new URLSearchParams({ logout_token: token });
    return (await fetch(`${service.origin}/federation/corp/backchannel-logout`, { method: "POST", body })).status;
  };
  return { service, close, sendAll: () => Promise.all(tokens.map(send)) };
}

describe("A3: forty logout tokens of one provider at once", () => {
  it("end their sessions, and leave people and clients without one refusal", async () => {
    const { service, sendAll, close } = await startLogouts();
    const { result, seen } = await crowded(service, sendAll);
    expect(counted(result)).toEqual({ 200: LOGOUTS });
    expect(await service.rows("SELECT FROM browser_session")).toEqual([]);
    expect(Object.keys(seen.statuses).sort()).toEqual(["200", "303"]);
    await close();
  });

  it("take one connection, and three transactions at most", async () => {
    const { service, sendAll, close } = await startLogouts();
    const sent: string[] = [];
    service.proxy.tap((bytes) => sent.push(bytes.toString("latin1")));
    const arriving = vi.spyOn(service.deps.limits.tokenRequestsPerSource, "count");
    const { result, seen } = await inTransaction(service.superuser.pool, async (query) => {
      await query("SELECT FROM end_user WHERE id = $1 FOR UPDATE", [service.alice]);
      return byTest(async () => {
        const all = sendAll();
        await expect.poll(() => arriving.mock.calls.length).toBe(LOGOUTS);
        const { seen } = await meanwhile(service, () => sleep(3 * PAUSE_MS));
        expect(service.pools.people.totalCount - service.pools.people.idleCount).toBe(1);
        expect(await service.rows(WAITING_STATEMENTS)).toHaveLength(1);
        return { result: all, seen };
      });
    });
    expect(counted(await result)).toEqual({ 200: LOGOUTS });
    expect(Object.keys(seen.statuses).sort()).toEqual(["200", "303"]);
    expect(seen.mostWaiting).toBe(0);
    expect(sent.join("").split("INSERT INTO used_provider_logout").length - 1).toBeLessThanOrEqual(3);
    await close();
  });
});
