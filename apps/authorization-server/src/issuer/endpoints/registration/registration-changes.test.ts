import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../../../testing/browser.ts";
import {
  asserting,
  assertionOf,
  metadata,
  newKeyPair,
  pathOf,
  registered,
  send,
} from "../../../../testing/clients/registration.ts";
import { post } from "../../../../testing/clients/tokens.ts";
import { advance, agree, basic, challenge, redeem, signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";

const OFFLINE = "openid email offline_access";
const HERE = metadata.redirect_uris[0] ?? "";
const refreshing = { grant_types: ["authorization_code", "refresh_token"] };

let service: Service;
let browser: Browser;
let addresses = 0;
beforeAll(async () => {
  service = await startService();
  service.pass(60); // The store of used assertions is older than the assertions.
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.origin);
});

type Registered = Awaited<ReturnType<typeof registered>>;

/** Replaces the registration. Members that are omitted keep their initial value. */
async function change(client: Registered, changes: object) {
  addresses += 1;
  const body = { ...metadata, ...refreshing, client_id: client.client_id, ...changes };
  const headers = { "x-forwarded-for": `10.9.${addresses >> 8}.${addresses & 255}` };
  return send(service, { method: "PUT", path: pathOf(client), token: client.registration_access_token, body, headers });
}
const request = (client: Registered, changes: Record<string, string> = {}) =>
  `/authorization?${new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: HERE,
    response_type: "code",
    scope: OFFLINE,
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...changes,
  })}`;
const silently = async (client: Registered, changes: Record<string, string> = {}) =>
  (await browser.get(request(client, { prompt: "none", ...changes }))).location?.searchParams;
const codeOf = async (client: Registered, changes: Record<string, string> = {}) =>
  (await advance(browser, request(client, changes))).get("code") ?? "";
const secretOf = (client: Registered) => basic(client.client_id, client.client_secret);
const tokensOf = async (client: Registered, headers = secretOf(client)) =>
  (await redeem(service.origin, await codeOf(client), { redirect_uri: HERE }, headers)).body;
const refreshed = (token: string, headers: Record<string, string>, fields = {}) =>
  post(service.origin, "/token", { grant_type: "refresh_token", refresh_token: token, ...fields }, headers);
const isActive = async (client: Registered, token: string) =>
  (await post(service.origin, "/introspect", { token }, secretOf(client))).body.active;
const lastUpdate = async ({ client_id }: Registered) =>
  (
    await service.rows(
      "SELECT detail FROM audit_event WHERE client_id = $1 AND type = 'client_updated' ORDER BY id DESC LIMIT 1",
      [client_id],
    )
  )[0]?.detail;
const invalid = { status: 400, body: { error: "invalid_grant" } };

