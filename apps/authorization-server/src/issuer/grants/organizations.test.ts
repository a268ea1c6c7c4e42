import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Browser, openBrowser } from "../../../testing/browser.ts";
import { redirectUriOf } from "../../../testing/clients/clients.ts";
import { post, refresh } from "../../../testing/clients/tokens.ts";
import { agree, authorizationOf, basic, codeFor, redeem, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import {
  addOrganizationMember,
  giveOrganizationRole,
  removeOrganizationMember,
  takeOrganizationRole,
} from "../../administration/organizations/organization-members.ts";
import { addOrganization, enableOrganization } from "../../administration/organizations/organizations.ts";
import { addResourceServer } from "../../administration/resource-servers/resource-servers.ts";
import { addRole, assignRole } from "../../administration/roles/roles.ts";
import { findRoleNamed } from "../../administration/roles/store.ts";

const orders = "https://orders.example/a";
const client = "resourceClient";
const clerk = { resource: orders, name: "clerk" };

let service: Service;
let browser: Browser;
/** Alice belongs to Acme and is a clerk there. Beta is an organization of others. */
let acme: string;
let beta: string;
const by = () => byOperatorAt(service.clock.now);

beforeAll(async () => {
  service = await startService();
  const about = { accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300, listed: false } as const;
  const scopes = { scopes: ["read", "write"], roleScopes: ["write"] };
  await addResourceServer(service.database, { identifier: orders, name: "Orders", ...scopes, ...about }, by());
  await service.rows("UPDATE client SET scopes = scopes || '{organization}' WHERE id = $1", [client]);
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const table of ["role", "organization", "consent"]) await service.rows(`DELETE FROM ${table}`);
  await addRole(service.database, { ...clerk, scopes: ["write"], inOrganizations: true }, by());
  acme = (await addOrganization(service.database, { slug: "acme", name: "Acme & Söhne" }, by())) ?? "";
  beta = (await addOrganization(service.database, { slug: "beta", name: "Beta" }, by())) ?? "";
  await addOrganizationMember(service.database, { organizationId: acme, userId: service.alice }, by());
  await giveOrganizationRole(service.database, { organizationId: acme, ...(await toAlice()) }, by());
  browser = openBrowser(service.origin);
});

const toAlice = async () => ({
  roleId: (await findRoleNamed(service.database, clerk))?.id ?? "",
  to: { userId: service.alice },
});
const request = { resource: orders, scope: "openid offline_access read write organization:acme" };
async function tokens(changes = {}) {
  const code = await codeFor(browser, client, { ...request, ...changes });
  return (await redeem(service.origin, code, { redirect_uri: redirectUriOf(client) }, basic(client))).body;
}
const later = async (token: string, changes = {}) => (await refresh(service.origin, client, token, changes)).body;

/** The error with which a request is answered after the sign-in, without a page about what it asks for. */
async function refused(changes = {}) {
  const page = await signIn(browser, await browser.get(authorizationOf(client, { ...request, ...changes })));
  return {
    error: page.location?.searchParams.get("error"),
    text: page.location?.searchParams.get("error_description"),
  };
}

describe("og.4: the scope organization:<slug>", () => {
  it("puts org_id and the roles there into the tokens of a member, and nothing else", async () => {
    const answer = await tokens();
    expect(decodeJwt(answer.access_token)).toMatchObject({ aud: orders, scope: "read write", org_id: acme });
    expect(decodeJwt((await later(answer.refresh_token)).access_token)).toMatchObject({ org_id: acme });
    const seen = await post(service.origin, "/introspect", { token: answer.access_token }, basic(client));
    expect(seen.body).toMatchObject({ active: true, scope: "read write", org_id: acme });
    const everywhere = await tokens({ scope: "openid read write" });
    expect(decodeJwt(everywhere.access_token)).not.toHaveProperty("org_id");
    expect(everywhere.scope).toBe("read");
  });

  it("gives nothing by a role of the deployment, or of another organization", async () => {
    await takeOrganizationRole(service.database, { organizationId: acme, ...(await toAlice()) }, by());
    await assignRole(service.database, clerk, { userId: service.alice }, by());
    await addOrganizationMember(service.database, { organizationId: beta, userId: service.alice }, by());
    await giveOrganizationRole(service.database, { organizationId: beta, ...(await toAlice()) }, by());
    expect((await tokens()).scope).toBe("read");
    const inBeta = await tokens({ scope: "openid read write organization:beta" });
    expect(decodeJwt(inBeta.access_token)).toMatchObject({ scope: "read write", org_id: beta });
  });

  it("is named on the consent page, and is not declined by itself", async () => {
    const page = await signIn(browser, await browser.get(authorizationOf(client, request)));
    expect(page.body).toContain("Act as a member of Acme &amp; Söhne");
    expect(page.body).toMatch(/id="scope-organization:acme"[^>]* disabled>/);
    const code = (await agree(browser, page)).location?.searchParams.get("code") ?? "";
    const { body } = await redeem(service.origin, code, { redirect_uri: redirectUriOf(client) }, basic(client));
    expect(decodeJwt(body.access_token).org_id).toBe(acme);
  });

  it("is invalid_scope for one of others, as for one that does not exist, and no page names it", async () => {
    const other = await refused({ scope: "openid read organization:beta" });
    browser = openBrowser(service.origin);
    const unknown = await refused({ scope: "openid read organization:nowhere" });
    expect(other).toEqual({ error: "invalid_scope", text: expect.any(String) });
    expect(unknown).toEqual(other);
  });

  it("is invalid_scope for a client that may not ask for it, and for several", async () => {
    for (const [who, scope] of [
      ["webClient", "openid organization:acme"],
      [client, "openid organization:acme organization:beta"],
      [client, "openid organization:ACME"],
    ] as const) {
      const { location } = await openBrowser(service.origin).get(authorizationOf(who, { scope }));
      expect(location?.searchParams.get("error")).toBe("invalid_scope");
    }
  });

  it("ends with the membership: at the refresh, and while the organization is disabled", async () => {
    const first = await tokens();
    await enableOrganization(service.database, { id: acme, isEnabled: false }, by());
    expect(await later(first.refresh_token)).toMatchObject({ error: "invalid_grant" });
    await enableOrganization(service.database, { id: acme, isEnabled: true }, by());

    browser = openBrowser(service.origin);
    const second = await tokens();
    await removeOrganizationMember(service.database, { organizationId: acme, userId: service.alice }, by());
    expect(await later(second.refresh_token)).toMatchObject({ error: "invalid_grant" });
    expect(await later(second.refresh_token, { scope: "openid read" })).toMatchObject({ error: "invalid_grant" });
    browser = openBrowser(service.origin);
    expect((await refused()).error).toBe("invalid_scope");
  });

  it("og.5: a role that is taken back counts from the next token", async () => {
    const { refresh_token, scope } = await tokens();
    expect(scope).toBe("read write");
    await takeOrganizationRole(service.database, { organizationId: acme, ...(await toAlice()) }, by());
    expect((await later(refresh_token)).scope).toBe("read");
  });
});
