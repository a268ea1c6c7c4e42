import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Browser, type Fields, openBrowser } from "../../../testing/browser.ts";
import { redirectUriOf } from "../../../testing/clients/clients.ts";
import { post, refresh as refreshed } from "../../../testing/clients/tokens.ts";
import { advance, agree, authorizationOf, basic, codeFor, redeem, signIn, standard } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer, resource as userinfo } from "../../../testing/world.ts";
import { addResourceServer, changeResourceServer } from "../../administration/resource-servers/resource-servers.ts";

const orders = "https://orders.example/a";
const stock = "https://stock.example";
const closed = "https://closed.example";
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
  await add(closed, "Closed", "secret");
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows(`DELETE FROM "authorization"`);
  await service.rows("DELETE FROM consent");
  await setDisabled(orders, false);
  browser = openBrowser(service.origin);
});

/** Sets it for requests as well, which may know the resource server for two seconds. */
async function setDisabled(identifier: string, isDisabled: boolean): Promise<void> {
  await service.rows("UPDATE resource_server SET disabled_at = CASE WHEN $2 THEN now() END WHERE identifier = $1", [
    identifier,
    isDisabled,
  ]);
  service.deps.resources.forget();
}

const code = (changes: Fields = {}) => codeFor(browser, client, changes);
const exchange = (given: string, changes: Fields = {}) =>
  redeem(service.origin, given, { redirect_uri: redirectUriOf(client), ...changes }, basic(client));
const refresh = (token: string, changes: Fields = {}) => refreshed(service.origin, client, token, changes);
const tokens = async (changes: Fields, atToken: Fields = {}) => (await exchange(await code(changes), atToken)).body;
const refused = (error: string) => ({ status: 400, body: { error } });
const introspected = async (token: string) =>
  (await post(service.origin, "/introspect", { token }, basic(client))).body;
const OFFLINE = "openid offline_access read";

describe("RFC 9068 §2.1: an operator chooses the type of the access tokens of a resource server", () => {
  const setTyp = async (accessTokenTyp: "at+jwt" | "JWT") => {
    await changeResourceServer(service.database, orders, { accessTokenTyp }, byOperatorAt(service.clock.now));
    service.deps.resources.forget();
  };
  beforeEach(() => setTyp("JWT"));
  afterAll(() => setTyp("at+jwt"));

  it("JWT: at the first exchange, at a refresh, and not for another resource server", async () => {
    const scope = "openid offline_access read count";
    const request = { scope, resource: [orders, stock], prompt: "consent" };
    const answer = await tokens(request, { resource: orders });
    expect(decodeProtectedHeader(answer.access_token).typ).toBe("JWT");
    const again = await refresh(answer.refresh_token, { resource: orders });
    expect(decodeProtectedHeader(again.body.access_token).typ).toBe("JWT");
    const other = await refresh(again.body.refresh_token, { resource: stock });
    expect(decodeProtectedHeader(other.body.access_token).typ).toBe("at+jwt");
    const only = await tokens({ scope: "openid" });
    expect(decodeProtectedHeader(only.access_token).typ).toBe("at+jwt");
  });

  it("is introspected and revoked, and at /userinfo, too, if it is for both", async () => {
    const { access_token } = await tokens({ scope: "openid write" });
    expect(decodeProtectedHeader(access_token).typ).toBe("JWT");
    expect(decodeJwt(access_token).aud).toEqual([orders, userinfo]);
    expect(await introspected(access_token)).toMatchObject({ active: true, scope: "openid write" });
    await post(service.origin, "/revoke", { token: access_token }, basic(client));
    expect(await introspected(access_token)).toEqual({ active: false });
  });

  it("at-20: an ID token, which has the type JWT, is not an access token, nor is the access token a hint", async () => {
    const { id_token, access_token } = await tokens({ scope: "openid read", resource: orders });
    expect(decodeProtectedHeader(id_token).typ).toBe("JWT");
    expect(await introspected(id_token)).toEqual({ active: false });
    const statusWith = async (hint: string) => (await browser.get(`/end_session?id_token_hint=${hint}`)).status;
    expect(await statusWith(access_token)).toBe(await statusWith("no-token"));
    expect(await statusWith(id_token)).toBe(303);
  });
});

