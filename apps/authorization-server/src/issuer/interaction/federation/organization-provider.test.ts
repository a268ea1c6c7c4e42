import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { openBrowser } from "../../../../testing/browser.ts";
import { authorizationOf } from "../../../../testing/flows.ts";
import {
  type Federation,
  hasFailed,
  isConsent,
  isQuestion,
  openPerson,
  type Person,
  startFederation,
} from "../../../../testing/servers/federation.ts";
import { password } from "../../../../testing/world.ts";
import {
  addOrganizationDomain,
  verifyOrganizationDomain,
} from "../../../administration/organizations/organization-domains.ts";
import {
  addOrganization,
  enableOrganization,
  removeOrganization,
} from "../../../administration/organizations/organizations.ts";
import { changeIdentityProvider } from "../../../administration/providers/identity-providers.ts";
import { assignRole } from "../../../administration/roles/roles.ts";

let at: Federation;
let me: Person;
let acme: string;
beforeAll(async () => {
  at = await startFederation({ ADMIN_URL: "https://admin.example", ADMIN_PORT: "4007" });
  await at.service.rows("UPDATE client SET scopes = scopes || '{organization}' WHERE id = 'webClient'");
});
afterAll(() => at.close());
beforeEach(async () => {
  await at.service.rows("DELETE FROM organization");
  acme = (await addOrganization(at.service.database, { slug: "acme", name: "Acme" }, by())) ?? "";
  await proveDomain("acme.example");
  await at.add({ alias: "acme", name: "Acme sign-in", domains: [], autoLink: true, organization: acme });
  at.service.pass(10);
  me = openPerson(at);
});

const by = () => byOperatorAt(at.service.clock.now);

async function proveDomain(domain: string, organizationId = acme): Promise<void> {
  const added = await addOrganizationDomain(at.service.database, { organizationId, domain }, by());
  const id = typeof added === "string" ? "" : added.id;
  await verifyOrganizationDomain(at.service.database, { organizationId, id }, by());
}

const members = async () =>
  (await at.service.rows("SELECT email FROM organization_member m JOIN end_user u ON u.id = m.user_id")).map(
    ({ email }) => email,
  );
const giveAlice = (email: string) =>
  at.service.rows("UPDATE end_user SET email = $2, email_canonical = $2, email_verified_at = now() WHERE id = $1", [
    at.service.alice,
    email,
  ]);
/** Signs in at the provider of the organization, for a request that is for the organization. */
const through = () => me.through("acme", { scope: "openid organization:acme" });

describe("og.2: a provider of an organization", () => {
  it("creates accounts of the domains that the organization proved, and their people are members", async () => {
    me.prove("iris@acme.example");
    expect(isConsent(await through())).toBe(true);
    expect(await members()).toEqual(["iris@acme.example"]);
    const events = await at.service.rows("SELECT type FROM audit_event ORDER BY id DESC LIMIT 5");
    expect(events.map(({ type }) => type)).toContain("organization_member_added");
    me.useNewBrowser();
    expect(isConsent(await through())).toBe(true);
    expect(await members()).toEqual(["iris@acme.example"]);
  });

  it("connects the account of a member of staff, who becomes a member", async () => {
    await giveAlice("alice@acme.example");
    me.prove("alice@acme.example");
    expect(isConsent(await through())).toBe(true);
    expect(await members()).toEqual(["alice@acme.example"]);
    await at.service.rows("DELETE FROM federated_identity WHERE user_id = $1", [at.service.alice]);
  });

  it.each([
    ["active: false", "UPDATE scim_user SET ended_at = now()"],
    ["DELETE", "UPDATE scim_user SET ended_at = now(), deleted_at = now()"],
  ])("A1: a person whose membership the directory ended by %s does not become a member again", async (_, ends) => {
    me.prove("lee@acme.example");
    await through();
    await at.service.rows(
      `INSERT INTO scim_user (organization_id, user_id, attributes, created_account, created_at, updated_at)
       SELECT organization_id, user_id, '{}', false, now(), now() FROM organization_member`,
    );
    await at.service.rows(ends);
    await at.service.rows("DELETE FROM organization_member");
    me.useNewBrowser();
    await through();
    expect(await members()).toEqual([]);
    await at.service.rows("UPDATE scim_user SET ended_at = NULL");
    me.useNewBrowser();
    await through();
    expect(await members()).toEqual(["lee@acme.example"]);
  });

  it.each([
    ["of another domain", "iris@other.example"],
    ["of a domain that is not proved", "iris@corp.example"],
    ["of a domain below", "iris@sub.acme.example"],
  ])("link-01: proves no address %s", async (_, email) => {
    me.prove(email);
    expect(isQuestion(await through())).toBe(true);
    expect(await members()).toEqual([]);
  });

  it("stops with the domain: neither new people nor those of before", async () => {
    me.prove("jo@acme.example");
    await through();
    await at.service.rows("DELETE FROM organization_domain");
    at.service.pass(10);
    me.useNewBrowser();
    expect(hasFailed(await through())).toBe(true);
  });

  it("signs in no account whose address is elsewhere now", async () => {
    me.prove("kim@acme.example");
    await through();
    const moved = "UPDATE end_user SET email_canonical = $1, email = $1 WHERE email = 'kim@acme.example'";
    await at.service.rows(moved, ["kim@home.example"]);
    me.useNewBrowser();
    expect(hasFailed(await through())).toBe(true);
    const [last] = await at.service.rows("SELECT type FROM audit_event ORDER BY id DESC LIMIT 1");
    expect(last).toEqual({ type: "sign_in_failed" });
  });

  it("role-03: signs in no administrator of the deployment, and is connected to none", async () => {
    await giveAlice("alice@acme.example");
    const role = { resource: at.service.deps.administration ?? "", name: "people" };
    await assignRole(at.service.database, role, { userId: at.service.alice }, by());
    me.prove("alice@acme.example");
    expect(isQuestion(await through())).toBe(true);
    expect(await me.identities()).toEqual([]);
    await at.service.rows("DELETE FROM role_assignment");
  });

  it("is not there while the organization is disabled, and ends with it", async () => {
    await enableOrganization(at.service.database, { id: acme, isEnabled: false }, by());
    at.service.pass(10);
    expect(await at.service.deps.identityProviders.find("acme")).toBeUndefined();
    await enableOrganization(at.service.database, { id: acme, isEnabled: true }, by());
    expect(await at.service.deps.identityProviders.find("acme")).toMatchObject({ domains: ["acme.example"] });
    await removeOrganization(at.service.database, acme, by());
    expect(await at.service.rows("SELECT FROM identity_provider WHERE alias = 'acme'")).toEqual([]);
  });

  it("counts only the domains of its own organization", async () => {
    const beta = (await addOrganization(at.service.database, { slug: "beta", name: "Beta" }, by())) ?? "";
    await proveDomain("beta.example", beta);
    me.prove("iris@beta.example");
    at.service.pass(10);
    expect(isQuestion(await through())).toBe(true);
  });
});

