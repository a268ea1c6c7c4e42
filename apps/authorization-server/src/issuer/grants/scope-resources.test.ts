import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Browser, type Fields, openBrowser } from "../../../testing/browser.ts";
import { redirectUriOf } from "../../../testing/clients/clients.ts";
import { post, refresh as refreshed } from "../../../testing/clients/tokens.ts";
import { agree, authorizationOf, basic, codeFor, redeem, signIn, standard } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { resource as userinfo } from "../../../testing/world.ts";
import { addResourceServer } from "../../administration/resource-servers/resource-servers.ts";

const orders = "https://orders.example/a";
const stock = "https://stock.example";
const client = "resourceClient";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
  const add = (identifier: string, name: string, ...scopes: readonly string[]) =>
    addResourceServer(
      service.database,
      { identifier, name, scopes, accessTokenSigningAlg: "EdDSA", accessTokenTtlSeconds: 900, listed: false },
      byOperatorAt(service.clock.now),
    );
  await add(orders, "Orders", "read", "write");
  await add(stock, "Stock", "read", "count");
  await service.rows("UPDATE client SET resource_server = $1 WHERE id = 'webClient'", [orders]);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows(`DELETE FROM "authorization"`);
  await service.rows("DELETE FROM consent");
  browser = openBrowser(service.origin);
});

const code = (changes: Fields) => codeFor(browser, client, changes);
const exchange = (given: string, changes: Fields = {}) =>
  redeem(service.origin, given, { redirect_uri: redirectUriOf(client), ...changes }, basic(client));
const tokens = async (changes: Fields, atToken: Fields = {}) => (await exchange(await code(changes), atToken)).body;
const refresh = (token: string, changes: Fields = {}) => refreshed(service.origin, client, token, changes);
const introspected = async (token: string, by: "resourceClient" | "webClient") =>
  (await post(service.origin, "/introspect", { token }, basic(by))).body;
const OFFLINE = { scope: "openid email offline_access write", prompt: "consent" };
const severalDefine = {
  error: "invalid_target",
  error_description: `scope is of several resource servers, so resource must name one: ${orders}, ${stock}`,
};