describe("RFC 8707 §2.1 and RFC 9068 §2.2: an access token for the resource server that a request names", () => {
  it("has that audience, in its registered spelling, and only scopes of that resource server", async () => {
    const answer = await tokens({ resource: "HTTPS://Orders.example/a", scope: "openid profile read count" });
    expect(answer).toMatchObject({
      expires_in: 900,
      scope: "read",
      token_type: "Bearer",
      id_token: expect.any(String),
    });
    expect(decodeProtectedHeader(answer.access_token)).toMatchObject({ typ: "at+jwt", alg: "EdDSA" });

    const seconds = service.clock.now.getTime() / 1000;
    expect(decodeJwt(answer.access_token)).toEqual({
      iss: issuer,
      sub: service.alice,
      aud: orders,
      client_id: client,
      scope: "read",
      iat: seconds,
      exp: seconds + 900,
      jti: expect.any(String),
      authorization_id: expect.any(String),
      auth_time: seconds,
      acr: "urn:countersign:acr:password",
      amr: ["pwd"],
    });
    expect(decodeJwt(answer.id_token)).toMatchObject({ aud: client, sub: service.alice });
  });

  it("is had without any scope, and without OpenID Connect", async () => {
    const answer = await tokens({ resource: `${stock}/`, scope: undefined });
    expect(decodeJwt(answer.access_token)).toMatchObject({ aud: stock });
    expect([answer.scope, answer.id_token]).toEqual([undefined, undefined]);
    expect(answer.refresh_token).toEqual(expect.any(String));
  });

  it("is had by POST, and by a request in several steps", async () => {
    const sent = new URLSearchParams(authorizationOf(client, { resource: orders, scope: "read" }).split("?")[1]);
    const page = await signIn(browser, await browser.post("/authorization", Object.fromEntries(sent)));
    const answer = await agree(browser, page);
    expect((await exchange(answer.location?.searchParams.get("code") ?? "")).body).toMatchObject({ scope: "read" });
  });

  it("RFC 9126 §2.1: is had by a pushed request, which is checked in the same way", async () => {
    const push = (resource: string | readonly string[]) =>
      post(service.origin, "/par", Object.fromEntries(pushing(resource)), basic(client));
    const pushing = (resource: string | readonly string[]) => [
      ...standard(client, { scope: "openid read" }),
      ["resource", resource] as const,
    ];
    for (const resource of [closed, [orders, "https://other.example"]])
      expect(await push(resource)).toMatchObject(refused("invalid_target"));

    const { body } = await push([orders, stock]);
    const address = `/authorization?${new URLSearchParams({ client_id: client, request_uri: body.request_uri })}`;
    const answer = await agree(browser, await signIn(browser, await browser.get(address)));
    const given = answer.location?.searchParams.get("code") ?? "";
    expect((await exchange(given, { resource: stock })).body).toMatchObject({ scope: "read" });
  });

  it("is had through the browser, if one resource server is named", async () => {
    const front = { response_type: "code token", scope: "read" };
    const page = await signIn(browser, await browser.get(authorizationOf(client, { ...front, resource: stock })));
    const answer = new URLSearchParams((await agree(browser, page)).location?.hash.slice(1));
    expect(decodeJwt(answer.get("access_token") ?? "")).toMatchObject({ aud: stock, scope: "read" });

    const several = await browser.get(authorizationOf(client, { ...front, resource: [stock, orders] }));
    expect(several.location?.hash).toContain("error=invalid_target");
  });

  it("is active at introspection with these scopes", async () => {
    const { access_token } = await tokens({ resource: [orders, stock], scope: "openid read" }, { resource: orders });
    expect(await introspected(access_token)).toMatchObject({ active: true, aud: orders, scope: "read" });
    service.pass(899);
    expect(await introspected(access_token)).toMatchObject({ active: true });
  });

  it.each([
    ["an unknown one", "https://other.example"],
    ["one that is closed to the client", closed],
    ["a fragment", `${orders}#`],
    ["resx-03: a dot segment", "https://orders.example/a/../b"],
    ["resx-03: a longer path", "https://orders.example/ab"],
    ["resx-03: a port", "https://orders.example:8443/a"],
    ["resx-03: a longer host", "https://orders.example.evil/a"],
  ])("§2: is not issued for %s", async (_, resource) => {
    for (const named of [resource, [orders, resource]]) {
      const answer = await browser.get(authorizationOf(client, { resource: named, scope: "openid" }));
      expect(answer.location?.searchParams.get("error")).toBe("invalid_target");
    }
    const given = await code({ resource: orders });
    expect(await exchange(given, { resource })).toMatchObject(refused("invalid_target"));
    expect(await exchange(given, { resource: orders })).toMatchObject({ status: 200 });
  });
});

