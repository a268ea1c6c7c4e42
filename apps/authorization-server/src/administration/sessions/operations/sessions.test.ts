import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import { codeFor } from "../../../../testing/flows.ts";
import { noon } from "../../../../testing/world.ts";
import { type Api, startApi } from "../../api/testing/api.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("sessions:read");
  await codeFor(openBrowser(api.origin), "webClient");
  await add(2500, "expires_at = $1, idle_expires_at = $1", new Date(noon.getTime() - 1000));
  await add(3, "user_agent = 'Copied'", undefined);
});
afterAll(() => api.close());

/** Copies the session of alice, each a minute older than the one before. */
async function add(count: number, change: string, value: Date | undefined): Promise<void> {
  const made = await api.rows(
    `INSERT INTO browser_session (id, secret_hash, active_user_id, created_at, idle_expires_at, expires_at)
     SELECT gen_random_uuid(), sha256(random()::text::bytea), active_user_id, created_at - n * interval '1 minute',
            idle_expires_at, expires_at
       FROM (SELECT * FROM browser_session ORDER BY created_at DESC, id LIMIT 1) s, generate_series(1, $1::int) n
     RETURNING id::text`,
    [count],
  );
  const ids = made.map(({ id }) => id);
  const values = value === undefined ? [ids] : [value, ids];
  await api.rows(`UPDATE browser_session SET ${change} WHERE id = ANY ($${values.length}::uuid[])`, values);
}

async function all(query: string) {
  const items: { id: string; user_agent: string | null; created_at: string; clients: string[] }[] = [];
  let [cursor, pages] = ["", 0];
  do {
    const { status, body } = await api.call(`/sessions?limit=2&${query}${cursor}`, { token });
    expect(status).toBe(200);
    items.push(...body.items);
    cursor = body.next_cursor === undefined ? "" : `&cursor=${encodeURIComponent(body.next_cursor)}`;
    pages += 1;
  } while (cursor !== "");
  return { items, pages };
}

describe("ad.4: the live sessions of all people", () => {
  it("the newest first, each once, without those that ended", async () => {
    const { items } = await all("");
    expect(items).toHaveLength(4);
    const times = items.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(items[0]).toMatchObject({ user_id: api.alice, username: "alice", clients: [expect.any(String)] });
  });

  it("by client, person and time", async () => {
    expect((await all("client_id=webClient")).items).toHaveLength(1);
    expect((await all("client_id=other")).items).toEqual([]);
    expect((await all(`user_id=${api.alice}`)).items).toHaveLength(4);
    expect((await all(`user_id=${api.mallory}`)).items).toEqual([]);
    const [newest] = (await all("")).items;
    expect((await all(`until=${newest?.created_at}`)).items).toHaveLength(3);
    expect((await all(`since=${newest?.created_at}`)).items).toHaveLength(1);
  });

  it.each([
    ["", 4],
    ["client_id=webClient", 1],
    ["client_id=other", 0],
  ])("with a total, without those that ended: %s", async (query, count) => {
    const { body } = await api.call(`/sessions?limit=1&with_total=yes&${query}`, { token });
    expect(body.total).toEqual({ count, is_more: false });
    expect((await api.call(`/sessions?limit=1&${query}`, { token })).body).not.toHaveProperty("total");
  });

  it("ad.12: reading those of one person is audited", async () => {
    await api.call(`/sessions?user_id=${api.alice}`, { token });
    const rows = await api.rows(
      "SELECT user_id FROM audit_event WHERE type = 'activity_read' ORDER BY id DESC LIMIT 1",
    );
    expect(rows).toEqual([{ user_id: api.alice }]);
  });

  it("api-04: a cursor is for its filter", async () => {
    const { body } = await api.call("/sessions?limit=1", { token });
    const cursor = encodeURIComponent(body.next_cursor);
    expect((await api.call(`/sessions?client_id=webClient&cursor=${cursor}`, { token })).status).toBe(400);
    expect((await api.call(`/people?cursor=${cursor}`, { token: await api.tokenOf("people:read") })).status).toBe(400);
  });

  it.each(["user_id=%25", "since=yesterday", `client_id=${"x".repeat(513)}`, "sort=id", "offset=1"])(
    "api-05: 400 for ?%s",
    async (query) => {
      expect((await api.call(`/sessions?${query}`, { token })).status).toBe(400);
    },
  );

  it("no secret is in the list", async () => {
    const { body } = await api.call("/sessions", { token });
    expect(JSON.stringify(body)).not.toMatch(/secret|hash/);
  });
});
