import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi } from "../api/testing/api.ts";

const url = "https://hooks.example/countersign";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("settings:read", "settings:write", "audit:read");
});
afterAll(() => api.close());
afterEach(async () => {
  for (const table of ["webhook", "webhook_delivery"]) await api.rows(`DELETE FROM ${table}`);
});

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.call(path, { method, token, body, headers });
const add = (body: object = {}, headers = {}) => send("POST", "/webhooks", { name: "Billing", url, ...body }, headers);
const etagOf = async (id: string) => (await send("GET", `/webhooks/${id}`)).headers.get("etag") ?? "";
const auditedSince = async (type: string) => api.rows("SELECT detail FROM audit_event WHERE type = $1", [type]);

describe("ev.2: webhooks in the administration API", () => {
  it("a webhook is added, and its secret is only in that answer", async () => {
    const { status, headers, body } = await add({ event_types: ["sign_in"] });
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/admin/api/v1/webhooks/${body.id}`);
    expect(body.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(Buffer.from(body.secret.slice(6), "base64")).toHaveLength(32);
    const read = await send("GET", `/webhooks/${body.id}`);
    expect(read.body).toEqual({
      id: body.id,
      managed_by: null,
      name: "Billing",
      url,
      event_types: ["sign_in"],
      personal_data: false,
      signature: "v1",
      public_key: null,
      enabled: true,
      failure: null,
      last_success_at: null,
      previous_until: null,
      created_at: api.clock.now.toISOString(),
    });
    expect((await send("GET", "/webhooks")).body.items).toEqual([read.body]);
    expect(await auditedSince("webhook_added")).toMatchObject([
      { detail: { webhook: body.id, host: "hooks.example", eventTypes: ["sign_in"] } },
    ]);
  });

  it.each(["a\0b", "a\ud800b"])("a name or an address with %j is refused", async (text) => {
    const wrong = [{ name: text }, { url: `${url}/${text}` }];
    for (const body of wrong) expect((await add(body)).status).toBe(400);
  });

  it("a request that is repeated with its Idempotency-Key adds nothing and shows no secret", async () => {
    const first = await add({}, { "idempotency-key": "w1" });
    const again = await add({}, { "idempotency-key": "w1" });
    expect(again.body).toEqual({ ...first.body, secret: undefined });
    expect((await send("GET", "/webhooks")).body.items).toHaveLength(1);
    const stored = "SELECT FROM idempotency_key WHERE reply::text LIKE $1";
    expect(await api.rows(stored, [`%${first.body.secret}%`])).toEqual([]);

    const path = `/webhooks/${first.body.id}/rotate-secret`;
    const rotated = await send("POST", path, {}, { "idempotency-key": "w2" });
    const twice = await send("POST", path, {}, { "idempotency-key": "w2" });
    expect(rotated.body.secret).not.toBe(first.body.secret);
    expect(twice.body).toEqual({ ...rotated.body, secret: undefined });
    expect(rotated.body.previous_until).toBe(new Date(api.clock.now.getTime() + 86_400_000).toISOString());
  });

  it("v1a: the public key is shown always, and no secret", async () => {
    const { body } = await add({ signature: "v1a" });
    expect(body).toMatchObject({ public_key: expect.stringMatching(/^whpk_/) });
    expect(body.secret).toBeUndefined();
  });

  it("settings and `enabled` change at once, and only if no one changed them in the meantime", async () => {
    const { id } = (await add()).body;
    const etag = await etagOf(id);
    const changes = { name: "Invoices", event_types: ["consent"], personal_data: true, enabled: false };
    const changed = await send("PATCH", `/webhooks/${id}`, changes, { "if-match": etag });
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(changes)]);
    expect(changed.headers.get("etag")).toBe(await etagOf(id));
    const late = await send("PATCH", `/webhooks/${id}`, { enabled: true }, { "if-match": etag });
    expect(late.status).toBe(412);
    expect((await send("PATCH", `/webhooks/${id}`, { enabled: true })).status).toBe(428);
    expect((await send("GET", `/webhooks/${id}`)).body.enabled).toBe(false);
    expect((await auditedSince("webhook_changed")).at(-1)?.detail).toEqual({
      webhook: id,
      name: "Invoices",
      eventTypes: ["consent"],
      personalData: true,
      isEnabled: false,
    });
  });

  it("of two changes with the same ETag at the same time, one is made", async () => {
    const { id } = (await add()).body;
    const etag = { "if-match": await etagOf(id) };
    const both = ["A", "B"].map((name) => send("PATCH", `/webhooks/${id}`, { name }, etag));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it("a webhook is removed with what was to be delivered to it", async () => {
    const { id } = (await add()).body;
    expect((await send("DELETE", `/webhooks/${id}`)).status).toBe(204);
    expect((await send("GET", `/webhooks/${id}`)).status).toBe(404);
    expect((await send("DELETE", `/webhooks/${id}`)).status).toBe(404);
    expect(await api.rows("SELECT FROM webhook_delivery")).toEqual([]);
  });

  it.each([
    ["an http address", { url: "http://hooks.example/" }, "#/url"],
    ["hook-01: an address that is not public", { url: "https://169.254.169.254/latest" }, "#/url"],
    ["hook-01: an IPv6 address that is not public", { url: "https://[::1]/" }, "#/url"],
    ["an address with credentials", { url: "https://u:p@hooks.example/" }, "#/url"],
    ["an unknown type of event", { event_types: ["x"] }, "#/event_types/0"],
    ["no name", { name: " " }, "#/name"],
    ["an unknown member", { secret: "whsec_AAAA" }, "#/secret"],
  ])("refuses %s", async (_, body, pointer) => {
    const { status, body: problem } = await add(body);
    expect([status, problem.errors[0].pointer]).toEqual([400, pointer]);
    expect((await send("GET", "/webhooks")).body.items).toEqual([]);
  });

  it("two webhooks cannot have one name", async () => {
    await add();
    expect((await add()).status).toBe(409);
    const { id } = (await add({ name: "Other" })).body;
    const renamed = await send("PATCH", `/webhooks/${id}`, { name: "Billing" }, { "if-match": await etagOf(id) });
    expect(renamed.status).toBe(409);
  });

  it("who cannot read the audit log cannot have it sent anywhere", async () => {
    const { id } = (await add()).body;
    token = await api.tokenOf("settings:read", "settings:write");
    const headers = { "if-match": await etagOf(id) };
    expect((await add({ name: "Other" })).status).toBe(403);
    expect((await send("PATCH", `/webhooks/${id}`, { personal_data: true }, headers)).status).toBe(403);
    expect((await send("POST", `/webhooks/${id}/rotate-secret`, {})).status).toBe(403);
    expect((await send("POST", `/webhooks/${id}/test`)).status).toBe(403);
    expect(await auditedSince("webhook_tested")).not.toContainEqual({ detail: { webhook: id } });
    expect((await send("DELETE", `/webhooks/${id}`)).status).toBe(403);
    token = await api.tokenOf("settings:read", "settings:write", "audit:read");
  });
});

describe("ev.3: what became of events", () => {
  it("a test is queued, listed and replayed, and each of these acts is audited", async () => {
    const { id } = (await add({ event_types: ["consent"] })).body;
    const tested = await send("POST", `/webhooks/${id}/test`);
    expect(tested.body).toMatchObject({ type: "webhook_tested", state: "waiting", attempts: 1 });
    await api.rows("UPDATE webhook_delivery SET next_attempt_at = NULL, attempts = 12, failure = 'x'");
    const { body } = await send("GET", `/webhooks/${id}/deliveries`);
    expect(body.items).toMatchObject([{ id: tested.body.id, state: "failed", attempts: 12, failure: "x" }]);
    expect(body.items[0].failure_code).toBeNull();
    const one = `/webhooks/${id}/deliveries/${tested.body.id}`;
    expect(tested.headers.get("location")).toBe(`/admin/api/v1${one}`);
    expect((await send("GET", one)).body).toEqual(body.items[0]);
    const replayed = await send("POST", `/webhooks/${id}/deliveries/${tested.body.id}/replay`);
    expect(replayed.body).toMatchObject({ id: tested.body.id, state: "waiting", attempts: 0, failure: null });
    expect(await auditedSince("webhook_tested")).toMatchObject([{ detail: { webhook: id } }]);
    expect(await auditedSince("webhook_replayed")).toMatchObject([
      { detail: { webhook: id, delivery: tested.body.id } },
    ]);
  });

  it.each(["user_added", undefined] as const)("a test of %s answers the request, with no secret", async (type) => {
    const { id, secret } = (await add({ event_types: ["consent"] })).body;
    const headers = { "idempotency-key": `test-${type}` };
    const { status, body } = await send("POST", `/webhooks/${id}/test`, type && { type }, headers);
    const sent = type ?? "webhook_tested";
    expect([status, body.type, body.failure]).toEqual([201, sent, "there was no response"]);
    expect(body.failure_code).toBe("no_response");
    expect(body.request).toMatchObject({ method: "POST", url });
    const signature = { "webhook-id": body.id, "webhook-signature": expect.stringMatching(/^v1,[\w+/]{43}=$/) };
    expect(body.request.headers).toMatchObject(signature);
    const event = JSON.parse(body.request.body);
    expect(event).toMatchObject({ type: sent, data: { type: sent, id: body.event_id, detail: { webhook: id } } });
    expect(event.data.detail.test).toBe(type && true);
    expect(JSON.stringify(body)).not.toContain(secret.slice("whsec_".length));
    // A repeated request sends nothing, and what was sent is not kept.
    const again = await send("POST", `/webhooks/${id}/test`, type && { type }, headers);
    expect(again.body).toEqual({ ...body, request: undefined });
    const audited = (await auditedSince("webhook_tested")).filter(
      ({ detail }) => (detail as { webhook?: string }).webhook === id,
    );
    expect(audited).toEqual([{ detail: { webhook: id, ...(type && { event: type }) } }]);
  });

  it.each([{ type: "none" }, { type: null }, { other: 1 }, []])("a test of %j is refused", async (body) => {
    const { id } = (await add()).body;
    expect((await send("POST", `/webhooks/${id}/test`, body)).status).toBe(400);
    expect(
      (await send("GET", `/webhooks/${id}/deliveries`)).body.items.map(({ type }: { type: string }) => type),
    ).not.toContain("webhook_tested");
  });

  it("pages of deliveries follow each other", async () => {
    const { id } = (await add()).body;
    for (let n = 0; n < 3; n++) await send("POST", `/webhooks/${id}/test`);
    const first = (await send("GET", `/webhooks/${id}/deliveries?limit=2`)).body;
    const next = encodeURIComponent(first.next_cursor);
    const second = (await send("GET", `/webhooks/${id}/deliveries?limit=2&cursor=${next}`)).body;
    const events = [...first.items, ...second.items].map(({ event_id }) => Number(event_id));
    expect([first.items.length, events]).toEqual([2, [...events].sort((a, b) => b - a)]);
  });

  it("a disabled webhook is neither tested nor sent an event again; none has a delivery of another", async () => {
    const { id } = (await add()).body;
    const { body } = await send("POST", `/webhooks/${id}/test`);
    const other = (await add({ name: "Other" })).body;
    expect((await send("POST", `/webhooks/${other.id}/deliveries/${body.id}/replay`)).status).toBe(409);
    expect((await send("POST", `/webhooks/${id}/deliveries/none/replay`)).status).toBe(404);
    expect((await send("GET", `/webhooks/${other.id}/deliveries/${body.id}`)).status).toBe(404);
    expect((await send("GET", `/webhooks/${id}/deliveries/none`)).status).toBe(404);
    await send("PATCH", `/webhooks/${id}`, { enabled: false }, { "if-match": await etagOf(id) });
    expect((await send("POST", `/webhooks/${id}/test`)).status).toBe(409);
    expect((await send("POST", `/webhooks/${id}/deliveries/${body.id}/replay`)).status).toBe(409);
  });
});
