import { createServer as createPlainServer, type Server } from "node:http";
import { createServer } from "node:https";
import type { ConnectionOptions } from "node:tls";
import { clientMetadata } from "@countersign/rules";
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { openBrowser } from "../../../testing/browser.ts";
import {
  authority,
  certificate,
  type Holder,
  jwksWith,
  listening,
  postWith,
  rawTls,
} from "../../../testing/clients/certificates.ts";
import { redirectUriOf } from "../../../testing/clients/clients.ts";
import { post } from "../../../testing/clients/tokens.ts";
import { codeFor, redeem, verifier } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer, noon } from "../../../testing/world.ts";
import { addClient } from "../../administration/clients/clients.ts";
import { forClientsWithCertificates } from "../certificate-routes.ts";

const ca = await authority("CN=Clients");
const host = await certificate("CN=mtls", { names: [{ type: "dns", value: "mtls.auth.example" }] });
const byName = await certificate("CN=t1,O=RP", { by: ca, names: [{ type: "dns", value: "t1.rp.example" }] });
const renewed = await certificate("CN=t1,O=RP", { by: ca, names: [{ type: "dns", value: "t1.rp.example" }] });
const stranger = await certificate("CN=t1,O=RP", { names: [{ type: "dns", value: "t1.rp.example" }] });
const wildcard = await certificate("CN=t1.rp.example", { by: ca, names: [{ type: "dns", value: "*.rp.example" }] });
const selfSigned = await certificate("CN=self");
const sameKey = await certificate("CN=self", { keys: selfSigned.keys });
const sameSubject = await certificate("CN=self");

const url = "https://mtls.auth.example";
const CLIENTS = {
  named: {
    token_endpoint_auth_method: "tls_client_auth",
    tls_client_auth_san_dns: "t1.rp.example",
    tls_client_certificate_bound_access_tokens: true,
    grant_types: ["client_credentials"],
  },
  selfSigned: {
    token_endpoint_auth_method: "self_signed_tls_client_auth",
    jwks: await jwksWith(selfSigned),
    grant_types: ["client_credentials"],
  },
} as const;

let service: Service;
let port: number;
let proxied: number;
const servers: Server[] = [];
beforeAll(async () => {
  service = await startService({
    settings: {
      MTLS_URL: url,
      MTLS_PORT: "4008",
      MTLS_SERVER_CERTIFICATE: host.cert,
      MTLS_SERVER_KEY: host.key,
      MTLS_CLIENT_CA: ca.cert,
    },
  });
  service.pass(600);
  const shape = clientMetadata({ issuer });
  for (const [id, given] of Object.entries(CLIENTS)) {
    const client = { id, metadata: shape.parse({ client_name: id, ...given }), secretHash: undefined, logo: undefined };
    await addClient(service.database, client, byOperatorAt(noon));
  }
  const { mutualTls } = service.deps;
  if (mutualTls?.tls === undefined) throw new Error("mutual TLS is off");
  const listener = forClientsWithCertificates(service.deps, mutualTls, { metrics: undefined });
  const tls = createServer(mutualTls.tls, listener);
  servers.push(tls);
  port = await listening(tls);
  const plain = createPlainServer(await behindProxy(["127.0.0.1"]));
  servers.push(plain);
  proxied = await listening(plain);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await service.close();
});

/** The listener of a deployment whose proxies have these addresses. */
async function behindProxy(proxies: readonly string[], pemHeader?: string) {
  const { mutualTls } = await import("@countersign/service");
  const listener = mutualTls({
    MTLS_URL: url,
    MTLS_HOST: "127.0.0.1",
    MTLS_PORT: 1,
    MTLS_PROXIES: [...proxies],
    ...(pemHeader !== undefined && { MTLS_PEM_HEADER: pemHeader }),
  });
  if (listener === undefined) throw new Error("mutual TLS is off");
  const use = { ...listener, hasAnchors: true, userinfoEndpoint: undefined };
  return forClientsWithCertificates(service.deps, use, { metrics: undefined });
}

