import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  initialAccessToken,
  metadata,
  newKeyPair,
  pathOf,
  registered,
  send,
} from "../../../../testing/clients/registration.ts";
import { raw } from "../../../../testing/raw.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, noon } from "../../../../testing/world.ts";

let service: Service;
let addresses = 0;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Each registration comes from its own address, because the limit per source has its own tests. */
const elsewhere = () => {
  addresses += 1;
  return { "x-forwarded-for": `10.9.${addresses >> 8}.${addresses & 255}` };
};
const register = (token: string | undefined, body: unknown = metadata, headers: Record<string, string> = {}) =>
  send(service, { token, body, headers: { ...elsewhere(), ...headers } });
const usesLeft = async () =>
  (await service.rows("SELECT uses_remaining FROM initial_access_token ORDER BY created_at, id")).map(
    (row) => row.uses_remaining,
  );
const countClients = async () => Number((await service.rows("SELECT count(*) FROM client"))[0]?.count);

describe("RFC 7591 §3.2.1: a registration", () => {
  it("is answered with credentials and the metadata that was registered", async () => {
    const sent = {
      ...metadata,
      contacts: ["ops@new.example"],
      initiate_login_uri: "https://new.example/login",
      nonsense: 1,
    };
    const answer = await register(await initialAccessToken(service), sent);

    expect(answer.status).toBe(201);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { client_id, client_secret, registration_access_token, ...rest } = answer.body;
    expect(client_secret).toMatch(/^[\w-]{43}$/);
    expect(registration_access_token).toMatch(/^[\w-]{43}$/);
    expect(rest).toEqual({
      client_id_issued_at: noon.getTime() / 1000,
      client_secret_expires_at: 0,
      registration_client_uri: `${issuer}/openid/register/${client_id}`,
      profile: "oidc",
      client_name: "Registered",
      application_type: "web",
      redirect_uris: ["https://new.example/cb"],
      post_logout_redirect_uris: [],
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code"],
      response_types: ["code"],
      scope: "openid profile email address phone",
      subject_type: "public",
      id_token_signed_response_alg: "RS256",
      require_auth_time: false,
      require_pushed_authorization_requests: false,
      require_signed_request_object: false,
      contacts: ["ops@new.example"],
      initiate_login_uri: "https://new.example/login",
    });
  });

  it("B9: of a client of fapi2 returns what its profile decides, and takes it back in a change", async () => {
    const { publicJwk } = await newKeyPair("k");
    const said = {
      ...metadata,
      profile: "fapi2",
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [publicJwk] },
      response_modes: ["jwt"],
    };
    const answer = await register(await initialAccessToken(service), said);
    const provisioned = {
      id_token_signed_response_alg: "PS256",
      authorization_signed_response_alg: "PS256",
      require_pushed_authorization_requests: true,
      dpop_bound_access_tokens: true,
    };
    expect([answer.status, answer.body]).toMatchObject([201, provisioned]);

    const { client_id, registration_access_token: token } = answer.body;
    const path = pathOf(answer.body);
    const read = await send(service, { method: "GET", path, token });
    expect(read.body).toMatchObject(provisioned);
    const { registration_access_token: _, registration_client_uri: __, client_id_issued_at: ___, ...sent } = read.body;
    const changed = await send(service, { method: "PUT", path, token, body: { ...sent, client_id } });
    expect([changed.status, changed.body]).toMatchObject([200, provisioned]);
  });

  it("B9: an algorithm that such a client registered is returned, and not the default", async () => {
    const { publicJwk } = await newKeyPair("k");
    const said = {
      ...metadata,
      profile: "fapi2",
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [publicJwk] },
      authorization_signed_response_alg: "ES256",
    };
    const { body } = await register(await initialAccessToken(service), said);
    expect(body.authorization_signed_response_alg).toBe("ES256");
  });

  it("with every member returns every member", async () => {
    const { publicJwk } = await newKeyPair("k");
    const said = {
      ...metadata,
      profile: "oidc",
      application_type: "web",
      post_logout_redirect_uris: ["https://new.example/bye"],
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "ES256",
      jwks: { keys: [publicJwk] },
      grant_types: ["authorization_code", "implicit", "refresh_token"],
      response_types: ["code", "id_token token"],
      scope: "openid email offline_access",
      subject_type: "public",
      id_token_signed_response_alg: "ES256",
      default_max_age: 600,
      require_auth_time: true,
      default_acr_values: ["urn:countersign:acr:password", "urn:example:loa2"],
      client_uri: "https://new.example/",
      policy_uri: "https://new.example/policy",
      tos_uri: "https://new.example/terms",
      software_id: "4NRB1-0XZABZI9E6-5SM3R",
      software_version: "2.1",
    };
    const client = await registered(service, said);
    expect(client).toMatchObject(said);
    expect(client).not.toHaveProperty("client_secret");
    expect(client).not.toHaveProperty("client_secret_expires_at");
  });

  it("stores secret and token as hashes, and the audit log names the initial access token", async () => {
    const client = await registered(service);
    const kept = await service.rows("SELECT client::text AS row FROM client WHERE id = $1", [client.client_id]);
    const audited = await service.rows("SELECT * FROM audit_event WHERE client_id = $1", [client.client_id]);
    const everything = JSON.stringify([kept, audited]) + service.log();
    for (const secret of [client.client_secret, client.registration_access_token])
      expect(everything).not.toContain(secret);
    expect(audited).toMatchObject([
      { type: "client_registered", actor: "client", address: "127.0.0.1", detail: { name: "Registered" } },
    ]);
  });

  it("dcr-09: gives the client no extra rights", async () => {
    const client = await registered(service, {
      client_id: "webClient",
      client_secret: "x",
      scope: "admin openid",
      skip_consent: true,
      first_party: true,
      resource_server: "https://api.example",
    });
    expect(client).toMatchObject({ scope: "openid", client_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(client.client_secret).not.toBe("x");
    const rows = await service.rows("SELECT resource_server FROM client WHERE id = $1", [client.client_id]);
    expect(rows).toEqual([{ resource_server: null }]);
  });
});

