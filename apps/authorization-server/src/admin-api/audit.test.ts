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

describe("ad.15: the audit trail is exported", () => {
  const get = (query: string) =>
    fetch(`${api.adminOrigin}/admin/api/v1/audit/export${query}`, { headers: { authorization: `Bearer ${token}` } });

  it("as JSON, a line for each event, in batches, as the list has it", async () => {
    await api.rows(
      `INSERT INTO audit_event (at, type, actor, detail)
       SELECT now(), 'sign_out', 'user', '{}' FROM generate_series(1, 2500)`,
    );
    const answer = await get("?type=sign_out");
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    const lines = (await answer.text()).trimEnd().split("\n");
    const [{ count } = { count: 0 }] = await api.rows("SELECT count(*)::int FROM audit_event WHERE type = 'sign_out'");
    expect(lines).toHaveLength(Number(count));
    const { body } = await api.call("/audit?type=sign_out&limit=1", { token });
    expect(JSON.parse(lines[0] ?? "")).toEqual(body.items[0]);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it("cons-01: as CSV, in which nothing becomes a formula", async () => {
    const hostile = '=HYPERLINK("https://evil.example","x")\n';
    await api.rows(
      "INSERT INTO audit_event (at, type, actor, client_id, detail) VALUES (now(), 'consent', 'user', $1, '{}')",
      [hostile],
    );
    const text = await (await get(`?format=csv&client_id=${encodeURIComponent(hostile)}`)).text();
    const [head, ...rest] = text.split("\r\n");
    expect(head).toBe('"id","at","type","actor","actor_id","user_id","client_id","address","detail"');
    expect(rest.join("")).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")\n"`);
  });

  it.each(["?format=xml", "?sort=id", "?limit=1"])("%s is refused", async (query) => {
    expect((await get(query)).status).toBe(400);
  });

  it("only with the scope", async () => {
    const other = await api.tokenOf("people:read");
    expect((await api.call("/audit/export", { token: other })).status).toBe(403);
  });
});

describe("ad.12: who reads what a person did is audited", () => {
  it.each([
    ["the events about them", "/audit", "audit:read"],
    ["an export of them", "/audit/export", "audit:read"],
    ["their sessions", "/people/:id/sessions", "sessions:read"],
  ] as const)("%s", async (_, path, scope) => {
    const reader = await api.programOf(scope);
    const address = path.includes(":id") ? path.replace(":id", api.alice) : `${path}?user_id=${api.alice}`;
    const headers = { authorization: `Bearer ${await api.tokenFor(reader)}` };
    expect((await fetch(`${api.adminOrigin}/admin/api/v1${address}`, { headers })).status).toBe(200);
    const rows = await api.rows("SELECT type, actor, user_id FROM audit_event WHERE actor_id = $1", [reader.id]);
    expect(rows).toEqual([{ type: "activity_read", actor: "client", user_id: api.alice }]);
  });
});
