import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "../../../testing/browser.ts";
import { giveApp } from "../../../testing/factors/second-factors.ts";
import { signIn } from "../../../testing/flows.ts";
import {
  type Federation,
  isConsent,
  openPerson,
  type Person,
  startFederation,
} from "../../../testing/servers/federation.ts";
import { password, signInOf } from "../../../testing/world.ts";
import { connectIdentity } from "../../administration/people/federated-identities.ts";
import { addPerson } from "../../administration/people/people.ts";
import { replaceRecoveryCodes, resetFactors } from "../../administration/ways-in/second-factors.ts";

let at: Federation;
beforeAll(async () => {
  at = await startFederation({ MAIL_URL: "smtp://127.0.0.1:2525" });
});
afterAll(() => at.close());

const CHOSEN = "mossy lantern over seven rivers";
const CONNECTIONS = "/account/connections";
const EMAIL = "/account/email";

let username: string;
let userId: string;
let thief: Person;
let people = 0;
beforeEach(async () => {
  at.service.pass(3600);
  people += 1;
  username = `victim${people}`;
  const passwordHash = await at.service.deps.passwords.hash(password);
  const person = { username, passwordHash, claims: { email: `${username}@old.example`, email_verified: true } };
  userId = (await addPerson(at.service.database, person, byOperatorAt(at.service.clock.now))) ?? "";
  thief = openPerson(at);
});

const lastMail = async () => (await at.service.mails()).filter(({ kind }) => kind !== "new-browser").at(-1);
const signedIn = async (browser: Browser, path: string) => signIn(browser, await browser.get(path), username);

/** Connects the identity of the thief to the account of the victim, with the password. */
async function connect(): Promise<void> {
  const page = await signedIn(thief.browser(), CONNECTIONS);
  const sent = await thief.browser().submit(page, CONNECTIONS, { action: "connect", provider: "connecting" });
  await thief.back(at.provider.answer(sent.location ?? new URL("about:blank")));
  expect(await thief.identities()).toMatchObject([{ username }]);
}

/** Changes the address, and returns the link that takes the change back. */
async function changeAddress(): Promise<string> {
  const browser = thief.browser();
  const ask = { email: `${username}@thief.example`, action: "change" };
  const page = await browser.follow(await browser.submit(await browser.get(EMAIL), EMAIL, ask));
  await browser.submit(page, EMAIL, { code: (await lastMail())?.parameters.code ?? "", action: "confirm" });
  return (await lastMail())?.parameters.link ?? "";
}

async function undo(link: string): Promise<void> {
  const browser = openBrowser(at.service.origin);
  const page = await browser.follow(await browser.get(link));
  const done = await browser.submit(page, "/undo-email", { email: `${username}@old.example` });
  expect(done.body).toContain("Your email address is restored");
}

/** The page of a link for a new password that the person asks for. */
async function openReset(browser: Browser): Promise<Answer> {
  await browser.submit(await browser.get("/forgot-password"), "/forgot-password", { email: `${username}@old.example` });
  return browser.follow(await browser.get((await lastMail())?.parameters.link ?? ""));
}

/** Sets a new password by a link that the person asks for, and returns the page where it was typed. */
async function setPassword(more: Record<string, string> = {}): Promise<Answer> {
  const browser = openBrowser(at.service.origin);
  const page = await openReset(browser);
  expect((await browser.submit(page, "/reset-password", { "new-password": CHOSEN, ...more })).status).toBe(200);
  return page;
}

const signsInAtProvider = async () => {
  thief.useNewBrowser();
  return isConsent(await thief.through("connecting"));
};

