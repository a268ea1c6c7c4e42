import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { passkeyRecord } from "../../../../testing/factors/passkey-record.ts";
import { mailsIn } from "../../../../testing/servers/mail.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, password } from "../../../../testing/world.ts";
import { addPerson } from "../../../administration/people/people.ts";
import { addPasskey } from "../../../administration/ways-in/passkeys.ts";
import { setPassword } from "../../../administration/ways-in/passwords.ts";
import { addTotp, replaceRecoveryCodes } from "../../../administration/ways-in/second-factors.ts";
import { parseKeyEncryptionKeys } from "../../../issuer/keys/key-encryption-keys.ts";

const KEYS = `k1:${randomBytes(32).toString("base64url")}`;

let service: Service;
let browser: Browser;
let username: string;
let userId: string;
let people = 0;
beforeAll(async () => {
  service = await startService({ settings: { MAIL_URL: "smtp://127.0.0.1:2525", KEY_ENCRYPTION_KEYS: KEYS } });
});
afterAll(() => service.close());
beforeEach(async () => {
  service.pass(3600);
  await service.rows("DELETE FROM mail_delivery");
  browser = openBrowser(service.origin);
  username = `person${people++}`;
  const claims = { email: `${username}@old.example`, email_verified: true };
  const passwordHash = await service.deps.passwords.hash(password);
  const person = { username, passwordHash, claims };
  userId = (await addPerson(service.database, person, byOperatorAt(service.clock.now))) ?? "";
});

/** The mails of a change, without the notice of the sign-in before it. */
const mails = async () =>
  (await mailsIn(service.rows, parseKeyEncryptionKeys(KEYS))).filter(({ kind }) => kind !== "new-browser");
const addressOf = async () =>
  (await service.rows("SELECT email, email_canonical, email_verified_at FROM end_user WHERE id = $1", [userId]))[0];

async function signedIn(who = browser): Promise<Answer> {
  const login = await who.follow(await who.get("/account/email"));
  return who.follow(await who.submit(login, "/login", { username, password, action: "sign-in" }));
}
const ask = async (page: Answer, email: string, who = browser) =>
  who.follow(await who.submit(page, "/account/email", { email, action: "change" }));
const confirm = async (page: Answer, code: string, who = browser) =>
  who.follow(await who.submit(page, "/account/email", { code, action: "confirm" }));

/** Changes the address, and returns the link of the mail to the old one. */
async function change(to: string): Promise<string> {
  const page = await ask(await signedIn(), to);
  await confirm(page, (await mails()).at(-1)?.parameters.code ?? "");
  return (await mails()).at(-1)?.parameters.link ?? "";
}
const aPasskey = (userId: string, name: string, use: "sign-in" | "second-factor") => ({
  ...passkeyRecord,
  userId,
  name,
  use,
  browser: "",
  credentialId: randomBytes(16).toString("base64url"),
});
const undo = async (link: string, email: string, who = openBrowser(service.origin)) => {
  const page = await who.follow(await who.get(link));
  return who.submit(page, "/undo-email", { email });
};

