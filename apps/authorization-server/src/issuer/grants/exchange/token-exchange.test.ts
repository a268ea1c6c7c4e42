import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import {
  ACCESS_TOKEN,
  allow,
  audit,
  exchange as exchangeOf,
  introspect,
  openExchange,
  orders,
  stock,
  tokensOf,
} from "../../../../testing/acts/exchange.ts";
import type { Fields } from "../../../../testing/browser.ts";
import { post } from "../../../../testing/clients/tokens.ts";
import { basic } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, resource as userinfo } from "../../../../testing/world.ts";
import { addGroup, addGroupMember } from "../../../administration/groups/groups.ts";
import { findGroup } from "../../../administration/groups/store.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
  await openExchange(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM exchange_policy");
  await service.rows("DELETE FROM consent");
});

const exchange = (token: string, changes: Fields = {}, by?: string) =>
  exchangeOf(service, token, changes, by === undefined ? {} : { by });
const tokenOf = async (changes: Fields = {}, username = "alice") =>
  String((await tokensOf(service, changes, { username })).access_token);
const by = () => byOperatorAt(service.clock.now);
const refused = (error: string) => ({ status: 400, body: { error } });

describe("RFC 8693 §2.2.1: what is issued", () => {
  it("tex-r05: a token for the target, with its type, and no refresh token", async () => {
    await allow(service);
    const subject = await tokenOf({ scope: "openid read write" });
    const { status, headers, body } = await exchange(subject);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toEqual({
      access_token: expect.any(String),
      issued_token_type: ACCESS_TOKEN,
      token_type: "Bearer",
      expires_in: 300,
      scope: "count reserve",
    });
    expect(decodeProtectedHeader(body.access_token).typ).toBe("at+jwt");
    const [before, claims] = [decodeJwt(subject), decodeJwt(body.access_token)];
    const { sub, acr, amr, auth_time } = before;
    expect(claims).toMatchObject({
      ...{ iss: issuer, sub, acr, amr, auth_time, aud: stock, client_id: "ordersApi", scope: "count reserve" },
      act: { sub: "ordersApi" },
    });
    expect(claims.authorization_id).not.toBe(before.authorization_id);
    expect(claims.jti).not.toBe(before.jti);
  });

  it("tex-r05: the scopes are those that the policy gives for the subject's, and of these the asked ones", async () => {
    await allow(service);
    const subject = await tokenOf({ scope: "openid read" });
    expect((await exchange(subject)).body.scope).toBe("count");
    expect(await exchange(subject, { scope: "reserve" })).toMatchObject(refused("invalid_scope"));
    expect(await exchange(subject, { scope: "read" })).toMatchObject(refused("invalid_scope"));
    const both = await tokenOf({ scope: "openid read write" });
    expect((await exchange(both, { scope: "reserve" })).body.scope).toBe("reserve");
  });

  it("tex-r05: a scope that is not registered for the requesting client is not given", async () => {
    await allow(service);
    await service.rows(`UPDATE client SET scopes = '{count}', revision = revision + 1 WHERE id = 'ordersApi'`);
    expect((await exchange(await tokenOf({ scope: "openid read write" }))).body.scope).toBe("count");
    await service.rows(
      `UPDATE client SET scopes = '{read,count,reserve,log}', revision = revision + 1 WHERE id = 'ordersApi'`,
    );
  });

  it("role-01: a scope by role is given only to a person who has the role at the target", async () => {
    await allow(service);
    await service.rows("UPDATE resource_server SET role_scopes = '{reserve}' WHERE identifier = $1", [stock]);
    service.deps.resources.forget();
    expect((await exchange(await tokenOf({ scope: "openid read write" }))).body.scope).toBe("count");
    await service.rows("UPDATE resource_server SET role_scopes = '{}' WHERE identifier = $1", [stock]);
    service.deps.resources.forget();
  });

  it("tex-r05: it ends no later than the subject's token, and no later than the policy says", async () => {
    await allow(service, { maxLifetimeSeconds: 3600 });
    const subject = await tokenOf();
    service.pass(590);
    const { body } = await exchange(subject);
    expect([body.expires_in, decodeJwt(body.access_token).exp]).toEqual([10, decodeJwt(subject).exp]);
    service.pass(10);
    expect(await exchange(subject)).toMatchObject(refused("invalid_request"));
  });

  it("§2.1: the target may be named by audience, or by both", async () => {
    await allow(service);
    const subject = await tokenOf();
    const named = async (changes: Fields) => (await exchange(subject, changes)).status;
    expect(await named({ resource: [], audience: stock })).toBe(200);
    expect(await named({ resource: "HTTPS://stock-api.example/", audience: stock })).toBe(200);
    expect(await exchange(subject, { audience: orders })).toMatchObject(refused("invalid_target"));
  });

  it("RFC 7662 §2.2: introspection answers act, to the target and to the client that exchanged", async () => {
    await allow(service);
    const { body } = await exchange(await tokenOf());
    const answer = await introspect(service, body.access_token, "stockApi");
    expect(answer).toMatchObject({ active: true, aud: stock, scope: "count", act: { sub: "ordersApi" } });
    expect(await introspect(service, body.access_token, "ordersApi")).toMatchObject({ active: true });
    expect(await introspect(service, body.access_token, "auditApi")).toEqual({ active: false });
  });
});