describe("specification §5: registration requires a token", () => {
  it.each([
    ["dcr-01: no token", async () => undefined],
    ["dcr-01: an unknown token", async () => "x".repeat(43)],
    ["dcr-01: a used-up token", () => initialAccessToken(service, { uses: 0 })],
    ["dcr-01: a token at the instant of its expiry", () => initialAccessToken(service, { expiresAt: noon })],
    ["dcr-14: a registration access token", async () => (await registered(service)).registration_access_token],
  ])("%s: 401 invalid_token", async (_, token) => {
    const value = await token();
    const before = await countClients();
    const answer = await register(value);
    expect(answer).toMatchObject({ status: 401, body: { error: "invalid_token" } });
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer .*error="invalid_token"/);
    expect(await countClients()).toBe(before);
  });

  it.each(["Bearer", "Bearer ", "Bearer a b c", "", "Basic eDp5", "Bearer \u00ff", `Bearer ${"x".repeat(5000)}`])(
    "dcr-20: the header %j",
    async (authorization) => {
      const lines = ["POST /openid/register HTTP/1.1", "Host: auth.example", "Connection: close", "Content-Length: 2"];
      const head = [...lines, "Content-Type: application/json", `X-Forwarded-For: ${elsewhere()["x-forwarded-for"]}`];
      const response = await raw(service.origin, [...head, `Authorization: ${authorization}`, "", "{}"].join("\r\n"));
      expect(response).toMatch(/^HTTP\/1\.1 401 /);
      expect(response).toContain('"error":"invalid_token"');
    },
  );
});

describe("architecture, single use: a token registers as many clients as it has uses", () => {
  it("which concurrent requests do not exceed", async () => {
    const token = await initialAccessToken(service, { uses: 3 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(7).fill(401)]);
  });

  it("a refused registration does not count", async () => {
    const token = await initialAccessToken(service, { uses: 1 });
    const before = await usesLeft();
    for (const body of [{ ...metadata, redirect_uris: ["javascript:x"] }, "{", "[]"]) await register(token, body);
    expect(await usesLeft()).toEqual(before);
    expect((await register(token)).status).toBe(201);
    expect((await register(token)).status).toBe(401);
  });
});

