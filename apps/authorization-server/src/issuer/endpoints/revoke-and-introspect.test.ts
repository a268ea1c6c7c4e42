import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, type Fields, openBrowser } from "../../../testing/browser.ts";
import type { ClientName } from "../../../testing/clients/clients.ts";
import { asClient, OPEN_AUTHORIZATIONS, post, refresh, tokensFor } from "../../../testing/clients/tokens.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer, resource } from "../../../testing/world.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
  // R1: a client that is the account of the resource server.
  await service.rows("UPDATE client SET resource_server = $1 WHERE id = 'queryClient'", [resource]);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows(`DELETE FROM "authorization"`);
  browser = openBrowser(service.origin);
});

const tokens = (client: ClientName = "offlineClient", scope = "openid email offline_access") =>
  tokensFor(browser, service.origin, client, scope);

function call(path: "/revoke" | "/introspect", client: ClientName, sent: Fields) {
  const { headers, fields } = asClient(client);
  return post(service.origin, path, { ...fields, ...sent }, headers);
}
const revoke = (client: ClientName, token: string, sent: Fields = {}) => call("/revoke", client, { token, ...sent });
const introspect = async (client: ClientName, token: string, sent: Fields = {}) =>
  (await call("/introspect", client, { token, ...sent })).body;

describe("RFC 7009 §2.1: revoking a token", () => {
  it("intro-10: a refresh token is revoked with everything that its authorization issued", async () => {
    const { refresh_token, access_token } = await tokens();
    expect((await revoke("offlineClient", refresh_token)).status).toBe(200);

    expect(await service.rows(OPEN_AUTHORIZATIONS)).toEqual([]);
    expect((await refresh(service.origin, "offlineClient", refresh_token)).body.error).toBe("invalid_grant");
    expect(await introspect("offlineClient", access_token)).toEqual({ active: false });
  });

  it("only the access token is revoked, and others of its authorization stay valid", async () => {
    const { refresh_token, access_token } = await tokens();
    const other = (await refresh(service.origin, "offlineClient", refresh_token)).body.access_token;
    expect((await revoke("offlineClient", access_token)).status).toBe(200);

    expect(await introspect("offlineClient", access_token)).toEqual({ active: false });
    expect((await introspect("offlineClient", other)).active).toBe(true);
    const [row] = await service.rows("SELECT revoked_jtis FROM userinfo_v1");
    expect(row?.revoked_jtis).toHaveLength(1);
  });

  it.each(["refresh_token", "access_token"])("intro-09: another client's %s stays valid", async (kind) => {
    const given = await tokens();
    expect((await revoke("webClient", given[kind])).status).toBe(200);

    expect(await service.rows(OPEN_AUTHORIZATIONS)).toHaveLength(1);
    expect((await introspect("offlineClient", given.access_token)).active).toBe(true);
  });

  it.each([
    ["intro-06: a wrong hint", "access_token"],
    ["intro-06: an unknown hint", "bogus"],
  ])("%s changes nothing", async (_, hint) => {
    const { refresh_token } = await tokens();
    await revoke("offlineClient", refresh_token, { token_type_hint: hint });
    expect(await service.rows(OPEN_AUTHORIZATIONS)).toEqual([]);
  });

  it("I11: §2.2: the response says nothing, in JSON, which also a client can read that expects it", async () => {
    const { status, headers, body } = await revoke("webClient", "x");
    expect([status, headers.get("content-type"), body]).toEqual([200, "application/json; charset=utf-8", {}]);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    ["unknown", "x"],
    ["already revoked", "y".repeat(43)],
    ["with a NUL", "a\0b"],
  ])("intro-11: a token that is %s gets a successful response (§2.2)", async (_, token) => {
    expect((await revoke("webClient", token)).status).toBe(200);
  });

  it("a public client revokes its own token with its client_id", async () => {
    const { refresh_token } = await tokens("publicOfflineClient");
    expect((await revoke("publicOfflineClient", refresh_token)).status).toBe(200);
    expect(await service.rows(OPEN_AUTHORIZATIONS)).toEqual([]);
  });

  it("a client and a token are required", async () => {
    expect(await post(service.origin, "/revoke", { token: "x" })).toMatchObject({
      status: 401,
      body: { error: "invalid_client" },
    });
    expect(await call("/revoke", "webClient", {})).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  });
});

describe("RFC 7662 §2.2: introspecting a token", () => {
  it("returns a client's own access token", async () => {
    const { access_token } = await tokens();
    expect(await introspect("offlineClient", access_token)).toMatchObject({
      active: true,
      token_type: "Bearer",
      client_id: "offlineClient",
      sub: service.alice,
      aud: resource,
      iss: issuer,
      scope: "openid email offline_access",
    });
  });

  it("returns a client's own refresh token, and no one else's", async () => {
    const { refresh_token } = await tokens();
    expect(await introspect("offlineClient", refresh_token)).toMatchObject({
      active: true,
      client_id: "offlineClient",
      sub: service.alice,
    });
    for (const stranger of ["webClient", "queryClient"] as const)
      expect(await introspect(stranger, refresh_token)).toEqual({ active: false });
  });

  it("never returns the username to a client", async () => {
    const { access_token } = await tokens();
    expect(await introspect("offlineClient", access_token)).not.toHaveProperty("username");
  });

  it("returns tokens for its audience to a resource server", async () => {
    const { access_token } = await tokens();
    expect(await introspect("queryClient", access_token)).toMatchObject({
      active: true,
      client_id: "offlineClient",
      username: "alice",
    });
  });

  it("intro-03: returns only inactive to another client", async () => {
    const { access_token } = await tokens();
    expect(await introspect("webClient", access_token)).toEqual({ active: false });
  });

  it.each([
    ["an ID token", async () => (await tokens()).id_token],
    ["a string", async () => "x"],
    [
      "an expired access token",
      async () => {
        const { access_token } = await tokens();
        service.pass(400);
        return access_token;
      },
    ],
    [
      "a spent refresh token",
      async () => {
        const { refresh_token } = await tokens();
        await refresh(service.origin, "offlineClient", refresh_token);
        return refresh_token;
      },
    ],
  ])("intro-04: %s is inactive, and the response has no other member", async (_, make) => {
    expect(await introspect("offlineClient", await make())).toEqual({ active: false });
  });

  it("intro-04: a token of a disabled person is inactive", async () => {
    const { access_token } = await tokens();
    await service.rows("UPDATE end_user SET disabled_at = now() WHERE username = 'alice'");
    expect(await introspect("offlineClient", access_token)).toEqual({ active: false });
    await service.rows("UPDATE end_user SET disabled_at = NULL");
  });

  it.each([
    ["intro-01: no credentials", {}, {}],
    ["intro-01: a person's token", {}, { authorization: "Bearer x" }],
    ["intro-02: a public client", { client_id: "publicOfflineClient" }, {}],
  ])("%s may not introspect", async (_, fields, headers) => {
    const answer = await post(
      service.origin,
      "/introspect",
      { token: "x", ...fields },
      headers as Record<string, string>,
    );
    expect(answer).toMatchObject({ status: 401, body: { error: "invalid_client" } });
  });

  it("intro-08: requires POST with a form", async () => {
    expect((await fetch(`${service.origin}/introspect?token=x`)).status).toBe(405);
    const json = {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", ...asClient("offlineClient").headers },
    };
    expect((await fetch(`${service.origin}/introspect`, json)).status).toBe(400);
  });
});
