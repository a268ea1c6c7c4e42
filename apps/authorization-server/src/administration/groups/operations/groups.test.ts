import { afterAll, beforeAll, expect, it } from "vitest";
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
