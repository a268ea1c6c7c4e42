import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import { codeFor } from "../../../../testing/flows.ts";
import { type Api, startApi } from "../../api/testing/api.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("people:read", "people:write");
});
afterAll(() => api.close());

const PATH = "/clients/webClient/consents";

interface Listed {
  readonly user_id: string;
  readonly resource: string;
  readonly updated_at: string;
}

/** All consents to the client, each on a page of its own. */
async function all(): Promise<readonly Listed[]> {
  const items: Listed[] = [];
  let cursor = "";
  do {
    const { status, body } = await api.call(`${PATH}?limit=1${cursor}`, { token });
    expect(status).toBe(200);
    items.push(...body.items);
    cursor = body.next_cursor === undefined ? "" : `&cursor=${encodeURIComponent(body.next_cursor)}`;
  } while (cursor !== "");
  return items;
}

describe("ad.4: the consents to a client", () => {
  it("none before someone agrees", async () => {
    const { status, body } = await api.call(`${PATH}?with_total=yes`, { token });
    expect([status, body]).toEqual([200, { items: [], total: { count: 0, is_more: false } }]);
  });

  it("say who agreed to what, and when", async () => {
    await codeFor(openBrowser(api.origin), "webClient");
    await codeFor(openBrowser(api.origin), "offlineClient");
    const { body } = await api.call(PATH, { token });
    expect(body.items).toEqual([
      {
        ...{ user_id: api.alice, username: "alice", resource: expect.any(String), resource_name: expect.any(String) },
        ...{ scopes: expect.arrayContaining(["openid"]), claims: [], declined_scopes: [], declined_claims: [] },
        updated_at: api.clock.now.toISOString(),
      },
    ]);
  });

  it("page by page, the newest first, each once, also those of one moment", async () => {
    await api.rows(
      `INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, updated_at)
       SELECT k.user_id, k.client_id, r.identifier, '{api}', '{}', k.updated_at FROM consent k, resource_server r
        WHERE k.client_id = 'webClient' AND r.identifier <> k.resource`,
    );
    await api.rows(
      `INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, updated_at)
       SELECT $1, client_id, resource, granted_scopes, '{}', updated_at - interval '1 minute'
         FROM consent WHERE client_id = 'webClient'`,
      [api.mallory],
    );
    const items = await all();
    const [row] = await api.rows("SELECT count(*)::int AS n FROM consent WHERE client_id = 'webClient'");
    expect([items.length, Number(row?.n) >= 4]).toEqual([row?.n, true]);
    expect(new Set(items.map((one) => `${one.user_id} ${one.resource}`)).size).toBe(items.length);
    const times = items.map(({ updated_at }) => updated_at);
    expect([times, new Set(times).size]).toEqual([times.toSorted().reverse(), 2]);
    const { body } = await api.call(`${PATH}?limit=1&with_total=yes`, { token });
    expect(body.total).toEqual({ count: row?.n, is_more: false });
  });

  it("those of one user are withdrawn, and those of others stay", async () => {
    const path = `/people/${api.mallory}/consents/webClient`;
    expect((await api.call(path, { method: "DELETE", token })).status).toBe(204);
    const left = (await all()).map(({ user_id }) => user_id);
    expect([left.length > 0, left.every((id) => id === api.alice)]).toEqual([true, true]);
  });

  it("404 for an unknown client, 403 for who may not read users", async () => {
    expect((await api.call("/clients/nothing/consents", { token })).status).toBe(404);
    const other = await api.tokenOf("clients:read");
    expect((await api.call(PATH, { token: other })).status).toBe(403);
  });
});