describe("fe.14: where people of an organization sign in", () => {
  const page = async (changes = {}) => {
    const browser = openBrowser(at.service.origin);
    return { browser, page: await browser.follow(await browser.get(authorizationOf("webClient", changes))) };
  };
  const hasButton = (body: string) => body.includes('id="provider-acme"');

  it("its button is shown only for requests for the organization", async () => {
    expect(hasButton((await page()).page.body)).toBe(false);
    expect(hasButton((await page({ scope: "openid organization:acme" })).page.body)).toBe(true);
    expect(hasButton((await page({ scope: "openid organization:other" })).page.body)).toBe(false);
  });

  it("a name of a proved domain leads there if it is enforced; known and unknown names get the same", async () => {
    const acting = { database: at.service.database, texts: at.service.deps.sealedTexts };
    await changeIdentityProvider(acting, "acme", { enforced: true }, by());
    at.service.pass(10);
    await giveAlice("alice@acme.example");
    const answers = await Promise.all(
      ["alice@acme.example", "nobody@acme.example"].map(async (username) => {
        const { browser, page: login } = await page();
        const { status, body, location } = await browser.submit(login, "/login", { username, action: "name" });
        return { status, body, to: `${location?.origin}${location?.pathname}` };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.to).toBe(`${at.provider.issuer}/authorize`);
    const { browser, page: login } = await page();
    const other = await browser.submit(login, "/login", { username: "alice@other.example", action: "name" });
    expect(other.body).toContain('id="password"');
    await giveAlice("alice@example.org");
  });

  it("administrators of the deployment keep their password, and are sent to no such provider", async () => {
    const acting = { database: at.service.database, texts: at.service.deps.sealedTexts };
    await changeIdentityProvider(acting, "acme", { enforced: true }, by());
    at.service.pass(10);
    await giveAlice("alice@acme.example");
    const byUsername = async () => {
      const { browser, page: login } = await page();
      const fields = { username: "alice", password, action: "sign-in" };
      const named = await browser.submit(login, "/login", { username: "alice", action: "name" });
      return browser.submit(named, "/login", fields);
    };
    expect((await byUsername()).location?.origin).toBe(at.provider.issuer);
    const role = { resource: at.service.deps.administration ?? "", name: "people" };
    await assignRole(at.service.database, role, { userId: at.service.alice }, by());
    expect((await byUsername()).location?.origin).not.toBe(at.provider.issuer);
    await at.service.rows("DELETE FROM role_assignment");
    await giveAlice("alice@example.org");
  });
});
