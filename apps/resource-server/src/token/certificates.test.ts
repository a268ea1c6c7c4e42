import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { memoryStore } from "@countersign/ephemeral";
import { remoteJwks } from "@countersign/jwt";
import { createLogger, mutualTls } from "@countersign/service";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { forClientsWithCertificates } from "../routes.ts";
import { alice } from "../testing/test-person.ts";
import { now, outcome, refusal, startWorld } from "../testing/test-world.ts";
import { senderCheck } from "./sender.ts";
import { tokenVerification } from "./verification.ts";

const { get, bearer, issuer, world, stop } = await startWorld();

/** Only its hash matters here: the proxy has checked that the client holds its key. */
const own = randomBytes(600);
const other = randomBytes(600);
const thumbprint = (der: Buffer) => createHash("sha256").update(der).digest("base64url");
const bound = await issuer.accessToken(now, { cnf: { "x5t#S256": thumbprint(own) } });
const plain = await issuer.accessToken(now);

const listener = mutualTls({
  MTLS_URL: "https://mtls.api.example",
  MTLS_HOST: "127.0.0.1",
  MTLS_PORT: 1,
  MTLS_PROXIES: ["127.0.0.1"],
});
if (listener === undefined) throw new Error("mutual TLS is off");
const url = `${listener.url}/userinfo`;
const memory = memoryStore(() => new Date("2020-01-01T00:00:00Z"));
/** What was sent to the authorization server for a signed answer. */
const fetched: unknown[] = [];
const keys = remoteJwks(`${issuer.issuer}/jwks`, { onFailure: () => {} });
const server = createServer(
  forClientsWithCertificates(
    {
      verify: tokenVerification({ keys, issuer: issuer.issuer, audience: "http://localhost:4001", now: () => now }),
      assertSender: senderCheck({
        memory,
        secret: undefined,
        url,
        certificateOf: listener.certificateOf,
        now: () => now,
      }),
      certificateOf: listener.certificateOf,
      store: { find: async () => world.row, check: async () => {}, checkSchema: async () => {} },
      checkKeys: async () => {},
      fetchResponse: async (presented) => {
        fetched.push(presented);
        return "a.signed.answer";
      },
      resource: "http://localhost:4001",
      issuer: issuer.issuer,
      now: () => now,
    },
    { logger: createLogger({ name: "test", level: "silent" }), at: listener },
  ),
);
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(async () => {
  server.close();
  await stop();
});

const certificate = (der: Buffer) => ({ "client-cert": `:${der.toString("base64")}:` });
const ask = (headers: Record<string, string>) => fetch(`${origin}/userinfo`, { headers });

describe("RFC 8705 §3: a token that is bound to a certificate", () => {
  it("is accepted on a connection with this certificate", async () => {
    const response = await ask({ ...bearer(bound), ...certificate(own) });
    expect([response.status, await response.json()]).toMatchObject([200, { sub: "alice" }]);
  });

  it.each([
    ["another certificate", certificate(other)],
    ["no certificate", {}],
  ])("mtls-04: is refused with %s, at each request", async (_, headers) => {
    expect((await ask({ ...bearer(bound), ...certificate(own) })).status).toBe(200);
    await expect(ask({ ...bearer(bound), ...headers }).then(outcome)).resolves.toEqual(refusal(401, "invalid_token"));
  });

  it("mtx-11: is refused at the public listener, regardless of its headers", async () => {
    await expect(get("", { ...bearer(bound), ...certificate(own) }).then(outcome)).resolves.toEqual(
      refusal(401, "invalid_token"),
    );
  });

  it("a certificate does not hinder a token that is not bound", async () => {
    expect((await ask({ ...bearer(plain), ...certificate(own) })).status).toBe(200);
  });

  it("RFC 9440 §2.2: a header that cannot be read is 400", async () => {
    const response = await ask({ ...bearer(bound), "client-cert": "x" });
    expect(response.status).toBe(400);
  });

  it("with a key beside it, needs both (RFC 7800 §3.1)", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const jwk = await exportJWK(publicKey);
    const cnf = { jkt: await calculateJwkThumbprint(jwk), "x5t#S256": thumbprint(own) };
    const token = await issuer.accessToken(now, { cnf });
    const proof = () => {
      const ath = createHash("sha256").update(token).digest("base64url");
      return new SignJWT({ jti: crypto.randomUUID(), htm: "GET", htu: url, iat: now.getTime() / 1000, ath })
        .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
        .sign(privateKey);
    };
    const by = async (headers: object) => ask({ authorization: `DPoP ${token}`, dpop: await proof(), ...headers });
    expect((await by(certificate(own))).status).toBe(200);
    expect((await by(certificate(other))).status).toBe(401);
    expect((await by({})).status).toBe(401);
    expect((await ask({ ...bearer(token), ...certificate(own) })).status).toBe(401);
  });

  it("the authorization server learns of the certificate, if it makes the response", async () => {
    Object.assign(world, { row: { ...alice, wants_jwt: true } });
    const response = await ask({ ...bearer(bound), ...certificate(own) });
    expect([response.status, fetched]).toMatchObject([
      200,
      [{ token: bound, certificate: thumbprint(own), listener: "mtls" }],
    ]);
    Object.assign(world, { row: alice });
  });
});
