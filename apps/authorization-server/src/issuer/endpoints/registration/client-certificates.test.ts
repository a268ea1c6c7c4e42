import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authority, certificate, jwksWith } from "../../../../testing/clients/certificates.ts";
import { initialAccessToken, metadata, send } from "../../../../testing/clients/registration.ts";
import { type Service, startService } from "../../../../testing/service.ts";

const ca = await authority("CN=Clients");
const selfSigned = await certificate("CN=self");
let service: Service;
let token: string;
beforeAll(async () => {
  service = await startService({
    settings: {
      MTLS_URL: "https://mtls.auth.example",
      MTLS_PORT: "4008",
      MTLS_PROXIES: "127.0.0.1",
      MTLS_CLIENT_CA: ca.cert,
    },
  });
  token = await initialAccessToken(service, { uses: 20 });
});
afterAll(() => service.close());

describe("RFC 8705 §2.1.2: a client registers for its certificate", () => {
  const register = (changes: object) => send(service, { token, body: { ...metadata, ...changes } });
  const bad = { status: 400, body: expect.objectContaining({ error: "invalid_client_metadata" }) };

  it("with exactly one name, and reads it back", async () => {
    const given = {
      token_endpoint_auth_method: "tls_client_auth",
      tls_client_auth_subject_dn: "CN=t1,O=RP",
      tls_client_certificate_bound_access_tokens: true,
    };
    const { status, body } = await register(given);
    expect([status, body]).toMatchObject([201, given]);
    expect(body).not.toHaveProperty("client_secret");
  });

  it("with its certificate in its keys (§2.2.2)", async () => {
    const jwks = await jwksWith(selfSigned);
    const { status, body } = await register({ token_endpoint_auth_method: "self_signed_tls_client_auth", jwks });
    expect([status, body.jwks.keys[0].x5c]).toEqual([201, jwks.keys[0]?.x5c]);
  });

  it.each([
    ["another certificate", async () => [(await certificate("CN=other")).der]],
    ["another certificate before its own", async () => [(await certificate("CN=other")).der, selfSigned.der]],
    ["no certificate", async () => [Buffer.from("AAAA", "base64")]],
  ])("B6: RFC 7517 §4.7: x5c must begin with a certificate of the key: %s is refused", async (_, chain) => {
    const [key] = (await jwksWith(selfSigned)).keys;
    const jwks = { keys: [{ ...key, x5c: (await chain()).map((der) => der.toString("base64")) }] };
    for (const method of ["self_signed_tls_client_auth", "private_key_jwt"]) {
      const answer = await register({ token_endpoint_auth_method: method, jwks });
      expect(answer).toMatchObject(bad);
      expect(answer.body.error_description).toContain("x5c");
    }
  });

  it("B6: a certificate of the key may be followed by those that issued it", async () => {
    const leaf = await certificate("CN=leaf", { by: ca });
    const [key] = (await jwksWith(leaf)).keys;
    const x5c = [leaf, ca].map(({ der }) => der.toString("base64"));
    const jwks = { keys: [{ ...key, x5c }] };
    const { status, body } = await register({ token_endpoint_auth_method: "self_signed_tls_client_auth", jwks });
    expect([status, body.jwks.keys[0].x5c]).toEqual([201, x5c]);
  });

  it.each([
    ["no name", { token_endpoint_auth_method: "tls_client_auth" }],
    [
      "two names",
      {
        token_endpoint_auth_method: "tls_client_auth",
        tls_client_auth_san_dns: "a.example",
        tls_client_auth_san_ip: "192.0.2.1",
      },
    ],
    ["the name of OpenSSL", { token_endpoint_auth_method: "tls_client_auth", tls_client_auth_subject_dn: "/CN=t1" }],
    ["a wildcard", { token_endpoint_auth_method: "tls_client_auth", tls_client_auth_san_dns: "*.rp.example" }],
    ["a name for another method", { tls_client_auth_san_dns: "a.example" }],
    ["no keys for a self-signed one", { token_endpoint_auth_method: "self_signed_tls_client_auth" }],
    [
      "tokens through the browser",
      {
        response_types: ["token"],
        grant_types: ["implicit"],
        profile: "oidc",
        tls_client_certificate_bound_access_tokens: true,
      },
    ],
  ])("not with %s", async (_, changes) => {
    expect(await register(changes)).toMatchObject(bad);
  });
});

describe("without mutual TLS", () => {
  it("nothing of it is advertised or can be registered", async () => {
    const off = await startService();
    const text = await (await fetch(`${off.origin}/.well-known/openid-configuration`)).text();
    expect(text).not.toMatch(/tls_client|mtls/);
    for (const changes of [
      { token_endpoint_auth_method: "tls_client_auth", tls_client_auth_san_dns: "a.example" },
      { token_endpoint_auth_method: "self_signed_tls_client_auth", jwks: await jwksWith(selfSigned) },
      { tls_client_certificate_bound_access_tokens: true },
    ]) {
      expect(
        (await send(off, { token: await initialAccessToken(off, { uses: 10 }), body: { ...metadata, ...changes } }))
          .status,
      ).toBe(400);
    }
    await off.close();
  });
});
