import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { openIssuing } from "../../../testing/clients/issuing.ts";
import { passkeyRecord } from "../../../testing/factors/passkey-record.ts";
import { heardMail } from "../../../testing/servers/mail.ts";
import { noon, openWorld, type World } from "../../../testing/world.ts";
import { eraseDue as eraseAll } from "../../platform/jobs/erase-accounts.ts";
import { listAuditEvents } from "../../platform/records/audit-events.ts";
import { retireUsername } from "../../platform/stores/person/usernames.ts";
import { addPasskey, removePasskey, renamePasskey } from "../ways-in/passkeys.ts";
import {
  cancelDeletion,
  type Deleting,
  deletionDueAt,
  eraseSoon,
  reopenForCancelling,
  requestDeletion,
} from "./deletion.ts";
import { addPerson, disablePerson, enablePerson } from "./people.ts";

let world: World;
let deleting: Deleting;
let userId: string;
let token: string;
const mails: string[] = [];
const day = 86_400;
const by = () => byOperatorAt(world.clock.now);
const log = { error: vi.fn(), info: vi.fn() };
const eraseDue = () => eraseAll({ ...deleting, log }, world.clock.now);
const about = { browser: "" };
const username = () => `zoë-${people}`;
const email = () => `zoe-${people}@example.org`;
let people = 0;

beforeAll(async () => {
  world = await openWorld();
  const mail = heardMail(({ kind, to }) => mails.push(`${kind} ${to}`));
  deleting = { database: world.database, mail };
});
afterAll(() => world.close());
beforeEach(async () => {
  people += 1;
  await world.rows("DELETE FROM end_user WHERE username LIKE '%zoë%'");
  mails.length = 0;
  world.clock.now = noon;
  const claims = { name: "Zoë Personal", email: email(), email_verified: true };
  userId = (await addPerson(world.database, { username: username(), passwordHash: "x", claims }, by())) ?? "";
});

const request = (graceDays = 7) =>
  requestDeletion(
    deleting,
    {
      ...about,
      userId,
      graceDays,
      linkTo: (given) => {
        token = given;
        return `/account/keep?token=${given}`;
      },
    },
    by(),
    undefined,
  );
const state = async () => (await world.rows("SELECT disabled_at FROM end_user WHERE id = $1", [userId]))[0];
const everything = async () => {
  const tables = await world.rows("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  const texts = await Promise.all(tables.map(({ name }) => world.rows(`SELECT * FROM "${name}"`)));
  return JSON.stringify(
    texts.map((rows) =>
      rows.map((row) => Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : value))),
    ),
  );
};

describe("GDPR Article 17: a person deletes their account", () => {
  it("which is disabled, signed out everywhere, and erased when the grace period is over", async () => {
    const issuing = openIssuing(world);
    const secret = await issuing.signIn(userId);
    expect(await request()).toEqual(new Date("2030-01-08T12:00:00Z"));
    expect([await issuing.find(secret), await state()]).toEqual([undefined, { disabled_at: noon }]);
    expect(mails).toEqual([`deletion-scheduled ${email()}`]);

    world.pass(7 * day - 1);
    expect(await eraseDue()).toBe(0);
    world.pass(1);
    expect(await eraseDue()).toBe(1);
    expect(await state()).toBeUndefined();
    expect(mails).toEqual([`deletion-scheduled ${email()}`, `account-deleted ${email()}`]);
  });

  it("once: a second request finds the account disabled", async () => {
    expect((await Promise.all([request(), request(), request()])).filter((due) => due !== undefined)).toHaveLength(1);
  });

  it("without a grace period it is erased by the next run", async () => {
    await request(0);
    expect([await eraseDue(), mails]).toEqual([1, [`account-deleted ${email()}`]]);
  });

  it("an operator deletes a disabled account, too", async () => {
    await disablePerson(world.database, userId, by(), undefined);
    await eraseSoon(world.database, userId, by(), { kept: undefined });
    expect(await eraseDue()).toBe(1);
  });

  it("several replicas erase it once", async () => {
    await request(0);
    const runs = await Promise.all([1, 2, 3].map(() => eraseDue()));
    expect(runs.reduce((sum, one) => sum + one)).toBe(1);
    expect(mails).toHaveLength(1);
  });
});