describe("S2: RFC 9068 §3: without resource, the resource server follows from the scopes", () => {
  it("is the only one that defines them, which the response says (RFC 6749 §5.1)", async () => {
    const answer = await tokens({ scope: "read write" });
    expect(answer).toMatchObject({ scope: "read write", expires_in: 900 });
    expect(answer).not.toHaveProperty("id_token");
    expect(decodeProtectedHeader(answer.access_token)).toMatchObject({ typ: "at+jwt", alg: "EdDSA" });
    expect(decodeJwt(answer.access_token)).toMatchObject({ aud: orders, scope: "read write" });
  });

  it("RFC 6749 §5.1: a response says that its token has none of the granted scopes", async () => {
    expect(await tokens({ scope: "openid write", resource: orders }, { scope: "openid" })).toMatchObject({ scope: "" });
    expect(await tokens({ scope: undefined, resource: orders })).not.toHaveProperty("scope");
    await service.rows("UPDATE resource_server SET role_scopes = '{write}' WHERE identifier = $1", [orders]);
    service.deps.resources.forget();
    const { access_token, scope } = await tokens({ scope: "write" });
    expect([scope, decodeJwt(access_token).aud]).toEqual(["", orders]);
    expect(decodeJwt(access_token)).not.toHaveProperty("scope");
    await service.rows("UPDATE resource_server SET role_scopes = '{}' WHERE identifier = $1", [orders]);
    service.deps.resources.forget();
  });

  it("RFC 6749 §4.1.2.1: a request for nothing that is known is invalid_scope", async () => {
    const { location } = await browser.get(authorizationOf(client, { scope: "nowhere secret" }));
    expect(location?.searchParams.get("error")).toBe("invalid_scope");
  });

  it("the person is asked for it by its name", async () => {
    const { body } = await signIn(browser, await browser.get(authorizationOf(client, { scope: "openid write" })));
    for (const text of ["Orders", orders, `value="${orders} write"`]) expect(body).toContain(text);
    expect(body).not.toContain("Stock");
  });

  it("a person who declines it is signed in still, and the response says what is left", async () => {
    const page = await signIn(browser, await browser.get(authorizationOf(client, { scope: "openid email write" })));
    const done = await agree(browser, page, { scope: ["openid", "email"], resource_scope: [] });
    const { access_token, scope } = (await exchange(done.location?.searchParams.get("code") ?? "")).body;
    expect([decodeJwt(access_token).aud, scope]).toEqual([userinfo, "openid email"]);
  });

  it("scopes that no resource server defines are ignored, and those that the client may not ask for", async () => {
    expect(await tokens({ scope: "openid write nowhere secret" })).toMatchObject({ scope: "openid write" });
  });

  it.each(["openid read", "openid write count", "read write count"])(
    "resx-07: is not guessed: %s is invalid_target, which names the choices",
    async (scope) => {
      const { location } = await browser.get(authorizationOf(client, { scope }));
      expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject(severalDefine);
      const pushing = Object.fromEntries([...standard(client, { scope })]);
      expect(await post(service.origin, "/par", pushing, basic(client))).toMatchObject({
        status: 400,
        body: severalDefine,
      });
    },
  );

  it("RFC 9126 §2.1: also for a pushed request", async () => {
    const pushing = Object.fromEntries([...standard(client, { scope: "openid write" })]);
    const { body } = await post(service.origin, "/par", pushing, basic(client));
    const address = `/authorization?${new URLSearchParams({ client_id: client, request_uri: body.request_uri })}`;
    const answer = await agree(browser, await signIn(browser, await browser.get(address)));
    const { access_token } = (await exchange(answer.location?.searchParams.get("code") ?? "")).body;
    expect(decodeJwt(access_token)).toMatchObject({ aud: [orders, userinfo] });
  });

  it("also for a token in the authorization response", async () => {
    const front = { response_type: "code token", scope: "openid write" };
    const page = await signIn(browser, await browser.get(authorizationOf(client, front)));
    const answer = new URLSearchParams((await agree(browser, page)).location?.hash.slice(1));
    expect(decodeJwt(answer.get("access_token") ?? "")).toMatchObject({ aud: [orders, userinfo] });
    expect(answer.get("scope")).toBe("openid write");
  });

  it("one that is disabled is none, and what was granted is refused", async () => {
    const given = await code({ scope: "openid write" });
    const setDisabled = async (at: string) => {
      await service.rows(`UPDATE resource_server SET disabled_at = ${at} WHERE identifier = $1`, [orders]);
      service.deps.resources.forget();
    };
    await setDisabled("now()");
    expect(await exchange(given)).toMatchObject({ status: 400, body: { error: "invalid_target" } });
    expect(await tokens({ scope: "openid write" })).toMatchObject({ scope: "openid" });
    await setDisabled("NULL");
    expect((await exchange(given)).body).toMatchObject({ scope: "openid write" });
  });
});

