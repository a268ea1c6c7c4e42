import { newTotpSecret, totpCode, totpStepAt } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../../../testing/browser.ts";
import { readQrCode } from "../../../../testing/factors/qr-code.ts";
import { codesOf, confirm, giveApp, keyOf, recover } from "../../../../testing/factors/second-factors.ts";
import { signedInAs } from "../../../../testing/factors/signed-in.ts";
import { signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";

const PAGE = "/account/second-factors";
const CODES = "/account/recovery-codes";
const SETTINGS = { MAIL_URL: "smtps://relay.example:465", MAIL_FROM: "Example <no-reply@example.org>" };

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({ settings: SETTINGS });
});
afterAll(() => service.close());
beforeEach(async () => {
  service.pass(24 * 3600);
  await service.rows("DELETE FROM totp_factor; DELETE FROM recovery_code; DELETE FROM remembered_device");
  browser = openBrowser(service.origin);
});

const open = async (by = browser, path = PAGE) => by.follow(await by.get(path));
const signedIn = async (by = browser, path = PAGE) => (await signedInAs(service, "alice", { browser: by })).get(path);
const codeOf = (secret: string, offset = 0) => totpCode(secret, totpStepAt(service.clock.now) + offset);
const sessionOf = (by: Browser) => [...by.cookies].find(([name]) => name.endsWith("-session"));

/** Sets an authenticator app up, and returns its secret and the page with the recovery codes. */
async function setUp(by = browser) {
  const page = await signedIn(by);
  const pending = await by.follow(await by.submit(page, PAGE, { action: "add" }));
  const secret = keyOf(pending);
  return { secret, done: await by.submit(pending, PAGE, { action: "confirm", code: codeOf(secret), name: "Phone" }) };
}

it("otp-17: a person with only a password gets no recovery codes, which would reach mfa", async () => {
  const page = await signedIn(browser, CODES);
  expect(page.body).not.toContain('id="make-codes"');
  expect((await browser.submit(page, CODES, { action: "make" })).status).toBe(404);
  expect(await service.rows("SELECT FROM recovery_code")).toEqual([]);
});

describe("RFC 6238: setting up an authenticator app", () => {
  it("shows a secret as a picture and as text, the same at each reload, and then recovery codes", async () => {
    const page = await signedIn();
    const pending = await browser.follow(await browser.submit(page, PAGE, { action: "add" }));
    expect(pending.body).toContain('<svg class="qr"');
    expect(keyOf(pending)).toMatch(/^[A-Z2-7]{32}$/);
    expect(keyOf(await open())).toBe(keyOf(pending));

    const wrong = await browser.submit(pending, PAGE, { action: "confirm", code: codeOf(newTotpSecret()) });
    expect([wrong.status, keyOf(wrong)]).toEqual([422, keyOf(pending)]);
    const before = (await service.mails()).length;
    const done = await browser.submit(wrong, PAGE, { action: "confirm", code: codeOf(keyOf(pending)), name: "Phone" });
    expect(done.status).toBe(200);
    expect(codesOf(done)).toHaveLength(10);
    // Nothing leads elsewhere before they are saved.
    const leading = [done, page].map(({ body }) => body.match(/<nav /g)?.length ?? 0);
    expect([leading[0], (leading[1] ?? 0) > 0]).toEqual([0, true]);
    const kinds = (await service.mails()).slice(before).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(["factor-added", "recovery-codes-made"]);
    expect((await open()).body).toContain("Phone");
  });

  it("the picture is a QR code of the address that apps read, with the key of the page", async () => {
    const page = await signedIn();
    const pending = await browser.follow(await browser.submit(page, PAGE, { action: "add" }));
    const read = new URL(readQrCode(pending.body));
    expect([read.protocol, read.host, decodeURIComponent(read.pathname)]).toEqual([
      "otpauth:",
      "totp",
      "/Countersign:alice",
    ]);
    expect(Object.fromEntries(read.searchParams)).toMatchObject({ secret: keyOf(pending), issuer: "Countersign" });
  });

  it("otp-02: the code that was used then is not accepted at a sign-in", async () => {
    const { secret } = await setUp();
    const other = openBrowser(service.origin);
    const page = await signIn(other, await other.get(PAGE));
    expect((await confirm(other, page, codeOf(secret))).status).toBe(422);
    expect((await confirm(other, page, codeOf(secret, 1))).status).toBe(303);
  });

  it("otp-13: a secret that the form brings along is not taken", async () => {
    const page = await signedIn();
    const pending = await browser.follow(await browser.submit(page, PAGE, { action: "add" }));
    const own = newTotpSecret();
    const name = [...browser.cookies.keys()].find((one) => one.endsWith("-factor")) ?? "";
    const fields = { action: "confirm", code: codeOf(own), secret: own, key: own };
    expect((await browser.submit(pending, PAGE, fields)).status).toBe(422);
    browser.cookies.set(name, `${Buffer.from(JSON.stringify({ secret: own })).toString("base64url")}.k1`);
    await browser.submit(pending, PAGE, fields);
    expect(await service.rows("SELECT id FROM totp_factor")).toEqual([]);
  });

  it("otp-14: the session has a new secret, and the one from before opens nothing", async () => {
    const page = await signedIn();
    const [name = "", old = ""] = sessionOf(browser) ?? [];
    const pending = await browser.follow(await browser.submit(page, PAGE, { action: "add" }));
    await browser.submit(pending, PAGE, { action: "confirm", code: codeOf(keyOf(pending)) });
    expect(sessionOf(browser)?.[1]).not.toBe(old);
    const thief = openBrowser(service.origin);
    thief.cookies.set(name, old);
    expect((await open(thief)).body).toContain('action="/login"');
  });

  it("ends after ten minutes", async () => {
    const page = await signedIn();
    const pending = await browser.follow(await browser.submit(page, PAGE, { action: "add" }));
    service.pass(601);
    await signedIn();
    expect(keyOf(await open())).toBe("");
    expect(keyOf(pending)).not.toBe("");
  });
});