describe("OWASP ASVS 6.3.7: the change of an address", () => {
  it("takes a code to the new address, and a notice goes to the old one", async () => {
    const page = await ask(await signedIn(), "New@new.example");
    expect(page.body).toContain("We sent a code to the new address.");
    expect(await addressOf()).toMatchObject({ email: `${username}@old.example` });
    const [asked] = await mails();
    expect(asked).toMatchObject({ kind: "email-change-code", to: "New@new.example", userId });

    const done = await confirm(page, asked?.parameters.code ?? "");
    expect(done.body).toContain("Email changed.");
    expect(await addressOf()).toEqual({
      email: "New@new.example",
      email_canonical: "new@new.example",
      email_verified_at: service.clock.now,
    });
    const notice = (await mails()).at(-1);
    expect(notice).toMatchObject({ kind: "email-changed", to: `${username}@old.example`, userId });
    expect(notice?.parameters.link).toMatch(/^\/undo-email\?token=[\w-]{43}$/);
  });

  it("proves the address that is there by one button, if it is not proved", async () => {
    await service.rows("UPDATE end_user SET email_verified = false, email_verified_at = NULL WHERE id = $1", [userId]);
    const page = await signedIn();
    expect(page.body).toMatch(
      /name="email" value="person\d+@old\.example">\s*<button id="confirm-address" class="primary"/,
    );
    const asked = await ask(page, `${username}@old.example`);
    expect(asked.body).not.toContain("confirm-address");
    await confirm(asked, (await mails()).at(-1)?.parameters.code ?? "");
    expect((await addressOf())?.email_verified_at).toEqual(service.clock.now);
    expect((await browser.get("/account/email")).body).not.toContain("confirm-address");
  });

  it("keeps the old address while the new one is not proved, and with a wrong code", async () => {
    const page = await ask(await signedIn(), `${username}@new.example`);
    const code = (await mails()).at(-1)?.parameters.code;
    const wrong = await confirm(page, code === "000000" ? "000001" : "000000");
    expect([wrong.status, wrong.body.includes("didn’t work")]).toEqual([422, true]);
    expect(await addressOf()).toMatchObject({ email: `${username}@old.example` });
  });

  it("has one pending change: a newer one voids the code of the older", async () => {
    const page = await ask(await signedIn(), `${username}@first.example`);
    const code = (await mails()).at(-1)?.parameters.code ?? "";
    await ask(page, `${username}@second.example`);
    if ((await mails()).at(-1)?.parameters.code !== code) expect((await confirm(page, code)).status).toBe(422);
    expect(await addressOf()).toMatchObject({ email: `${username}@old.example` });
  });

  it("is bound to the browser that began it", async () => {
    await ask(await signedIn(), `${username}@new.example`);
    const other = openBrowser(service.origin);
    const page = await signedIn(other);
    const answer = await confirm(page, (await mails()).at(-1)?.parameters.code ?? "", other);
    expect(answer.status).toBe(422);
    expect(await addressOf()).toMatchObject({ email: `${username}@old.example` });
  });

  it("tells nothing about the address of another account, and is refused at the end", async () => {
    const page = await ask(await signedIn(), "alice@example.org");
    expect(page.body).toContain("We sent a code to the new address.");
    expect((await mails()).at(-1)).toMatchObject({ kind: "account-exists", userId: service.alice });
  });

  it("needs a sign-in of the last five minutes, and the form is not sent again after it", async () => {
    const page = await signedIn();
    service.pass(301);
    const answer = await browser.follow(
      await browser.submit(page, "/account/email", { email: `${username}@new.example`, action: "change" }),
    );
    expect(answer.body).toContain('id="password"');
    expect(await mails()).toEqual([]);
  });

  it("is dropped with what a new password ends", async () => {
    const page = await ask(await signedIn(), `${username}@new.example`);
    expect(page.body).toContain('id="code"');
    await setPassword(service.deps, { userId, passwordHash: "x" }, byOperatorAt(service.clock.now));
    expect(await service.rows("SELECT FROM address_proof WHERE user_id = $1", [userId])).toEqual([]);
  });
});

