import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../../testing/acts/acts.ts";
import { type Answer, type Browser, type Fields, openBrowser } from "../../../../../testing/browser.ts";
import { type Service, startService } from "../../../../../testing/service.ts";
import { administrationResource } from "../../../../administration/api/environment.ts";
import { inviteAdministrator, inviteFirstAdministrator } from "../../../../administration/roles/founders.ts";
import { assignRole } from "../../../../administration/roles/roles.ts";

const ADMIN_URL = "https://admin.example";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  // Sign-up is closed, and no mail is sent.
  service = await startService({ settings: { ADMIN_URL, ADMIN_PORT: "4007" } });
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = openBrowser(service.origin);
  await service.rows("DELETE FROM invitation");
  await service.rows("DELETE FROM role_assignment");
  service.pass(60);
});

let people = 0;
const role = { resource: administrationResource({ ADMIN_URL } as never) ?? "", name: "owner" };
const by = () => byOperatorAt(service.clock.now);

async function linkBy(invite: typeof inviteAdministrator): Promise<{ link: string; address: string }> {
  const address = `founder${people++}@example.org`;
  const made = await invite(service.database, { address: { deliverable: address, canonical: address }, role }, by());
  if (made.kind !== "invited") throw new Error(made.kind);
  return { link: `/invitation?token=${made.token}`, address };
}

const shown = async (link: string, who = browser) => who.follow(await who.get(link));
const accept = async (page: Answer, who = browser) => who.follow(await who.submit(page, "/invitation", {}));
const create = (page: Answer, fields: Fields = {}, who = browser) =>
  who.submit(page, "/sign-up/details", { "new-password": "mossy lantern over seven rivers", ...fields });
const owners = () =>
  service.rows(`
    SELECT email FROM end_user JOIN role_assignment ON user_id = end_user.id
      JOIN role ON role.id = role_id WHERE role.name = 'owner'`);
const makeAliceOwner = async () => {
  const [alice] = await service.rows("SELECT id FROM end_user WHERE username = 'alice'");
  await assignRole(service.database, role, { userId: String(alice?.id) }, by());
};
const VOID = "This invitation has expired<";

describe.each([
  ["printed by a command", inviteAdministrator],
  ["from the log of a first start", inviteFirstAdministrator],
])("cons-03: a link %s", (_, invite) => {
  it("makes an owner by a form, once, where sign-up is closed", async () => {
    const { link, address } = await linkBy(invite);
    const details = await accept(await shown(link));
    expect(details.body).toContain('id="create-account"');
    expect(await owners()).toEqual([]);
    expect((await create(details)).status).toBe(303);
    expect(await owners()).toEqual([{ email: address }]);
    expect((await shown(link, openBrowser(service.origin))).body).toContain(VOID);
  });

  it("does nothing when a scanner fetches it, no matter how often", async () => {
    const { link } = await linkBy(invite);
    for (let count = 0; count < 10; count++) await shown(link, openBrowser(service.origin));
    expect(await owners()).toEqual([]);
    expect((await shown(link)).body).toContain('id="accept"');
  });

  it("makes one owner when two browsers finish at the same moment", async () => {
    const { link } = await linkBy(invite);
    const other = openBrowser(service.origin);
    const [mine, theirs] = [await accept(await shown(link)), await accept(await shown(link, other), other)];
    await Promise.all([create(mine), create(mine), create(theirs, {}, other), create(theirs, {}, other)]);
    expect(await owners()).toHaveLength(1);
  });

  it("is void after an hour", async () => {
    const { link } = await linkBy(invite);
    service.pass(3600);
    expect((await shown(link)).body).toContain(VOID);
  });
});

describe("cons-03: after there is an owner", () => {
  it("a link from a log is dead, also at its last page", async () => {
    const { link } = await linkBy(inviteFirstAdministrator);
    const details = await accept(await shown(link));
    await makeAliceOwner();
    expect((await shown(link, openBrowser(service.origin))).body).toContain(VOID);
    const answer = await create(details);
    expect([answer.status, answer.body.includes(VOID)]).toEqual([422, true]);
    expect(await owners()).toHaveLength(1);
  });

  it("co.7: a link that an operator printed makes another one", async () => {
    await makeAliceOwner();
    const { link } = await linkBy(inviteAdministrator);
    await create(await accept(await shown(link)));
    expect(await owners()).toHaveLength(2);
  });
});

describe("SIGN_UP=closed", () => {
  it("opens to no invitation that was mailed before, neither its link nor its last page", async () => {
    const { link } = await linkBy(inviteAdministrator);
    const details = await accept(await shown(link));
    await service.rows("UPDATE invitation SET delivery = 'mailed' RETURNING id");
    expect((await shown(link, openBrowser(service.origin))).body).toContain(VOID);
    expect((await create(details)).status).toBe(422);
    expect(await owners()).toEqual([]);
  });
});