describe("a session with only a password changes no second factor (CVE-2026-3429)", () => {
  it("the second factor is asked for before the page, and the person returns to it", async () => {
    await signedIn();
    const app = await giveApp(service, service.alice);
    const asked = await open();
    expect(asked.body).toContain('action="/login/second-factor"');
    const page = await browser.follow(await confirm(browser, asked, app.code()));
    expect(page.body).toContain('id="account-second-factors"');
  });

  it("a form of before does nothing", async () => {
    const page = await signedIn();
    await giveApp(service, service.alice);
    const [row] = await service.rows("SELECT id FROM totp_factor");
    const answer = await browser.follow(await browser.submit(page, PAGE, { action: "remove", id: String(row?.id) }));
    expect(answer.body).toContain('action="/login/second-factor"');
    expect(await service.rows("SELECT id FROM totp_factor")).toHaveLength(1);
  });

  it("after it the app can be removed, with a mail; that of another person cannot", async () => {
    await setUp();
    const [row] = await service.rows("SELECT id FROM totp_factor");
    await giveApp(service, service.mallory);
    const [theirs] = await service.rows("SELECT id FROM totp_factor WHERE user_id = $1", [service.mallory]);
    const page = await open();
    expect((await browser.submit(page, PAGE, { action: "remove", id: String(theirs?.id) })).status).toBe(404);
    const before = (await service.mails()).length;
    await browser.submit(page, PAGE, { action: "remove", id: String(row?.id) });
    expect(await service.rows("SELECT id FROM totp_factor WHERE user_id = $1", [service.alice])).toEqual([]);
    expect((await service.mails()).slice(before).map(({ kind }) => kind)).toEqual(["factor-removed"]);
  });
});

describe("the last second factor", () => {
  it("takes the recovery codes and the remembered browsers with it", async () => {
    const { secret } = await setUp();
    const other = openBrowser(service.origin);
    await confirm(other, await signIn(other, await other.get(PAGE)), codeOf(secret, 1), { "remember-device": "yes" });
    const kept = async () =>
      (await service.rows("SELECT id::text FROM remembered_device UNION ALL SELECT hash FROM recovery_code")).length;
    expect(await kept()).toBe(11);
    const [row] = await service.rows("SELECT id FROM totp_factor");
    await browser.submit(await open(), PAGE, { action: "remove", id: String(row?.id) });
    expect(await kept()).toBe(0);
  });
});

describe("recovery codes", () => {
  it("a new set voids the old one", async () => {
    const { done } = await setUp();
    const [old = ""] = codesOf(done);
    const page = await open(browser, CODES);
    expect(page.body).toContain("10");
    const made = await browser.submit(page, CODES, { action: "make" });
    const [fresh = ""] = codesOf(made);
    expect((await browser.follow(await browser.get(`${CODES}?done=codes-saved`))).body).not.toContain(fresh);

    const other = openBrowser(service.origin);
    const asked = await signIn(other, await other.get(PAGE));
    const recovery = await other.get(/id="another-way" href="([^"]*)"/.exec(asked.body)?.[1] ?? "");
    expect((await recover(other, recovery, old)).status).toBe(422);
    expect((await recover(other, recovery, fresh)).status).toBe(200);
  });
});

describe("browsers that are not asked for a code", () => {
  it("are listed, and asked again after they were removed", async () => {
    const { secret } = await setUp();
    const other = openBrowser(service.origin);
    const asked = await signIn(other, await other.get(PAGE));
    await confirm(other, asked, codeOf(secret, 1), { "remember-device": "yes" });
    const [device] = await service.rows("SELECT id FROM remembered_device");
    const page = await open();
    expect(page.body).toContain(`remove-${device?.id}`);
    await browser.submit(page, PAGE, { action: "forget", id: String(device?.id) });
    expect(await service.rows("SELECT id FROM remembered_device")).toEqual([]);
  });
});