const ask = (client: string, shown?: Holder, fields: Record<string, string> = {}) =>
  postWith(port, "/token", { grant_type: "client_credentials", client_id: client, ...fields }, { ...shown });
const refused = { status: 401, body: expect.objectContaining({ error: "invalid_client" }) };
const claimsOf = (body: Record<string, unknown>) => decodeJwt(String(body.access_token));

describe("RFC 8705 §2: a client authenticates with its certificate", () => {
  it("from a configured authority, by its name", async () => {
    const { status, body } = await ask("named", byName);
    expect([status, body.token_type]).toEqual([200, "Bearer"]);
  });

  it.each([
    ["without one", undefined],
    ["with one of no configured authority", stranger],
    ["mtx-05: with a wildcard, and the name as CN only", wildcard],
    ["with a self-signed one", selfSigned],
  ])("§2.1: tls_client_auth is refused %s", async (_, shown) => {
    expect(await ask("named", shown)).toMatchObject(refused);
  });

  it("§2.2: self-signed, as it registered it", async () => {
    expect(await ask("selfSigned", selfSigned)).toMatchObject({ status: 200 });
    expect(await ask("selfSigned")).toMatchObject(refused);
  });

  it.each([
    ["mtx-08: the same key in another certificate", sameKey],
    ["mtx-08: the same subject with another key", sameSubject],
    ["a certificate of a configured authority", byName],
  ])("§2.2: self_signed_tls_client_auth is refused with %s", async (_, shown) => {
    expect(await ask("selfSigned", shown)).toMatchObject(refused);
  });

  it("B6: RFC 7517 §4.7: nor with a certificate of another key, which an older registration may have", async () => {
    const [key] = (await jwksWith(selfSigned)).keys;
    const keys = [{ ...key, x5c: [sameSubject.der.toString("base64")] }];
    await service.rows("UPDATE client SET jwks = $1 WHERE id = 'selfSigned'", [JSON.stringify({ keys })]);
    service.deps.clients.forget("selfSigned");
    expect(await ask("selfSigned", sameSubject)).toMatchObject(refused);
    const right = JSON.stringify(CLIENTS.selfSigned.jwks);
    await service.rows("UPDATE client SET jwks = $1 WHERE id = 'selfSigned'", [right]);
    service.deps.clients.forget("selfSigned");
    expect(await ask("selfSigned", selfSigned)).toMatchObject({ status: 200 });
  });

  it("§2: the request names the client", async () => {
    const answer = await postWith(port, "/token", { grant_type: "client_credentials" }, byName);
    expect(answer).toMatchObject(refused);
  });

  it("a certificate is no substitute for the method that a client registered", async () => {
    expect(await ask("serviceClient", byName)).toMatchObject(refused);
    expect(await ask("named", byName, { client_secret: "x" })).toMatchObject(refused);
  });

  it("certificates are logged by thumbprint, and never whole", async () => {
    await ask("named", stranger);
    expect(service.log()).toContain(stranger.thumbprint);
    expect(service.log()).not.toContain(stranger.der.toString("base64").slice(0, 60));
  });
});

