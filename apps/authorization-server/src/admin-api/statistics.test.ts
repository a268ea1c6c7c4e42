import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { countDays } from "../stores/statistics.ts";
import { openBrowser } from "../testing/browser.ts";
import { codeFor } from "../testing/flows.ts";
import { noon } from "../testing/world.ts";
import { type Api, startApi } from "./testing/api.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("statistics:read");
});
afterAll(() => api.close());
beforeEach(() => api.rows("DELETE FROM daily_statistic"));

const event = (at: string, type: string, detail = {}, userId = api.alice) =>
  api.rows("INSERT INTO audit_event (at, type, actor, user_id, detail) VALUES ($1, $2, 'user', $3, $4)", [
    at,
    type,
    userId,
    detail,
  ]);
const read = async (query = "") => (await api.call(`/statistics${query}`, { token })).body;
const day = noon.toISOString().slice(0, 10);

describe("ad.16: statistics are read from counts of days", () => {
  it("a sign-in is counted by its method, and its person once a day", async () => {
    await codeFor(openBrowser(api.origin), "webClient");
    await event(`${day}T13:00:00Z`, "sign_in", { amr: ["pwd", "otp", "mfa"] });
    await event(`${day}T13:00:00Z`, "sign_in", { amr: ["pop", "user", "mfa"] }, api.alice);
    await event(`${day}T13:00:00Z`, "sign_in", { amr: ["federated"] });
    await event(`${day}T13:00:00Z`, "sign_in", { amr: ["federated", "pop", "user", "mfa"] });
    await event(`${day}T13:00:00Z`, "sign_in", {});
    await event(`${day}T13:00:00Z`, "sign_in_failed");
    await event(`${day}T13:00:00Z`, "second_factor_failed");
    await event(`${day}T13:00:00Z`, "sign_in_limited");
    await countDays(api.database, noon);
    const { days, people } = await read();
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toEqual({
      day,
      sign_ins: { password: 1, password_and_second_factor: 1, passkey: 1, provider: 2, other: 1 },
      active_people: 1,
      failed_sign_ins: 2,
      limited_sign_ins: 1,
      new_people: expect.any(Number),
      deleted_people: 0,
    });
    const [{ count }] = (await api.rows("SELECT count(*)::int FROM end_user")) as [{ count: number }];
    expect(people).toEqual({
      total: count,
      with_passkey: 0,
      with_authenticator_app: 0,
      counted_at: noon.toISOString(),
    });
  });

  it("an event belongs to its day in UTC; the days since the last count are counted, too", async () => {
    const later = (days: number) => new Date(noon.getTime() + days * 86_400_000);
    const [first, second] = [later(1), later(3)].map((at) => at.toISOString().slice(0, 10));
    expect(await countDays(api.database, noon)).toBe(30);
    await event(`${first}T00:00:00Z`, "user_deleted");
    await event(`${first}T23:59:59.999Z`, "user_deleted");
    await event(`${second}T00:00:00Z`, "user_deleted");
    expect(await countDays(api.database, later(3))).toBe(4);
    const { days } = await read(`?since=${day}&until=${second}`);
    expect(days.map((one: { deleted_people: number }) => one.deleted_people)).toEqual([0, 2, 0, 1]);
  });

  it("of three replicas one counts, and none again in the same minute", async () => {
    const counts = await Promise.all([1, 2, 3].map(() => countDays(api.database, noon)));
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 30]);
    expect(await countDays(api.database, new Date(noon.getTime() + 40_000))).toBe(0);
    expect(await countDays(api.database, new Date(noon.getTime() + 60_000))).toBe(1);
  });

  it("before the first count everything is zero", async () => {
    const { days, people } = await read();
    expect(days.at(-1)).toMatchObject({ active_people: 0, sign_ins: { password: 0 } });
    expect(people).toEqual({ total: 0, with_passkey: 0, with_authenticator_app: 0, counted_at: null });
  });

  it.each(["?since=2029-01-02&until=2029-01-01", "?since=2020-01-01&until=2029-01-01", "?since=yesterday"])(
    "%s is refused",
    async (query) => {
      expect((await api.call(`/statistics${query}`, { token })).status).toBe(400);
    },
  );
});
