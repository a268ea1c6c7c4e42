import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { ADMIN_SCOPES } from "../api/scopes.ts";
import { type Api, startApi } from "../api/testing/api.ts";
import { addResourceServer } from "../resource-servers/resource-servers.ts";

const [orders, stock] = ["https://orders.example", "https://stock.example"] as const;
const unknown = "00000000-0000-4000-8000-000000000009";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf(...ADMIN_SCOPES);
  const about = { accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300, listed: false } as const;
  const add = (identifier: string, scopes: readonly string[]) =>
    addResourceServer(api.database, { ...about, identifier, name: identifier, scopes }, byOperatorAt(api.clock.now));
  await add(orders, ["orders:read", "orders:write"]);
  await add(stock, ["stock:read", "stock:reserve"]);
  await api.rows("UPDATE client SET resource_server = $1 WHERE id = 'serviceClient'", [orders]);
});
afterAll(() => api.close());
afterEach(() => api.rows("DELETE FROM exchange_policy"));

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.call(path, { method, token, body, headers });
const policy = {
  name: "Orders to Stock",
  client_id: "serviceClient",
  source: orders,
  target: stock,
  scopes: { "orders:read": "stock:read", "orders:write": "stock:read stock:reserve" },
};
const add = (changes: object = {}) => send("POST", "/exchange-policies", { ...policy, ...changes });
const eventsOf = (type: string) =>
  api.rows("SELECT client_id, detail FROM audit_event WHERE type = $1 ORDER BY id DESC LIMIT 1", [type]);

describe("tex-r01: exchange policies in the administration API", () => {
  it("one is added, listed and read", async () => {
    const { status, headers, body } = await add();
    expect([status, headers.get("location")]).toEqual([201, `/admin/api/v1/exchange-policies/${body.id}`]);
    expect(body).toEqual({
      ...policy,
      id: body.id,
      subject_tokens: ["received"],
      impersonation: false,
      may_act: false,
      max_lifetime_seconds: 300,
      excluded_groups: [],
      enabled: true,
      managed_by: null,
      created_at: api.clock.now.toISOString(),
    });
    expect((await send("GET", "/exchange-policies")).body.items).toEqual([body]);
    expect((await send("GET", `/exchange-policies/${body.id}`)).body).toEqual(body);
    expect(await eventsOf("exchange_policy_added")).toMatchObject([
      { client_id: "serviceClient", detail: { policy: body.id, source: orders, target: stock, impersonation: false } },
    ]);
  });

  it("is changed as it was read, and removed", async () => {
    const { body, headers } = await add();
    const path = `/exchange-policies/${body.id}`;
    const changes = { impersonation: true, scopes: {}, enabled: false };
    const changed = await send("PATCH", path, changes, { "if-match": headers.get("etag") ?? "" });
    expect([changed.status, changed.body]).toMatchObject([200, { ...body, ...changes }]);
    expect(await eventsOf("exchange_policy_changed")).toMatchObject([
      { detail: { policy: body.id, impersonation: true, isEnabled: false } },
    ]);
    expect((await send("PATCH", path, { enabled: true }, { "if-match": headers.get("etag") ?? "" })).status).toBe(412);
    expect((await send("PATCH", path, { enabled: true }, { "if-match": "*" })).body).toMatchObject({ enabled: true });
    expect((await send("DELETE", path)).status).toBe(428);
    expect((await send("DELETE", path, undefined, { "if-match": "*" })).status).toBe(204);
    expect((await send("GET", path)).status).toBe(404);
    expect(await eventsOf("exchange_policy_removed")).toMatchObject([{ detail: { policy: body.id } }]);
  });

  it.each([
    ["a client that is not there", { client_id: "nobody" }, "#/client_id"],
    ["a public client", { client_id: "publicClient" }, "#/client_id"],
    ["a source that is not there", { source: "https://nobody.example" }, "#/source"],
    ["a target that is not there", { target: "https://nobody.example" }, "#/target"],
    ["tokens that the client does not receive", { source: stock, scopes: {} }, "#/subject_tokens"],
    ["no tokens", { subject_tokens: [] }, "#/subject_tokens"],
    ["a scope that the source does not define", { scopes: { other: "stock:read" } }, "#/scopes"],
    ["a scope that the target does not define", { scopes: { "orders:read": "other" } }, "#/scopes"],
    ["a group that is not there", { excluded_groups: ["Nobody"] }, "#/excluded_groups"],
    ["a longer lifetime", { max_lifetime_seconds: 86_401 }, "#/max_lifetime_seconds"],
    ["more members", { id: unknown }, "#/id"],
  ])("400 for %s", async (_, changes, pointer) => {
    const answer = await add(changes);
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([400, pointer]);
    expect(await api.rows("SELECT FROM exchange_policy")).toEqual([]);
  });

  it("a client has one policy for a source and a target, and a name is of one policy", async () => {
    await add();
    expect((await add({ name: "Other" })).status).toBe(409);
    expect((await add({ target: orders, scopes: {} })).status).toBe(409);
  });

  it("tex-r07: one policy of a source names its client in may_act", async () => {
    expect((await add({ may_act: true })).body).toMatchObject({ may_act: true });
    const other = { name: "Other", client_id: "webClient", subject_tokens: ["own"] };
    const taken = await add({ ...other, may_act: true });
    expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining("may_act for this source")]);
    const { body, headers } = await add(other);
    const changed = await send(
      "PATCH",
      `/exchange-policies/${body.id}`,
      { may_act: true },
      { "if-match": headers.get("etag") ?? "" },
    );
    expect(changed.status).toBe(409);
  });

  it("role-01, role-04: only owners decide on them", async () => {
    const { body } = await add();
    const weaker = await api.tokenOf(...ADMIN_SCOPES.filter((scope) => scope !== "roles:write"));
    const path = `/exchange-policies/${body.id}`;
    for (const [method, at, sent] of [
      ["POST", "/exchange-policies", { ...policy, name: "Mine" }],
      ["PATCH", path, { impersonation: true }],
      ["DELETE", path, undefined],
    ] as const) {
      const { status } = await api.call(at, { method, token: weaker, body: sent, headers: { "if-match": "*" } });
      expect([method, at, status]).toEqual([method, at, 403]);
    }
    expect((await send("GET", path)).body.impersonation).toBe(false);
  });
});
