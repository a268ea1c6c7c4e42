import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { passkeyRecord } from "../../../../testing/factors/passkey-record.ts";
import { type App, confirm, giveApp } from "../../../../testing/factors/second-factors.ts";
import { authorizationOf, signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { addPasskey } from "../../../administration/ways-in/passkeys.ts";

const PAGE = "/account/second-factors";
const KEY = { ...passkeyRecord, use: "second-factor", browser: "" } as const;

let service: Service;
let browser: Browser;
let app: App;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.pass(24 * 3600);
  await service.rows("DELETE FROM totp_factor; DELETE FROM passkey; UPDATE end_user SET preferred_factor = NULL");
  app = await giveApp(service, service.alice);
  browser = openBrowser(service.origin);
});

const giveKey = (userId: string) =>
  addPasskey(
    { ...service.deps.database, mail: service.deps.mail },
    { ...KEY, userId },
    byOperatorAt(service.clock.now),
  );
/** Whether the page asks for the key, or for the code, first. */
const first = ({ body }: Answer) =>
  [/<button id="use-security-key"([^>]*)>/, /<button id="confirm"([^>]*)>/].map((button) => {
    const attributes = button.exec(body)?.[1];
    return attributes && (attributes.includes('class="primary"') ? "primary" : "second");
  });
const secondFactorOf = async (by: Browser) => signIn(by, await by.get(authorizationOf("webClient")));

/** The page of second factors, after a sign-in with the app that is made as strong as one with the key. */
async function open(): Promise<Answer> {
  const codePage = await signIn(browser, await browser.get(PAGE));
  const page = await browser.follow(await confirm(browser, codePage, app.code()));
  await service.rows(
    `UPDATE sign_in SET acr = 'phr', proofs = proofs ||
       jsonb_build_array(jsonb_build_object('factor', 'security-key', 'at', authenticated_at))`,
  );
  return page;
}

describe("a person with several kinds of second factors chooses the one that is asked for first", () => {
  it("and the other one stays possible", async () => {
    const shown = await open();
    expect(shown.body).not.toContain('id="preferred-factor"');
    await giveKey(service.alice);
    expect(first(await secondFactorOf(openBrowser(service.origin)))).toEqual(["second", "primary"]);

    const page = await browser.get(PAGE);
    expect(page.body).toContain('<option value="totp" selected>');
    const done = await browser.follow(await browser.submit(page, PAGE, { action: "prefer", factor: "security-key" }));
    expect(done.body).toContain('<option value="security-key" selected>');

    service.pass(60);
    const other = openBrowser(service.origin);
    const asked = await secondFactorOf(other);
    expect(first(asked)).toEqual(["primary", "second"]);
    expect((await confirm(other, asked, app.code())).status).toBe(303);
  });

  it("a kind that does not exist is refused, and one that was removed is not asked for", async () => {
    await service.rows("UPDATE end_user SET preferred_factor = 'security-key'");
    expect(first(await secondFactorOf(openBrowser(service.origin)))).toEqual([undefined, "primary"]);
    const page = await open();
    expect((await browser.submit(page, PAGE, { action: "prefer", factor: "recovery-code" })).status).toBe(404);
  });

  it("the preference is only that of the person", async () => {
    await giveKey(service.alice);
    await service.rows("UPDATE end_user SET preferred_factor = 'security-key' WHERE id = $1", [service.mallory]);
    expect(first(await secondFactorOf(openBrowser(service.origin)))).toEqual(["second", "primary"]);
  });
});
