import { createHmac, randomUUID } from "node:crypto";
import { CLIENT_SIGNING_ALGS, HMAC_ALGS } from "@countersign/rules";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import {
  asserting,
  assertionOf,
  type KeyPair,
  newKeyPair,
  registered,
} from "../../../../testing/clients/registration.ts";
import { post } from "../../../../testing/clients/tokens.ts";
import { codeFor, redeem } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";

let service: Service;
let key: KeyPair;
// biome-ignore lint/suspicious/noExplicitAny: what registration answers
let S1: any;
beforeAll(async () => {
  service = await startService();
  service.pass(3600); // The store of used assertions is older than the assertions.
  key = await newKeyPair("one");
  S1 = await registered(service, { token_endpoint_auth_method: "client_secret_jwt" });
});
afterAll(() => service.close());

const now = () => service.clock.now;
const sign = (secret: string, claims: object, alg = "HS256", header: object = {}) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg, ...header }).sign(Buffer.from(secret));
/** Sends a request that only an authenticated client can make. */
const revoke = (assertion: string, fields = {}) =>
  post(service.origin, "/revoke", { token: "x", ...asserting(assertion), ...fields });
const proved = { status: 200 };
const refused = { status: 401, body: { error: "invalid_client", error_description: "client authentication failed" } };

describe("OIDC Core §9: client_secret_jwt", () => {
  it("works from registration to tokens, and the secret is never sent", async () => {
    const sent = { client_id: S1.client_id, redirect_uri: "https://new.example/cb" };
    const code = await codeFor(openBrowser(service.origin), "webClient", sent);
    const assertion = await sign(S1.client_secret, assertionOf(S1.client_id, now(), { aud: `${issuer}/token` }));
    const tokens = await redeem(service.origin, code, { redirect_uri: sent.redirect_uri, ...asserting(assertion) }, {});
    expect(tokens).toMatchObject({ status: 200, body: { token_type: "Bearer", id_token: expect.any(String) } });
  });

  it.each(HMAC_ALGS)("signs with %s if it registered no algorithm or this one", async (alg) => {
    expect(await revoke(await sign(S1.client_secret, assertionOf(S1.client_id, now()), alg))).toMatchObject(proved);
    const only = { token_endpoint_auth_method: "client_secret_jwt", token_endpoint_auth_signing_alg: alg };
    const { client_id, client_secret } = await registered(service, only);
    for (const used of HMAC_ALGS) {
      const answer = await revoke(await sign(client_secret, assertionOf(client_id, now()), used));
      expect(answer).toMatchObject(used === alg ? proved : refused);
    }
  });

  it("cauth-17: gets a generated secret, as long as its strongest algorithm requires (RFC 7518 §3.2)", async () => {
    const own = { token_endpoint_auth_method: "client_secret_jwt", client_secret: "8 bytes!" };
    for (const { client_secret, client_secret_expires_at } of [S1, await registered(service, own)]) {
      expect(Buffer.from(client_secret, "base64url")).toHaveLength(64);
      expect(client_secret_expires_at).toBe(0);
    }
  });

  it("cred-05: has a sealed secret, and no other client has", async () => {
    const other = await registered(service);
    const kept = async (id: string) =>
      (
        await service.rows(
          "SELECT secret_hash, sealed_secret, secret_key_encryption_key_id AS key FROM client WHERE id = $1",
          [id],
        )
      )[0];
    expect(await kept(S1.client_id)).toMatchObject({ sealed_secret: expect.any(Buffer), key: "k1" });
    expect(await kept(other.client_id)).toMatchObject({
      secret_hash: expect.any(Buffer),
      sealed_secret: null,
      key: null,
    });
    const everything = JSON.stringify(
      await service.rows("SELECT client::text, encode(sealed_secret, 'escape') FROM client"),
    );
    expect(everything).not.toContain(S1.client_secret);
    expect(service.log()).not.toContain(S1.client_secret);
  });
});

