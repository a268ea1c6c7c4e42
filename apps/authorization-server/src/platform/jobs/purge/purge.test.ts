import { NO_SENDER } from "@countersign/rules";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Issuing, openIssuing } from "../../../../testing/clients/issuing.ts";
import { noon, openWorld, type World } from "../../../../testing/world.ts";
import { purge as purgeRows } from "./purge.ts";

let world: World;
let issuing: Issuing;
beforeAll(async () => {
  world = await openWorld();
  issuing = openIssuing(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.now = noon;
  for (const table of [`"authorization"`, "browser_session", "initial_access_token"])
    await world.rows(`DELETE FROM ${table}`);
});

const log = { error: vi.fn(), info: vi.fn() };
const run = (at: Date, auditRetentionDays = 30) => purgeRows({ database: world.database, log, at, auditRetentionDays });
const purge = async (now: Date) => (await run(now)).removed;
const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const count = async (table: string) => (await world.rows(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n;

describe("architecture §3: the database contains only what can still be used", () => {
  it("an authorization is deleted when everything it can yield has expired, and not before", async () => {
    await issuing.code();
    expect(await purge(at(359))).toMatchObject({ authorizations: 0 });
    expect(await purge(at(360))).toMatchObject({ authorizations: 1, sessions: 0 });
    expect(await count(`"authorization"`)).toBe(0);
  });

  it("a redeemed one is kept as long as its tokens live, to detect a replay (RFC 6749 §4.1.2)", async () => {
    const code = (await issuing.code()) ?? "";
    const binding = {
      clientId: "webClient",
      redirectUri: "https://rp.example/cb",
      codeChallenge: "challenge",
      sender: NO_SENDER,
    };
    await issuing.authorizations.redeemCode(code, binding, undefined, at(30), 300);
    await purge(at(329));
    expect(await issuing.authorizations.explainMiss(code, binding, { at: at(329), address: "192.0.2.7" })).toBe(
      "replayed",
    );
    await purge(at(360));
    expect(await issuing.authorizations.explainMiss(code, binding, { at: at(360), address: "192.0.2.7" })).toBe(
      "no_match",
    );
  });

  it.each([
    ["idled out", 3600, "idle_expires_at"],
    ["is at its absolute end", 7200, "expires_at"],
  ])(
    "a session that %s is deleted with its sign-ins, and what it issued stays until it expires",
    async (_, seconds, column) => {
      await issuing.code({ codeTtlSeconds: 9000 });
      await world.rows(`UPDATE browser_session SET idle_expires_at = $1, expires_at = $1`, [at(9000)]);
      await world.rows(`UPDATE browser_session SET ${column} = $1`, [at(seconds)]);
      await purge(at(seconds - 1));
      expect([await count("browser_session"), await count("sign_in")]).toEqual([1, 1]);
      expect(await purge(at(seconds))).toMatchObject({ sessions: 1, authorizations: 0 });
      expect([await count("browser_session"), await count("sign_in"), await count("session_client")]).toEqual([
        0, 0, 0,
      ]);
      expect(await count(`"authorization"`)).toBe(1);
    },
  );

  it("at-15: a revoked access token is stored for an hour after its exp, because clocks differ", async () => {
    await world.rows("INSERT INTO revoked_access_token (jti, expires_at) VALUES ('a', $1), ('b', $2)", [
      at(10),
      at(11),
    ]);
    expect(await purge(at(3609))).toMatchObject({ revokedAccessTokens: 0 });
    expect(await purge(at(3610))).toMatchObject({ revokedAccessTokens: 1 });
    expect(await world.rows("SELECT jti FROM revoked_access_token")).toEqual([{ jti: "b" }]);
  });

  it("an initial access token is deleted after its expiry", async () => {
    await world.rows(
      `INSERT INTO initial_access_token (id, token_hash, note, uses_remaining, expires_at, created_at)
       VALUES (gen_random_uuid(), '\\x01', 'n', 1, $1, $3), (gen_random_uuid(), '\\x02', 'n', 1, $2, $3)`,
      [at(10), at(11), noon],
    );
    expect(await purge(at(10))).toMatchObject({ initialAccessTokens: 1 });
    expect(await world.rows("SELECT note FROM initial_access_token")).toEqual([{ note: "n" }]);
  });

  it("a browser that is not asked for a second factor is forgotten when its time is over", async () => {
    await world.rows(
      `INSERT INTO remembered_device (id, user_id, secret_hash, label, created_at, last_used_at, expires_at)
       VALUES (gen_random_uuid(), $4, '\\x01', 'old', $3, $3, $1), (gen_random_uuid(), $4, '\\x02', 'new', $3, $3, $2)`,
      [at(10), at(11), noon, world.alice],
    );
    expect(await purge(at(10))).toMatchObject({ rememberedDevices: 1 });
    expect(await world.rows("SELECT label FROM remembered_device")).toEqual([{ label: "new" }]);
  });

  it("an audit event is deleted after the retention time of the deployment", async () => {
    const add =
      "INSERT INTO audit_event (at, type, actor, detail) " +
      "VALUES ($1, 'sign_in', 'user', '{}'), ($2, 'sign_out', 'user', '{}')";
    await world.rows(add, [new Date("2020-01-01T00:00:00Z"), new Date("2020-01-01T00:00:01Z")]);
    expect(await purge(new Date("2020-01-31T00:00:00Z"))).toMatchObject({ auditEvents: 1 });
    expect(await world.rows("SELECT type FROM audit_event WHERE at < '2020-02-01'")).toEqual([{ type: "sign_out" }]);
  });

  it("one run deletes more than one batch, and two concurrent runs count each row once", async () => {
    await world.rows(
      `INSERT INTO revoked_access_token (jti, expires_at) SELECT 'many ' || n, $1 FROM generate_series(1, 2500) n`,
      [at(1)],
    );
    const runs = await Promise.all([purge(at(3601)), purge(at(3601))]);
    const removed = runs.reduce((sum, run) => sum + (run.revokedAccessTokens ?? 0), 0);
    expect(removed).toBe(2500);
    expect(await world.rows("SELECT FROM revoked_access_token WHERE jti LIKE 'many %'")).toEqual([]);
  });

  it("concurrent runs also delete each audit event once", async () => {
    await world.rows(
      `INSERT INTO audit_event (at, type, actor, detail)
       SELECT '2001-01-01', 'sign_in', 'user', '{}' FROM generate_series(1, 2500)`,
    );
    const runs = await Promise.all([1, 2, 3].map(() => purge(noon)));
    expect(runs.reduce((sum, run) => sum + (run.auditEvents ?? 0), 0)).toBe(2500);
    expect(await world.rows("SELECT FROM audit_event WHERE at < '2002-01-01'")).toEqual([]);
  });
});

describe("A16: one row that cannot be deleted stops nothing", () => {
  beforeEach(async () => {
    await world.rows("DELETE FROM revoked_access_token");
    await world.rows("DELETE FROM retired_username");
    await world.rows("DELETE FROM job_failure");
    await world.rows("DELETE FROM job_failure");
    await world.rows(
      `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'this row is broken'; END $$`,
    );
    await world.rows(
      `CREATE OR REPLACE TRIGGER refuse BEFORE DELETE ON revoked_access_token
         FOR EACH ROW WHEN (OLD.jti = 'many 700') EXECUTE FUNCTION refuse()`,
    );
    await world.rows(
      "INSERT INTO revoked_access_token (jti, expires_at) SELECT 'many ' || n, $1 FROM generate_series(1, 2500) n",
      [at(1)],
    );
    await world.rows("INSERT INTO retired_username (username_hash, until) VALUES ('\\x01', $1)", [at(1)]);
  });
  afterEach(() => world.rows("DROP TRIGGER IF EXISTS refuse ON revoked_access_token"));

  it("neither the other rows of its kind nor the kinds after it", async () => {
    const removed = await purge(at(3601));
    expect(removed).toMatchObject({ revokedAccessTokens: 2499, retiredUsernames: 1 });
    expect(await world.rows("SELECT jti FROM revoked_access_token")).toEqual([{ jti: "many 700" }]);
    const [failure] = await world.rows("SELECT part, failures, reason FROM job_failure");
    expect(failure).toMatchObject({ part: expect.stringMatching(/^revokedAccessTokens [0-9a-f]{32}$/), failures: 1 });
  });

  it("the row waits, and is deleted and forgotten when that is possible", async () => {
    await purge(at(3601));
    await purge(at(3660));
    expect(await world.rows("SELECT failures FROM job_failure")).toEqual([{ failures: 1 }]);
    await world.rows("DROP TRIGGER refuse ON revoked_access_token");
    expect(await purge(at(3661))).toMatchObject({ revokedAccessTokens: 1 });
    expect(await world.rows("SELECT FROM job_failure")).toEqual([]);
  });

  it("a kind of which too much fails is left until later, and the kinds after it are not", async () => {
    await world.rows(
      "CREATE OR REPLACE TRIGGER refuse BEFORE DELETE ON revoked_access_token FOR EACH ROW EXECUTE FUNCTION refuse()",
    );
    expect(await run(at(3601))).toMatchObject({
      removed: { revokedAccessTokens: 0, retiredUsernames: 1 },
      failed: expect.arrayContaining(["revokedAccessTokens"]),
    });
    expect(await world.rows("SELECT FROM revoked_access_token")).toHaveLength(2500);
  });
});
