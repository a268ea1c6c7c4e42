import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noon } from "../../../../testing/world.ts";
import { type Api, startApi } from "../../api/testing/api.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("settings:read");
});
afterAll(() => api.close());

const read = async () => (await api.call("/outboxes", { token })).body.items;
const mail = (createdAt: Date, more: { readonly nextAttemptAt: Date | null }) =>
  api.rows(
    `INSERT INTO mail_delivery (id, kind, language, address, message_id, attempts, expires_at, next_attempt_at,
                                sealed_parameters, key_encryption_key_id, created_at)
     VALUES (gen_random_uuid(), 'welcome', 'en', 'a@example.org', 'm', 1, $1, $2,
             CASE WHEN $2::timestamptz IS NULL THEN NULL ELSE ''::bytea END,
             CASE WHEN $2::timestamptz IS NULL THEN NULL ELSE 'k' END, $1)`,
    [createdAt, more.nextAttemptAt],
  );

describe("co.1: what waits to be sent", () => {
  it("nothing, at first", async () => {
    expect(await read()).toEqual([
      { name: "mails", waiting: 0, oldest_at: null },
      { name: "webhooks", waiting: 0, oldest_at: null },
      { name: "logout_tokens", waiting: 0, oldest_at: null },
    ]);
  });

  it("mails that wait are counted, with the time of the oldest; others are not", async () => {
    const earlier = new Date(noon.getTime() - 60_000);
    await mail(noon, { nextAttemptAt: noon });
    await mail(earlier, { nextAttemptAt: noon });
    await mail(new Date(0), { nextAttemptAt: null });
    expect(await read()).toContainEqual({ name: "mails", waiting: 2, oldest_at: earlier.toISOString() });
  });

  it.each([
    ["", 3],
    ["state=waiting", 2],
    ["state=failed", 1],
    ["address=b@example.org", 0],
  ])("the list of mails has their total: %s", async (query, count) => {
    const { body } = await api.call(`/mails?limit=1&with_total=yes&${query}`, { token });
    expect(body.total).toEqual({ count, is_more: false });
  });

  it("only with the scope", async () => {
    expect((await api.call("/outboxes", { token: await api.tokenOf("people:read") })).status).toBe(403);
  });
});