describe("RFC 7523 §3: refused assertions of client_secret_jwt", () => {
  it("cauth-10: an assertion that was used before, also under concurrency", async () => {
    const assertion = await sign(S1.client_secret, assertionOf(S1.client_id, now()));
    const answers = await Promise.all([revoke(assertion), revoke(assertion), revoke(assertion)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it.each([
    ["another server's audience", { aud: "https://other.example" }, {}],
    ["cauth-13: another subject", { sub: "webClient" }, {}],
    ["cauth-14: no exp", { exp: undefined }, {}],
    ["cauth-14: no jti", { jti: undefined }, {}],
    ["cauth-18: no type", {}, { client_assertion_type: "" }],
  ])("%s", async (_, changes, fields) => {
    const claims = assertionOf(S1.client_id, now(), changes);
    expect(await revoke(await sign(S1.client_secret, claims), fields)).toMatchObject(refused);
  });

  it("an assertion with another secret, or with a publicly known key", async () => {
    const [hash] = await service.rows("SELECT secret_hash FROM client WHERE id = $1", [S1.client_id]);
    const hex = Buffer.from(hash?.secret_hash as Buffer).toString("hex");
    for (const secret of ["x".repeat(86), hex, `${S1.client_secret}\n`, S1.client_secret.slice(1), S1.client_id]) {
      expect(await revoke(await sign(secret, assertionOf(S1.client_id, now()), "HS512"))).toMatchObject(refused);
    }
  });

  it("the secret itself: who knows it reads the registered method", async () => {
    const named = {
      status: 401,
      body: {
        error: "invalid_client",
        error_description: "the client is registered for client_secret_jwt, and must use it",
      },
    };
    const shown = { token: "x", client_id: S1.client_id, client_secret: S1.client_secret };
    expect(await post(service.origin, "/revoke", shown)).toMatchObject(named);
    const header = { authorization: `Basic ${Buffer.from(`${S1.client_id}:${S1.client_secret}`).toString("base64")}` };
    expect(await post(service.origin, "/revoke", { token: "x" }, header)).toMatchObject(named);
  });
});

describe("RFC 8725 §2.1, cauth-15: the algorithms of the two methods are never confused", () => {
  it("no registered key of a client_secret_jwt client verifies an assertion", async () => {
    const { client_id } = await registered(service, {
      token_endpoint_auth_method: "client_secret_jwt",
      jwks: { keys: [key.publicJwk] },
    });
    expect(await revoke(await key.sign(assertionOf(client_id, now())))).toMatchObject(refused);
  });

  it.each(HMAC_ALGS)(
    "no %s verifies for a client of private_key_jwt, with its public key or its secret",
    async (alg) => {
      const client = await registered(service, {
        token_endpoint_auth_method: "private_key_jwt",
        jwks: { keys: [key.publicJwk] },
        id_token_signed_response_alg: alg,
      });
      const claims = assertionOf(client.client_id, now());
      for (const secret of [client.client_secret, JSON.stringify(key.publicJwk), String(key.publicJwk.x)]) {
        expect(await revoke(await sign(secret, claims, alg, { kid: "one" }))).toMatchObject(refused);
      }
      expect(await revoke(await key.sign({ ...claims, jti: randomUUID() }))).toMatchObject(proved);
    },
  );

  it("no asymmetric algorithm is verified with the secret, regardless of the header", async () => {
    const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const alg of [...CLIENT_SIGNING_ALGS, "none", "hs256", "HS256 "]) {
      const input = `${b64({ alg })}.${b64(assertionOf(S1.client_id, now()))}`;
      const mac = createHmac("sha256", S1.client_secret).update(input).digest("base64url");
      expect(await revoke(`${input}.${mac}`)).toMatchObject(refused);
    }
  });

  it("a public client and a client of client_secret_basic cannot use assertions", async () => {
    for (const id of ["publicClient", "webClient", "webPostClient"]) {
      expect(await revoke(await sign("p:a%s s+ü", assertionOf(id, now())))).toMatchObject(refused);
    }
  });
});
