import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_SCOPES } from "../api/scopes.ts";
import { type Api, startApi } from "../api/testing/api.ts";

const url = "https://hooks.example/countersign";
const unknown = "00000000-0000-4000-8000-000000000009";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf(...ADMIN_SCOPES);
});
afterAll(() => api.close());
afterEach(() => api.rows("DELETE FROM hook"));

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.call(path, { method, token, body, headers });
const plans = { name: "Plans", kind: "claims", url, on_error: "omit", claims: ["plan"], clients: ["webClient"] };
const add = (body: object = {}, headers = {}) => send("POST", "/hooks", { ...plans, ...body }, headers);
const bound = async () =>
  (await api.rows("SELECT id FROM client WHERE claims_hook_id IS NOT NULL")).map(({ id }) => id);

describe("ev.5: hooks in the administration API", () => {
  it("one is added, and its secret is only in that answer", async () => {
    const { status, headers, body } = await add({}, { "idempotency-key": "h1" });
    expect([status, headers.get("location")]).toEqual([201, `/admin/api/v1/hooks/${body.id}`]);
    expect(body.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const { secret, ...shown } = body;
    expect(shown).toEqual({
      ...plans,
      id: body.id,
      timeout_ms: 500,
      scopes: [],
      cache_seconds: 60,
      enabled: true,
      previous_until: null,
      created_at: api.clock.now.toISOString(),
    });
    expect((await send("GET", "/hooks")).body.items).toEqual([shown]);
    expect((await send("GET", `/hooks/${body.id}`)).body).toEqual(shown);
    expect(await bound()).toEqual(["webClient"]);
    expect((await add({}, { "idempotency-key": "h1" })).body).not.toHaveProperty("secret");
    const told = "SELECT detail FROM audit_event WHERE type = 'hook_added' ORDER BY id DESC LIMIT 1";
    const [event] = await api.rows(told);
    expect(event).toMatchObject({ detail: { hook: body.id, kind: "claims", host: "hooks.example" } });
    expect(JSON.stringify(event)).not.toContain(secret);
  });

  it("is changed as it was read, gets another secret, and is removed", async () => {
    const { body, headers } = await add();
    const path = `/hooks/${body.id}`;
    const etag = headers.get("etag") ?? "";
    const changes = { clients: ["publicClient"], timeout_ms: 100, enabled: false };
    const changed = await send("PATCH", path, changes, { "if-match": etag });
    expect([changed.status, changed.body]).toMatchObject([200, { ...changes, name: "Plans" }]);
    expect(await bound()).toEqual(["publicClient"]);
    expect((await send("PATCH", path, { enabled: true }, { "if-match": etag })).status).toBe(412);
    expect((await send("PATCH", path, { enabled: true })).status).toBe(428);
    const rotated = await send("POST", `${path}/rotate-secret`, {});
    expect(rotated.body.secret).not.toBe(body.secret);
    expect(rotated.body.previous_until).toBe(new Date(api.clock.now.getTime() + 86_400_000).toISOString());
    expect((await send("DELETE", path, undefined, { "if-match": etag })).status).toBe(412);
    expect((await send("DELETE", path, undefined, { "if-match": "*" })).status).toBe(204);
    expect(await bound()).toEqual([]);
    expect((await send("GET", path)).status).toBe(404);
    const types = await api.rows("SELECT type FROM audit_event WHERE type LIKE 'hook%' ORDER BY id DESC LIMIT 4");
    const acts = ["hook_removed", "hook_secret_rotated", "hook_changed", "hook_added"];
    expect(types.map(({ type }) => type)).toEqual(acts);
  });

  it.each([
    ["an address that is not public", { url: "https://10.0.0.1/" }, "#/url"],
    ["an address without TLS", { url: "http://hooks.example/" }, "#/url"],
    ["a claim that has a meaning", { claims: ["plan", "roles"] }, "#/claims/1"],
    ["the claim sub", { claims: ["sub"] }, "#/claims/0"],
    ["no claims", { claims: [] }, "#/claims"],
    ["what decisions do without an answer", { on_error: "deny" }, "#/on_error"],
    ["a client that is unknown", { clients: ["nobody"] }, "#/clients"],
    ["a longer time", { timeout_ms: 2001 }, "#/timeout_ms"],
    ["a longer memory", { cache_seconds: 61 }, "#/cache_seconds"],
    ["another kind", { kind: "tokens" }, "#/kind"],
    ["more members", { id: unknown }, "#/id"],
  ])("400 for %s", async (_, body, pointer) => {
    const answer = await add(body);
    expect([answer.status, answer.body.errors?.[0]?.pointer ?? "#"]).toEqual([400, pointer]);
    expect(await bound()).toEqual([]);
  });

  it("a client has one hook", async () => {
    const { body } = await add();
    expect((await add({ name: "Other" })).body.errors[0].pointer).toBe("#/clients");
    expect((await add({ clients: [] })).status).toBe(409);
    const { body: other } = await add({ name: "Other", clients: [] });
    const taken = await send("PATCH", `/hooks/${other.id}`, { clients: ["webClient"] }, { "if-match": "*" });
    expect(taken.status).toBe(400);
    expect((await send("GET", `/hooks/${body.id}`)).body.clients).toEqual(["webClient"]);
  });

  it("one is tried, also if it is disabled: the answer has the request and no secret, and it is audited", async () => {
    const { body: hook } = await add();
    await send("PATCH", `/hooks/${hook.id}`, { enabled: false }, { "if-match": "*" });
    const { status, body } = await send("POST", `/hooks/${hook.id}/test`);
    expect([status, body]).toMatchObject([
      200,
      { failure: "no_response", status: null, body: null, claims: null, left_out: [], decision: null },
    ]);
    expect(body.request).toMatchObject({ method: "POST", url });
    expect(body.request.headers["webhook-signature"]).toMatch(/^v1,[\w+/]{43}=$/);
    expect(JSON.parse(body.request.body)).toMatchObject({
      ...{ type: "claims", test: true },
      data: { client_id: "webClient", user_id: "00000000-0000-0000-0000-000000000000" },
    });
    expect(JSON.stringify(body)).not.toContain(hook.secret.slice("whsec_".length));
    const told = "SELECT type, detail FROM audit_event ORDER BY id DESC LIMIT 1";
    expect(await api.rows(told)).toEqual([{ type: "hook_tested", detail: { hook: hook.id, kind: "claims" } }]);
  });

  it("one is asked what is sent, in place of members of the example", async () => {
    const { body: hook } = await add({
      ...{ name: "Bots", kind: "sign-up", on_error: "allow", claims: [], clients: [] },
    });
    const { body } = await send("POST", `/hooks/${hook.id}/test`, { data: { email: "bob@example.com" } });
    const { data } = JSON.parse(body.request.body);
    expect(data).toMatchObject({ email: "bob@example.com", step: "address", address: "203.0.113.7" });
  });

  it.each([
    ["a member of another kind", { data: { email: "a@example.com" } }, "#/data/email"],
    ["a value of another type", { data: { scopes: "openid" } }, "#/data/scopes"],
    ["a member of the envelope", { type: "sign-in" }, "#/type"],
    ["no object", { data: [] }, "#/data"],
  ])("is not asked with %s, and nothing is recorded", async (_, body, pointer) => {
    const { body: hook } = await add();
    const answer = await send("POST", `/hooks/${hook.id}/test`, body);
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer]);
    expect((await api.rows("SELECT type FROM audit_event ORDER BY id DESC LIMIT 1"))[0]?.type).toBe("hook_added");
    expect((await send("POST", `/hooks/${unknown}/test`)).status).toBe(404);
  });

  it("role-01, role-04: only owners decide on hooks", async () => {
    const { body } = await add();
    const weaker = await api.tokenOf(...ADMIN_SCOPES.filter((scope) => scope !== "roles:write"));
    const path = `/hooks/${body.id}`;
    for (const [method, at, sent] of [
      ["POST", "/hooks", { ...plans, name: "Mine", clients: [] }],
      ["PATCH", path, { url: "https://mine.example/" }],
      ["POST", `${path}/rotate-secret`, {}],
      ["POST", `${path}/test`, {}],
      ["DELETE", path, undefined],
    ] as const) {
      const { status } = await api.call(at, { method, token: weaker, body: sent, headers: { "if-match": "*" } });
      expect([method, at, status]).toEqual([method, at, 403]);
    }
    expect((await send("GET", path)).body.url).toBe(url);
  });
});
