/** Security keys on the page of a person's passkeys, over HTTP: WebAuthn §7.1, as a second factor. */

import { type HeldCredential, type Lies, newCredential, register } from "@countersign/dev/test-authenticator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { addedPasskey, proveKey, site } from "../../../../testing/factors/passkeys.ts";
import { codesOf, confirm, giveApp, giveRecoveryCodes } from "../../../../testing/factors/second-factors.ts";
import { signedInAs } from "../../../../testing/factors/signed-in.ts";
import { signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";

const PATH = "/account/passkeys";
const SETTINGS = { MAIL_URL: "smtps://relay.example:465", MAIL_FROM: "Example <no-reply@example.org>" };
let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({ settings: SETTINGS });
});
afterAll(() => service.close());
beforeEach(async () => {
  service.pass(24 * 3600);
  await service.rows("DELETE FROM passkey; DELETE FROM totp_factor; DELETE FROM recovery_code");
  await service.rows("DELETE FROM mail_delivery");
  browser = openBrowser(service.origin);
});

const signedIn = async (by = browser) => (await signedInAs(service, "alice", { browser: by })).get(PATH);
/** The options of the form that adds a security key. */
function keyOptions({ body }: Answer) {
  const [, options = ""] = /id="register-second-factor"[^>]*data-options="([^"]*)"/.exec(body) ?? [];
  return JSON.parse(options.replaceAll("&quot;", '"'));
}
const add = (page: Answer, key: HeldCredential, lies: Lies = {}) => {
  const response = register(site, keyOptions(page).challenge, key, lies);
  return browser.submit(page, PATH, { action: "add-second-factor", credential: JSON.stringify(response) });
};
const rows = () => service.rows('SELECT id, "use" FROM passkey');
const idOf = async () => String((await rows())[0]?.id);
const remove = async (page: Answer) => browser.submit(page, PATH, { action: "remove", id: await idOf() });
const mails = async () =>
  (await service.mails()).flatMap(({ kind }) => (kind === "new-browser" ? [] : [kind])).toSorted();

describe("WebAuthn §7.1: a person adds a security key", () => {
  it("which need not verify its user, and gets recovery codes with the first one", async () => {
    const page = await signedIn();
    expect(keyOptions(page).authenticatorSelection).toEqual({
      residentKey: "discouraged",
      requireResidentKey: false,
      userVerification: "preferred",
    });
    const done = await add(page, newCredential(), { userVerified: false });
    expect([done.status, codesOf(done).length]).toEqual([200, 10]);
    expect(await rows()).toMatchObject([{ use: "second-factor" }]);
    expect(await mails()).toEqual(["factor-added", "recovery-codes-made"]);
  });

  it("which is asked for after the password from then on", async () => {
    const key = newCredential();
    await add(await signedIn(), key);
    const other = openBrowser(service.origin);
    const asked = await signIn(other, await other.get(PATH));
    expect(asked.body).toContain('id="use-security-key"');
    const shown = await other.follow(await proveKey(other, asked, key, { userHandle: null }));
    expect(shown.body).toContain('id="account-passkeys"');
  });

  it("after a sign-in with the factors of before, and keeps the recovery codes", async () => {
    const app = await giveApp(service, service.alice);
    await giveRecoveryCodes(service, service.alice);
    const page = await browser.follow(
      await confirm(browser, await signIn(browser, await browser.get(PATH)), app.code()),
    );
    const answer = await add(page, newCredential());
    expect(answer.status).toBe(303);
    expect((await browser.follow(answer)).body).toContain("Security key added.");
    expect((await browser.get(PATH)).status).toBe(200);
  });

  it("pkey-10: but not with only a password, where there is another factor", async () => {
    const page = await signedIn();
    await giveApp(service, service.alice);
    const answer = await add(page, newCredential());
    expect(answer.location?.pathname).toBe("/login/second-factor");
    expect(await rows()).toEqual([]);
  });

  it("pkey-09: not by the challenge of a passkey, which the person was to verify for", async () => {
    const page = await signedIn();
    const [, options = ""] = /id="register-sign-in"[^>]*data-options="([^"]*)"/.exec(page.body) ?? [];
    const { challenge } = JSON.parse(options.replaceAll("&quot;", '"'));
    const answer = await add(page, newCredential(), { challenge });
    expect(answer.status).toBe(422);
    expect(await rows()).toEqual([]);
  });
});

describe("a person removes a security key", () => {
  /** Signs in with the password and a new key. */
  async function withKey(by = browser) {
    const key = await addedPasskey(service, service.alice, { use: "second-factor" });
    await service.rows("DELETE FROM mail_delivery");
    return by.follow(await proveKey(by, await signIn(by, await by.get(PATH)), key));
  }

  it("which is told by mail, and ends what stood for it", async () => {
    await giveRecoveryCodes(service, service.alice);
    expect((await remove(await withKey())).status).toBe(303);
    expect([await rows(), await service.rows("SELECT number FROM recovery_code")]).toEqual([[], []]);
    expect(await mails()).toEqual(["factor-removed"]);
  });

  it("pkey-10: but not after a sign-in with only the password", async () => {
    const page = await signedIn();
    await addedPasskey(service, service.alice, { use: "second-factor" });
    expect((await remove(page)).location?.pathname).toBe("/login/second-factor");
    expect(await rows()).toHaveLength(1);
  });

  it("but not the last one that the deployment demands", async () => {
    const mfa = "urn:countersign:acr:mfa";
    const strict = await startService({ settings: { ...SETTINGS, REQUIRED_ACR: mfa } });
    strict.pass(60);
    const by = openBrowser(strict.origin);
    const key = await addedPasskey(strict, strict.alice, { use: "second-factor" });
    const page = await by.follow(await proveKey(by, await signIn(by, await by.get(PATH)), key));
    const [row] = await strict.rows("SELECT id FROM passkey");
    const answer = await by.submit(page, PATH, { action: "remove", id: String(row?.id) });
    expect(answer.status).toBe(422);
    expect(answer.body).toContain("this service requires a second step");
    expect(await strict.rows("SELECT id FROM passkey")).toHaveLength(1);
    await strict.close();
  });
});
