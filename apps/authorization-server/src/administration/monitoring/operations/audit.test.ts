import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi } from "../../api/testing/api.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("audit:read");
});
afterAll(() => api.close());

describe("ad.15: the audit log", () => {
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

  it("decision 214: has the reference of the request, which a trusted proxy gave", async () => {
    const reference = "4ad2a1e9c0b3f75d8e6f0a1b2c3d4e5f";
    const writer = await api.tokenOf("people:read", "people:write");
    const headers = { "if-match": "*", "x-request-id": reference };
    const body = { claims: { name: "Alice C." } };
    const answer = await api.call(`/people/${api.alice}`, { method: "PATCH", token: writer, body, headers });
    expect(answer.headers.get("x-request-id")).toBe(reference);
    const rows = await api.rows("SELECT type FROM audit_event WHERE reference = $1", [reference]);
    expect(rows).toEqual([{ type: "profile_changed" }]);
    const { body: found } = await api.call(`/audit?reference=${reference}`, { token });
    expect(found.items).toMatchObject([{ type: "profile_changed", reference }]);

    const problem = await api.call("/people/unknown", { token: writer, headers: { "x-request-id": reference } });
    expect(problem.body).toMatchObject({ reference });
  });

  it("is read page by page, the newest first", async () => {
    const ids: bigint[] = [];
    let cursor = "";
    do {
      const { body } = await api.call(`/audit?limit=9${cursor}`, { token });
      ids.push(...body.items.map(({ id }: { id: string }) => BigInt(id)));
      cursor = body.next_cursor === undefined ? "" : `&cursor=${body.next_cursor}`;
    } while (cursor !== "");
    const rows = await api.rows("SELECT id::text FROM audit_event e ORDER BY e.at DESC, e.id DESC");
    expect(ids.map(String)).toEqual(rows.map(({ id }) => id));
  });

  it.each([
    ["type=user_added", (one: { type: string }) => one.type === "user_added"],
    ["client_id=webClient", (one: { client_id: string }) => one.client_id === "webClient"],
    ["until=2000-01-01T00:00:00Z", () => false],
    ["types=user_added,client_added", (one: { type: string }) => ["user_added", "client_added"].includes(one.type)],
    ["actor=client", (one: { actor: string }) => one.actor === "client"],
  ])("by %s", async (query, matches) => {
    const { status, body } = await api.call(`/audit?${query}`, { token });
    expect([status, body.items.every(matches)]).toEqual([200, true]);
  });
});

describe("ad.15: a NUL in an address is refused, because nothing that is stored has one", () => {
  it.each(["/audit?actor_id=%00", "/mails?address=a%00", "/providers/%00", "/people/%00"])("%s", async (path) => {
    const all = await api.tokenOf("audit:read", "people:read", "settings:read");
    const { status, body } = await api.call(path, { token: all });
    expect([status, body.errors?.[0].detail]).toEqual([400, "has a NUL"]);
  });
});