describe("RFC 8707 §2.2 and RFC 9700 §2.3: a token is for one of the resource servers that were granted", () => {
  it.each([orders, stock])(
    "resx-01: a grant without resource gains none, at redemption and at refresh: %s",
    async (resource) => {
      const given = await code({ scope: "openid offline_access", prompt: "consent" });
      expect(await exchange(given, { resource })).toMatchObject(refused("invalid_target"));
      const { refresh_token, access_token } = (await exchange(given)).body;
      expect(decodeJwt(access_token)).toMatchObject({ aud: userinfo });
      expect(await refresh(refresh_token, { resource })).toMatchObject(refused("invalid_target"));
      expect((await refresh(refresh_token, { resource: userinfo })).body).toHaveProperty("refresh_token");
    },
  );

  it("a request never widens it, and one that tries spends nothing", async () => {
    const given = await code({ resource: orders, scope: OFFLINE, prompt: "consent" });
    for (const resource of [stock, userinfo, [orders, stock]])
      expect(await exchange(given, { resource })).toMatchObject(refused("invalid_target"));
    expect(await exchange(given, { scope: "read count" })).toMatchObject(refused("invalid_scope"));
    const { refresh_token } = (await exchange(given, { resource: orders })).body;
    for (const resource of [stock, userinfo])
      expect(await refresh(refresh_token, { resource })).toMatchObject(refused("invalid_target"));
    expect(await refresh(refresh_token, { scope: "read write" })).toMatchObject(refused("invalid_scope"));
    expect(decodeJwt((await refresh(refresh_token)).body.access_token)).toMatchObject({ aud: orders, scope: "read" });
  });

  it("each is named in turn, and has its own scopes; none or several named are refused", async () => {
    const wanted = { resource: [orders, stock, userinfo], scope: "openid email offline_access read write count" };
    const given = await code({ ...wanted, prompt: "consent" });
    const choices = `${userinfo}, ${orders}, ${stock}`;
    expect(await exchange(given)).toMatchObject({
      status: 400,
      body: {
        error: "invalid_target",
        error_description: `resource must name one of the resource servers that were granted: ${choices}`,
      },
    });
    expect(await exchange(given, { resource: [orders, stock] })).toMatchObject({
      status: 400,
      body: { error_description: "resource must name one resource server, because a token is for one" },
    });

    const first = (await exchange(given, { resource: orders })).body;
    expect(first.scope).toBe("read write");
    expect(await refresh(first.refresh_token)).toMatchObject(refused("invalid_target"));
    const second = (await refresh(first.refresh_token, { resource: `${stock}/` })).body;
    expect(decodeJwt(second.access_token)).toMatchObject({ aud: stock, scope: "read count" });
    const third = (await refresh(second.refresh_token, { resource: userinfo })).body;
    expect(decodeJwt(third.access_token)).toMatchObject({ aud: userinfo, scope: "openid email offline_access" });
    expect(third.expires_in).toBe(300);
    const narrow = (await refresh(third.refresh_token, { resource: orders, scope: "openid write count" })).body;
    expect([narrow.scope, decodeJwt(narrow.access_token).scope]).toEqual(["write", "write"]);
    const all = (await introspected(narrow.refresh_token)).scope.split(" ");
    expect(all.toSorted()).toEqual(["count", "email", "offline_access", "openid", "read", "write"]);
  });

  it("one that was repeated after a lost answer is for the same resource server", async () => {
    const first = await tokens({ resource: [orders, stock], scope: OFFLINE, prompt: "consent" }, { resource: orders });
    const again = [
      await refresh(first.refresh_token, { resource: stock }),
      await refresh(first.refresh_token, { resource: stock }),
    ];
    expect(again.map(({ body }) => decodeJwt(body.access_token).aud)).toEqual([stock, stock]);
    expect(again[0]?.body.refresh_token).toBe(again[1]?.body.refresh_token);
  });

  it("resx-02: one that was disabled meanwhile is refused, also at refresh, and nothing is spent", async () => {
    const changes = { resource: orders, scope: OFFLINE, prompt: "consent" };
    const [given, later] = [await tokens(changes), await code(changes)];
    await setDisabled(orders, true);
    for (const resource of [undefined, orders]) {
      expect(await refresh(given.refresh_token, { resource })).toMatchObject(refused("invalid_target"));
      expect(await exchange(later, { resource })).toMatchObject(refused("invalid_target"));
    }
    const answer = await browser.get(authorizationOf(client, { resource: orders }));
    expect(answer.location?.searchParams.get("error")).toBe("invalid_target");
    await setDisabled(orders, false);
    expect(await refresh(given.refresh_token)).toMatchObject({ status: 200 });
    expect(await exchange(later)).toMatchObject({ status: 200 });
  });

  it("resx-02: one that was closed to the client in the meantime is refused at refresh", async () => {
    const { refresh_token } = await tokens({
      resource: stock,
      scope: "openid offline_access count",
      prompt: "consent",
    });
    await service.rows("UPDATE client SET scopes = array_remove(array_remove(scopes, 'count'), 'read') WHERE id = $1", [
      client,
    ]);
    service.deps.clients.forget(client);
    for (const resource of [undefined, stock])
      expect(await refresh(refresh_token, { resource })).toMatchObject(refused("invalid_target"));
    await service.rows("UPDATE client SET scopes = scopes || '{count,read}' WHERE id = $1", [client]);
    service.deps.clients.forget(client);
  });

  it("a scope that the resource server no longer defines is not in new tokens", async () => {
    const { refresh_token } = await tokens({ resource: stock, scope: `${OFFLINE} count`, prompt: "consent" });
    await service.rows("UPDATE resource_server SET scopes = '{read}' WHERE identifier = $1", [stock]);
    service.deps.resources.forget();
    expect((await refresh(refresh_token)).body.scope).toBe("read");
    await service.rows("UPDATE resource_server SET scopes = '{read,count}' WHERE identifier = $1", [stock]);
    service.deps.resources.forget();
  });
});

