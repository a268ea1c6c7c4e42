import { invalidRequest, ProtocolError, readParameters, remedyOf } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { noon, openWorld, type World } from "../../../../testing/world.ts";
import { deleteClient } from "../../../administration/clients/clients.ts";
import { purge } from "../../jobs/purge/purge.ts";
import { refusedRequestsOf } from "../../records/refused-requests.ts";
import { type Refusal, type RefusedRequests, refusedRequests } from "./refused-requests.ts";

let world: World;
let store: RefusedRequests;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.rows("DELETE FROM refused_request");
  store = refusedRequests(world.database);
});

const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const refusal = (changes: Partial<Refusal> = {}): Refusal => ({
  client: { id: "webClient" },
  endpoint: "token",
  error: invalidRequest("grant_type is missing", "detail", remedyOf("register_grant_type")),
  parameters: readParameters([["scope", "openid"]]),
  at: noon,
  ...changes,
});
const because = (description: string) => ({ error: invalidRequest(description) });
const kept = (id = "webClient", now = noon) => refusedRequestsOf(world.database, id, now);
const count = async () => (await world.rows("SELECT count(*)::int AS n FROM refused_request"))[0]?.n;

describe("field.md I6: the last refused requests of a client", () => {
  it("say what was asked, what was wrong and what to set", async () => {
    store.note(refusal());
    expect(await kept()).toEqual([]);
    expect(await store.flush()).toBe(1);
    expect(await kept()).toEqual([
      {
        endpoint: "token",
        error: "invalid_request",
        description: "grant_type is missing",
        detail: "detail",
        remedy: remedyOf("register_grant_type"),
        names: ["scope"],
        values: { scope: "openid" },
        times: 1,
        firstAt: noon,
        lastAt: noon,
      },
    ]);
    expect(await kept("publicClient")).toEqual([]);
  });

  it("repeated ones are counted in one row, with what was asked last", async () => {
    store.note(refusal());
    store.note(refusal({ at: at(1) }));
    await store.flush();
    store.note(refusal({ at: at(9), parameters: readParameters([["scope", "other"]]) }));
    await store.flush();
    expect(await kept()).toMatchObject([{ times: 3, firstAt: noon, lastAt: at(9), values: { scope: "other" } }]);
  });

  it("another endpoint, error, description or remedy is another cause; the newest is first", async () => {
    store.note(refusal());
    store.note(refusal({ endpoint: "par", at: at(1) }));
    store.note(refusal({ ...because("grant_type is missing"), at: at(2) }));
    store.note(refusal({ error: new ProtocolError("invalid_client", "grant_type is missing"), at: at(3) }));
    await store.flush();
    expect((await kept()).map(({ endpoint, error, remedy }) => [endpoint, error, remedy])).toEqual([
      ["token", "invalid_client", null],
      ["token", "invalid_request", null],
      ["par", "invalid_request", remedyOf("register_grant_type")],
      ["token", "invalid_request", remedyOf("register_grant_type")],
    ]);
  });

  it("answers and outages are not kept", async () => {
    for (const code of ["login_required", "access_denied", "temporarily_unavailable"] as const)
      store.note(refusal({ error: new ProtocolError(code, "x") }));
    expect(await store.flush()).toBe(0);
  });

  it("those of a client that is not registered, or no longer, are not kept, and the others are", async () => {
    store.note(refusal({ client: { id: "nobody" } }));
    store.note(refusal());
    await store.flush();
    expect(await count()).toBe(1);
    store.note(refusal({ client: { id: "offlineClient" } }));
    await store.flush();
    expect(await count()).toBe(2);
    await deleteClient(world.database, "offlineClient", byOperatorAt(noon), () => {});
    expect(await count()).toBe(1);
  });

  it("are gone after a day, first for those who read, then by the purge", async () => {
    store.note(refusal());
    await store.flush();
    const [day, log] = [86_400, { error: () => {}, info: () => {} }];
    const purged = async (seconds: number) =>
      (await purge({ database: world.database, log, at: at(seconds), auditRetentionDays: 30 })).removed.refusedRequests;
    expect([(await kept("webClient", at(day - 1))).length, await kept("webClient", at(day))]).toEqual([1, []]);
    expect([await purged(day - 1), await purged(day), await count()]).toEqual([0, 1, 0]);
  });
});

describe("dos-47: refused requests of strangers cost neither writes nor space", () => {
  it("a hundred thousand of one cause are one row of one statement", async () => {
    for (let i = 0; i < 100_000; i++) store.note(refusal());
    expect(await store.flush()).toBe(1);
    expect(await kept()).toMatchObject([{ times: 100_000 }]);
  });

  it("of one client at most 20 causes are noted, and other clients are noted beside it", async () => {
    for (let i = 0; i < 500; i++) store.note(refusal(because(`cause ${i}`)));
    store.note(refusal({ client: { id: "publicClient" } }));
    expect(await store.flush()).toBe(21);
    expect([(await kept()).length, (await kept("publicClient")).length]).toEqual([20, 1]);
  });

  it("over time each client has its last 20, and loses none to others", async () => {
    store.note(refusal({ client: { id: "publicClient" } }));
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 9; i++) store.note(refusal({ ...because(`${round} ${i}`), at: at(round * 10 + i) }));
      await store.flush();
    }
    const found = await kept();
    expect([found.length, found[0]?.description, found.at(-1)?.description]).toEqual([20, "3 8", "1 7"]);
    expect(await count()).toBe(21);
  });

  it("the number of noted refusals that are not written yet is bounded for all clients together", async () => {
    for (let i = 0; i < 5000; i++) store.note(refusal({ client: { id: `client ${i}` } }));
    store.note(refusal());
    expect([await store.flush(), await count()]).toEqual([1000, 0]);
    store.note(refusal());
    expect([await store.flush(), await count()]).toEqual([1, 1]);
  });

  it("what cannot be written waits for the next run", async () => {
    let isAway = true;
    const pool = {
      query: (sent: never) => (isAway ? Promise.reject(new Error("away")) : world.database.pool.query(sent)),
    };
    const failing = refusedRequests({ pool: pool as never });
    failing.note(refusal());
    await expect(failing.flush()).rejects.toThrow("away");
    isAway = false;
    expect([await failing.flush(), await count()]).toEqual([1, 1]);
  });

  it("replicas that write the same at once end, and count all", async () => {
    const stores = Array.from({ length: 4 }, () => refusedRequests(world.database));
    for (const one of stores) for (let i = 0; i < 20; i++) one.note(refusal(because(`cause ${i}`)));
    await Promise.all(stores.map((one) => one.flush()));
    expect((await kept()).map(({ times }) => times)).toEqual(Array.from({ length: 20 }, () => 4));
  });
});
