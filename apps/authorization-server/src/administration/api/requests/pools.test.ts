/** Tests that no kind of work takes the connections of another one. Short-lived state is in PostgreSQL, too. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import { codeFor, redeem } from "../../../../testing/flows.ts";
import { OPERATIONS } from "../operation-table.ts";
import type { Organization, ScimApi } from "../scim/testing/scim.ts";
import { startScim } from "../scim/testing/scim.ts";
import { ADMIN_SCOPES } from "../scopes.ts";
import { startApi } from "../testing/api.ts";

let api: ScimApi;
let token: string;
let acme: Organization;
beforeAll(async () => {
  api = await startScim(
    await startApi({ DATABASE_POOL_SIZE: "3", SIGN_UP: "invited" }, {}, { ephemeral: "configured" }),
  );
  token = await api.tokenOf(...ADMIN_SCOPES);
  acme = await api.organization("acme", "acme.example");
});
afterAll(() => api.close());

type Pool = keyof ScimApi["pools"];

let giveBack: () => void = () => {};
afterEach(() => giveBack());

/** Takes every connection of these pools, until the end of the test. */
async function takeAll(...names: readonly Pool[]): Promise<void> {
  const all = names.map((name) => api.pools[name]);
  const taken = await Promise.all(
    all.flatMap((pool) => Array.from({ length: pool.options.max }, () => pool.connect())),
  );
  giveBack = () => {
    for (const connection of taken.splice(0)) connection.release();
  };
}

describe("A2, A13: while administration and jobs have no connection left", () => {
  beforeEach(() => takeAll("administration", "jobs"));

  it("people sign in, agree, and get tokens", async () => {
    const code = await codeFor(openBrowser(api.origin), "webClient");
    expect(await redeem(api.origin, code)).toMatchObject({ status: 200 });
  });

  it("a request of administration is refused as for an outage, and no other request waits", async () => {
    const refused = fetch(`${api.adminOrigin}/scim/v2/Users`, { headers: { authorization: `Bearer ${acme.token}` } });
    expect((await refused).status).toBe(503);
    expect(api.pools.people.waitingCount).toBe(0);
  });
});

describe("A2: while people and jobs have no connection left, the administration API has its own", () => {
  beforeEach(() => takeAll("people", "jobs"));

  const READ = OPERATIONS.filter(({ method }) => method === "GET").map(({ id, path }) => [id, path] as const);
  const placed = (path: string) =>
    path
      .replace("/people/:id", `/people/${api.alice}`)
      .replace(":organization", acme.id)
      .replace(/:\w+/g, () => randomUUID());

  it.each(READ)("%s", async (id, path) => {
    const query = id === "exportConfiguration" ? "?name=x" : "";
    expect((await api.call(`${placed(path)}${query}`, { token })).status).toBeLessThan(500);
  });

  it("acts", async () => {
    const headers = { "if-match": "*" };
    const post = (path: string, body?: object) => api.call(path, { method: "POST", token, body });
    const patch = (path: string, body: object) => api.call(path, { method: "PATCH", token, body, headers });
    const person = await post("/people", { username: "pat", password: "a password that is long enough" });
    const at = `/people/${person.body.id}`;
    const group = await post("/groups", { name: "Group" });
    const acts = [
      person,
      group,
      await api.call(`/groups/${group.body.id}/members/${person.body.id}`, { method: "PUT", token }),
      await post("/organizations", { slug: "other", name: "Other" }),
      await post("/resource-servers", { resource: "https://x.example", name: "X", scopes: ["x"] }),
      await post("/clients", { client_name: "C", redirect_uris: ["https://rp.example/cb"] }),
      await post("/webhooks", { name: "w", url: "https://hooks.example/" }),
      await post("/invitations", { email: "new@example.org" }),
      await post("/imports", { source: "x" }),
      await post(`/people/${api.alice}/send-reset`),
      await post("/keys/rotate"),
      await patch("/settings", { service_name: "N" }),
      await patch(at, { claims: { nickname: "P" } }),
      await post(`${at}/disable`),
      await api.call(at, { method: "DELETE", token, headers }),
    ];
    expect(acts.filter(({ status }) => status >= 400).map(({ body }) => body)).toEqual([]);
  });

  it("SCIM", async () => {
    const user = await acme.scim("/Users", { method: "POST", body: { userName: "u@acme.example" } });
    const members = [{ value: user.body.id }];
    const group = await acme.scim("/Groups", { method: "POST", body: { displayName: "G", members } });
    const answers = [
      user,
      group,
      await acme.scim("/Users?filter=userName%20eq%20%22u%40acme.example%22"),
      await acme.scim("/Groups"),
      await acme.scim(`/Groups/${group.body.id}`, { method: "DELETE" }),
      await acme.scim(`/Users/${user.body.id}`, { method: "DELETE" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 200, 204, 204]);
  });
});

describe("A2: while people and administration have no connection left, jobs have their own", () => {
  it("every job runs", async () => {
    await takeAll("people", "administration");
    const failed: string[] = [];
    for (const { name, run } of api.jobs) await run().catch((err: unknown) => failed.push(`${name}: ${err}`));
    expect(failed).toEqual([]);
  });
});

describe("what operators see", () => {
  it("how many connections each pool has taken out, and who waits", async () => {
    await takeAll("jobs");
    const waiting = api.pools.jobs.query("SELECT 1");
    const read = async (name: string) => (await api.measures.find((one) => one.name === name)?.read()) ?? [];
    const jobs = ({ labels }: { labels: Readonly<Record<string, string>> }) => labels.pool === "jobs";
    expect((await read("database_connections_in_use")).find(jobs)?.value).toBe(api.pools.jobs.options.max);
    expect((await read("database_connections_awaited")).find(jobs)?.value).toBe(1);
    giveBack();
    await waiting;
  });
});