describe("RFC 7591 §3.2.2: a refused registration", () => {
  let token: string;
  beforeAll(async () => {
    token = await initialAccessToken(service);
  });

  it.each([
    ["dcr-02", { redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
    ["dcr-03", { redirect_uris: ["http://localhost/cb"] }, "invalid_redirect_uri"],
    ["dcr-04", { application_type: "native", redirect_uris: ["myapp:/cb"] }, "invalid_redirect_uri"],
    ["dcr-05", { redirect_uris: ["https://new.example/cb#f"] }, "invalid_redirect_uri"],
    ["dcr-07", { logo_uri: "javascript:alert(1)" }, "invalid_client_metadata"],
    ["dcr-08", { client_name: "Google\u202e" }, "invalid_client_metadata"],
    ["dcr-12", { jwks: { keys: [{ kty: "oct", k: "AAAA" }] } }, "invalid_client_metadata"],
    ["dcr-12", { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [] } }, "invalid_client_metadata"],
    ["dcr-13", { response_types: ["id_token token"] }, "invalid_client_metadata"],
    [
      "dcr-18",
      { subject_type: "pairwise", redirect_uris: ["https://a.example/cb", "https://b.example/cb"] },
      "invalid_client_metadata",
    ],
    ["RFC 8725 §3.2, jose-22", { id_token_signed_response_alg: "none" }, "invalid_client_metadata"],
    [
      "OIDC Core §10.1, jose-22",
      { token_endpoint_auth_method: "none", id_token_signed_response_alg: "HS256" },
      "invalid_client_metadata",
    ],
    [
      "OIDC Core §9",
      { token_endpoint_auth_method: "client_secret_jwt", token_endpoint_auth_signing_alg: "ES256" },
      "invalid_client_metadata",
    ],
    ["OIDC third-party initiated login", { initiate_login_uri: "http://new.example/" }, "invalid_client_metadata"],
    ["a NUL", { software_id: "a\u0000b" }, "invalid_client_metadata"],
    ["half a character", { software_version: "\ud800" }, "invalid_client_metadata"],
    ["ssrf-01", { jwks_uri: "https://127.0.0.1/jwks" }, "invalid_client_metadata"],
    ["ssrf-01", { jwks_uri: "https://[::1]/jwks" }, "invalid_client_metadata"],
    ["ssrf-02", { jwks_uri: "file:///etc/passwd" }, "invalid_client_metadata"],
    ["ssrf-02", { jwks_uri: "http://pub.example/jwks" }, "invalid_client_metadata"],
    ["ssrf-04", { jwks_uri: "https://2130706433/jwks" }, "invalid_client_metadata"],
    ["ssrf-12", { jwks_uri: "https://pub.example:6379/jwks" }, "invalid_client_metadata"],
    ["ssrf-12", { jwks_uri: "https://pub.example@127.0.0.1/jwks" }, "invalid_client_metadata"],
  ])("%s: %j: %s", async (_, changes, error) => {
    const before = await countClients();
    const answer = await register(token, { ...metadata, ...changes });
    expect(answer).toMatchObject({ status: 400, body: { error } });
    expect(answer.body.error_description).toMatch(/^[ !#-[\]-~]+$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await countClients()).toBe(before);
  });

  it.each([
    ["null", "null", 400],
    ["a list", "[]", 400],
    ["text", '"x"', 400],
    ["no JSON", "{", 400],
    ["nothing", "", 400],
    ["10 000 levels", `${"[".repeat(10_000)}${"]".repeat(10_000)}`, 400],
    ["10 000 levels below a member", `{"a":${'{"a":'.repeat(9000)}1${"}".repeat(9001)}`, 400],
    ["5 MB", `{"a":"${"x".repeat(5_000_000)}"}`, 413],
  ])("dcr-11: a body that is %s", async (_, body, status) => {
    expect((await register(token, body)).status).toBe(status);
  });

  it("a body with another media type", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml"]) {
      expect((await register(token, metadata, { "content-type": type })).status).toBe(400);
    }
    expect((await register(token, metadata, { "content-encoding": "gzip" })).status).toBe(415);
  });

  it("RFC 8259 §8.1: a body in another encoding, regardless of its media type", async () => {
    for (const [charset, body] of [
      ["utf-7", '{"client_name":"+ADw-b+AD4-","redirect_uris":["https://new.example/cb"]}'],
      ["utf-8", Buffer.from('{"client_name":"\xff","redirect_uris":["https://new.example/cb"]}', "latin1")],
      ["utf-16", Buffer.from(JSON.stringify(metadata), "utf16le")],
    ] as const) {
      const headers = { authorization: `Bearer ${token}`, "content-type": `application/json; charset=${charset}` };
      const sent = { method: "POST", body, headers: { ...headers, ...elsewhere() } };
      const answer = await fetch(`${service.origin}/openid/register`, sent);
      if (charset === "utf-7") expect(await answer.json()).toMatchObject({ client_name: "+ADw-b+AD4-" });
      else expect(answer.status).toBe(400);
    }
  });

  it("another method", async () => {
    const answer = await fetch(`${service.origin}/openid/register`, { headers: elsewhere() });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("dcr-16: registrations are limited", () => {
  it.each([
    ["an address", () => "192.0.2.77"],
    ["a network of IPv6 addresses", (index: number) => `2001:db8:1:2::${index.toString(16)}`],
  ])("for %s", async (_, addressOf) => {
    const token = await initialAccessToken(service);
    const statuses: number[] = [];
    for (let index = 1; index <= 602; index++) {
      const answer = await send(service, { token, body: {}, headers: { "x-forwarded-for": addressOf(index) } });
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([...Array(600).fill(400), 429, 429]);
  });

  it("and so is management", async () => {
    const client = await registered(service);
    const headers = { "x-forwarded-for": "192.0.2.78" };
    const statuses = await Promise.all(
      Array.from({ length: 601 }, async () => {
        const { status } = await send(service, { method: "GET", path: pathOf(client), token: "x", headers });
        return status;
      }),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe("RFC 8414 §2: discovery", () => {
  it("contains the registration endpoint, and the algorithms for clients", async () => {
    const document = await (await fetch(`${service.origin}/.well-known/openid-configuration`)).json();
    expect(document).toMatchObject({
      registration_endpoint: `${issuer}/openid/register`,
      token_endpoint_auth_methods_supported: expect.arrayContaining(["private_key_jwt"]),
      token_endpoint_auth_signing_alg_values_supported: expect.arrayContaining(["RS256", "PS256", "ES256", "EdDSA"]),
    });
  });
});