describe("ad.15: every filter of the audit log, with others", () => {
  const about = (n: number, more: Record<string, unknown>) =>
    api.rows(
      `INSERT INTO audit_event (at, type, actor, actor_id, client_id, detail)
       SELECT timestamptz '2021-01-01Z' + n * interval '1 second', $1, 'client', $2, $3, jsonb_build_object('n', n)
         FROM generate_series(1, $4::int) n`,
      [more.type, more.actor, more.client, n],
    );
  const numbersOf = async (query: string) => {
    const found: number[] = [];
    let [cursor, pages] = ["", 0];
    do {
      const { status, body } = await api.call(`/audit?${query}${cursor}`, { token });
      expect(status).toBe(200);
      found.push(...body.items.map(({ detail }: { detail: { n: number } }) => detail.n));
      cursor = body.next_cursor === undefined ? "" : `&cursor=${encodeURIComponent(body.next_cursor)}`;
      pages += 1;
    } while (cursor !== "");
    return { found, pages };
  };
  beforeAll(async () => {
    await about(3, { type: "client_updated", actor: "many", client: "rare" });
    await about(12_000, { type: "token_revoked", actor: "many", client: "often" });
  });

  it("what is rare among much is found, in pages that each look at a part", async () => {
    const { found, pages } = await numbersOf("actor_id=many&client_id=rare");
    expect([found, pages]).toEqual([[3, 2, 1], 3]);
    expect((await numbersOf("actor_id=many&type=client_updated&client_id=rare")).found).toEqual([3, 2, 1]);
  });

  it.each([
    ["actor_id=many", { count: 10_000, is_more: true }],
    ["client_id=rare", { count: 3, is_more: false }],
    ["client_id=rare&actor_id=many&type=token_revoked", { count: 0, is_more: true }],
    ["actor_id=many&until=2021-01-01T00:00:01Z", { count: 0, is_more: false }],
  ])("with a total, of which at most 10,000 are counted: %s", async (query, total) => {
    const { body } = await api.call(`/audit?limit=1&with_total=yes&${query}`, { token });
    expect(body.total).toEqual(total);
  });

  it("by several types and by the kind of actor, beside another filter or along the time", async () => {
    const range = "until=2021-01-01T00:00:03Z";
    expect((await numbersOf(`types=client_updated,consent&actor=client&${range}`)).found).toEqual([2, 1]);
    expect((await numbersOf("types=client_updated,token_revoked&client_id=rare")).found).toEqual([3, 2, 1]);
    expect((await numbersOf("types=consent&client_id=rare")).found).toEqual([]);
    expect((await numbersOf("actor=operator&client_id=rare")).found).toEqual([]);
  });

  it("by time, with the first instant and without the last", async () => {
    const range = "since=2021-01-01T00:00:02Z&until=2021-01-01T00:00:04Z";
    expect((await numbersOf(`client_id=often&${range}`)).found).toEqual([3, 2]);
    expect((await numbersOf(`type=client_updated&actor_id=many&${range}`)).found).toEqual([3, 2]);
  });

  it("api-04: a cursor is for its caller and its filter", async () => {
    const { body } = await api.call("/audit?limit=1&client_id=often", { token });
    const cursor = encodeURIComponent(body.next_cursor);
    const other = await api.tokenOf("audit:read");
    const edited = `${body.next_cursor.startsWith("A") ? "B" : "A"}${body.next_cursor.slice(1)}`;
    expect((await api.call(`/audit?client_id=often&cursor=${cursor}`, { token })).status).toBe(200);
    for (const [query, as] of [
      [`client_id=often&cursor=${cursor}`, other],
      [`client_id=rare&cursor=${cursor}`, token],
      [`cursor=${cursor}`, token],
      [`client_id=often&type=token_revoked&cursor=${cursor}`, token],
      [`client_id=often&cursor=${encodeURIComponent(edited)}`, token],
    ]) {
      expect((await api.call(`/audit?${query}`, { token: as })).status).toBe(400);
    }
  });

  it.each([
    ["type=password_hash", "#/query/type"],
    ["type=sign_in'--", "#/query/type"],
    ["types=sign_in,password_hash", "#/query/types"],
    ["types=", "#/query/types"],
    ["actor=nobody", "#/query/actor"],
    ["user_id=%25", "#/query/user_id"],
    [`actor_id=${"x".repeat(513)}`, "#/query/actor_id"],
    [`client_id=${"x".repeat(10_000)}`, "#/query/client_id"],
    ["since=yesterday", "#/query/since"],
    ["sort=detail", "#/query/sort"],
  ])("api-05: 400 for ?%s", async (query, pointer) => {
    const { status, body } = await api.call(`/audit?${query}`, { token });
    expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
  });

  it.each(["%25", "_", "often'--", '"', "\\"])("api-05: a client called %s is only this text", async (text) => {
    expect((await numbersOf(`client_id=${text}`)).found).toEqual([]);
  });
});

describe("ad.15: the audit log is exported", () => {
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
    expect(head).toBe('"id","at","type","actor","actor_id","user_id","client_id","address","detail","reference"');
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