describe("RFC 8705 §3: tokens are bound to the certificate", () => {
  it("by the SHA-256 of its DER, in the token and in introspection (§3.1, §3.2)", async () => {
    const { body } = await ask("named", byName);
    const cnf = { "x5t#S256": byName.thumbprint };
    expect(claimsOf(body).cnf).toEqual(cnf);
    const sent = { token: String(body.access_token), client_id: "named" };
    const shown = await postWith(port, "/introspect", sent, byName);
    expect(shown.body).toMatchObject({ active: true, token_type: "Bearer", cnf });
  });

  it("only for clients that registered for it", async () => {
    expect(claimsOf((await ask("selfSigned", selfSigned)).body)).not.toHaveProperty("cnf");
  });

  it("a proof beside the certificate binds to what the client registered for", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const jwk = await exportJWK(publicKey);
    const proof = (htu: string) =>
      new SignJWT({ jti: crypto.randomUUID(), htm: "POST", htu, iat: Math.floor(service.clock.now.getTime() / 1000) })
        .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
        .sign(privateKey);
    const by = async (client: string, shown: Holder, htu = `${url}/token`) =>
      postWith(
        port,
        "/token",
        { grant_type: "client_credentials", client_id: client },
        { ...shown, headers: { dpop: await proof(htu) } },
      );
    expect(claimsOf((await by("named", byName)).body).cnf).toEqual({ "x5t#S256": byName.thumbprint });
    expect(claimsOf((await by("selfSigned", selfSigned)).body).cnf).toEqual({ jkt: await calculateJwkThumbprint(jwk) });
    expect((await by("named", byName, `${issuer}/token`)).body).toMatchObject({ error: "invalid_dpop_proof" });
  });

  it("§4: the refresh token of a public client needs the certificate of its first use", async () => {
    const client = "publicOfflineClient";
    await service.rows("UPDATE client SET tls_client_certificate_bound_access_tokens = true WHERE id = $1", [client]);
    const code = await codeFor(openBrowser(service.origin), client, { scope: "email", prompt: "consent" });
    const form = { client_id: client, redirect_uri: redirectUriOf(client) };
    const exchange = { ...form, grant_type: "authorization_code", code, code_verifier: verifier };
    const publicAnswer = await redeem(service.origin, code, form, {});
    expect(publicAnswer.body).toMatchObject({ error: "invalid_request" });
    const { body } = await postWith(port, "/token", exchange, byName);
    expect(claimsOf(body).cnf).toEqual({ "x5t#S256": byName.thumbprint });

    const again = { ...form, grant_type: "refresh_token", refresh_token: String(body.refresh_token) };
    expect((await postWith(port, "/token", again, renewed)).body).toMatchObject({ error: "invalid_grant" });
    expect((await postWith(port, "/token", again)).body).toMatchObject({ error: "invalid_request" });
    const next = await postWith(port, "/token", again, byName);
    expect(next).toMatchObject({ status: 200 });

    // O1: it is repeated with its certificate, no matter how long ago it was used.
    await service.rows("UPDATE refresh_token SET spent_at = spent_at - interval '1 hour'");
    const repeated = await postWith(port, "/token", again, byName);
    expect(repeated).toMatchObject({ status: 200, body: { refresh_token: next.body?.refresh_token } });
  });

  it("§6.3: a confidential client may renew its certificate", async () => {
    expect(claimsOf((await ask("named", renewed)).body).cnf).toEqual({ "x5t#S256": renewed.thumbprint });
  });
});

