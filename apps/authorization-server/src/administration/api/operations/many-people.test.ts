import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_SCOPES } from "../scopes.ts";
import { type Api, startApi } from "../testing/api.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** New people. */
async function people(count: number): Promise<readonly string[]> {
  const rows = await api.rows(
    `INSERT INTO end_user (id, username, created_at, updated_at)
     SELECT gen_random_uuid(), 'many-' || gen_random_uuid(), now(), now() FROM generate_series(1, $1)
     RETURNING id::text`,
    [count],
  );
  return rows.map(({ id }) => String(id));
}

const send = async (act: string, body: object, token: string, headers = {}) =>
  api.call(`/people/${act}`, { method: "POST", token, body, headers });
const resultsOf = ({ body }: { body: { items: { result: string }[] } }) => body.items.map(({ result }) => result);
const disabled = async (ids: readonly string[]) =>
  (await api.rows("SELECT id FROM end_user WHERE id = ANY($1) AND disabled_at IS NOT NULL", [ids])).length;

describe("26: an act upon several people", () => {
  it("disables and enables each, with an audit row each, and says what came of it", async () => {
    const token = await api.tokenOf("people:read", "people:write");
    const ids = await people(3);
    expect(resultsOf(await send("disable", { ids }, token))).toEqual(["done", "done", "done"]);
    expect(await disabled(ids)).toBe(3);
    const events = await api.rows("SELECT type FROM audit_event WHERE user_id = ANY($1)", [ids]);
    expect(events.map(({ type }) => type)).toEqual(["user_disabled", "user_disabled", "user_disabled"]);
    const unknown = randomUUID();
    const again = await send("disable", { ids: [...ids.slice(0, 1), unknown] }, token);
    expect(again.body.items).toEqual([
      { id: ids[0], result: "already", reason: null },
      { id: unknown, result: "refused", reason: expect.stringContaining("no") },
    ]);
    expect(resultsOf(await send("enable", { ids }, token))).toEqual(["done", "done", "done"]);
    expect(await disabled(ids)).toBe(0);
  });

  it("goes on after a person upon whom the caller may not act", async () => {
    const [owner, other] = await people(2);
    await api.rows(
      `INSERT INTO role_assignment (id, role_id, user_id, created_at)
       SELECT gen_random_uuid(), id, $1, now() FROM role WHERE name = 'owner'`,
      [owner],
    );
    const token = await api.tokenOf("people:read", "people:write");
    const { body } = await send("disable", { ids: [owner, other] }, token);
    expect(body.items.map(({ result }: { result: string }) => result)).toEqual(["refused", "done"]);
    expect(body.items[0].reason).toContain("which you lack");
    expect(await disabled([owner as string])).toBe(0);
  });

  it("ends sessions, gives a role, and deletes", async () => {
    const token = await api.tokenOf("people:read", "people:write", "sessions:write", "roles:write");
    const ids = await people(2);
    const [role] = await api.rows("SELECT id::text FROM role WHERE name = 'people'");
    expect(resultsOf(await send("end-sessions", { ids }, token))).toEqual(["done", "done"]);
    const given = await send("give-role", { ids, role: role?.id }, token);
    expect(resultsOf(given)).toEqual(["refused", "refused"]); // the role has scopes that the caller has not
    expect(resultsOf(await send("delete", { ids }, token))).toEqual(["done", "done"]);
    expect(await disabled(ids)).toBe(2);
  });

  it("takes a role from those who have it", async () => {
    const token = await api.tokenOf(...ADMIN_SCOPES);
    const [one = "", other = ""] = await people(2);
    const [role] = await api.rows("SELECT id::text FROM role WHERE name = 'auditor'");
    expect(resultsOf(await send("give-role", { ids: [one], role: role?.id }, token))).toEqual(["done"]);
    const taken = await send("take-role", { ids: [one, other], role: role?.id }, token);
    expect(resultsOf(taken)).toEqual(["done", "already"]);
    expect(await api.rows("SELECT FROM role_assignment WHERE user_id = $1", [one])).toEqual([]);
  });

  it.each([
    ["none", () => []],
    ["more than a hundred", () => Array.from({ length: 101 }, () => randomUUID())],
    ["one twice", () => Array(2).fill("00000000-0000-4000-8000-000000000001")],
    ["what is no id", () => ["bob"]],
  ])("refuses %s", async (_, ids) => {
    const token = await api.tokenOf("people:write");
    expect((await send("disable", { ids: ids() }, token)).status).toBe(400);
  });

  it("happens once for an Idempotency-Key", async () => {
    const token = await api.tokenOf("people:read", "people:write");
    const ids = await people(2);
    const first = await send("disable", { ids }, token, { "idempotency-key": "many" });
    await send("enable", { ids }, token);
    const again = await send("disable", { ids }, token, { "idempotency-key": "many" });
    expect([again.body, await disabled(ids)]).toEqual([first.body, 0]);
  });
});

describe("26: an act upon several members of an organization", () => {
  it("members get a role, lose it and are removed by one request each, and other people are refused", async () => {
    const token = await api.tokenOf(...ADMIN_SCOPES);
    const [one = "", stranger = ""] = await people(2);
    const call = (method: string, path: string, body?: object) =>
      api.call(`/organizations${path}`, { method, token, ...(body && { body }) });
    const { id } = (await call("POST", "", { slug: "several", name: "Several" })).body;
    await call("PUT", `/${id}/members/${one}`);
    const { items } = (await call("GET", `/${id}/roles`)).body;
    const body = { ids: [one, stranger], role: items[0].id };
    const act = async (name: string, sent: object) => resultsOf(await call("POST", `/${id}/members/${name}`, sent));
    expect(await act("give-role", body)).toEqual(["done", "refused"]);
    expect(await act("give-role", { ...body, ids: [one] })).toEqual(["already"]);
    expect(await act("take-role", body)).toEqual(["done", "refused"]);
    expect(await act("take-role", { ...body, ids: [one] })).toEqual(["already"]);
    expect(await act("remove", { ids: [one, stranger] })).toEqual(["done", "refused"]);
    expect(await api.rows("SELECT FROM organization_member WHERE organization_id = $1", [id])).toEqual([]);
  });
});
