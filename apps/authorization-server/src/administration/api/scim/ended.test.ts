/** A1: a membership that a directory ends stays ended, also for a person who asked to delete their account before. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { signIn } from "../../../../testing/flows.ts";
import { heardMail } from "../../../../testing/servers/mail.ts";
import { issuer } from "../../../../testing/world.ts";
import { OPERATOR } from "../../../platform/stores/person/givers.ts";
import { anyInvitation } from "../../invitations/invited-roles.ts";
import { acceptOrganizationInvitation, inviteIntoOrganization } from "../../organizations/organization-invitations.ts";
import { removeOrganizationMember } from "../../organizations/organization-members.ts";
import { disablePerson, enablePerson } from "../../people/people.ts";
import { type Organization, type ScimApi, startScim } from "./testing/scim.ts";

const path = "/account/delete";
let api: ScimApi;
let acme: Organization;
/** The paths of the links that were mailed. */
let links: string[] = [];
let id: string;
let username: string;
let people = 0;
beforeAll(async () => {
  api = await startScim();
  acme = await api.organization("acme", "acme.example");
  const mail = heardMail(({ parameters }) => {
    if ("link" in parameters) links.push(String(parameters.link));
  });
  Object.assign(api.deps.mail, mail);
});
afterAll(() => api.close());
beforeEach(async () => {
  links = [];
  username = `ann${++people}@acme.example`;
  const emails = [{ value: username, primary: true }];
  const { status, body } = await acme.scim("/Users", { method: "POST", body: { userName: username, emails } });
  expect(status).toBe(201);
  id = body.id;
  await api.rows(
    "UPDATE end_user SET password_hash = (SELECT password_hash FROM end_user WHERE username = 'alice') WHERE id = $1",
    [id],
  );
});

const account = async () =>
  (
    await api.rows(
      `SELECT disabled_at IS NULL AS enabled, deletion_due_at IS NOT NULL AS leaving,
              EXISTS (SELECT FROM organization_member WHERE user_id = id AND organization_id = $2) AS member
         FROM end_user WHERE id = $1`,
      [id, acme.id],
    )
  )[0];
const at = (answer: Answer) => answer.location?.href.slice(issuer.length);

/** The person asks for the deletion of their account. */
async function leave(): Promise<void> {
  const browser = openBrowser(api.origin);
  await signIn(browser, await browser.get("/account"), username);
  const page = await browser.get(path);
  expect((await browser.submit(page, path, { username, action: "delete" })).status).toBe(200);
  expect(await account()).toEqual({ enabled: false, leaving: true, member: true });
}
/** The person opens the link of the mail and presses its button. */
async function reopen(browser: Browser = openBrowser(api.origin)): Promise<Answer> {
  const page = await browser.follow(await browser.get(links[0] ?? ""));
  return browser.submit(page, "/account/keep", {});
}
/** The same, and signs in and keeps the account. */
async function keep(): Promise<void> {
  const browser = openBrowser(api.origin);
  const pending = await signIn(browser, await reopen(browser), username);
  expect(at(await browser.submit(pending, path, { action: "keep" }))).toBe(`${path}?done=kept`);
}
const activate = (active: boolean) => patch({ op: "replace", path: "active", value: active });
const patch = (...Operations: readonly object[]) =>
  acme.scim(`/Users/${id}`, { method: "PATCH", body: { Operations } });
const remove = () => acme.scim(`/Users/${id}`, { method: "DELETE" });

