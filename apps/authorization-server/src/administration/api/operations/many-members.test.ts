import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi } from "../testing/api.ts";

let api: Api;
let token: string;
let organization: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("organizations:read", "organizations:write", "roles:read", "roles:write", "people:read");
  organization = (await post("/organizations", { slug: "acme", name: "Acme" })).body.id;
});
afterAll(() => api.close());

const post = (path: string, body: object) => api.call(path, { method: "POST", token, body });

/** New people. */
async function people(count: number): Promise<readonly string[]> {
  const rows = await api.rows(
    `INSERT INTO end_user (id, username, created_at, updated_at)
     SELECT gen_random_uuid(), 'joins-' || gen_random_uuid(), now(), now() FROM generate_series(1, $1)
     RETURNING id::text`,
    [count],
  );
  return rows.map(({ id }) => String(id));
}

const resultsOf = ({ body }: { body: { items: { result: string }[] } }) => body.items.map(({ result }) => result);
const membersOf = async (path: string): Promise<readonly string[]> =>
  (await api.call(`${path}/members`, { token })).body.items.map(({ id }: { id: string }) => id).sort();
const eventsAbout = async (ids: readonly string[]) =>
  (await api.rows("SELECT type FROM audit_event WHERE user_id = ANY($1)", [ids])).map(({ type }) => type);

describe("several people are added at once", () => {
  it("to an organization, with an audit row each, and the answer says what came of each", async () => {
    const path = `/organizations/${organization}`;
    const [ids, unknown] = [await people(3), randomUUID()];
    expect(resultsOf(await post(`${path}/members/add`, { ids: ids.slice(0, 1) }))).toEqual(["done"]);
    const { body } = await post(`${path}/members/add`, { ids: [...ids, unknown] });
    expect(body.items).toEqual([
      { id: ids[0], result: "already", reason: null },
      { id: ids[1], result: "done", reason: null },
      { id: ids[2], result: "done", reason: null },
      { id: unknown, result: "refused", reason: expect.stringContaining("no") },
    ]);
    expect(await membersOf(path)).toEqual([...ids].sort());
    expect(await eventsAbout(ids)).toEqual(ids.map(() => "organization_member_added"));
  });

  it("to a group", async () => {
    const path = `/groups/${(await post("/groups", { name: "Staff" })).body.id}`;
    const ids = await people(2);
    expect(resultsOf(await post(`${path}/members/add`, { ids: [...ids, randomUUID()] }))).toEqual([
      ...["done", "done"],
      "refused",
    ]);
    expect(await membersOf(path)).toEqual([...ids].sort());
    expect(await eventsAbout(ids)).toEqual(ids.map(() => "group_member_added"));
  });

  it("to a group of an organization, only its members", async () => {
    const group = await post(`/organizations/${organization}/groups`, { name: "Support" });
    const path = `/organizations/${organization}/groups/${group.body.id}`;
    const [member = "", stranger = ""] = await people(2);
    await post(`/organizations/${organization}/members/add`, { ids: [member] });
    expect(resultsOf(await post(`${path}/members/add`, { ids: [stranger, member] }))).toEqual(["refused", "done"]);
    expect(await membersOf(path)).toEqual([member]);
  });

  it("404 where there is no such organization or group", async () => {
    for (const path of [`/organizations/${randomUUID()}`, `/groups/${randomUUID()}`])
      expect((await post(`${path}/members/add`, { ids: [randomUUID()] })).status).toBe(404);
  });

  it.each([
    [{ ids: [] }],
    [{ ids: ["x"] }],
    [{ ids: Array.from({ length: 101 }, () => randomUUID()) }],
    [{ ids: [randomUUID()], role: randomUUID() }],
  ])("400 for %o", async (body) => {
    expect((await post(`/organizations/${organization}/members/add`, body)).status).toBe(400);
  });
});

describe("members are looked for by a part of their username", () => {
  it("in any case, and never by what else is known of them", async () => {
    const [id] = await people(1);
    await api.rows("UPDATE end_user SET username = 'Iller.M', name = 'Zoë', email = 'zoe@example.org' WHERE id = $1", [
      id,
    ]);
    await post(`/organizations/${organization}/members/add`, { ids: [id] });
    const found = async (q: string) =>
      (await api.call(`/organizations/${organization}/members?q=${q}`, { token })).body.items.map(
        ({ username }: { username: string }) => username,
      );
    expect([await found("ILLER"), await found("zo"), await found("%25")]).toEqual([["Iller.M"], [], []]);
  });

  it("a page goes on after its last member", async () => {
    const path = `/organizations/${organization}/members?q=joins-&limit=2`;
    const first = (await api.call(path, { token })).body;
    const second = (await api.call(`${path}&cursor=${encodeURIComponent(first.next_cursor)}`, { token })).body;
    const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
    expect(second.previous_cursor).toEqual(expect.any(String));
  });
});
