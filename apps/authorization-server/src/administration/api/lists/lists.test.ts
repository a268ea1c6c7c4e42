import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../operation-table.ts";
import { ADMIN_SCOPES } from "../scopes.ts";
import { type Api, startApi } from "../testing/api.ts";

const LISTS = OPERATIONS.filter(({ isList }) => isList === true).map((list) => [list.id, list] as const);

let api: Api;
let token: string;
/** A cursor of this caller for the list of people. */
let cursor: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf(...ADMIN_SCOPES);
  cursor = (await api.call("/people?limit=1", { token })).body.next_cursor;
});
afterAll(() => api.close());

const placeOf = (path: string) => path.replace(/:\w+/g, randomUUID());
const refused = async (path: string, query: string) => {
  const { status, body } = await api.call(`${placeOf(path)}?${query}`, { token });
  return [query.slice(0, 40), status, body.type];
};

describe("api-04, api-05: every list refuses cursors and parameters of another list", () => {
  it.each(LISTS)("%s", async (_, { path, query }) => {
    const other =
      path === "/people" ? `cursor=${encodeURIComponent(cursor)}&q=x` : `cursor=${encodeURIComponent(cursor)}`;
    const texts = Object.keys(query?.shape ?? {}).map((name) => `${name}=${"x".repeat(10_240)}`);
    const wrong = [
      ...["cursor=", "cursor=%25%27--", "cursor=a.b", other],
      ...[
        "limit=0",
        "limit=201",
        "limit=1e9",
        "limit=1e2",
        "limit=0x10",
        "limit=",
        "limit=%2010",
        "limit=%271%27",
        "limit=1&limit=2",
      ],
      ...["offset=1", "sort=password_hash", "sort=id;--", "__proto__=1", ...texts],
    ];
    for (const one of wrong) {
      expect(await refused(path, one)).toEqual([one.slice(0, 40), 400, "urn:countersign:problem:invalid-request"]);
    }
  });

  it("lists are many", () => {
    expect(LISTS.length).toBeGreaterThan(10);
  });
});
