import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Browser, openBrowser } from "../../../testing/browser.ts";
import { redirectUriOf } from "../../../testing/clients/clients.ts";
import { post, refresh } from "../../../testing/clients/tokens.ts";
import { agree, authorizationOf, basic, codeFor, redeem, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { addGroup, addGroupMember, removeGroup, removeGroupMember } from "../../administration/groups/groups.ts";
import { findGroup } from "../../administration/groups/store.ts";
import { addResourceServer } from "../../administration/resource-servers/resource-servers.ts";
import { addRole, assignRole, removeRole, revokeRole } from "../../administration/roles/roles.ts";

const orders = "https://orders.example/a";
const stock = "https://stock.example";
const client = "resourceClient";
const clerk = { resource: orders, name: "clerk" };

let service: Service;
let browser: Browser;
/** What was sent to the database. */
let sent: string[] = [];
const by = () => byOperatorAt(service.clock.now);
const toAlice = () => ({ userId: service.alice });

beforeAll(async () => {
  service = await startService({ proxied: true });
  service.proxy.tap((bytes) => sent.push(bytes.toString("latin1")));
  const about = { accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300, listed: false } as const;
  const scopes = { scopes: ["read", "write"], roleScopes: ["write"] };
  await addResourceServer(service.database, { identifier: orders, name: "Orders", ...scopes, ...about }, by());
  await addResourceServer(service.database, { identifier: stock, name: "Stock", ...scopes, ...about }, by());
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM role");
  await service.rows("DELETE FROM user_group");
  await service.rows("DELETE FROM consent");
  await addRole(service.database, { ...clerk, scopes: ["write"] }, by());
  browser = openBrowser(service.origin);
});

const request = { resource: orders, scope: "openid offline_access read write" };
async function tokens(changes = {}) {
  const code = await codeFor(browser, client, { ...request, ...changes });
  return (await redeem(service.origin, code, { redirect_uri: redirectUriOf(client) }, basic(client))).body;
}
const later = async (token: string, changes = {}) => (await refresh(service.origin, client, token, changes)).body;

describe("RFC 6749 §3.3: a scope by role is in the token of a person with a role", () => {
  it("and is left out for others, without an error, and the answer says so", async () => {
    const answer = await tokens();
    expect(answer).toMatchObject({ scope: "read", access_token: expect.any(String) });
    expect(decodeJwt(answer.access_token)).toMatchObject({ aud: orders, scope: "read" });
  });

  it("that they have themselves", async () => {
    await assignRole(service.database, clerk, toAlice(), by());
    expect(decodeJwt((await tokens()).access_token)).toMatchObject({ aud: orders, scope: "read write" });
  });

  it("that one of their groups has", async () => {
    await addGroup(service.database, "Support", by());
    const groupId = (await findGroup(service.database, "support"))?.id ?? "";
    await assignRole(service.database, clerk, { groupId }, by());
    expect(await tokens()).toMatchObject({ scope: "read" });
    await addGroupMember(service.database, { groupId, userId: service.alice }, by());
    expect(await tokens()).toMatchObject({ scope: "read write" });
  });

  it("but not a role at another resource server, or a role of another person", async () => {
    const counter = { resource: stock, name: "clerk" };
    await addRole(service.database, { ...counter, scopes: ["write"] }, by());
    await assignRole(service.database, counter, toAlice(), by());
    await assignRole(service.database, clerk, { userId: service.mallory }, by());
    expect(await tokens()).toMatchObject({ scope: "read" });
  });

  it("and only if it was requested and agreed to", async () => {
    await assignRole(service.database, clerk, toAlice(), by());
    expect(await tokens({ scope: "openid read" })).toMatchObject({ scope: "read" });
  });

  it("also through the browser", async () => {
    const front = authorizationOf(client, { resource: orders, scope: "read write", response_type: "code token" });
    const page = await signIn(browser, await browser.get(front));
    const answer = new URLSearchParams((await agree(browser, page)).location?.hash.slice(1));
    expect(answer.get("scope")).toBe("read");
  });

  it("and roles are read for no other token", async () => {
    const questions = () => sent.filter((message) => message.includes("role-scopes")).length;
    const { refresh_token: token } = await tokens();
    sent = [];
    await tokens({ scope: "openid read" });
    const next = await later(token, { scope: "read" });
    expect(questions()).toBe(0);
    await later(next.refresh_token);
    expect(questions()).toBe(1);
  });

  it("but never in that of a client, which has no role", async () => {
    const own = { grant_type: "client_credentials", resource: orders };
    const asked = (scope: string) => post(service.origin, "/token", { ...own, scope }, basic("serviceClient"));
    await service.rows("UPDATE client SET scopes = '{read,write}' WHERE id = 'serviceClient'");
    expect(await asked("read")).toMatchObject({ status: 200, body: { scope: "read" } });
    expect(await asked("write")).toMatchObject({ status: 400, body: { error: "invalid_scope" } });
  });
});

describe("RFC 6749 §6: a change of roles counts from the next token", () => {
  it("if a role is given, taken back or removed", async () => {
    let { refresh_token: token, scope } = await tokens();
    const next = async () => {
      ({ refresh_token: token, scope } = await later(token));
      return scope;
    };
    expect(scope).toBe("read");
    await assignRole(service.database, clerk, toAlice(), by());
    expect(await next()).toBe("read write");
    await revokeRole(service.database, clerk, toAlice(), by(), undefined);
    expect(await next()).toBe("read");
    await assignRole(service.database, clerk, toAlice(), by());
    expect(await next()).toBe("read write");
    await removeRole(service.database, clerk, by(), undefined);
    expect(await next()).toBe("read");
  });

  it("if a person leaves a group, or the group is removed", async () => {
    await addGroup(service.database, "Support", by());
    const groupId = (await findGroup(service.database, "Support"))?.id ?? "";
    const membership = { groupId, userId: service.alice };
    await assignRole(service.database, clerk, { groupId }, by());
    await addGroupMember(service.database, membership, by());
    const first = await tokens();
    expect(first.scope).toBe("read write");
    await removeGroupMember(service.database, membership, by(), undefined);
    const second = await later(first.refresh_token);
    expect(second.scope).toBe("read");
    await addGroupMember(service.database, membership, by());
    await removeGroup(service.database, groupId, by(), undefined);
    expect((await later(second.refresh_token)).scope).toBe("read");
  });
});