describe("RFC 8705 §5: the listener for clients with certificates", () => {
  it.each(["/authorization", "/login", "/", "/.well-known/openid-configuration", "/openid/register", "/health/ready"])(
    "has no %s",
    async (path) => {
      expect(await postWith(port, path, {}, { method: "GET" })).toMatchObject({ status: 404 });
    },
  );

  it("is named in the metadata, with what is possible there (§3.3)", async () => {
    const document = (await (await fetch(`${service.origin}/.well-known/openid-configuration`)).json()) as object;
    expect(document).toMatchObject({
      tls_client_certificate_bound_access_tokens: true,
      mtls_endpoint_aliases: {
        token_endpoint: `${url}/token`,
        pushed_authorization_request_endpoint: `${url}/par`,
        introspection_endpoint: `${url}/introspect`,
        revocation_endpoint: `${url}/revoke`,
      },
      token_endpoint: `${issuer}/token`,
      token_endpoint_auth_methods_supported: expect.arrayContaining(["tls_client_auth", "self_signed_tls_client_auth"]),
    });
    expect(JSON.stringify(document)).not.toContain(`${url}/authorization`);
  });

  it("mtx-01: a session is not resumed, so none has the proof of another", async () => {
    const body = "grant_type=client_credentials&client_id=selfSigned";
    const text = [
      ...["POST /token HTTP/1.1", "host: x", "connection: close", "content-type: application/x-www-form-urlencoded"],
      ...[`content-length: ${body.length}`, "", body],
    ].join("\r\n");
    for (const maxVersion of ["TLSv1.3", "TLSv1.2"] as const) {
      const first = await rawTls(port, text, { maxVersion, cert: selfSigned.cert, key: selfSigned.key });
      expect(first.answer).toMatch(/^HTTP\/1.1 200/);
      const again = await rawTls(port, text, { maxVersion, ...(first.session && { session: first.session }) });
      expect(again.wasReused).toBe(false);
      expect(again.answer).toMatch(/^HTTP\/1.1 401/);
    }
  });

  it.each<[string, ConnectionOptions, boolean]>([
    ["TLS 1.3", { minVersion: "TLSv1.3" }, true],
    ["TLS 1.2 with ephemeral keys and AES-GCM", { maxVersion: "TLSv1.2", ciphers: "ECDHE+AESGCM" }, true],
    ["TLS 1.2 with ephemeral keys and CBC", { maxVersion: "TLSv1.2", ciphers: "ECDHE+AES:!AESGCM" }, false],
    ["TLS 1.1", { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "ALL:@SECLEVEL=0" }, false],
  ])("FAPI 2.0 Security Profile §5.2.2: %s", async (_, options, isAccepted) => {
    const answer = rawTls(port, "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", options);
    const status = await answer.then((got) => /^HTTP\/1.1 404/.test(got.answer)).catch(() => false);
    expect(status).toBe(isAccepted);
  });

  it.each(["x-ssl-client-cert", "x-client-cert", "x-forwarded-client-cert", "client-cert"])(
    "mtls-01: the public listener and one that ends TLS know no certificate in a header: %s",
    async (name) => {
      const form = { grant_type: "client_credentials", client_id: "named" };
      for (const value of [bytes(byName), encodeURIComponent(byName.cert)]) {
        const { status, body } = await post(service.origin, "/token", form, { [name]: value });
        expect([status, body.error]).toEqual([401, "invalid_client"]);
        expect(await postWith(port, "/token", form, { headers: { [name]: value } })).toMatchObject(refused);
      }
    },
  );
});

const bytes = (holder: Holder) => `:${holder.der.toString("base64")}:`;
const forwarded = (headers: Record<string, string>, to = proxied) =>
  post(`http://127.0.0.1:${to}`, "/token", { grant_type: "client_credentials", client_id: "named" }, headers);