describe("RFC 8707 §2.1: a person agrees to each resource server by its name", () => {
  const pageFor = async (changes: Fields) => {
    const at = await browser.follow(await browser.get(authorizationOf(client, changes)));
    return at.body.includes('action="/login"') ? signIn(browser, at) : at;
  };
  const silent = async (changes: Fields) =>
    (await browser.get(authorizationOf(client, { ...changes, prompt: "none" }))).location?.searchParams.get("error");

  it("shows the name and the identifier of each, with the scopes that are asked for there", async () => {
    const { body } = await pageFor({ resource: [orders, stock], scope: "openid read" });
    for (const text of ["Orders", "Stock", orders, stock, `value="${orders} read"`, `value="${stock} read"`])
      expect(body).toContain(text);
    expect(body).not.toContain("write");
  });

  it("resx-05: what was granted at one resource server is not granted at another", async () => {
    expect(await silent({ resource: orders, scope: "read" })).toBe("login_required");
    await agree(browser, await pageFor({ resource: orders, scope: "read" }));
    expect(await silent({ resource: orders, scope: "read" })).toBeNull();
    expect(await silent({ resource: stock, scope: "read" })).toBe("consent_required");
    expect(await silent({ resource: [orders, stock], scope: "read" })).toBe("consent_required");
    expect(await silent({ resource: orders, scope: "read write" })).toBe("consent_required");
    expect(await silent({ scope: "openid" })).toBe("consent_required");
  });

  it("grants the scopes that are left checked, at the one where they are checked", async () => {
    const asked = { resource: [orders, stock], scope: "openid read write" };
    const answer = await agree(browser, await pageFor(asked), { resource_scope: [`${orders} read`] });
    const given = answer.location?.searchParams.get("code") ?? "";
    const { scope, access_token } = (await exchange(given)).body;
    expect([scope, decodeJwt(access_token).aud]).toEqual(["read", orders]);
    expect(await silent(asked)).toBeNull();
    expect(await silent({ resource: stock, scope: "read" })).toBe("consent_required");
  });

  it("refuses the request if no resource server is left", async () => {
    const asked = { resource: orders, scope: "openid read" };
    const answer = await agree(browser, await pageFor(asked), { resource_scope: [] });
    expect(answer.location?.searchParams.get("error")).toBe("access_denied");
    expect(await silent(asked)).toBe("consent_required");
  });

  it("a box that was not shown has no effect", async () => {
    const boxes = [`${orders} read`, `${orders} write`, `${stock} read`];
    await agree(browser, await pageFor({ resource: orders, scope: "read" }), { resource_scope: boxes });
    expect(await service.rows("SELECT resource, granted_scopes FROM consent")).toEqual([
      { resource: orders, granted_scopes: ["read"] },
    ]);
  });

  it("takes declined scopes from tokens that were issued before, only at that resource server", async () => {
    const asked = { resource: [orders, stock], scope: OFFLINE, prompt: "consent" };
    const { access_token, refresh_token } = await tokens(asked, { resource: orders });
    const other = (await refresh(refresh_token, { resource: stock })).body;
    await agree(browser, await pageFor(asked), { resource_scope: [`${stock} read`] });

    expect(await introspected(access_token)).toEqual({ active: false });
    expect(await introspected(other.access_token)).toMatchObject({ scope: "read" });
    expect(await refresh(other.refresh_token, { resource: orders })).toMatchObject(refused("invalid_target"));
    expect((await refresh(other.refresh_token)).body).toMatchObject({ scope: "read" });
  });

  it("a person sees and takes back each on the page of the account, under its name", async () => {
    const path = "/account/applications";
    const asked = { resource: [orders, stock], scope: OFFLINE, prompt: "consent" };
    const { refresh_token } = await tokens(asked, { resource: orders });
    const page = await browser.get(`${path}?client=${client}`);
    for (const text of ["Orders", "Stock", orders, stock]) expect(page.body).toContain(text);

    await browser.submit(page, path, { client, resource: stock, scope: "read", action: "withdraw-part" });
    const { body } = await refresh(refresh_token);
    expect(decodeJwt(body.access_token)).toMatchObject({ aud: orders, scope: "read" });
    expect(await refresh(body.refresh_token, { resource: stock })).toMatchObject(refused("invalid_target"));
  });

  it("ends authorizations that were meant to outlive the session if offline_access is declined", async () => {
    const asked = { resource: orders, scope: OFFLINE, prompt: "consent" };
    const { refresh_token } = await tokens(asked);
    await agree(browser, await pageFor(asked), { scope: ["openid"] });
    expect(await refresh(refresh_token)).toMatchObject(refused("invalid_grant"));
  });
});

it("RFC 8707: a request without resource and without a scope of another resource server is for /userinfo", async () => {
  const asked = { scope: "openid email nowhere secret" };
  const answer = new URLSearchParams(await advance(browser, authorizationOf(client, asked)));
  const { access_token, scope } = (await exchange(answer.get("code") ?? "")).body;
  expect([decodeJwt(access_token).aud, scope]).toEqual([userinfo, "openid email"]);
  expect(await service.rows(`SELECT resources FROM "authorization"`)).toEqual([{ resources: null }]);
});