describe("A1: RFC 7644 §3.6: a person who waits for deletion is a User", () => {
  it("that is not active, and found by its name", async () => {
    await leave();
    expect(await acme.scim(`/Users/${id}`)).toMatchObject({ status: 200, body: { userName: username, active: false } });
    const filter = new URLSearchParams({ filter: `userName eq "${username}"` });
    expect((await acme.scim(`/Users?${filter}`)).body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
  });

  it("which other changes of the directory do not end", async () => {
    await leave();
    expect((await patch({ op: "replace", path: "title", value: "Guide" })).body.title).toBe("Guide");
    const put = await acme.scim(`/Users/${id}`, { method: "PUT", body: { userName: username } });
    expect(put.body.active).toBe(false);
    await keep();
    expect(await account()).toEqual({ enabled: true, leaving: false, member: true });
    expect((await acme.scim(`/Users/${id}`)).body.active).toBe(true);
  });

  it("and whose wish the directory does not undo", async () => {
    await leave();
    const { status, body } = await activate(true);
    expect([status, body.scimType]).toEqual([400, "mutability"]);
    expect(await account()).toEqual({ enabled: false, leaving: true, member: true });
  });
});

const ENDS = [
  ["active: false", 200, () => activate(false)],
  ["DELETE", 204, remove],
] as const;

describe.each(ENDS)("A1: what a directory ends stays ended: %s", (name, status, end) => {
  it("after the person asked for the deletion of their account: the link of the mail is void", async () => {
    await leave();
    expect((await end()).status).toBe(status);
    expect(await account()).toEqual({ enabled: false, leaving: true, member: false });
    expect((await reopen()).status).toBe(410);
    expect(await account()).toEqual({ enabled: false, leaving: true, member: false });
    const after = await acme.scim(`/Users/${id}`);
    if (name === "DELETE") expect(after.status).toBe(404);
    else expect(after).toMatchObject({ status: 200, body: { active: false } });
  });

  it("after the person used the link: neither the session nor the link keeps the account", async () => {
    await leave();
    const browser = openBrowser(api.origin);
    const pending = await signIn(browser, await reopen(browser), username);
    expect(pending.body).toContain("Your account will be erased");
    expect((await end()).status).toBe(status);
    const asked = await browser.follow(await browser.submit(pending, path, { action: "keep" }));
    expect(asked.body).toContain('id="sign-in"');
    expect((await reopen()).status).toBe(410);
    expect(await account()).toEqual({ enabled: false, leaving: true, member: false });
  });

  it("also from an account that the organization does not own: the account is kept, and is no member", async () => {
    const other = await api.organization(`other${people}${status}`);
    await api.rows("INSERT INTO organization_member VALUES ($1, $2, now())", [other.id, id]);
    await leave();
    expect((await end()).status).toBe(status);
    await keep();
    expect(await account()).toEqual({ enabled: true, leaving: false, member: false });
  });

  it("and the erasure comes no later than the day that the mail named", async () => {
    await leave();
    const due = async () => (await api.rows("SELECT deletion_due_at AS due FROM end_user WHERE id = $1", [id]))[0]?.due;
    const named = await due();
    api.pass(86_400);
    expect((await end()).status).toBe(status);
    expect(await due()).toEqual(named);
  });
});

/** Mails an invitation into the organization to the person, and returns what accepts it. */
async function invited(): Promise<{ readonly userId: string; readonly id: string; readonly token: string }> {
  let token = "";
  const link = (sent: string) => {
    token = sent;
    return `/invitation?token=${sent}`;
  };
  const address = { deliverable: username, canonical: username };
  const settings = { roleIds: [], lifetimeSeconds: 3600, language: "en", takesSignUps: true, link, madeBy: OPERATOR };
  const invitation = { organizationId: acme.id, address, ...settings };
  const made = await inviteIntoOrganization(api.deps, invitation, byOperatorAt(api.clock.now), anyInvitation);
  return { userId: id, id: made ?? "", token };
}

describe("A1: what begins a membership again that a directory ended", () => {
  const by = () => byOperatorAt(api.clock.now);
  const membership = () => ({ organizationId: acme.id, userId: id });
  /** Makes the account one that the organization does not own: the organization ends only the membership. */
  const shared = async () => {
    const other = await api.organization(`shared${people}`);
    await api.rows("INSERT INTO organization_member VALUES ($1, $2, now())", [other.id, id]);
  };

  it("an invitation of before does not; one of afterwards does", async () => {
    await shared();
    const before = await invited();
    await activate(false);
    expect(await acceptOrganizationInvitation(api.deps, before, by())).toBe(false);
    expect(await account()).toMatchObject({ member: false });
    expect(await acceptOrganizationInvitation(api.deps, await invited(), by())).toBe(true);
    expect(await account()).toMatchObject({ member: true });
  });

  it("an invitation that is accepted at the same time does not, no matter which is first", async () => {
    for (let round = 0; round < 5; round += 1) {
      await shared().catch(() => {});
      const invitation = await invited();
      await Promise.all([activate(false), acceptOrganizationInvitation(api.deps, invitation, by())]);
      expect(await account()).toMatchObject({ member: false });
      await activate(true);
    }
  });

  it("an administrator who enables an account does not, no matter who had ended it before", async () => {
    await disablePerson(api.database, id, by(), undefined);
    expect((await activate(false)).status).toBe(200);
    await enablePerson(api.database, id, by());
    expect(await account()).toEqual({ enabled: true, leaving: false, member: false });
    expect((await activate(true)).body.active).toBe(true);
    expect(await account()).toEqual({ enabled: true, leaving: false, member: true });
  });

  it("the person's own leaving does not keep the account from being disabled", async () => {
    await removeOrganizationMember(api.database, membership(), by());
    expect((await activate(false)).status).toBe(200);
    expect(await account()).toEqual({ enabled: false, leaving: false, member: false });
  });

  it("an administrator enables what the directory deleted, and the directory has no such User", async () => {
    expect((await remove()).status).toBe(204);
    await enablePerson(api.database, id, by());
    expect(await account()).toEqual({ enabled: true, leaving: false, member: false });
    expect((await acme.scim(`/Users/${id}`)).status).toBe(404);
    expect((await activate(true)).status).toBe(404);
  });

  it("a User that was deleted and joins again is one, of which the directory knows nothing", async () => {
    await patch({ op: "replace", path: "title", value: "Guide" });
    await remove();
    await enablePerson(api.database, id, by());
    await acceptOrganizationInvitation(api.deps, await invited(), by());
    const { status, body } = await acme.scim(`/Users/${id}`);
    expect([status, body.active, body.title]).toEqual([200, true, undefined]);
    expect((await activate(false)).body.active).toBe(false);
    expect(await account()).toEqual({ enabled: true, leaving: false, member: false });
  });
});
