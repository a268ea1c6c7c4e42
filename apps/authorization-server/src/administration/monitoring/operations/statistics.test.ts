import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import { codeFor } from "../../../../testing/flows.ts";
import { noon } from "../../../../testing/world.ts";
import { countStatistics } from "../../../platform/jobs/count-statistics.ts";
import { type Api, startApi } from "../../api/testing/api.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("statistics:read");
});
afterAll(() => api.close());
beforeEach(async () => {
  for (const table of ["daily_statistic", "hourly_statistic", "active_person", "statistic_progress", "job_failure"])
    await api.rows(`DELETE FROM ${table}`);
});

const log = { info: () => {}, error: () => {} };
const countAt = (at: Date) => countStatistics({ database: api.database, log, at });

const event = (at: string, type: string, detail = {}, userId = api.alice) =>
  api.rows("INSERT INTO audit_event (at, type, actor, user_id, detail) VALUES ($1, $2, 'user', $3, $4)", [
    at,
    type,
    userId,
    detail,
  ]);
const read = async (query = "") => (await api.call(`/statistics${query}`, { token })).body;
const later = (days: number, minutes = 0) => new Date(noon.getTime() + days * 86_400_000 + minutes * 60_000);
const dayIn = (days: number) => later(days).toISOString().slice(0, 10);
const day = dayIn(0);
const deleted = async (until: string) =>
  (await read(`?since=${day}&until=${until}`)).days.map((one: { deleted_people: number }) => one.deleted_people);

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
    await countAt(noon);
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

  it("an event belongs to its day in UTC; the hours since the last count are counted, too", async () => {
    const [first, second] = [dayIn(1), dayIn(3)];
    await countAt(noon);
    await event(`${first}T00:00:00Z`, "user_deleted");
    await event(`${first}T23:59:59.999Z`, "user_deleted");
    await event(`${second}T00:00:00Z`, "user_deleted");
    expect(await countAt(later(3))).toEqual({ hours: 71 });
    expect(await deleted(second)).toEqual([0, 2, 0, 1]);
  });

  it("what an earlier version counted stays, except for its last day, which is counted again", async () => {
    const [before, last] = [dayIn(-1), dayIn(0)];
    await api.rows(
      `INSERT INTO daily_statistic (day, name, value, counted_at)
       VALUES ($1, 'deleted_people', 7, now()), ($2, 'deleted_people', 5, now())`,
      [before, last],
    );
    await event(`${last}T01:00:00Z`, "user_deleted");
    await countAt(noon);
    const { days } = await read(`?since=${before}&until=${last}`);
    expect(days.map((one: { deleted_people: number }) => one.deleted_people)).toEqual([7, 1]);
  });

  it("of three replicas one counts, and none again in the same minute", async () => {
    const counts = await Promise.all([1, 2, 3].map(() => countAt(noon)));
    expect(counts.filter((counted) => counted !== undefined)).toHaveLength(1);
    expect(await countAt(new Date(noon.getTime() + 40_000))).toBeUndefined();
    expect(await countAt(new Date(noon.getTime() + 60_000))).toBeDefined();
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

describe("A10: a busy day", () => {
  const at = (clock: string) => `${dayIn(0)}T${clock}Z`;
  const time = (clock: string) => new Date(at(clock));
  beforeEach(async () => {
    await api.rows("ALTER TABLE audit_event DISABLE TRIGGER ALL");
    await api.rows("DELETE FROM audit_event");
  });

  it("costs no more than its last minute: no event is read again in its hour", async () => {
    await event(at("12:10:00"), "user_deleted");
    await countAt(time("12:10:30"));
    await api.rows("DELETE FROM audit_event");
    await event(at("12:11:00"), "user_deleted");
    await countAt(time("12:11:30"));
    expect(await deleted(day)).toEqual([2]);
  });

  it("a person counts once, also in several hours and batches", async () => {
    for (const clock of ["11:59:00", "12:00:00", "12:01:00"]) await event(at(clock), "sign_in");
    await countAt(time("12:02:00"));
    await event(at("12:03:00"), "sign_in");
    await countAt(time("12:04:00"));
    await countAt(time("14:00:00"));
    expect((await read(`?since=${day}&until=${day}`)).days[0]).toMatchObject({ active_people: 1 });
  });

  it("an event whose transaction ended late is counted once its hour is over", async () => {
    await event(at("12:10:00"), "user_deleted");
    await countAt(time("12:11:00"));
    await api.rows(
      `INSERT INTO audit_event (id, at, type, actor, detail) OVERRIDING SYSTEM VALUE
       SELECT min(id) - 1, $1, 'user_deleted', 'user', '{}' FROM audit_event`,
      [at("12:09:00")],
    );
    await countAt(time("12:12:00"));
    expect(await deleted(day)).toEqual([1]);
    await countAt(time("13:15:00"));
    expect(await deleted(day)).toEqual([2]);
  });

  it("an hour that cannot be counted is left out and noted, stops no later one, and is counted later", async () => {
    await api.rows(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'too much'; END $$`,
    );
    await api.rows(
      `CREATE TRIGGER refuse BEFORE INSERT ON hourly_statistic
         FOR EACH ROW WHEN (NEW.hour = '${at("09:00:00")}') EXECUTE FUNCTION refuse()`,
    );
    for (const clock of ["08:00:00", "09:00:00", "10:00:00"]) await event(at(clock), "user_deleted");
    expect(await countAt(time("12:00:00"))).toEqual({ hours: 2 });
    expect(await deleted(day)).toEqual([2]);
    expect(await api.rows("SELECT job, part FROM job_failure")).toEqual([
      { job: "statistics", part: time("09:00:00").toISOString() },
    ]);
    await api.rows("DROP TRIGGER refuse ON hourly_statistic");
    await countAt(time("12:10:00"));
    expect(await deleted(day)).toEqual([3]);
    expect(await api.rows("SELECT FROM job_failure")).toEqual([]);
  });
});
