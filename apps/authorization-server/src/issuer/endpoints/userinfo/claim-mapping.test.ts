import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { openBrowser } from "../../../../testing/browser.ts";
import { agree, authorizationOf, codeFor, redeem, signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { noon } from "../../../../testing/world.ts";
import { setClaimMapping } from "../../../administration/clients/claim-mappings.ts";
import { addGroup, addGroupMember, removeGroupMember } from "../../../administration/groups/groups.ts";
import { findGroup } from "../../../administration/groups/store.ts";
import { addOrganizationMember } from "../../../administration/organizations/organization-members.ts";
import { addOrganization } from "../../../administration/organizations/organizations.ts";

const secret = "userinfo-response-secret-of-these-tests-0123";

let service: Service;
beforeAll(async () => {
  service = await startService({ settings: { USERINFO_RESPONSE_SECRET: secret } });
  const by = byOperatorAt(noon);
  await addGroup(service.database, "Staff", by);
  await addGroupMember(service.database, { groupId: await staffId(), userId: service.alice }, by);
});
afterAll(() => service.close());
beforeEach(() => {
  service.clock.now = noon;
});

const staffId = async () => (await findGroup(service.database, "Staff"))?.id ?? "";

async function map(mapping: Record<string, string>): Promise<void> {
  await setClaimMapping(service.database, { clientId: "webClient", mapping }, byOperatorAt(noon));
  service.deps.clients.forget("webClient");
}

async function tokens(scope = "openid email"): Promise<{ access_token: string; id_token: string }> {
  const browser = openBrowser(service.origin);
  return (await redeem(service.origin, await codeFor(browser, "webClient", { scope }))).body;
}

async function userinfo(token: string) {
  const response = await fetch(`${service.origin}/internal/userinfo-response`, {
    method: "POST",
    body: new URLSearchParams({ token }),
    headers: { authorization: `Bearer ${secret}` },
  });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

describe("ev.6: claims that are made for a client", () => {
  it("are in its ID tokens and UserInfo responses, beside those of the scopes", async () => {
    await map({
      upn: "claims.email",
      org: "'Staff' in groups ? 'staff' : 'none'",
      plan: "client.id + ':' + scopes[0]",
    });
    const { access_token: token, id_token: idToken } = await tokens();
    const made = { upn: "alice@example.org", org: "staff", plan: "webClient:openid" };
    expect(decodeJwt(idToken)).toMatchObject({ ...made, sub: service.alice, aud: "webClient" });
    const { status, type, text } = await userinfo(token);
    expect([status, type]).toEqual([200, expect.stringMatching(/^application\/json/)]);
    expect(JSON.parse(text)).toEqual({
      ...made,
      sub: service.alice,
      email: "alice@example.org",
      email_verified: true,
    });
  });

  it("are made only of what the client may see", async () => {
    await map({ upn: "claims.email", display: "claims.name" });
    const { access_token: token, id_token: idToken } = await tokens("openid profile");
    expect(decodeJwt(idToken)).toMatchObject({ display: "alice example" });
    expect(decodeJwt(idToken)).not.toHaveProperty("upn");
    expect(JSON.parse((await userinfo(token)).text)).not.toHaveProperty("upn");
  });

  it("count groups of the deployment, and no group of an organization that has the same name", async () => {
    const by = byOperatorAt(noon);
    const [{ database }, userId, groupId] = [service, service.alice, await staffId()];
    const organizationId = (await addOrganization(database, { slug: "acme", name: "Acme" }, by)) ?? "";
    await addOrganizationMember(database, { organizationId, userId }, by);
    await addGroup(database, "Staff", by, organizationId);
    const theirs = await database.pool.query("SELECT id FROM user_group WHERE organization_id = $1", [organizationId]);
    await addGroupMember(database, { groupId: theirs.rows[0].id, userId }, by);
    await removeGroupMember(database, { groupId, userId }, by, undefined);
    await map({ org: "'Staff' in groups ? 'staff' : 'none'" });
    expect(decodeJwt((await tokens()).id_token).org).toBe("none");
    await addGroupMember(database, { groupId, userId }, by);
    expect(decodeJwt((await tokens()).id_token).org).toBe("staff");
  });

  it("I11: the consent page names the groups that a client learns of by its mapping", async () => {
    await map({ org: "'Staff' in groups ? 'staff' : 'none'" });
    await service.rows("DELETE FROM consent");
    const browser = openBrowser(service.origin);
    const page = await signIn(browser, await browser.get(authorizationOf("webClient", { scope: "openid email" })));
    expect(page.body).toMatch(/id="scope-groups" name="scope" value="groups" checked disabled/);
    const done = await agree(browser, page, { scope: ["openid"] });
    const { body } = await redeem(service.origin, done.location?.searchParams.get("code") ?? "");
    expect([decodeJwt(body.id_token).org, body.scope]).toEqual(["staff", "openid"]);
    expect(await service.rows("SELECT granted_scopes FROM consent")).toEqual([{ granted_scopes: ["openid"] }]);

    await map({ upn: "claims.email" });
    const plain = await browser.get(authorizationOf("webClient", { scope: "openid email", prompt: "consent" }));
    expect((await browser.follow(plain)).body).not.toContain('id="scope-groups"');
  });

  it("I11: of a client that may ask for groups, a mapping sees only those that the person granted", async () => {
    await service.rows("UPDATE client SET scopes = scopes || '{groups}' WHERE id = 'webClient'");
    await map({ org: "'Staff' in groups ? 'staff' : 'none'" });
    const { access_token: token, id_token: idToken } = await tokens("openid email");
    expect(decodeJwt(idToken).org).toBe("none");
    expect(JSON.parse((await userinfo(token)).text).org).toBe("none");
    expect(decodeJwt((await tokens("openid email groups")).id_token).org).toBe("staff");
    await service.rows("UPDATE client SET scopes = array_remove(scopes, 'groups') WHERE id = 'webClient'");
    service.deps.clients.forget("webClient");
  });

  it("end with the mapping, and a client without one gets no answer there", async () => {
    await map({ upn: "claims.email" });
    await map({});
    const { access_token: token, id_token: idToken } = await tokens();
    expect(decodeJwt(idToken)).not.toHaveProperty("upn");
    expect((await userinfo(token)).status).toBe(400);
  });
});

describe("role-04: a mapping gives no one a role", () => {
  it("role-04: what a row holds that the check would have refused is dropped, and protocol claims stay", async () => {
    await map({ roles: "'owner'", sub: "'mallory'", aud: "'other'", acr: "'phrh'", email: "'mallory@example.org'" });
    const { access_token: token, id_token: idToken } = await tokens();
    const claims = decodeJwt(idToken);
    expect(claims).toMatchObject({ sub: service.alice, aud: "webClient", acr: "urn:countersign:acr:password" });
    expect(claims).not.toHaveProperty("roles");
    const answer = JSON.parse((await userinfo(token)).text);
    expect(answer).toEqual({ sub: service.alice, email: "alice@example.org", email_verified: true });
  });
});

describe("ev.7: a client without a mapping costs nothing more", () => {
  it("no statement about claims or groups is sent for its ID token", async () => {
    await map({});
    const before = await statements();
    await tokens();
    const sent = (await statements()).filter((name) => !before.includes(name));
    expect(sent).not.toContain("user-groups-behind");
    expect(sent).not.toContain("user-claims-behind");
  });
});

/** The prepared statements of the pool's connections, as far as one connection shows them. */
const statements = async () =>
  (await service.database.pool.query<{ name: string }>("SELECT name FROM pg_prepared_statements")).rows.map(
    ({ name }) => name,
  );
