import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Api, startApi } from "../../api/testing/api.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it("4.5: groups are found by a part of their name, page by page, and counted", async () => {
  const token = await api.tokenOf("roles:read", "roles:write");
  for (const name of ["Support A", "support_b", "Sales"]) {
    expect((await api.call("/groups", { method: "POST", token, body: { name } })).status).toBe(201);
  }
  const found = async (query: string) => (await api.call(`/groups?with_total=yes&${query}`, { token })).body;
  const first = await found("q=PORT&limit=1");
  expect([first.items[0].name, first.total.count]).toEqual(["Support A", 2]);
  const second = await found(`q=PORT&limit=1&cursor=${first.next_cursor}`);
  expect([second.items[0].name, second.next_cursor]).toEqual(["support_b", undefined]);
  expect((await found("q=t_b")).items).toHaveLength(1);
  expect((await found("q=nobody")).total.count).toBe(0);
});

it("who lists groups to choose from asks for no count of members, and none is made", async () => {
  const token = await api.tokenOf("people:read", "roles:read");
  const [alice] = await api.rows("SELECT id FROM end_user WHERE username = 'alice'");
  const queried = vi.spyOn(api.administration.database.pool, "query");
  /** How many members each statement about groups counts, and what the answer says of them. */
  const counted = async (path: string) => {
    queried.mockClear();
    const { body } = await api.call(path, { token });
    const { items } = body.included?.known_groups ?? body;
    const asked = (queried.mock.calls as unknown as readonly (readonly [unknown, (readonly unknown[])?])[]).flatMap(
      ([text, values]) => (JSON.stringify(text).includes("counted) AS") ? [values?.[0] ?? textValues(text)] : []),
    );
    return [asked, items.map(({ members }: { members?: number }) => members)];
  };
  expect(await counted("/groups?q=support")).toEqual([[10_000], [0, 0]]);
  expect(await counted("/groups?q=support&with_members=no")).toEqual([[0], [undefined, undefined]]);
  const [asked, members] = await counted(`/people/${alice?.id}?include=known_groups`);
  expect([asked, new Set(members)]).toEqual([[0], new Set([undefined])]);
});

const textValues = (text: unknown) => (text as { readonly values?: readonly unknown[] }).values?.[0];
