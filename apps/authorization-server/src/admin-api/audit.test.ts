import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi } from "./testing/api.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("audit:read");
});
afterAll(() => api.close());

describe("ad.15: the audit trail", () => {
  it("names who acted, on what, and what changed", async () => {
    const program = await api.programOf("people:read", "people:write");
    const writer = await api.tokenFor(program);
    const path = `/people/${api.alice}`;
    await api.call(path, {
      method: "PATCH",
      token: writer,
      body: { claims: { name: "Alice B." } },
      headers: { "if-match": "*" },
    });

    const { body } = await api.call(`/audit?actor_id=${program.id}`, { token });
    expect(body.items).toMatchObject([
      {
        type: "profile_changed",
        actor: "client",
        user_id: api.alice,
        detail: { claims: ["name"], "name before": "alice example", "name after": "Alice B." },
      },
    ]);
  });

  it("is read page by page, the newest first", async () => {
    const ids: bigint[] = [];
    let cursor = "";
    do {
      const { body } = await api.call(`/audit?limit=9${cursor}`, { token });
      ids.push(...body.items.map(({ id }: { id: string }) => BigInt(id)));
      cursor = body.next_cursor === undefined ? "" : `&cursor=${body.next_cursor}`;
    } while (cursor !== "");
    const rows = await api.rows("SELECT id::text FROM audit_event e ORDER BY e.id DESC");
    expect(ids.map(String)).toEqual(rows.map(({ id }) => id));
  });

  it.each([
    ["type=user_added", (one: { type: string }) => one.type === "user_added"],
    ["client_id=webClient", (one: { client_id: string }) => one.client_id === "webClient"],
    ["until=2000-01-01T00:00:00Z", () => false],
  ])("by %s", async (query, matches) => {
    const { status, body } = await api.call(`/audit?${query}`, { token });
    expect([status, body.items.every(matches)]).toEqual([200, true]);
  });
});