describe("consent-11: a consent is for the client's metadata at that time", () => {
  it.each([
    ["host", { redirect_uris: ["https://evil.example/cb"] }, "redirect_uris"],
    ["additional host", { redirect_uris: [HERE, "https://evil.example/cb"] }, "redirect_uris"],
    ["name", { client_name: "Bank" }, "client_name"],
    ["name in a language", { "client_name#de": "Bank" }, "client_name"],
    ["kind of subject", { subject_type: "pairwise" }, "subject_type"],
  ])(
    "after a change of the %s the person is asked again, and what was issued is revoked",
    async (_, changes, member) => {
      const client = await registered(service, refreshing);
      const tokens = await tokensOf(client);
      const code = await codeOf(client);
      expect((await silently(client))?.has("code")).toBe(true);

      expect((await change(client, changes)).status).toBe(200);
      const redirect_uri = "redirect_uris" in changes ? "https://evil.example/cb" : HERE;
      expect((await silently(client, { redirect_uri }))?.get("error")).toBe("consent_required");
      expect(await refreshed(tokens.refresh_token, secretOf(client))).toMatchObject(invalid);
      expect(await isActive(client, tokens.access_token)).toBe(false);
      expect(await redeem(service.origin, code, { redirect_uri: HERE }, secretOf(client))).toMatchObject(invalid);
      expect(await lastUpdate(client)).toMatchObject({
        changed: expect.arrayContaining([Object.keys(changes)[0]]),
        endedBy: [member],
        ended: { consents: 1, authorizations: 3 },
      });
    },
  );

  it("the consent is kept if none of that changed", async () => {
    const client = await registered(service, refreshing);
    const { refresh_token } = await tokensOf(client);
    const more = {
      redirect_uris: [HERE, "https://new.example/more"],
      client_uri: "https://new.example/",
      contacts: ["x@new.example"],
    };
    expect((await change(client, more)).status).toBe(200);
    expect((await silently(client))?.has("code")).toBe(true);
    expect((await refreshed(refresh_token, secretOf(client))).status).toBe(200);
    expect(await lastUpdate(client)).toEqual({ changed: ["redirect_uris", "client_uri", "contacts"] });
  });

  it.each([
    ["nothing", {}, 0],
    ["contacts", { contacts: ["x@new.example"] }, 0],
    ["a link", { client_uri: "https://new.example/" }, 0],
    ["an additional redirect URI", { redirect_uris: [HERE, "https://new.example/more"] }, 1],
    ["a name", { client_name: "Bank" }, 1],
    ["fewer scopes", { scope: "openid" }, 1],
    ["fewer grants", { grant_types: ["authorization_code"] }, 1],
  ])(
    "a change of %s creates a new revision only if it concerns requests that were already checked",
    async (_, changes, expected) => {
      const client = await registered(service, refreshing);
      expect((await change(client, changes)).status).toBe(200);
      const [row] = await service.rows("SELECT revision FROM client WHERE id = $1", [client.client_id]);
      expect(row).toEqual({ revision: expected });
    },
  );

  it("a consent covers the host that the person saw: at another host they are asked, and then both count", async () => {
    const there = "https://evil.example/cb";
    const client = await registered(service, { ...refreshing, redirect_uris: [HERE, there] });
    await codeOf(client);
    expect((await silently(client, { redirect_uri: there }))?.get("error")).toBe("consent_required");
    expect((await silently(client))?.has("code")).toBe(true);

    await codeOf(client, { redirect_uri: there });
    for (const redirect_uri of [HERE, there])
      expect((await silently(client, { redirect_uri }))?.has("code")).toBe(true);
    const [kept] = await service.rows("SELECT hosts FROM consent WHERE client_id = $1", [client.client_id]);
    expect(kept).toEqual({ hosts: ["new.example", "evil.example"] });
  });

  it.each([
    ["before its page is answered", ["openid email"], ["openid"]],
    ["after its page is answered", ["openid", "openid email"], ["openid"]],
  ])("consent-13: a consent for one host %s is not used at the other", async (_, here, elsewhere) => {
    const there = "https://evil.example/cb";
    const client = await registered(service, { ...refreshing, redirect_uris: [HERE, there] });
    const [first = "", ...later] = here;
    await codeOf(client, { scope: first });
    for (const scope of elsewhere) await codeOf(client, { scope, redirect_uri: there });
    for (const scope of later) await codeOf(client, { scope });

    const greedy = await silently(client, { scope: "openid email", redirect_uri: there });
    expect(greedy?.get("error")).toBe("consent_required");
  });

  it("a consent from before hosts were stored counts for every host of the client", async () => {
    const client = await registered(service, refreshing);
    await codeOf(client);
    await service.rows("UPDATE consent SET hosts = '{}' WHERE client_id = $1", [client.client_id]);
    expect((await silently(client))?.has("code")).toBe(true);
  });

  it("the page is shown again if the client changed in the meantime", async () => {
    const client = await registered(service, refreshing);
    const page = await signIn(browser, await browser.get(request(client)));
    expect(page.body).toContain("Registered");
    await change(client, { client_name: "Bank" });

    const again = await agree(browser, page);
    expect(again.body).toContain("Bank");
    expect(await service.rows("SELECT FROM consent WHERE client_id = $1", [client.client_id])).toEqual([]);
    expect((await agree(browser, again)).location?.searchParams.has("code")).toBe(true);
  });

  it("the page of a changed client also offers to sign in as another person", async () => {
    const client = await registered(service, refreshing);
    await change(client, { client_name: "Another" });
    const page = await signIn(browser, await browser.get(request(client)));
    const login = await browser.follow(await browser.submit(page, "/change-user", {}));
    expect(login.body).toContain('action="/login"');
  });
});