describe("C1, OWASP ASVS 5.0 V6.3.4: a thief cannot sign in again by a way in that they added", () => {
  it("C1: the identity of a thief goes with the change of the address that the victim takes back", async () => {
    await connect();
    expect(await signsInAtProvider()).toBe(true);
    const link = await changeAddress();
    await undo(link);
    await setPassword();

    expect(await thief.identities()).toEqual([]);
    expect((await thief.browser().get("/account")).status).toBe(303);
    expect(await signsInAtProvider()).toBe(false);
    const detail = "SELECT detail FROM audit_event WHERE user_id = $1 AND type = 'email_change_undone'";
    expect(await at.service.rows(detail, [userId])).toMatchObject([{ detail: { connections: 1 } }]);
  });

  it("C1: an identity of the victim, connected days before, stays", async () => {
    await connect();
    at.service.pass(3 * 86_400);
    await signedIn(thief.browser(), EMAIL);
    await undo(await changeAddress());
    expect(await thief.identities()).toMatchObject([{ username }]);
  });

  it("A17: an administrator's reset of the factors disconnects identities", async () => {
    await connect();
    const by = byOperatorAt(at.service.clock.now);
    expect(await resetFactors({ userId, reason: "taken over" }, at.service.deps, by)).toBe("reset");
    expect((await at.service.mails()).slice(-2).map(({ kind }) => kind)).toEqual([
      "factors-reset",
      "identity-disconnected",
    ]);
    expect(await thief.identities()).toEqual([]);
    expect(await signsInAtProvider()).toBe(false);
  });

  it("A17: a new password by a mailed link disconnects identities, which the page says", async () => {
    await connect();
    const page = await setPassword();
    expect(page.body).toContain("You can also sign in with Connecting.");
    expect(await thief.identities()).toEqual([]);
    expect(await signsInAtProvider()).toBe(false);
  });

  it("A17: a person who only forgot their password keeps what they connected", async () => {
    await connect();
    await setPassword({ "keep-connections": "yes" });
    expect(await signsInAtProvider()).toBe(true);
    // Mails to one address have a limit.
    at.service.pass(3600);
    expect((await setPassword({ "keep-connections": "no" })).body).toContain('id="keep-connections"');
    expect(await signsInAtProvider()).toBe(false);
    at.service.pass(3600);
    expect((await setPassword()).body).not.toContain('id="keep-connections"');
  });

  it("A17: what the person keeps stays checked when their new password is refused", async () => {
    await connect();
    const browser = openBrowser(at.service.origin);
    const page = await openReset(browser);
    const fields = { "new-password": "short", "keep-connections": "yes" };
    const refused = await browser.submit(page, "/reset-password", fields);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatch(/<input id="keep-connections"[^>]* checked>/);
  });

  it("A17: an identity stays with a reset if that is said; without a password it has to be said", async () => {
    await connect();
    const by = byOperatorAt(at.service.clock.now);
    const reset = { userId, reason: "lost the phone" };
    await at.service.rows("UPDATE end_user SET password_hash = NULL WHERE id = $1", [userId]);
    await giveApp(at.service, userId);
    expect(await resetFactors(reset, at.service.deps, by)).toBe("undecided");
    expect(await at.service.rows("SELECT FROM totp_factor WHERE user_id = $1", [userId])).toHaveLength(1);

    expect(await resetFactors({ ...reset, connections: "keep" }, at.service.deps, by)).toBe("reset");
    expect(await at.service.rows("SELECT FROM totp_factor WHERE user_id = $1", [userId])).toEqual([]);
    expect(await signsInAtProvider()).toBe(true);
    expect(await resetFactors({ ...reset, connections: "remove" }, at.service.deps, by)).toBe("reset");
    expect(await signsInAtProvider()).toBe(false);
  });

  it("what was proved before counts for no sign-in that ends after the reset", async () => {
    const { service } = at;
    const authenticatedAt = service.clock.now;
    service.pass(60);
    await resetFactors({ userId, reason: "taken over" }, service.deps, byOperatorAt(service.clock.now));
    const origin = { address: "192.0.2.1" };
    expect(await service.deps.sessions.signIn(undefined, signInOf(userId, authenticatedAt), origin)).toBeUndefined();
    expect(await service.deps.users.findProving(userId)).toMatchObject({ countsSince: service.clock.now });
    expect(await service.deps.sessions.signIn(undefined, signInOf(userId, service.clock.now), origin)).toBeDefined();
  });

  it("no request that was under way in an ended session adds a way in", async () => {
    const { service } = at;
    await signedIn(thief.browser(), CONNECTIONS);
    const sessions = "SELECT id::text FROM browser_session WHERE active_user_id = $1";
    const sessionId = String((await service.rows(sessions, [userId]))[0]?.id);
    const before = service.clock.now;
    service.pass(60);
    const by = byOperatorAt(service.clock.now);
    await resetFactors({ userId, reason: "taken over" }, service.deps, by);

    const [provider] = await service.rows("SELECT id, issuer FROM identity_provider WHERE alias = 'connecting'");
    const identity = { providerId: String(provider?.id), issuer: String(provider?.issuer), subject: `late-${userId}` };
    const person = { userId, browser: "", sessionId };
    expect(await connectIdentity(service.deps, { ...person, identity }, by)).toBe("ended");
    expect(await replaceRecoveryCodes(person, Array(10).fill("x"), service.deps, by)).toBe(false);
    const device = { userId, label: "", at: before, ttlSeconds: 60 };
    const secret = await service.deps.secondFactors.rememberDevice(device);
    expect(await service.deps.secondFactors.useRememberedDevice(userId, secret, service.clock.now)).toBe(false);
  });

  it("an identity is connected for the sake of an address only while the account has it", async () => {
    const { service } = at;
    const [provider] = await service.rows("SELECT id, issuer FROM identity_provider WHERE alias = 'linking'");
    const identity = {
      providerId: String(provider?.id),
      issuer: String(provider?.issuer),
      subject: `linked-${userId}`,
    };
    const connecting = { userId, browser: "", identity };
    const by = byOperatorAt(service.clock.now);
    const elsewhere = { ...connecting, address: `${username}@thief.example` };
    expect(await connectIdentity(service.deps, elsewhere, by)).toBe("ended");
    expect(await connectIdentity(service.deps, { ...connecting, address: `${username}@old.example` }, by)).toBe(
      "connected",
    );
  });
});
