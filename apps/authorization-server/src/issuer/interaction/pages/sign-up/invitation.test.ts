import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../../testing/acts/acts.ts";
import { type Answer, type Browser, type Fields, openBrowser } from "../../../../../testing/browser.ts";
import { mailsIn } from "../../../../../testing/servers/mail.ts";
import { type Service, startService } from "../../../../../testing/service.ts";
import { issuer } from "../../../../../testing/world.ts";
import { invite as inviteBy, withdrawInvitation } from "../../../../administration/invitations/invitations.ts";
import { anyInvitation } from "../../../../administration/invitations/invited-roles.ts";
import { OPERATOR } from "../../../../platform/stores/person/givers.ts";
import { parseKeyEncryptionKeys } from "../../../keys/key-encryption-keys.ts";

const KEYS = `k1:${randomBytes(32).toString("base64url")}`;

let service: Service;
let browser: Browser;
beforeAll(async () => {
  const settings = {
    SIGN_UP: "invited",
    SIGN_UP_DOMAINS: "corp.example",
    MAIL_URL: "smtp://127.0.0.1:2525",
    KEY_ENCRYPTION_KEYS: KEYS,
  };
  service = await startService({ settings });
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = openBrowser(service.origin);
  await service.rows("DELETE FROM mail_delivery");
  service.pass(60);
});

let people = 0;
const newAddress = () => `invited${people++}@example.org`;
const by = () => byOperatorAt(service.clock.now);

/** Invites a person, and returns the link of the mail. */
async function invite(canonical: string, lifetimeSeconds = 3600): Promise<string> {
  const address = { deliverable: canonical, canonical };
  const link = (token: string) => `/invitation?token=${token}`;
  const invitation = { address, lifetimeSeconds, language: "de", link, madeBy: OPERATOR };
  expect(await inviteBy(service.deps, invitation, by(), anyInvitation)).toBe("invited");
  const mail = (await mailsIn(service.rows, parseKeyEncryptionKeys(KEYS))).at(-1);
  expect(mail).toMatchObject({ kind: "invitation", to: canonical, language: "de", userId: null });
  return mail?.parameters.link ?? "";
}

const shown = async (link: string, who = browser) => who.follow(await who.get(link));
const accept = async (page: Answer, fields: Fields = {}, who = browser) =>
  who.follow(await who.submit(page, "/invitation", fields));
const create = (page: Answer, fields: Fields = {}) =>
  browser.submit(page, "/sign-up/details", { "new-password": "mossy lantern over seven rivers", ...fields });
const accounts = (address: string) => service.rows("SELECT * FROM end_user WHERE email_canonical = $1", [address]);
const VOID = "This invitation has expired<";

const withoutReference = ({ body }: { readonly body: string }) =>
  body.replace(/(<code id="error-reference" dir="ltr">)[\w-]{12}</, "$1<");

describe("a person who is invited", () => {
  it("accepts by a button, creates an account with that address, and is signed in", async () => {
    const address = newAddress();
    const link = await invite(address);
    const redirected = await browser.get(link);
    expect(redirected.location?.href).toBe(`${issuer}/invitation`);
    const page = await browser.follow(redirected);
    expect(page.body).toContain(address);
    const details = await accept(page);
    expect(details.body).toContain('id="create-account"');
    const account = await browser.follow(await create(details, { "given-name": "Iris" }));
    expect([account.status, account.body.includes("Signed in as Iris")]).toEqual([200, true]);
    expect(await accounts(address)).toMatchObject([{ email: address, email_verified: true, given_name: "Iris" }]);
    expect((await shown(link, openBrowser(service.origin))).body).toContain(VOID);
  });

  it("has accepted nothing by looking, no matter how often", async () => {
    const address = newAddress();
    const link = await invite(address);
    for (let count = 0; count < 20; count++) await shown(link, openBrowser(service.origin));
    expect((await shown(link)).body).toContain('id="accept"');
    expect(await accounts(address)).toEqual([]);
  });

  it("can accept again while there is no account", async () => {
    const link = await invite(newAddress());
    await accept(await shown(link));
    const again = openBrowser(service.origin);
    expect((await accept(await shown(link, again), {}, again)).body).toContain('id="create-account"');
  });

  it("signup-11: another address and a role in the forms are ignored", async () => {
    const address = newAddress();
    const details = await accept(await shown(await invite(address)), { email: "b@example.org", role: "owner" });
    await create(details, { email: "b@example.org", address: "b@example.org", role: "owner", roles: "owner" });
    expect(await accounts("b@example.org")).toEqual([]);
    expect(await accounts(address)).toMatchObject([{ email: address }]);
  });

  it("signup-12: learns only that a withdrawn invitation is no longer valid", async () => {
    const address = newAddress();
    const link = await invite(address);
    expect(await withdrawInvitation(service.database, address, by(), anyInvitation)).toBe(true);
    expect(await withdrawInvitation(service.database, address, by(), anyInvitation)).toBe(false);
    const page = await shown(link);
    expect(page.body).toContain(VOID);
    expect(page.body).not.toContain(address);
    const unknown = await shown(`/invitation?token=${"A".repeat(43)}`, openBrowser(service.origin));
    expect(withoutReference(unknown)).toBe(withoutReference(page));
  });

  it("signup-12: creates no account when it is withdrawn while the last page is open", async () => {
    const address = newAddress();
    const details = await accept(await shown(await invite(address)));
    await withdrawInvitation(service.database, address, by(), anyInvitation);
    const answer = await create(details);
    expect([answer.status, answer.body.includes(VOID)]).toEqual([422, true]);
    expect(await accounts(address)).toEqual([]);
  });

  it("comes too late at its end, and when a newer invitation replaced it", async () => {
    const address = newAddress();
    const [first, second] = [await invite(address), await invite(address, 7200)];
    expect((await shown(first)).body).toContain(VOID);
    expect((await shown(second)).body).toContain('id="accept"');
    service.pass(7200);
    expect((await shown(second)).body).toContain(VOID);
  });

  it("is not invited if there is an account", async () => {
    const address = { deliverable: "alice@example.org", canonical: "alice@example.org" };
    const link = (token: string) => `/invitation?token=${token}`;
    const invitation = { address, lifetimeSeconds: 60, language: "en", link, madeBy: OPERATOR };
    expect(await inviteBy(service.deps, invitation, by(), anyInvitation)).toBe("known");
  });

  it("has one account after two browsers finish at the same moment", async () => {
    const address = newAddress();
    const link = await invite(address);
    const details = await accept(await shown(link));
    await Promise.all(Array.from({ length: 5 }, () => create(details)));
    expect(await accounts(address)).toHaveLength(1);
  });

  it("needs the token of the form", async () => {
    await shown(await invite(newAddress()));
    expect((await browser.post("/invitation", { csrf: "x" })).status).toBe(403);
  });
});
