/** An issuer for the tests of an API: it has real keys, and needs no network. */
import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { sha256 } from "../base64url.ts";
import type { IssuerOptions } from "../options.ts";

export interface TestIssuerOptions {
  /** The identifier of the API: the audience of the tokens. */
  readonly resource: string;
  /** Its own identifier; by default https://issuer.test. */
  readonly issuer?: string;
  readonly now?: () => Date;
}

/** A key that a test client holds. */
export interface TestKey {
  /** Its thumbprint. */
  readonly jkt: string;
  /** The public key. */
  readonly jwk: JWK;
  /** A proof for one request (RFC 9449 §4.2), with changes of any shape. */
  proof(request: ProofRequest, claims?: object): Promise<string>;
}

interface ProofRequest {
  readonly method: string;
  /** The public URL, without query. */
  readonly url: string;
  readonly token?: string;
  readonly nonce?: string;
}

export interface TestIssuer {
  /** For the option `issuer` of the guard. */
  readonly options: IssuerOptions;
  /** The keys that it publishes. */
  readonly jwks: { readonly keys: readonly JWK[] };
  /** A token that is valid for five minutes, with changes of any claim and of the header. */
  token(claims?: object, header?: object): Promise<string>;
  /** A key for tokens that are bound to one: `token({ cnf: { jkt: key.jkt } })`. */
  key(): Promise<TestKey>;
}

/** Makes an issuer with a new key. */
export async function createTestIssuer({
  resource,
  issuer = "https://issuer.test",
  now = () => new Date(),
}: TestIssuerOptions): Promise<TestIssuer> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), alg: "ES256", use: "sig" };
  const kid = await calculateJwkThumbprint(jwk);
  const jwks = { keys: [{ ...jwk, kid }] };
  const seconds = () => Math.floor(now().getTime() / 1000);

  return {
    options: { issuer, keys: createLocalJWKSet(jwks) },
    jwks,
    token: (claims = {}, header = {}) =>
      new SignJWT({
        iss: issuer,
        sub: "alice",
        aud: resource,
        client_id: "test-client",
        jti: crypto.randomUUID(),
        iat: seconds(),
        exp: seconds() + 300,
        ...claims,
      })
        .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid, ...header })
        .sign(privateKey),
    key: () => testKey(seconds),
  };
}

async function testKey(seconds: () => number): Promise<TestKey> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = await exportJWK(publicKey);
  return {
    jwk,
    jkt: await calculateJwkThumbprint(jwk),
    async proof({ method, url, token, nonce }, claims = {}) {
      const ath = token === undefined ? undefined : await sha256(token);
      const body = { jti: crypto.randomUUID(), htm: method, htu: url, iat: seconds(), ath, nonce, ...claims };
      return new SignJWT(body).setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk }).sign(privateKey);
    },
  };
}
