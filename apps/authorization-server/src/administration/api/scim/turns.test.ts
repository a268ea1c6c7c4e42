/** Tests of how many requests are under way at a time. A lock on the row that they change holds them. */
import { byTest } from "@countersign/dev/test-held-connections";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WAITING_STATEMENTS } from "../../../../testing/waiting-statements.ts";
import { inTransaction } from "../../../platform/stores/transaction.ts";
import { problemBody } from "../problem.ts";
import { turnsFor } from "../requests/turns.ts";
import { ADMIN_SCOPES } from "../scopes.ts";
import { type Organization, type ScimApi, startScim } from "./testing/scim.ts";

let api: ScimApi;
let token: string;
let acme: Organization;
let other: Organization;
beforeAll(async () => {
  api = await startScim();
  token = await api.tokenOf(...ADMIN_SCOPES);
  acme = await api.organization("acme", "acme.example");
  other = await api.organization("other", "other.example");
});
afterAll(() => api.close());

type Sent = readonly Promise<{ readonly status: number; readonly headers: Headers; readonly body: unknown }>[];

/**
 * Sends these requests, which change a row that is locked in the meantime. Calls `meanwhile` once `refused` of them
 * were answered. Returns their answers by status.
 */
async function held(groupId: string, send: () => Sent, refused: number, meanwhile: () => Promise<unknown>) {
  const { all } = await inTransaction(api.superuser.pool, async (query) => {
    await query("SELECT FROM user_group WHERE id = $1 FOR UPDATE", [groupId]);
    return byTest(async () => {
      const all = send();
      let answered = 0;
      for (const one of all) one.then(() => answered++);
      await expect.poll(() => answered).toBe(refused);
      await meanwhile();
      return { all };
    });
  });
  return Map.groupBy(await Promise.all(all), ({ status }) => status);
}

/** How many statements wait for a lock. */
const blocked = async () => (await api.rows(WAITING_STATEMENTS)).length;

describe("A2: a directory whose requests take long", () => {
  it("has two under way and sixteen that wait; the next ones are told at once when to try again", async () => {
    const { body: group } = await acme.scim("/Groups", { method: "POST", body: { displayName: "Slow" } });
    const change = { Operations: [{ op: "replace", path: "externalId", value: "1" }] };
    const rename = () => acme.scim(`/Groups/${group.id}`, { method: "PATCH", body: change });
    const twenty = () => Array.from({ length: 20 }, rename);
    const answers = await held(group.id, twenty, 2, async () => {
      const others = [await other.scim("/Users"), await api.call("/people", { token })];
      expect(others.map(({ status }) => status)).toEqual([200, 200]);
      expect(await blocked()).toBe(2);
      expect(api.pools.administration.waitingCount).toBe(0);
    });
    expect([...answers.keys()].sort()).toEqual([200, 429]);
    for (const { headers, body } of answers.get(429) ?? []) {
      expect(headers.get("retry-after")).toBe("3");
      expect(body).toMatchObject({ schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "429" });
    }
  });

  it("sends no body while others wait for its turn", async () => {
    const open = Array.from({ length: 8 }, () => slowly(acme));
    expect((await acme.scim("/Users")).status).toBe(200);
    for (const { stop } of open) stop();
    await Promise.all(open.map(({ ended }) => ended));
  });
});

/** A request whose body does not end. */
function slowly({ token: bearer }: Organization) {
  const controller = new AbortController();
  const body = new ReadableStream({ start: (sending) => sending.enqueue(new TextEncoder().encode('{"userName":')) });
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/scim+json" };
  const sent = { method: "POST", headers, body, duplex: "half", signal: controller.signal } as RequestInit;
  const ended = fetch(`${api.adminOrigin}/scim/v2/Users`, sent).catch(() => undefined);
  return { ended, stop: () => controller.abort() };
}

/** How many of these are under way while none ends. */
async function underWay(take: (work: () => Promise<void>) => readonly Promise<void>[]): Promise<number> {
  const end = Promise.withResolvers<void>();
  let running = 0;
  const all = take(() => {
    running += 1;
    return end.promise;
  });
  await new Promise((resolve) => setImmediate(resolve));
  end.resolve();
  const counted = running;
  await Promise.all(all);
  return counted;
}

describe("A2: an organization", () => {
  const { requests, directories, large } = turnsFor(4);

  it("has one share for its directory and its administrators", async () => {
    const take = (work: () => Promise<void>) =>
      [requests, directories, directories].map((turns) => turns.take("acme", work));
    expect(await underWay(take)).toBe(2);
  });

  it("and the others have one large request under way, and others beside it", async () => {
    const take = (work: () => Promise<void>) => [
      ...["acme", "acme", "other"].map((owner) => large.take(owner, () => directories.take(owner, work))),
      directories.take("acme", work),
    ];
    expect(await underWay(take)).toBe(2);
  });

  it("and the others leave a connection to the administrators of the deployment", async () => {
    const take = (work: () => Promise<void>) => ["a", "b", "c", "d"].map((owner) => directories.take(owner, work));
    expect(await underWay(take)).toBe(3);
  });
});

describe("A2: an administrator whose requests take long", () => {
  it("has two under way, too", async () => {
    const { body: group } = await api.call("/groups", { method: "POST", token, body: { name: "Slow" } });
    const change = { method: "PATCH", token, body: { name: "Slower" }, headers: { "if-match": "*" } };
    const another = await api.tokenOf("people:read");
    const all = () => Array.from({ length: 19 }, () => api.call(`/groups/${group.id}`, change));
    const answers = await held(group.id, all, 1, async () => {
      const others = [await other.scim("/Users"), await api.call("/people", { token: another })];
      expect(others.map(({ status }) => status)).toEqual([200, 200]);
      expect(await blocked()).toBe(2);
    });
    expect(answers.get(429)?.length).toBeGreaterThan(0);
    for (const { headers, body } of answers.get(429) ?? []) {
      expect(headers.get("retry-after")).toBe("3");
      expect(problemBody.parse(body).type).toBe("urn:countersign:problem:too-many-requests");
    }
  });
});