describe("RFC 8693 §1.1: who may exchange", () => {
  it("tex-r01, tok-14: without a policy no one", async () => {
    expect(await exchange(await tokenOf())).toMatchObject(refused("unauthorized_client"));
    expect(await exchange(await tokenOf(), {}, "webClient")).toMatchObject(refused("unauthorized_client"));
  });

  it("tex-r01: a disabled policy allows nothing", async () => {
    await allow(service);
    await service.rows("UPDATE exchange_policy SET disabled_at = now()");
    expect(await exchange(await tokenOf())).toMatchObject(refused("unauthorized_client"));
  });

  it("tex-r01: nor does one of a client that became public", async () => {
    await allow(service);
    await service.rows("UPDATE client SET token_endpoint_auth_method = 'none' WHERE id = 'ordersApi'");
    const sent = { client_id: "ordersApi", ...{ subject_token: await tokenOf(), subject_token_type: ACCESS_TOKEN } };
    const grant_type = "urn:ietf:params:oauth:grant-type:token-exchange";
    expect(await post(service.origin, "/token", { grant_type, resource: stock, ...sent })).toMatchObject(
      refused("unauthorized_client"),
    );
    await service.rows("UPDATE client SET token_endpoint_auth_method = 'client_secret_basic' WHERE id = 'ordersApi'");
  });

  it.each<[string, Fields]>([
    ["none", { resource: [] }],
    ["an unknown one", { resource: "https://unknown.example" }],
    ["tok-13: one that no policy names", { resource: audit }],
    ["two", { resource: [stock, audit] }],
    ["the one of /userinfo", { resource: userinfo }],
  ])("tex-r04: the target is invalid_target: %s", async (_, changes) => {
    await allow(service);
    expect(await exchange(await tokenOf(), changes)).toMatchObject(refused("invalid_target"));
  });

  it("tex-r04: a target that is disabled is invalid_target", async () => {
    await allow(service);
    await service.rows("UPDATE resource_server SET disabled_at = now() WHERE identifier = $1", [stock]);
    service.deps.resources.forget();
    expect(await exchange(await tokenOf())).toMatchObject(refused("invalid_target"));
    await service.rows("UPDATE resource_server SET disabled_at = NULL WHERE identifier = $1", [stock]);
    service.deps.resources.forget();
  });

  it("tex-r03: a token that another resource server received is refused", async () => {
    await allow(service, { clientId: "stockApi", source: stock, target: audit, scopes: {} });
    expect(await exchange(await tokenOf(), { resource: audit }, "stockApi")).toMatchObject(refused("invalid_request"));
  });

  it("tex-r03: a token that was issued to the client itself only if the policy says so", async () => {
    await service.rows(`UPDATE client SET grant_types = grant_types || $1::text WHERE id = 'resourceClient'`, [
      "urn:ietf:params:oauth:grant-type:token-exchange",
    ]);
    const subject = await tokenOf({ scope: "openid read count" });
    await allow(service, { clientId: "resourceClient", subjectTokens: ["own"] });
    expect((await exchange(subject, {}, "resourceClient")).body).toMatchObject({ scope: "count" });
    await service.rows(`UPDATE exchange_policy SET subject_tokens = '{received}'`);
    expect(await exchange(subject, {}, "resourceClient")).toMatchObject(refused("invalid_request"));
  });

  it("tex-r01: the tokens of people in an excluded group are not exchanged", async () => {
    await addGroup(service.database, "Board", by());
    const group = await findGroup(service.database, "Board");
    await allow(service, { excludedGroups: ["Board"] });
    expect((await exchange(await tokenOf())).status).toBe(200);
    await addGroupMember(service.database, { groupId: group?.id ?? "", userId: service.alice }, by());
    expect(await exchange(await tokenOf())).toMatchObject(refused("invalid_request"));
    // A group that has another name now still excludes: no one's token is exchanged until the policy names it.
    await service.rows("DELETE FROM group_member");
    await service.rows("UPDATE user_group SET name = 'Directors'");
    expect(await exchange(await tokenOf())).toMatchObject(refused("invalid_request"));
  });

  it("tex-r03: a token of a client for itself is of no person", async () => {
    await allow(service, { scopes: { read: "count" } });
    const own = { grant_type: "client_credentials", resource: orders, scope: "read" };
    const { body } = await post(service.origin, "/token", own, basic("ordersApi"));
    expect(await exchange(body.access_token)).toMatchObject(refused("invalid_request"));
  });
});