describe("RFC 9440: a proxy sends the certificate", () => {
  it("§2.2: in Client-Cert", async () => {
    const { status, body } = await forwarded({ "client-cert": bytes(byName) });
    expect(status).toBe(200);
    expect(claimsOf(body).cnf).toEqual({ "x5t#S256": byName.thumbprint });
  });

  it("§2.3: with the authorities between in Client-Cert-Chain", async () => {
    const inner = await authority("CN=Inner", { by: ca });
    const leaf = await certificate("CN=t1", { by: inner, names: [{ type: "dns", value: "t1.rp.example" }] });
    expect((await forwarded({ "client-cert": bytes(leaf) })).status).toBe(401);
    const both = { "client-cert": bytes(leaf), "client-cert-chain": `${bytes(inner)}, ${bytes(ca)}` };
    expect((await forwarded(both)).status).toBe(200);
  });

  it("or in URL-encoded PEM, if it is configured", async () => {
    const server = createPlainServer(await behindProxy(["127.0.0.1"], "x-client-cert"));
    servers.push(server);
    const at = await listening(server);
    const pem = encodeURIComponent(byName.cert);
    expect((await forwarded({ "x-client-cert": pem }, at)).status).toBe(200);
    expect((await forwarded({ "client-cert": bytes(byName) }, at)).status).toBe(401);
    expect((await forwarded({ "x-client-cert": "%zz" }, at)).status).toBe(400);
    expect(
      (await forwarded({ "x-client-cert": encodeURIComponent("-----BEGIN CERTIFICATE-----\nx") }, at)).status,
    ).toBe(400);
  });

  it("the proxy's verdict is not enough: the chain is validated here", async () => {
    expect((await forwarded({ "client-cert": bytes(stranger) })).status).toBe(401);
  });

  it("mtx-09: a request without the header has no certificate, also on a connection where one was sent", async () => {
    expect((await forwarded({ "client-cert": bytes(byName) })).status).toBe(200);
    expect((await forwarded({})).status).toBe(401);
  });

  it("mtls-05: only the certificate of the connection counts, and not one beside it in the chain", async () => {
    for (const leaf of [stranger, selfSigned]) {
      const both = { "client-cert": bytes(leaf), "client-cert-chain": `${bytes(byName)}, ${bytes(ca)}` };
      expect((await forwarded(both)).status).toBe(401);
    }
    expect(await ask("named", { ...stranger, cert: `${stranger.cert}\n${byName.cert}` })).toMatchObject(refused);
  });

  it("§4: a header of any other peer is refused", async () => {
    const server = createPlainServer(await behindProxy(["192.0.2.1"]));
    servers.push(server);
    const at = await listening(server);
    expect((await forwarded({ "client-cert": bytes(byName) }, at)).body).toMatchObject({ error: "invalid_request" });
    expect((await forwarded({}, at)).status).toBe(401);
  });

  const long = `:${"A".repeat(15_000)}:`;
  it.each([
    ["mtx-02: in two headers", `Client-Cert: ${bytes(byName)}\r\nClient-Cert: ${bytes(stranger)}`],
    ["mtx-02: in two spellings", `Client-Cert: ${bytes(byName)}\r\nClient_Cert: ${bytes(stranger)}`],
    ["mtx-02: in another spelling", `Client_Cert: ${bytes(byName)}`],
    ["mtx-12: in bad base64", "Client-Cert: :AAA!:"],
    ["mtx-12: in base64 of another alphabet", `Client-Cert: ${bytes(byName).replaceAll(/[+/]/g, "_")}_`],
    ["mtx-12: without colons", `Client-Cert: ${byName.der.toString("base64")}`],
    ["mtx-12: as PEM", `Client-Cert: ${encodeURIComponent(byName.cert)}`],
    ["mtx-12: as a list", `Client-Cert: ${bytes(byName)}, ${bytes(byName)}`],
    ["mtx-12: of bytes that are not a certificate", "Client-Cert: :AAAA:"],
    ["mtx-12: of deep DER", `Client-Cert: :${Buffer.alloc(9000, Buffer.from([0x30, 0x80])).toString("base64")}:`],
    ["mtx-12: of 11 KB of nothing", `Client-Cert: ${long}`],
    [
      "mtx-12: with a chain of 500",
      `Client-Cert: ${bytes(byName)}\r\nClient-Cert-Chain: ${Array(500).fill(":AAAA:").join(",")}`,
    ],
    ["with only a chain", `Client-Cert-Chain: ${bytes(byName)}`],
  ])("a certificate %s is refused", async (_, headers) => {
    const body = "grant_type=client_credentials&client_id=named";
    const head = [
      ...["POST /token HTTP/1.1", "Host: x", "Connection: close"],
      "Content-Type: application/x-www-form-urlencoded",
    ].join("\r\n");
    const answer = await rawPlain(proxied, `${head}\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    // What is parsed is counted in forwarded-pem.test.ts and bounded-der.test.ts.
    expect(answer).toMatch(/^HTTP\/1.1 400 .*"error":"invalid_request"/s);
  });

  it("mtx-12: 1 MB is refused by its size", async () => {
    const answer = await rawPlain(
      proxied,
      `POST /token HTTP/1.1\r\nHost: x\r\nClient-Cert: :${"A".repeat(1_000_000)}:\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 431/);
  });
});

async function rawPlain(to: number, text: string): Promise<string> {
  const { connect } = await import("node:net");
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(to, "127.0.0.1", () => socket.end(text));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}