describe("the link that takes a change back", () => {
  it("restores the address and ends every session, for who types the address", async () => {
    const link = await change(`${username}@new.example`);
    expect((await browser.get("/account")).status).toBe(200);
    const answer = await undo(link, `${username}@OLD.example`);
    expect(answer.body).toContain("Your email address is restored");
    expect(await addressOf()).toMatchObject({ email: `${username}@old.example`, email_verified_at: service.clock.now });
    expect((await browser.get("/account")).status).toBe(303);
    expect((await undoPage(link)).body).toContain("has expired");
  });
  const undoPage = async (link: string) => {
    const who = openBrowser(service.origin);
    return who.follow(await who.get(link));
  };

  it("removes a way in that was added just before the change, and the password with which it was added", async () => {
    const link = await change(`${username}@thief.example`);
    const before = byOperatorAt(new Date(service.clock.now.getTime() - 60_000));
    await addPasskey({ ...service.database, mail: service.deps.mail }, aPasskey(userId, "thief", "sign-in"), before);
    await undo(link, `${username}@old.example`);
    expect(await service.rows("SELECT FROM passkey WHERE user_id = $1", [userId])).toEqual([]);
    const thief = openBrowser(service.origin);
    const login = await thief.follow(await thief.get("/account/email"));
    expect((await thief.submit(login, "/login", { username, password, action: "sign-in" })).status).toBe(422);

    const own = openBrowser(service.origin);
    await own.submit(await own.get("/forgot-password"), "/forgot-password", { email: `${username}@old.example` });
    expect((await mails()).at(-1)).toMatchObject({ kind: "reset-link", userId });
  });

  it("removes the factors that were added since, keeps the older ones, and says so in mail and audit", async () => {
    const add = (name: string) =>
      addTotp({ userId, browser: "" }, { name, secret: "JBSWY3DPEHPK3PXP", step: 1 }, service.deps, by());
    const addKey = (name: string, use: "sign-in" | "second-factor") =>
      addPasskey({ ...service.database, mail: service.deps.mail }, aPasskey(userId, name, use), by());
    const by = () => byOperatorAt(service.clock.now);
    const link = await change(`${username}@thief.example`);
    const earlier = byOperatorAt(new Date(service.clock.now.getTime() - 25 * 3_600_000));
    const app = { name: "mine", secret: "JBSWY3DPEHPK3PXP", step: 1 };
    await addTotp({ userId, browser: "" }, app, service.deps, earlier);
    service.pass(60);
    await add("thief");
    await addKey("thief", "sign-in");
    await addKey("thief", "second-factor");
    const hashes = Array.from({ length: 10 }, () => "x");
    await replaceRecoveryCodes({ userId, browser: "" }, hashes, service.deps, by());

    await undo(link, `${username}@old.example`);
    expect(await service.rows("SELECT name FROM totp_factor WHERE user_id = $1", [userId])).toEqual([{ name: "mine" }]);
    expect(await service.rows("SELECT FROM passkey WHERE user_id = $1", [userId])).toEqual([]);
    expect(await service.rows("SELECT FROM recovery_code WHERE user_id = $1", [userId])).toEqual([]);
    const events = "SELECT detail FROM audit_event WHERE user_id = $1 AND type = 'email_change_undone'";
    const detail = {
      apps: 1,
      passkeys: 1,
      securityKeys: 1,
      recoveryCodes: 10,
      connections: 0,
      sessions: 1,
      password: 1,
    };
    expect(await service.rows(events, [userId])).toMatchObject([{ detail }]);
  });

  it("lets no request that was under way in an ended session add a factor", async () => {
    const link = await change(`${username}@thief.example`);
    const sessions = "SELECT id FROM browser_session WHERE active_user_id = $1";
    const sessionId = String((await service.rows(sessions, [userId]))[0]?.id);
    await undo(link, `${username}@old.example`);

    const by = byOperatorAt(service.clock.now);
    const app = { name: "thief", secret: "JBSWY3DPEHPK3PXP", step: 1 };
    const person = { userId, browser: "", sessionId };
    const passkey = { ...aPasskey(userId, "thief", "sign-in"), sessionId };
    expect(await addTotp(person, app, service.deps, by)).toBe("ended");
    expect(await addPasskey({ ...service.database, mail: service.deps.mail }, passkey, by)).toBe("ended");
    const factors = `
      SELECT FROM totp_factor WHERE user_id = $1 UNION ALL SELECT FROM passkey WHERE user_id = $1`;
    expect(await service.rows(factors, [userId])).toEqual([]);
  });

  it("does nothing for a program that opens it and sends the form", async () => {
    const link = await change(`${username}@new.example`);
    const scanner = openBrowser(service.origin);
    for (let count = 0; count < 20; count++) await scanner.follow(await scanner.get(link));
    expect((await undo(link, "", scanner)).status).toBe(422);
    expect((await undo(link, `${username}@new.example`, scanner)).status).toBe(422);
    expect(await addressOf()).toMatchObject({ email: `${username}@new.example` });
  });

  it("is valid for seven days", async () => {
    const link = await change(`${username}@new.example`);
    service.pass(7 * 86_400);
    expect((await undoPage(link)).body).toContain("has expired");
  });

  it("voids the link of a later change, which the thief received", async () => {
    const first = await change(`${username}@thief.example`);
    service.pass(3600);
    const second = await change(`${username}@thief2.example`);
    await undo(first, `${username}@old.example`);
    expect((await undoPage(second)).body).toContain("has expired");
    expect(await addressOf()).toMatchObject({ email: `${username}@old.example` });
  });

  it("leads to an address without its token, at the issuer", async () => {
    const link = await change(`${username}@new.example`);
    const who = openBrowser(service.origin);
    expect((await who.get(link)).location?.href).toBe(`${issuer}/undo-email`);
  });
});
