import type { HeldCredential } from "@countersign/dev/test-authenticator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { addedPasskey, passkeySignIn } from "../../../../testing/factors/passkeys.ts";
import { signedInAs } from "../../../../testing/factors/signed-in.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { password } from "../../../../testing/world.ts";
import { removePasskey } from "../../../administration/ways-in/passkeys.ts";
import { removePassword } from "../../../administration/ways-in/password-removal.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";

const path = "/account/password";
let service: Service;
let passwordHash: unknown;
beforeAll(async () => {
  const key = `k1:${Buffer.alloc(32, 7).toString("base64url")}`;
  service = await startService({ settings: { MAIL_URL: "smtps://mail.example", KEY_ENCRYPTION_KEYS: key } });
  passwordHash = (await service.rows("SELECT password_hash AS hash FROM end_user LIMIT 1"))[0]?.hash;
});
afterAll(() => service.close());
beforeEach(async () => {
  service.pass(3600);
  await service.rows("DELETE FROM passkey");
  await service.rows("DELETE FROM recovery_code");
  await service.rows("DELETE FROM browser_session");
  await service.rows("UPDATE end_user SET password_hash = $1", [passwordHash]);
});

const give = (count: number) => Promise.all(Array.from({ length: count }, () => addedPasskey(service, service.alice)));
const giveCodes = () =>
  service.rows("INSERT INTO recovery_code (user_id, number, hash, created_at) VALUES ($1, 1, 'x', $2)", [
    service.alice,
    service.clock.now,
  ]);
const hasPassword = async () =>
  (await service.rows("SELECT password_hash IS NOT NULL AS has FROM end_user WHERE id = $1", [service.alice]))[0]?.has;
const passkeyIds = async () => (await service.deps.passkeys.listOf(service.alice)).map(({ passkeyId }) => passkeyId);

/** Signs in with a passkey, on the way to the page. */
async function signedIn(key: HeldCredential): Promise<{ readonly browser: Browser; readonly page: Answer }> {
  const browser = openBrowser(service.origin);
  const login = await browser.follow(await browser.get(path));
  return { browser, page: await browser.follow(await passkeySignIn(browser, login, key)) };
}
const remove = async (key: HeldCredential) => {
  const { browser, page } = await signedIn(key);
  return { browser, answer: await browser.submit(page, path, { action: "remove" }) };
};

describe("a person with two passkeys removes the password of the account", () => {
  it("with two passkeys: they stay signed in here and nowhere else, and hear of it by mail", async () => {
    const [key] = await give(2);
    const { browser: elsewhere } = await signedIn(key as HeldCredential);
    const { browser, answer } = await remove(key as HeldCredential);
    expect((await browser.follow(answer)).body).toContain("Password removed.");
    expect([await hasPassword(), (await elsewhere.get("/account")).status]).toEqual([false, 303]);
    const notice = (await service.mails()).at(-1);
    expect(notice).toMatchObject({ kind: "factor-removed", parameters: { factor: "password" } });
    const [event] = await service.rows("SELECT type, actor, user_id FROM audit_event ORDER BY id DESC LIMIT 1");
    expect(event).toEqual({ type: "password_removed", actor: "user", user_id: service.alice });

    const own = openBrowser(service.origin);
    const login = await own.follow(await own.get("/account"));
    expect((await own.submit(login, "/login", { username: "alice", password, action: "sign-in" })).status).toBe(422);
  });

  it("not with one passkey and recovery codes, which are of no use without a password", async () => {
    const [key] = await give(1);
    await giveCodes();
    expect((await remove(key as HeldCredential)).answer.status).toBe(422);
    expect(await hasPassword()).toBe(true);
  });

  it("and sets one again, without a current one", async () => {
    const [key] = await give(2);
    const { browser } = await remove(key as HeldCredential);
    const page = await browser.get(path);
    expect(page.body).not.toContain('id="current-password"');
    const answer = await browser.submit(page, path, { "new-password": "a mountain and a river" });
    expect([answer.status, await hasPassword()]).toEqual([303, true]);
  });

  it("not with only one passkey, nor with used recovery codes", async () => {
    const [key] = await give(1);
    await giveCodes();
    await service.rows("UPDATE recovery_code SET used_at = created_at");
    const { answer } = await remove(key as HeldCredential);
    expect([answer.status, answer.body.includes("The password stays")]).toEqual([422, true]);
    expect(await hasPassword()).toBe(true);
  });

  it("not with security keys, which are for use after a password", async () => {
    const [key] = await give(1);
    await addedPasskey(service, service.alice, { use: "second-factor" });
    expect((await remove(key as HeldCredential)).answer.status).toBe(422);
  });

  it("not in a session that was begun with the password", async () => {
    const browser = openBrowser(service.origin);
    await (await signedInAs(service, "alice", { browser })).get(path);
    const page = await browser.get(path);
    await give(2);
    const answer = await browser.submit(page, path, { action: "remove" });
    expect([answer.location?.pathname, await hasPassword()]).toEqual(["/login", true]);
  });
});

describe("no account is left without a way to sign in", () => {
  const by = (): By => ({ actor: { kind: "person", userId: service.alice }, at: service.clock.now });
  const acts = () => ({ pool: service.database.pool, mail: service.deps.mail });
  const dropKey = (passkeyId: string) =>
    removePasskey(acts(), { userId: service.alice, passkeyId, browser: "" }, () => true, by());
  const dropPassword = async () => {
    const { session } = await sessionOf();
    return removePassword(service.deps, { userId: service.alice, sessionId: session, browser: "" }, by());
  };
  const sessionOf = async () => {
    const [row] = await service.rows("SELECT id FROM browser_session WHERE active_user_id = $1", [service.alice]);
    return { session: String(row?.id) };
  };

  it("acct-05: of the last two passkeys, removed in parallel without a password, one stays", async () => {
    for (let round = 0; round < 10; round++) {
      await service.rows("DELETE FROM passkey");
      await give(2);
      await service.rows("UPDATE end_user SET password_hash = NULL WHERE id = $1", [service.alice]);
      const results = await Promise.all((await passkeyIds()).map(dropKey));
      expect(results.toSorted()).toEqual(["last", "removed"]);
    }
  });

  it("acct-05: of a password and two passkeys, removed in parallel, a way stays", async () => {
    const [key] = await give(1);
    await signedIn(key as HeldCredential);
    for (let round = 0; round < 10; round++) {
      await service.rows("DELETE FROM passkey");
      await service.rows("UPDATE end_user SET password_hash = $1", [passwordHash]);
      await give(2);
      const ids = await passkeyIds();
      await Promise.all([...ids.map(dropKey), dropPassword()]);
      const left = (await passkeyIds()).length;
      expect((await hasPassword()) === true || left > 0).toBe(true);
    }
  });
});