describe("dcr-25: a client that weakens its authentication loses what it was issued", () => {
  it.each(["none", "client_secret_basic"])("private_key_jwt becomes %s", async (token_endpoint_auth_method) => {
    const key = await newKeyPair("k");
    const signing = { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [key.publicJwk] } };
    const client = await registered(service, { ...refreshing, ...signing });
    const proof = async () => asserting(await key.sign(assertionOf(client.client_id, service.clock.now)));
    const code = await codeOf(client);
    const { body } = await redeem(service.origin, code, { redirect_uri: HERE, ...(await proof()) }, {});

    const { body: weaker } = await change(client, { token_endpoint_auth_method });
    const bare = weaker.client_secret === undefined ? {} : secretOf(weaker);
    const named = weaker.client_secret === undefined ? { client_id: client.client_id } : {};
    expect(await refreshed(body.refresh_token, bare, named)).toMatchObject(invalid);
    expect(await lastUpdate(client)).toMatchObject({ endedBy: ["token_endpoint_auth_method"] });
  });

  it("a client that strengthens its authentication keeps it", async () => {
    const key = await newKeyPair("k");
    const client = await registered(service, refreshing);
    const { refresh_token } = await tokensOf(client);
    await change(client, { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [key.publicJwk] } });
    const proof = asserting(await key.sign(assertionOf(client.client_id, service.clock.now)));
    expect((await refreshed(refresh_token, {}, proof)).status).toBe(200);
  });

  it("dcr-24: the client keeps the profile oauth21", async () => {
    const client = await registered(service, { profile: "oauth21" });
    expect((await change(client, { profile: "oidc" })).status).toBe(400);
    expect((await change(client, {})).body.profile).toBe("oauth21");
  });
});

describe("dcr-23: what was removed from a registration is no longer issued", () => {
  it("a scope: not by a refresh token, a code, or an existing access token", async () => {
    const client = await registered(service, refreshing);
    const tokens = await tokensOf(client);
    const code = await codeOf(client);
    await change(client, { scope: "openid offline_access" });

    const introspected = await post(service.origin, "/introspect", { token: tokens.access_token }, secretOf(client));
    expect(introspected.body).toMatchObject({ active: true, scope: "openid offline_access" });
    expect(await refreshed(tokens.refresh_token, secretOf(client))).toMatchObject({
      status: 200,
      body: { scope: "openid offline_access" },
    });
    expect(await redeem(service.origin, code, { redirect_uri: HERE }, secretOf(client))).toMatchObject({
      status: 200,
      body: { scope: "openid offline_access" },
    });
    expect(await lastUpdate(client)).toEqual({ changed: ["scope"], cut: 2 });
  });

  it.each([
    ["offline_access", { scope: "openid email" }],
    ["the grant refresh_token", { grant_types: ["authorization_code"], scope: OFFLINE }],
  ])("%s: refresh tokens are revoked, and are not restored with it", async (_, changes) => {
    const client = await registered(service, refreshing);
    const { refresh_token } = await tokensOf(client);
    await change(client, changes);
    await change(client, {});
    expect(await refreshed(refresh_token, secretOf(client))).toMatchObject(invalid);
  });

  it("a redirect URI: codes for it are not redeemed, and other codes are", async () => {
    const there = "https://new.example/there";
    const client = await registered(service, { ...refreshing, redirect_uris: [HERE, there] });
    const codes = { here: await codeOf(client), there: await codeOf(client, { redirect_uri: there }) };
    await change(client, {});
    expect(await redeem(service.origin, codes.there, { redirect_uri: there }, secretOf(client))).toMatchObject(invalid);
    expect((await redeem(service.origin, codes.here, { redirect_uri: HERE }, secretOf(client))).status).toBe(200);
  });

  it("a scope that is still in an authorization: neither grant issues it", async () => {
    const client = await registered(service, refreshing);
    const tokens = await tokensOf(client);
    const code = await codeOf(client);
    await service.rows("UPDATE client SET scopes = '{openid,offline_access}' WHERE id = $1", [client.client_id]);
    service.deps.clients.forget(client.client_id);
    const cut = { status: 200, body: { scope: "openid offline_access" } };
    expect(await refreshed(tokens.refresh_token, secretOf(client))).toMatchObject(cut);
    expect(await redeem(service.origin, code, { redirect_uri: HERE }, secretOf(client))).toMatchObject(cut);
  });
});