describe("S3: OIDC Core §5.3: a token of an OpenID Connect request without resource is for /userinfo, too", () => {
  it("has both audiences, and the scopes of both", async () => {
    const { access_token, scope, id_token } = await tokens({ scope: "openid email write" });
    expect(decodeJwt(access_token)).toMatchObject({ aud: [orders, userinfo], scope: "openid email write" });
    expect(scope).toBe("openid email write");
    expect(id_token).toEqual(expect.any(String));
  });

  it("resx-08, RFC 7662 §2.2: the API sees its own scopes at introspection, and the client all of them", async () => {
    const { access_token } = await tokens({ scope: "openid email write" });
    expect(await introspected(access_token, client)).toMatchObject({ active: true, scope: "openid email write" });
    expect(await introspected(access_token, "webClient")).toMatchObject({ active: true, scope: "write" });
  });

  it("what the person takes back at the API is not active there any more", async () => {
    const { access_token } = await tokens(OFFLINE);
    const page = await browser.get("/account/applications");
    const form = { client, resource: orders, scope: "write", action: "withdraw-part" };
    await browser.submit(page, "/account/applications", form);
    expect(await introspected(access_token, "webClient")).toEqual({ active: false });
    expect((await introspected(access_token, client)).scope.split(" ").toSorted()).toEqual([
      "email",
      "offline_access",
      "openid",
    ]);
  });

  it("resx-08, RFC 9700 §2.3: a request that names a resource server gets a token only for that one", async () => {
    const named = await tokens({ scope: "openid email write", resource: orders });
    expect(decodeJwt(named.access_token)).toMatchObject({ aud: orders, scope: "write" });
    for (const [resource, scope] of [
      [orders, "write"],
      [userinfo, "openid email"],
    ] as const) {
      const { access_token } = await tokens({ scope: "openid email write" }, { resource });
      expect(decodeJwt(access_token)).toMatchObject({ aud: resource, scope });
    }
  });

  it("without openid among its scopes, a token is only for the API", async () => {
    const { access_token } = await tokens({ scope: "openid email write" }, { scope: "email write" });
    expect(decodeJwt(access_token)).toMatchObject({ aud: orders, scope: "write" });
  });

  it("the claims parameter makes no token request ambiguous", async () => {
    const claims = JSON.stringify({ userinfo: { nickname: null } });
    const { access_token } = await tokens({ scope: "openid write", claims });
    expect(decodeJwt(access_token)).toMatchObject({ aud: [orders, userinfo] });
    const id = decodeJwt(access_token).authorization_id;
    expect(await service.rows("SELECT requested_claims FROM userinfo_v1 WHERE authorization_id = $1", [id])).toEqual([
      { requested_claims: ["nickname"] },
    ]);
  });

  it("a scope of the API is not had by the same name at /userinfo", async () => {
    await service.rows("UPDATE resource_server SET scopes = '{read,write,groups}' WHERE identifier = $1", [orders]);
    await service.rows("UPDATE client SET scopes = scopes || '{groups}' WHERE id = $1", [client]);
    service.deps.resources.forget();
    service.deps.clients.forget(client);
    const page = await signIn(browser, await browser.get(authorizationOf(client, { scope: "openid groups write" })));
    const done = await agree(browser, page, { scope: ["openid", "groups"], resource_scope: [`${orders} write`] });
    const { access_token } = (await exchange(done.location?.searchParams.get("code") ?? "")).body;
    expect(decodeJwt(access_token)).toMatchObject({ aud: [orders, userinfo], scope: "openid write" });
    await service.rows("UPDATE resource_server SET scopes = '{read,write}' WHERE identifier = $1", [orders]);
    await service.rows("UPDATE client SET scopes = array_remove(scopes, 'groups') WHERE id = $1", [client]);
    service.deps.resources.forget();
    service.deps.clients.forget(client);
  });
});

describe("S2: RFC 6749 §6, RFC 8707 §2.2: the scopes of a token request decide, too", () => {
  it("a refresh without resource and scope is for the same", async () => {
    const { refresh_token } = await tokens(OFFLINE);
    const { body } = await refresh(refresh_token);
    expect(decodeJwt(body.access_token)).toMatchObject({ aud: [orders, userinfo] });
    expect(body.scope).toBe("openid email offline_access write");
  });

  it("a refresh may narrow it, by resource and by scope", async () => {
    const first = await tokens(OFFLINE);
    const second = (await refresh(first.refresh_token, { resource: userinfo })).body;
    expect(decodeJwt(second.access_token)).toMatchObject({ aud: userinfo, scope: "openid email offline_access" });
    const third = (await refresh(second.refresh_token, { scope: "write" })).body;
    expect(decodeJwt(third.access_token)).toMatchObject({ aud: orders, scope: "write" });
  });

  it("of several that were granted, it is the one that has every scope of the request", async () => {
    const wanted = { resource: [orders, stock, userinfo], scope: "openid offline_access read write count" };
    const given = await code({ ...wanted, prompt: "consent" });
    for (const scope of [undefined, "read", "write count", "openid"])
      expect(await exchange(given, { scope })).toMatchObject({ status: 400, body: { error: "invalid_target" } });
    expect(await exchange(given, { scope: "write nowhere" })).toMatchObject({ body: { error: "invalid_scope" } });

    const first = (await exchange(given, { scope: "write" })).body;
    expect(decodeJwt(first.access_token)).toMatchObject({ aud: orders, scope: "write" });
    const second = (await refresh(first.refresh_token, { scope: "openid read count" })).body;
    expect(decodeJwt(second.access_token)).toMatchObject({ aud: [stock, userinfo], scope: "openid read count" });
    expect(await refresh(second.refresh_token, { scope: "read" })).toMatchObject({ body: { error: "invalid_target" } });
    expect(await refresh(second.refresh_token, { scope: "write" })).toMatchObject({ status: 200 });
  });

  it("authorizations from before go on as they were", async () => {
    const { refresh_token } = await tokens({ scope: "openid offline_access", prompt: "consent" });
    const { body } = await refresh(refresh_token);
    expect(decodeJwt(body.access_token)).toMatchObject({ aud: userinfo, scope: "openid offline_access" });
    expect(await refresh(body.refresh_token, { scope: "write" })).toMatchObject({ body: { error: "invalid_scope" } });
  });
});
