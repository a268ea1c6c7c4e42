import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import {
  initialAccessToken,
  metadata,
  newKeyPair,
  pathOf,
  registered,
  send,
} from "../../../../testing/clients/registration.ts";
import { OPEN_AUTHORIZATIONS, post } from "../../../../testing/clients/tokens.ts";
import { advance, basic, codeFor, redeem, verifier } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";

let service: Service;
let addresses = 0;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Registered = Awaited<ReturnType<typeof registered>>;
const elsewhere = () => {
  addresses += 1;
  return { "x-forwarded-for": `10.8.${addresses >> 8}.${addresses & 255}` };
};
const manage = (method: string, client: Registered, changes: { token?: string | undefined; body?: unknown } = {}) =>
  send(service, {
    method,
    path: pathOf(client),
    token: client.registration_access_token,
    headers: elsewhere(),
    ...changes,
  });
const update = (client: Registered, changes: object = {}) =>
  manage("PUT", client, { body: { ...metadata, client_id: client.client_id, ...changes } });

describe("RFC 7592 §2.1: a client reads its registration", () => {
  it("which equals the registration response, except for the secret, of which only a hash is stored", async () => {
    const client = await registered(service, { initiate_login_uri: "https://new.example/login" });
    const { client_secret: _secret, ...rest } = client;
    const answer = await manage("GET", client);
    expect(answer).toMatchObject({ status: 200, body: rest });
    expect(answer.body).toEqual(rest);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

describe("dcr-14: only the client itself may manage it", () => {
  it.each(["GET", "PUT", "DELETE"])("%s: the same response for every other caller", async (method) => {
    const [client, other] = [await registered(service), await registered(service)];
    const body = method === "PUT" ? { ...metadata, client_id: client.client_id } : undefined;
    const gone = await registered(service);
    await manage("DELETE", gone);
    const disabled = await registered(service);
    await service.rows("UPDATE client SET disabled_at = now() WHERE id = $1", [disabled.client_id]);
    const made = { ...client, registration_client_uri: "https://auth.example/openid/register/webClient" };
    const unknown = { ...client, registration_client_uri: "https://auth.example/openid/register/nobody" };

    const answers = [
      await manage(method, client, { token: other.registration_access_token, body }),
      await manage(method, client, { token: undefined, body }),
      await manage(method, client, { token: await initialAccessToken(service), body }),
      await manage(method, client, { token: client.client_secret, body }),
      await manage(method, gone, { body }),
      await manage(method, disabled, { body }),
      await manage(method, made, { body }),
      await manage(method, unknown, { body }),
    ];
    for (const { status, body: answer, headers } of answers) {
      expect({ status, answer, challenge: headers.get("www-authenticate") }).toEqual({
        status: 401,
        answer: { error: "invalid_token", error_description: "the token is missing, unknown or expired" },
        challenge: 'Bearer realm="registration", error="invalid_token"',
      });
    }
    expect((await manage("GET", client)).status).toBe(200);
  });

  it.each(["%00", "a%00b", "x".repeat(300), "..%2f", "%E0%A4%A"])("an id such as %s is no server error", async (id) => {
    const answer = await send(service, {
      method: "GET",
      path: `/openid/register/${id}`,
      token: "x",
      headers: elsewhere(),
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});

describe("RFC 7592 §2.2: a client replaces its registration", () => {
  it("completely: an omitted member is no longer registered", async () => {
    const client = await registered(service, { contacts: ["ops@new.example"], scope: "openid" });
    const answer = await update(client, { client_name: "Renamed", redirect_uris: ["https://new.example/other"] });

    const { contacts: _contacts, client_secret: _secret, ...kept } = client;
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...kept,
      registration_access_token: expect.stringMatching(/^[\w-]{43}$/),
      client_name: "Renamed",
      redirect_uris: ["https://new.example/other"],
      scope: "openid profile email address phone",
    });
    expect((await manage("GET", client)).body).toEqual(answer.body);
  });

  it("and has the new metadata at once, with the same secret", async () => {
    const client = await registered(service);
    const asked = { client_id: client.client_id, response_type: "code", scope: "openid" };
    const at = (redirect_uri: string) => `/authorization?${new URLSearchParams({ ...asked, redirect_uri })}`;
    const browser = openBrowser(service.origin);
    expect((await browser.get(at("https://new.example/cb"))).status).toBe(303);

    await update(client, { redirect_uris: ["https://new.example/other"], client_secret: client.client_secret });
    expect((await browser.get(at("https://new.example/cb"))).status).toBe(400);
    const answer = await advance(browser, at("https://new.example/other"));
    const changes = { redirect_uri: "https://new.example/other", code_verifier: undefined };
    const tokens = await redeem(
      service.origin,
      answer.get("code") ?? "",
      changes,
      basic(client.client_id, client.client_secret),
    );
    expect(tokens.status).toBe(200);
  });

  it("gets a secret if it had none, and loses it if it needs none", async () => {
    const client = await registered(service, { token_endpoint_auth_method: "none" });
    expect(client).not.toHaveProperty("client_secret");
    const { body: confidential } = await update(client, { token_endpoint_auth_method: "client_secret_post" });
    expect(confidential).toMatchObject({
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      client_secret_expires_at: 0,
    });

    const { publicJwk } = await newKeyPair("k");
    const signs = { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [publicJwk] } };
    const { body: signing } = await update(client, signs);
    expect(signing).toMatchObject(signs);
    expect(signing).not.toHaveProperty("client_secret");
    const rows = await service.rows("SELECT secret_hash FROM client WHERE id = $1", [client.client_id]);
    expect(rows).toEqual([{ secret_hash: null }]);
  });

  it.each([
    ["another client_id", { client_id: "webClient" }],
    ["no client_id", { client_id: undefined }],
    ["another secret", { client_secret: "x" }],
    ["a registration_access_token", { registration_access_token: "x" }],
    ["a redirect URI that may not be registered", { redirect_uris: ["https://new.example/cb#"] }],
    ["a jwks_uri with a private address", { jwks_uri: "https://10.0.0.1/jwks" }],
  ])("is refused with %s, and nothing changes", async (_, changes) => {
    const client = await registered(service);
    const before = await manage("GET", client);
    expect((await update(client, { client_name: "Renamed", ...changes })).status).toBe(400);
    expect((await manage("GET", client)).body).toEqual(before.body);
  });

  it("each update is audited", async () => {
    const client = await registered(service);
    await update(client);
    const rows = await service.rows("SELECT type, actor FROM audit_event WHERE client_id = $1 ORDER BY id", [
      client.client_id,
    ]);
    expect(rows).toEqual([
      { type: "client_registered", actor: "client" },
      { type: "client_updated", actor: "client" },
    ]);
  });
});

describe("RFC 7592 §2.3: a client deletes itself", () => {
  it("with everything that belongs to it", async () => {
    const client = await registered(service, {
      grant_types: ["authorization_code", "refresh_token"],
      scope: "openid email offline_access",
    });
    const secret = basic(client.client_id, client.client_secret);
    const browser = openBrowser(service.origin);
    const sent = {
      client_id: client.client_id,
      redirect_uri: "https://new.example/cb",
      scope: "openid offline_access",
      prompt: "consent",
    };
    const tokens = await redeem(
      service.origin,
      await codeFor(browser, "webClient", sent),
      { redirect_uri: "https://new.example/cb" },
      secret,
    );
    expect(tokens.body).toHaveProperty("refresh_token");
    const code = await codeFor(browser, "webClient", sent);
    const before = await service.rows(OPEN_AUTHORIZATIONS);

    const answer = await manage("DELETE", client);
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect(await service.rows(OPEN_AUTHORIZATIONS)).toHaveLength(before.length - 2);
    expect((await service.rows("SELECT FROM client WHERE id = $1", [client.client_id])).length).toBe(0);

    for (const fields of [
      { grant_type: "refresh_token", refresh_token: tokens.body.refresh_token },
      { grant_type: "authorization_code", code, redirect_uri: "https://new.example/cb", code_verifier: verifier },
    ]) {
      expect(await post(service.origin, "/token", fields, secret)).toMatchObject({
        status: 401,
        body: { error: "invalid_client" },
      });
    }
    expect(
      (await browser.get(`/authorization?${new URLSearchParams({ ...sent, response_type: "code" })}`)).status,
    ).toBe(400);
    expect((await manage("GET", client)).status).toBe(401);
  });

  it("once", async () => {
    const client = await registered(service);
    const answers = await Promise.all([manage("DELETE", client), manage("DELETE", client)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
  });
});

describe("OIDC Registration §2: registered metadata takes effect", () => {
  it("default_max_age requires a new sign-in if the request has no max_age", async () => {
    const client = await registered(service, { default_max_age: 60 });
    const browser = openBrowser(service.origin);
    const ask = (more: Record<string, string> = {}) => {
      const sent = {
        client_id: client.client_id,
        redirect_uri: "https://new.example/cb",
        response_type: "code",
        scope: "openid",
      };
      return `/authorization?${new URLSearchParams({ ...sent, ...more })}`;
    };
    await advance(browser, ask());
    expect((await browser.get(ask({ prompt: "none" }))).location?.searchParams.get("code")).toBeTruthy();

    service.pass(61);
    expect((await browser.get(ask({ prompt: "none" }))).location?.searchParams.get("error")).toBe("login_required");
    const longer = await browser.get(ask({ prompt: "none", max_age: "3600" }));
    expect(longer.location?.searchParams.get("code")).toBeTruthy();
  });
});
