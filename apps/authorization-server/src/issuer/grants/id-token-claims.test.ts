import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Browser, openBrowser } from "../../../testing/browser.ts";
import { redirectUriOf } from "../../../testing/clients/clients.ts";
import { refresh } from "../../../testing/clients/tokens.ts";
import { basic, codeFor, redeem } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { addGroup, addGroupMember } from "../../administration/groups/groups.ts";

const scopes = "resourceClient";
const requested = "webClient";
let service: Service;
let browser: Browser;
const by = () => byOperatorAt(service.clock.now);
const sent: string[] = [];

beforeAll(async () => {
  service = await startService({ proxied: true });
  service.proxy.tap((bytes) => sent.push(bytes.toString("latin1")));
  await service.rows("UPDATE client SET scopes = scopes || '{groups,roles,organizations}'");
  await service.rows("UPDATE client SET id_token_claims = 'scopes' WHERE id = $1", [scopes]);
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const table of ["user_group", "consent"]) await service.rows(`DELETE FROM ${table}`);
  browser = openBrowser(service.origin);
});

async function inGroups(...names: string[]) {
  for (const name of names) {
    await addGroup(service.database, name, by());
    const [row] = await service.rows("SELECT id FROM user_group WHERE name = $1", [name]);
    await addGroupMember(service.database, { groupId: String(row?.id), userId: service.alice }, by());
  }
}

async function tokens(client: typeof scopes | typeof requested, changes: Record<string, string>) {
  const code = await codeFor(browser, client, changes);
  return (await redeem(service.origin, code, { redirect_uri: redirectUriOf(client) }, basic(client))).body;
}

const PERSONAL = ["name", "email", "email_verified", "groups", "roles", "organizations"];

describe("I1: OIDC Core §5.4: the ID token of a client that registered the claims of scopes", () => {
  it("has the claims of the granted scopes, memberships too, and of no others", async () => {
    await inGroups("Support");
    const { id_token } = await tokens(scopes, { scope: "openid email groups roles organizations" });
    const claims = decodeJwt(id_token);
    expect(claims).toMatchObject({ groups: ["Support"], roles: [], organizations: [] });
    expect(claims).toHaveProperty("email");
    expect(claims).toHaveProperty("email_verified");
    expect(claims).not.toHaveProperty("name");
  });

  it("has them after a refresh, as /userinfo has", async () => {
    const { refresh_token } = await tokens(scopes, { scope: "openid email offline_access", prompt: "consent" });
    const { body } = await refresh(service.origin, scopes, refresh_token);
    expect(decodeJwt(body.id_token)).toHaveProperty("email");
  });

  it("says nothing of groups if there are too many for a token, and does not cut them", async () => {
    await inGroups(...Array.from({ length: 51 }, (_, index) => `Group ${index}`));
    const claims = decodeJwt((await tokens(scopes, { scope: "openid groups roles" })).id_token);
    expect(claims).not.toHaveProperty("groups");
    expect(claims.roles).toEqual([]);
  });

  it("without openid there is no ID token, and nothing is disclosed", async () => {
    expect(await tokens(scopes, { scope: "email" })).not.toHaveProperty("id_token");
  });
});

describe("I1: OIDC Core §5.4: the ID token of any other client", () => {
  it("has none of these claims, and nothing is looked up for it", async () => {
    await inGroups("Support");
    const code = await codeFor(browser, requested, { scope: "openid profile email groups roles organizations" });
    sent.length = 0;
    const { body } = await redeem(service.origin, code, { redirect_uri: redirectUriOf(requested) }, basic(requested));
    const claims = decodeJwt(body.id_token);
    for (const claim of PERSONAL) expect(claims).not.toHaveProperty(claim);
    expect(sent.join("")).not.toMatch(/user_group|FROM end_user/);
  });
});
