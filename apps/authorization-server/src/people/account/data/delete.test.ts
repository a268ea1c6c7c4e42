import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { signedInAs } from "../../../../testing/factors/signed-in.ts";
import { signIn } from "../../../../testing/flows.ts";
import { heardMail } from "../../../../testing/servers/mail.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";
import { addPerson } from "../../../administration/people/people.ts";
import { eraseDue } from "../../../platform/jobs/erase-accounts.ts";

const path = "/account/delete";
let service: Service;
let browser: Browser;
let username: string;
let people = 0;
/** The paths of the links that were mailed. */
let links: string[] = [];
beforeAll(async () => {
  service = await startService();
  const mail = heardMail(({ parameters }) => {
    if ("link" in parameters) links.push(String(parameters.link));
  });
  Object.assign(service.deps.mail, mail);
});
afterAll(() => service.close());
beforeEach(async () => {
  links = [];
  people += 1;
  username = `paul${people}`;
  const [alice] = await service.rows("SELECT password_hash FROM end_user WHERE username = 'alice'");
  const claims = { email: `${username}@example.org`, email_verified: true };
  const person = { username, passwordHash: String(alice?.password_hash), claims };
  await addPerson(service.database, person, byOperatorAt(service.clock.now));
  browser = openBrowser(service.origin);
  await signedInAs(service, username, { browser });
});

const at = (answer: Answer) => answer.location?.href.slice(issuer.length);
const remove = async (typed = username) =>
  browser.submit(await browser.get(path), path, { username: typed, action: "delete" });
const row = async () =>
  (await service.rows("SELECT disabled_at, deletion_due_at FROM end_user WHERE username = $1", [username]))[0];

describe("deleting one's own account", () => {
  it("needs the username, in any spelling that signs in", async () => {
    const wrong = await remove("alice");
    expect([wrong.status, wrong.body.includes('role="alert"')]).toEqual([422, true]);
    expect((await row())?.disabled_at).toBeNull();

    const done = await remove(username.toUpperCase());
    expect([done.status, done.body.includes("8\u00a0Jan\u00a02030")]).toEqual([200, true]);
    expect((await row())?.disabled_at).toEqual(service.clock.now);
  });

  it("ends the session, and no sign-in works until the account is kept", async () => {
    await remove();
    expect(at(await browser.get("/account"))).toMatch(/^\/login\?/);
    const refused = await signIn(browser, await browser.get("/account"), username);
    expect(refused.status).toBe(422);
  });

  it("acct-07: a sign-in of more than five minutes ago is not enough, and the act is not repeated", async () => {
    const page = await browser.get(path);
    service.pass(301);
    const asked = await browser.submit(page, path, { username, action: "delete" });
    expect(at(asked)).toMatch(/^\/login\?/);
    const back = await signIn(browser, asked, username);
    expect(back.body).toContain('id="delete-account"');
    expect((await row())?.disabled_at).toBeNull();
  });
});

describe("keeping it after all", () => {
  it("by the link of the mail, a sign-in and a button", async () => {
    await remove();
    const other = openBrowser(service.origin);
    const page = await other.follow(await other.get(links[0] ?? ""));
    const asked = await other.submit(page, "/account/keep", {});
    expect(at(asked)).toBe(path);
    const pending = await signIn(other, asked, username);
    expect(pending.body).toMatch(/Your account will be erased on <time [^>]*>8\u00a0Jan\u00a02030,\u00a0UTC<\/time>\./);
    expect((await other.get("/account")).body).toContain("Your account will be deleted. Keep it?");
    expect(at(await other.submit(pending, path, { action: "keep" }))).toBe(`${path}?done=kept`);
    expect(await row()).toEqual({ disabled_at: null, deletion_due_at: null });
  });

  it("a program that opens the link twenty times changes nothing", async () => {
    await remove();
    const scanner = openBrowser(service.origin);
    for (let count = 0; count < 20; count += 1) await scanner.follow(await scanner.get(links[0] ?? ""));
    const token = new URL(links[0] ?? "", issuer).searchParams.get("token") ?? "";
    expect((await openBrowser(service.origin).post("/account/keep", { token })).status).toBe(403);
    expect((await row())?.disabled_at).toEqual(service.clock.now);
  });

  it("and one that presses the button keeps no account: it is still erased", async () => {
    await remove();
    const scanner = openBrowser(service.origin);
    await scanner.submit(await scanner.follow(await scanner.get(links[0] ?? "")), "/account/keep", {});
    service.pass(7 * 86_400);
    await eraseDue(service.deps, service.clock.now);
    expect(await row()).toBeUndefined();
    const gone = await scanner.submit(await scanner.follow(await scanner.get(links[0] ?? "")), "/account/keep", {});
    expect([gone.status, gone.body.includes("no longer works")]).toEqual([410, true]);
  });

  it("an unknown token is answered like one that was used", async () => {
    const page = await browser.follow(await browser.get("/account/keep?token=x"));
    expect(page.body).not.toContain("token=");
    expect((await browser.submit(page, "/account/keep", {})).status).toBe(410);
  });
});