describe("GDPR Article 17: after it, nothing in the database names the person", () => {
  it("in any table, also not in the audit log, where operators could read the username before", async () => {
    const events = async () =>
      (
        await listAuditEvents(world.database, {
          since: undefined,
          type: "user_added",
          user: userId,
          clientId: undefined,
          limit: 5,
        })
      ).map(({ detail }) => detail);
    expect(await everything()).toContain(email());
    expect(await events()).toEqual([{ username: username() }]);
    await world.rows(
      `INSERT INTO invitation (id, address, address_canonical, token_hash, created_at, expires_at)
       VALUES (gen_random_uuid(), $1, $1, '', now(), now())`,
      [email()],
    );
    await eraseSoon(world.database, userId, by(), { kept: undefined });
    await eraseDue();

    const left = await everything();
    for (const text of [email(), username(), "Zoë Personal"]) expect(left).not.toContain(text);
    expect(await events()).toEqual([{}]);
    const [last] = await world.rows("SELECT type, user_id FROM audit_event ORDER BY id DESC LIMIT 1");
    expect(last).toEqual({ type: "user_deleted", user_id: userId });
  });

  it("nor do the names that the person gave to passkeys, which the person could read before", async () => {
    const names = ["Zoë’s phone", "Zoë’s key"];
    const passkey = { ...passkeyRecord, userId, name: names[0] ?? "", browser: "" };
    const added = await addPasskey({ ...world.database, mail: deleting.mail }, passkey, by());
    const passkeyId = typeof added === "string" ? added : added.id;
    await renamePasskey(world.database, { userId, passkeyId, name: names[1] ?? "" }, by());
    await world.rows("UPDATE end_user SET password_hash = 'x' WHERE id = $1", [userId]);
    await removePasskey(
      { ...world.database, mail: deleting.mail },
      { userId, passkeyId, browser: "" },
      () => true,
      by(),
    );
    const filter = { since: undefined, type: undefined, user: userId, clientId: undefined, limit: 9 };
    const named = (await listAuditEvents(world.database, filter)).map(({ detail }) => detail.name);
    expect(named).toEqual(expect.arrayContaining([names[0], names[1]]));

    await eraseSoon(world.database, userId, by(), { kept: undefined });
    await eraseDue();
    const left = await everything();
    for (const name of names) expect(left).not.toContain(name);
  });

  it("and the key of another person opens nothing", async () => {
    const other =
      (await addPerson(world.database, { username: `x${username()}`, passwordHash: "x", claims: {} }, by())) ?? "";
    await world.rows("UPDATE person_key SET key = (SELECT key FROM person_key WHERE user_id = $2) WHERE user_id = $1", [
      userId,
      other,
    ]);
    const filter = { since: undefined, type: undefined, user: userId, clientId: undefined, limit: 5 };
    const listed = await listAuditEvents(world.database, filter);
    expect(listed.map(({ detail }) => detail.personal)).toContain("cannot be opened");
    expect(JSON.stringify(listed)).not.toContain(username());
  });

  it("the username, and those that look like it, stay reserved for half a year", async () => {
    const again = (name: string) => addPerson(world.database, { username: name, passwordHash: "x", claims: {} }, by());
    await eraseSoon(world.database, userId, by(), { kept: undefined });
    await eraseDue();
    expect(await again(username())).toBeUndefined();
    expect(await again(username().toUpperCase())).toBeUndefined();
    world.pass(180 * day + 1);
    expect(await again(username())).not.toBe(userId);
  });

  it("also from an operator who adds an account while the erasure is under way", async () => {
    const other = await world.superuser.pool.connect();
    await other.query("BEGIN");
    await other.query("DELETE FROM end_user WHERE id = $1", [userId]);
    await retireUsername(async (text, values) => (await other.query(text, [...values])).rows, username(), by().at);
    const waiting = addPerson(world.database, { username: username(), passwordHash: "x", claims: {} }, by());
    const locked = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while ((await world.rows(locked)).length === 0) await setTimeout(5);
    await other.query("COMMIT");
    other.release();
    expect(await waiting).toBeUndefined();
    const found = await world.rows("SELECT FROM end_user WHERE username = $1", [username()]);
    expect(found).toEqual([]);
  });
});

describe("a person keeps their account", () => {
  it("by the link of the mail, which lets them sign in, and a button there", async () => {
    await request();
    world.pass(day);
    expect(await reopenForCancelling(world.database, token, world.clock.now)).toBe(true);
    expect(await state()).toEqual({ disabled_at: null });
    expect(await deletionDueAt(world.database, userId)).toEqual(new Date("2030-01-08T12:00:00Z"));
    expect(await cancelDeletion(deleting, { ...about, userId }, by())).toBe(true);
    expect(mails.at(-1)).toBe(`deletion-cancelled ${email()}`);
    world.pass(30 * day);
    expect(await eraseDue()).toBe(0);
    expect(await cancelDeletion(deleting, { ...about, userId }, by())).toBe(false);
  });

  it("not only by the link: the account is still erased", async () => {
    await request();
    await reopenForCancelling(world.database, token, world.clock.now);
    world.pass(7 * day);
    expect(await eraseDue()).toBe(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["another token", async () => (token = "x".repeat(43))],
    ["after the account was kept", () => cancelDeletion(deleting, { ...about, userId }, by())],
    ["after the grace period", async () => world.pass(7 * day)],
    ["where an operator disabled the account in between", () => disablePerson(world.database, userId, by(), undefined)],
  ])("the link does nothing: %s", async (_, before) => {
    await request();
    await before();
    expect(await reopenForCancelling(world.database, token, world.clock.now)).toBe(false);
  });

  it("by an operator, who enables the account", async () => {
    await request();
    expect(await enablePerson(world.database, userId, by())).toBe(true);
    expect(await deletionDueAt(world.database, userId)).toBeUndefined();
  });
});
