import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Browser, openBrowser } from "../../../testing/browser.ts";
import { signedInAs } from "../../../testing/factors/signed-in.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { anyInvitation } from "../../administration/invitations/invited-roles.ts";
import { inviteIntoOrganization } from "../../administration/organizations/organization-invitations.ts";
import { addOrganizationMember } from "../../administration/organizations/organization-members.ts";
import { addOrganization } from "../../administration/organizations/organizations.ts";
import { OPERATOR } from "../../platform/stores/person/givers.ts";

const PAGE = "/account/organizations";
let service: Service;
let browser: Browser;
let acme: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM organization");
  acme = await added("acme", "Acme <b>& Söhne");
  browser = openBrowser(service.origin);
});

const by = () => byOperatorAt(service.clock.now);
const added = async (slug: string, name: string) =>
  (await addOrganization(service.database, { slug, name }, by())) ?? "";
const shown = async (username = "alice", who = browser) =>
  (await signedInAs(service, username, { browser: who })).get(PAGE);
const members = async () =>
  (await service.rows("SELECT user_id FROM organization_member ORDER BY user_id")).map(({ user_id }) => user_id);

/** Invites an address; `browser` opens the link of the mail unless told otherwise. */
async function invite(address = "alice@example.org", organizationId = acme, isOpened = true): Promise<string> {
  let path = "";
  const link = (token: string) => {
    path = `/invitation?token=${token}`;
    return path;
  };
  const invitation = {
    ...{ organizationId, roleIds: [], address: { deliverable: address, canonical: address } },
    ...{ lifetimeSeconds: 3600, language: "en", takesSignUps: false, link, madeBy: OPERATOR },
  };
  const id = (await inviteIntoOrganization(service.deps, invitation, by(), anyInvitation)) ?? "";
  if (isOpened) await browser.get(path);
  return id;
}

describe("ac.11: a person's organizations", () => {
  it("are shown as text, and can be left", async () => {
    await addOrganizationMember(service.database, { organizationId: acme, userId: service.alice }, by());
    const page = await shown();
    expect(page.body).toContain("Acme &lt;b&gt;&amp; Söhne");
    expect(page.body).not.toMatch(/<script(?! src="\/assets\/)/);
    const left = await browser.follow(await browser.submit(page, PAGE, { action: "leave", id: acme }));
    expect(left.body).toContain("You left the organization");
    expect(left.body).toContain("No organizations");
    expect(await members()).toEqual([]);
  });

  it("are joined by an invitation to the verified address, once", async () => {
    const id = await invite();
    const page = await shown();
    expect(page.body).toContain(`id="accept-${id}"`);
    const joined = await browser.follow(await browser.submit(page, PAGE, { action: "accept", id }));
    expect(joined.body).toContain("You’re a member now");
    expect(await members()).toEqual([service.alice]);
    expect((await browser.submit(joined, PAGE, { action: "accept", id })).status).toBe(404);
  });

  it("role-01: are not joined without the link of the mail, regardless of how the address was verified", async () => {
    const id = await invite("alice@example.org", acme, false);
    const page = await shown();
    expect(page.body).not.toContain(`id="accept-${id}"`);
    expect(page.body).toContain("open the link in the invitation email");
    expect((await browser.submit(page, PAGE, { action: "accept", id })).status).toBe(404);
    // The link of another invitation does not help.
    const beta = await invite("alice@example.org", await added("beta", "Beta"));
    expect((await browser.get(PAGE)).body).toContain(`id="accept-${beta}"`);
    expect((await browser.submit(page, PAGE, { action: "accept", id })).status).toBe(404);
    expect(await members()).toEqual([]);
  });

  it("are shown to the account of the invited address, and not to another account that has the link", async () => {
    await invite();
    expect((await browser.get("/invitation")).location?.pathname).toBe(PAGE);
    const mallory = openBrowser(service.origin);
    let path = "";
    const link = (token: string) => {
      path = `/invitation?token=${token}`;
      return path;
    };
    const address = { deliverable: "alice@example.org", canonical: "alice@example.org" };
    const invitation = { organizationId: acme, roleIds: [], address, lifetimeSeconds: 60, language: "en", link };
    const id = await inviteIntoOrganization(
      service.deps,
      { ...invitation, takesSignUps: false, madeBy: OPERATOR },
      by(),
      anyInvitation,
    );
    await mallory.get(path);
    const page = await shown("mallory", mallory);
    expect(page.body).not.toContain("Acme");
    expect((await mallory.submit(page, PAGE, { action: "accept", id: id ?? "" })).status).toBe(404);
  });

  it("are not joined by an invitation that is declined, withdrawn or expired", async () => {
    const id = await invite();
    const page = await shown();
    const declined = await browser.follow(await browser.submit(page, PAGE, { action: "decline", id }));
    expect(declined.body).toContain("You declined the invitation");
    const late = await invite();
    service.pass(3601);
    expect((await browser.submit(await browser.get(PAGE), PAGE, { action: "accept", id: late })).status).toBe(404);
    expect(await members()).toEqual([]);
  });

  it("acct-01: an organization or an invitation of another person is 404, and changes nothing", async () => {
    await addOrganizationMember(service.database, { organizationId: acme, userId: service.mallory }, by());
    const beta = await added("beta", "Beta");
    const theirs = await invite("mallory@example.org", beta);
    const page = await shown();
    expect(page.body).not.toContain("Beta");
    for (const fields of [
      { action: "leave", id: acme },
      { action: "leave", id: "x" },
      { action: "accept", id: theirs },
      { action: "decline", id: theirs },
      { action: "accept", id: "x" },
      { action: "accept", id: "\0" },
      { action: "decline", id: "\0" },
      { action: "remove", id: acme },
    ])
      expect([fields, (await browser.submit(page, PAGE, fields)).status]).toEqual([fields, 404]);
    expect(await members()).toEqual([service.mallory]);
    expect(await service.rows("SELECT FROM organization_invitation")).toHaveLength(1);
  });

  it("need a proved address for an invitation", async () => {
    await service.rows("UPDATE end_user SET email_verified_at = NULL WHERE id = $1", [service.alice]);
    const id = await invite();
    const page = await shown();
    expect(page.body).not.toContain(`accept-${id}`);
    expect((await browser.submit(page, PAGE, { action: "accept", id })).status).toBe(404);
    await service.rows("UPDATE end_user SET email_verified_at = now() WHERE id = $1", [service.alice]);
  });

  it("are left only after a recent sign-in", async () => {
    await addOrganizationMember(service.database, { organizationId: acme, userId: service.alice }, by());
    const page = await shown();
    service.pass(3 * 3600);
    const answer = await browser.submit(page, PAGE, { action: "leave", id: acme });
    expect(answer.location?.pathname).toBe("/login");
    expect(await members()).toEqual([service.alice]);
  });
});
