import { type GrantedScopes, userinfoClaims } from "@countersign/rules";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Browser, openBrowser } from "../../../testing/browser.ts";
import { type ClientName, redirectUriOf } from "../../../testing/clients/clients.ts";
import { post, refresh } from "../../../testing/clients/tokens.ts";
import { agree, authorizationOf, basic, codeFor, redeem, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { resource as userinfo } from "../../../testing/world.ts";
import { administrationResource } from "../../administration/api/environment.ts";
import { addGroup, addGroupMember } from "../../administration/groups/groups.ts";
import {
  addOrganizationMember,
  giveOrganizationRole,
} from "../../administration/organizations/organization-members.ts";
import { addOrganization, enableOrganization } from "../../administration/organizations/organizations.ts";
import { addResourceServer } from "../../administration/resource-servers/resource-servers.ts";
import { addRole, assignRole } from "../../administration/roles/roles.ts";
import { findRoleNamed } from "../../administration/roles/store.ts";

const orders = "https://orders.example/a";
const client = "resourceClient";
const ADMIN_URL = "https://admin.example";
const administration = administrationResource({ ADMIN_URL }) ?? "";
const ALL = "openid groups roles organizations";

let service: Service;
let browser: Browser;
let acme: string;
let beta: string;
/** What was sent to the database. */
let sent: string[] = [];
const by = () => byOperatorAt(service.clock.now);

beforeAll(async () => {
  service = await startService({ proxied: true, settings: { ADMIN_URL, ADMIN_PORT: "4999" } });
  service.proxy.tap((bytes) => sent.push(bytes.toString("latin1")));
  const about = { accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300, listed: false } as const;
  const scopes = { scopes: ["read", "write"], roleScopes: [] };
  await addResourceServer(service.database, { identifier: orders, name: "Orders", ...scopes, ...about }, by());
  const more = "{groups,roles,organizations,organization,people:read}";
  await service.rows("UPDATE client SET scopes = scopes || $2 WHERE id = $1", [client, more]);
  await service.rows("UPDATE client SET scopes = scopes || $2 WHERE id = $1", ["implicitClient", more]);
});
afterAll(() => service.close());

/** Alice has a role everywhere, by herself and by a group, and one in each of two organizations. */
beforeEach(async () => {
  for (const table of ["role_assignment", "user_group", "organization", "consent"])
    await service.rows(`DELETE FROM ${table}`);
  await service.rows("DELETE FROM role WHERE resource <> $1", [administration]);
  browser = openBrowser(service.origin);
  acme = await organization("acme");
  beta = await organization("beta");
  const groupId = await group("Support");
  for (const resource of [orders, userinfo]) {
    for (const name of ["clerk", "packer", "in-acme", "in-beta"]) await role(resource, name);
    await assignRole(service.database, { resource, name: "clerk" }, { userId: service.alice }, by());
    await assignRole(service.database, { resource, name: "packer" }, { groupId }, by());
    await inOrganization(acme, resource, "in-acme");
    await inOrganization(beta, resource, "in-beta");
  }
  await group("Acme-only", acme);
  await group("Beta-only", beta);
});

const role = (resource: string, name: string) =>
  addRole(service.database, { resource, name, scopes: [], inOrganizations: true }, by());

async function organization(slug: string): Promise<string> {
  const id = (await addOrganization(service.database, { slug, name: slug }, by())) ?? "";
  await addOrganizationMember(service.database, { organizationId: id, userId: service.alice }, by());
  return id;
}

async function group(name: string, organizationId?: string): Promise<string> {
  await addGroup(service.database, name, by(), organizationId);
  const [row] = await service.rows("SELECT id FROM user_group WHERE name = $1", [name]);
  const groupId = String(row?.id);
  await addGroupMember(service.database, { groupId, userId: service.alice }, by());
  return groupId;
}

async function inOrganization(organizationId: string, resource: string, name: string) {
  const roleId = (await findRoleNamed(service.database, { resource, name }))?.id ?? "";
  await giveOrganizationRole(service.database, { organizationId, roleId, to: { userId: service.alice } }, by());
}

async function tokens(changes: Record<string, string>) {
  const code = await codeFor(browser, client, changes);
  return (await redeem(service.origin, code, { redirect_uri: redirectUriOf(client) }, basic(client))).body;
}

/** What /userinfo gives for a token: the view is all that it reads. */
async function atUserinfo(changes: Record<string, string>) {
  const { access_token } = await tokens(changes);
  const { authorization_id, scope } = decodeJwt(access_token);
  const row = await service.deps.userinfo.find(String(authorization_id));
  if (row === undefined) throw new Error("no row");
  const { sub: _, ...claims } = userinfoClaims(row, String(scope).split(" ") as readonly string[] as GrantedScopes);
  return claims;
}

async function idToken(scope: string) {
  const request = authorizationOf("implicitClient", { response_type: "id_token", scope });
  let at = await browser.follow(await browser.get(request));
  if (at.body.includes('action="/login"')) at = await signIn(browser, at);
  if (at.body.includes('action="/consent"')) at = await agree(browser, at);
  return decodeJwt(new URLSearchParams(at.location?.hash.slice(1)).get("id_token") ?? "");
}

describe("og.3: the scopes groups, roles and organizations", () => {
  it("give the claims of these names, at /userinfo and in ID tokens that have claims", async () => {
    const all = { groups: ["Support"], roles: ["clerk", "packer"], organizations: ["acme", "beta"] };
    expect(await atUserinfo({ scope: ALL })).toEqual(all);
    expect(await atUserinfo({ scope: "openid groups" })).toEqual({ groups: ["Support"] });
    expect(await idToken(ALL)).toMatchObject(all);
    expect(await idToken("openid organizations")).not.toHaveProperty("roles");
  });

  it("I11: OIDC Core §5.5: may be asked for by name, at /userinfo and in the ID token", async () => {
    const named = (where: object) => ({ scope: "openid", claims: JSON.stringify(where) });
    expect(await atUserinfo(named({ userinfo: { groups: null } }))).toEqual({ groups: ["Support"] });

    const asked = named({ id_token: { groups: null, roles: { essential: true } } });
    const answer = await tokens(asked);
    expect(decodeJwt(answer.id_token)).toMatchObject({ groups: ["Support"], roles: ["clerk", "packer"] });
    expect(decodeJwt(answer.id_token)).not.toHaveProperty("organizations");
    // RFC 6749 §5.1: what was granted is the scope.
    expect(answer.scope).toBe("openid groups roles");
    const elsewhere = await tokens({ ...asked, resource: orders });
    expect(decodeJwt(elsewhere.id_token)).toMatchObject({ groups: ["Support"] });
  });

  it("I11: the person is asked for the scope, and may decline it", async () => {
    const asked = {
      scope: "openid",
      claims: JSON.stringify({ id_token: { groups: null }, userinfo: { groups: null } }),
    };
    const page = await signIn(browser, await browser.get(authorizationOf(client, asked)));
    expect(page.body).toContain('id="scope-groups"');
    expect(page.body).not.toContain('id="claim-groups"');
    const done = await agree(browser, page, { scope: ["openid"] });
    const code = done.location?.searchParams.get("code") ?? "";
    const { body } = await redeem(service.origin, code, { redirect_uri: redirectUriOf(client) }, basic(client));
    expect(decodeJwt(body.id_token)).not.toHaveProperty("groups");
    expect(body.scope).toBe("openid");
  });

  it("I11: a client that may not ask for the scope does not get the claim by its name", async () => {
    const asked = { scope: "openid", claims: JSON.stringify({ id_token: { groups: null } }) };
    const code = await codeFor(browser, "webClient", asked);
    const { body } = await redeem(service.origin, code);
    expect(decodeJwt(body.id_token)).not.toHaveProperty("groups");
    expect(body.scope).toBe("openid");
  });

  it("two organizations: in one, nothing of the other and nothing that counts everywhere", async () => {
    const inAcme = { groups: ["Acme-only"], roles: ["in-acme"], organizations: ["acme"] };
    expect(await atUserinfo({ scope: `${ALL} organization:acme` })).toEqual(inAcme);
    expect(await idToken(`${ALL} organization:beta`)).toMatchObject({
      groups: ["Beta-only"],
      roles: ["in-beta"],
      organizations: ["beta"],
    });
    const { access_token } = await tokens({ scope: "openid read roles organization:acme", resource: orders });
    expect(decodeJwt(access_token)).toMatchObject({ aud: orders, org_id: acme, roles: ["in-acme"] });
    // RFC 7662 §2.2: a resource server that asks sees the same.
    const { body: seen } = await post(service.origin, "/introspect", { token: access_token }, basic(client));
    expect(seen).toMatchObject({ active: true, aud: orders, org_id: acme, roles: ["in-acme"] });
  });

  it("have nothing of an organization that is disabled", async () => {
    await enableOrganization(service.database, { id: beta, isEnabled: false }, by());
    expect(await atUserinfo({ scope: "openid organizations" })).toEqual({ organizations: ["acme"] });
    const { access_token } = await tokens({ scope: "openid roles organizations organization:acme" });
    const { authorization_id } = decodeJwt(access_token);
    await enableOrganization(service.database, { id: acme, isEnabled: false }, by());
    expect(await service.deps.userinfo.find(String(authorization_id))).toMatchObject({ roles: [], organizations: [] });
  });

  it("RFC 9068 §2.2.3.1: roles in an access token are those at its audience, and only with the scope", async () => {
    await addRole(service.database, { resource: orders, name: "orders-only", scopes: ["read"] }, by());
    const name = { resource: orders, name: "orders-only" };
    await assignRole(service.database, name, { userId: service.alice }, by());
    const scope = "openid offline_access read roles";
    const { access_token, refresh_token } = await tokens({ scope, resource: orders });
    expect(decodeJwt(access_token)).toMatchObject({ aud: orders, roles: ["clerk", "orders-only", "packer"] });
    const narrowed = await refresh(service.origin, client, refresh_token, { scope: "read" });
    expect(decodeJwt(narrowed.body.access_token)).not.toHaveProperty("roles");

    const atHome = decodeJwt((await tokens({ scope: "openid roles" })).access_token);
    expect(atHome).toMatchObject({ aud: userinfo, roles: ["clerk", "packer"] });
    const without = decodeJwt((await tokens({ scope: "openid read", resource: orders })).access_token);
    expect(without).not.toHaveProperty("roles");
  });

  it("no role of administration goes to a client", async () => {
    await assignRole(service.database, { resource: administration, name: "owner" }, { userId: service.alice }, by());
    const { access_token } = await tokens({ scope: "openid people:read roles", resource: administration });
    expect(decodeJwt(access_token)).toMatchObject({ aud: administration, scope: "people:read" });
    expect(decodeJwt(access_token)).not.toHaveProperty("roles");
    expect(JSON.stringify(await atUserinfo({ scope: ALL }))).not.toContain("owner");
  });

  it("a token has 50 values at most; with more, only /userinfo has them", async () => {
    for (let index = 3; index <= 50; index++) await assigned(`r${index}`);
    const request = { scope: "openid roles" };
    expect(decodeJwt((await tokens(request)).access_token).roles).toHaveLength(50);
    expect((await idToken("openid roles")).roles).toHaveLength(50);
    await assigned("r51");
    expect(decodeJwt((await tokens(request)).access_token)).not.toHaveProperty("roles");
    expect(await idToken("openid roles")).not.toHaveProperty("roles");
    expect((await atUserinfo(request)).roles).toHaveLength(51);
  });
  async function assigned(name: string) {
    await role(userinfo, name);
    await assignRole(service.database, { resource: userinfo, name }, { userId: service.alice }, by());
  }

  it("are invalid_scope for a client without them", async () => {
    for (const scope of ["groups", "roles", "organizations"]) {
      const asked = authorizationOf("webClient", { scope: `openid ${scope}` });
      const { location } = await openBrowser(service.origin).get(asked);
      expect(location?.searchParams.get("error")).toBe("invalid_scope");
    }
  });

  it("are refused to a client for itself", async () => {
    await service.rows("UPDATE client SET scopes = scopes || '{groups,roles}' WHERE id = 'serviceClient'");
    for (const scope of ["groups", "roles"]) {
      const asked = { grant_type: "client_credentials", scope };
      const { body } = await post(service.origin, "/token", asked, basic("serviceClient"));
      expect(body.error).toBe("invalid_scope");
    }
  });

  it("cost nothing for a client without them", async () => {
    sent = [];
    await tokens({ scope: "openid read", resource: orders });
    expect(sent.filter((text) => text.includes("role-names"))).toEqual([]);
    await tokens({ scope: "openid read roles", resource: orders });
    expect(sent.filter((text) => text.includes("role-names"))).not.toEqual([]);
  });

  it.each([
    ["en", "Your groups", "Your roles", "Your organizations"],
    ["de", "Ihre Gruppen", "Ihre Rollen", "Ihre Organisationen"],
    ["fr", "Vos groupes", "Vos rôles", "Vos organisations"],
    ["es", "Sus grupos", "Sus roles", "Sus organizaciones"],
    ["zh", "您的群组", "您的角色", "您的组织"],
  ])("the consent page names them: %s", async (language, ...names) => {
    const asked = authorizationOf(client as ClientName, { scope: ALL, ui_locales: language });
    const page = await signIn(browser, await browser.get(asked));
    for (const name of names) expect(page.body).toContain(name);
    for (const scope of ["groups", "roles", "organizations"]) expect(page.body).toContain(`id="scope-${scope}"`);
  });
});
