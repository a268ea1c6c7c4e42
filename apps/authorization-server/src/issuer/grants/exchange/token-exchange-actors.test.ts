import { type AccessTokenClaims, signAccessToken } from "@countersign/jwt";
import { TOKEN_EXCHANGE } from "@countersign/rules";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ACCESS_TOKEN,
  allow,
  app,
  audit,
  exchange as exchangeOf,
  introspect,
  openExchange,
  orders,
  stock,
  tokensOf,
} from "../../../../testing/acts/exchange.ts";
import type { Fields } from "../../../../testing/browser.ts";
import { post, refresh } from "../../../../testing/clients/tokens.ts";
import { basic } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";

let service: Service;
/** The last event before the test. */
let last: unknown;
beforeAll(async () => {
  service = await startService();
  await openExchange(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM exchange_policy");
  await service.rows("DELETE FROM consent");
  const [row] = await service.rows("SELECT coalesce(max(id), 0)::text AS last FROM audit_event");
  last = row?.last;
});

const exchange = (token: string, changes: Fields = {}, by = "ordersApi") => exchangeOf(service, token, changes, { by });
const tokenOf = async (username = "alice") => String((await tokensOf(service, {}, { username })).access_token);
const acting = (actor_token: string): Fields => ({ actor_token, actor_token_type: ACCESS_TOKEN });
const ownToken = async (api: string, resource: string, scope: string) =>
  (await post(service.origin, "/token", { grant_type: "client_credentials", resource, scope }, basic(api))).body
    .access_token;
const impersonations = () =>
  service.rows("SELECT * FROM audit_event WHERE type = 'person_impersonated' AND id > $1", [last]);
const refused = { status: 400, body: { error: "invalid_request" } };

/** The same token with other claims, signed by the service. */
async function resigned(token: string, changes: Partial<AccessTokenClaims>): Promise<string> {
  const claims = { ...(decodeJwt(token) as unknown as AccessTokenClaims), ...changes };
  return signAccessToken(await service.deps.keys.signer("ES256"), claims);
}

describe("RFC 8693 §4.1: who acts", () => {
  it("tex-r06: is the client, if there is no actor_token", async () => {
    await allow(service);
    const claims = decodeJwt((await exchange(await tokenOf())).body.access_token);
    expect(claims).toMatchObject({ client_id: "ordersApi", act: { sub: "ordersApi" } });
  });

  it("tex-r06: is the subject of actor_token: the client itself, or a person at its resource server", async () => {
    await allow(service);
    const subject = await tokenOf();
    const itself = await exchange(subject, acting(await ownToken("ordersApi", orders, "read")));
    expect(decodeJwt(itself.body.access_token).act).toEqual({ sub: "ordersApi" });
    const mallory = await tokenOf("mallory");
    const claims = decodeJwt((await exchange(subject, acting(mallory))).body.access_token);
    expect([claims.sub, claims.client_id]).toEqual([decodeJwt(subject).sub, "ordersApi"]);
    expect(claims.act).toEqual({ sub: decodeJwt(mallory).sub });
  });

  it("tex-r06: an actor_token of another client for another resource server is refused", async () => {
    await allow(service);
    expect(await exchange(await tokenOf(), acting(await ownToken("stockApi", stock, "count")))).toMatchObject(refused);
  });

  it("tex-r06: a dead actor_token is refused", async () => {
    await allow(service);
    const [subject, actor] = [await tokenOf(), await ownToken("ordersApi", orders, "read")];
    await post(service.origin, "/revoke", { token: actor }, basic("ordersApi"));
    expect(await exchange(subject, acting(actor))).toMatchObject(refused);
  });

  it("tex-r06, texx-02: those before stand inside, at most four, and exp never grows", async () => {
    await allow(service, { scopes: { read: "count" }, maxLifetimeSeconds: 3600 });
    const next = { impersonation: false, maxLifetimeSeconds: 3600 };
    await allow(service, {
      ...next,
      name: "2",
      clientId: "stockApi",
      source: stock,
      target: audit,
      scopes: { count: "log" },
    });
    await allow(service, {
      ...next,
      name: "3",
      clientId: "auditApi",
      source: audit,
      target: orders,
      scopes: { log: "read" },
    });
    const subject = await tokenOf();
    const { exp } = decodeJwt(subject);
    let token = subject;
    for (const [by, resource] of [
      ["ordersApi", stock],
      ["stockApi", audit],
      ["auditApi", orders],
      ["ordersApi", stock],
    ] as const) {
      service.pass(1);
      const { body } = await exchange(token, { resource }, by);
      token = body.access_token;
      expect(decodeJwt(token)).toMatchObject({ aud: resource, exp, sub: decodeJwt(subject).sub });
    }
    const [o, s, a] = ["ordersApi", "stockApi", "auditApi"];
    expect(decodeJwt(token).act).toEqual({ sub: o, act: { sub: a, act: { sub: s, act: { sub: o } } } });
    expect(await exchange(token, { resource: audit }, "stockApi")).toMatchObject(refused);
  });
});

describe("RFC 8693 §4.4: may_act", () => {
  it("tex-r07, texx-05: binds: another actor is refused", async () => {
    await allow(service);
    const subject = await tokenOf();
    const [mallory, carol] = [await tokenOf("mallory"), "carol"];
    expect(await exchange(await resigned(subject, { may_act: { sub: carol } }), acting(mallory))).toMatchObject(
      refused,
    );
    expect(await exchange(await resigned(subject, { may_act: { sub: carol } }))).toMatchObject(refused);
    const named = await resigned(subject, { may_act: { sub: String(decodeJwt(mallory).sub) } });
    expect((await exchange(named, acting(mallory))).status).toBe(200);
  });

  it("tex-r07: is written where a policy says so, into the tokens of people for its source, and binds", async () => {
    const policy = await allow(service, { mayAct: true });
    service.deps.resources.forget();
    const tokens = await tokensOf(service);
    const subject = String(tokens.access_token);
    const refreshed = await refresh(service.origin, app, tokens.refresh_token);
    for (const token of [subject, refreshed.body.access_token])
      expect(decodeJwt(token)).toMatchObject({ aud: orders, may_act: { sub: "ordersApi" } });
    expect(await introspect(service, subject, "ordersApi")).toMatchObject({ may_act: { sub: "ordersApi" } });
    // A client for itself needs no actor, and the policy is of no other audience.
    expect(decodeJwt(await ownToken("ordersApi", orders, "read"))).not.toHaveProperty("may_act");
    const { status, body } = await exchange(subject);
    expect([status, decodeJwt(body.access_token).may_act]).toEqual([200, undefined]);

    // Another client with a policy of its own, and another actor, are refused.
    expect(await exchange(subject, acting(await tokenOf("mallory")))).toMatchObject(refused);
    await allow(service, { name: "App", clientId: app, subjectTokens: ["own"] });
    await service.rows(`UPDATE client SET grant_types = grant_types || $1::text WHERE id = $2`, [TOKEN_EXCHANGE, app]);
    service.deps.clients.forget(app);
    expect(await exchange(subject, {}, app)).toMatchObject({
      status: 400,
      body: { error_description: "the actor is not the one that may_act of subject_token names" },
    });

    await service.rows("UPDATE exchange_policy SET disabled_at = now() WHERE id = $1", [policy]);
    service.deps.resources.forget();
    expect(decodeJwt(await tokenOf())).not.toHaveProperty("may_act");
  });

  it("tex-r07: it binds one who impersonates, too", async () => {
    await allow(service, { impersonation: true });
    expect(await exchange(await resigned(await tokenOf(), { may_act: { sub: "carol" } }))).toMatchObject(refused);
    expect(await impersonations()).toEqual([]);
  });
});

describe("RFC 8693 §1.1: impersonation", () => {
  it("tex-r08: only by its own flag: no act, and an event that names both", async () => {
    const policy = await allow(service, { impersonation: true });
    const subject = await tokenOf();
    const claims = decodeJwt((await exchange(subject)).body.access_token);
    expect([claims.act, claims.client_id, claims.sub]).toEqual([undefined, "ordersApi", decodeJwt(subject).sub]);
    expect(await impersonations()).toMatchObject([
      {
        ...{ actor: "client", actor_id: "ordersApi", client_id: "ordersApi", user_id: service.alice },
        detail: {
          policy,
          authorizationId: claims.authorization_id,
          subjectClient: "resourceClient",
          subjectAuthorizationId: decodeJwt(subject).authorization_id,
        },
      },
    ]);
  });

  it("tex-r08: a delegation writes no such event", async () => {
    await allow(service);
    expect((await exchange(await tokenOf())).status).toBe(200);
    expect(await impersonations()).toEqual([]);
  });

  it("§2.1: actor_token is not silently dropped", async () => {
    await allow(service, { impersonation: true });
    const actor = await ownToken("ordersApi", orders, "read");
    expect(await exchange(await tokenOf(), acting(actor))).toMatchObject(refused);
  });

  it("an earlier actor stays named", async () => {
    await allow(service);
    const change = { clientId: "stockApi", source: stock, target: audit, scopes: {}, impersonation: true };
    await allow(service, { ...change, name: "2" });
    const first = (await exchange(await tokenOf())).body.access_token;
    const second = await exchange(first, { resource: audit }, "stockApi");
    expect(decodeJwt(second.body.access_token).act).toEqual({ sub: "ordersApi" });
  });
});
