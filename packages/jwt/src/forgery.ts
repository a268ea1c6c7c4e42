/** For the tests of attacks: tokens in which the test chooses every byte. */
import { createPrivateKey, sign as cryptoSign, type KeyObject } from "node:crypto";
import { createLocalJWKSet } from "jose";
import { expect } from "vitest";
import { generateSigningKey, importSigningKey, publicJwks } from "./keys/signing-key.ts";
import { signAccessToken, verifyAccessToken } from "./profiles/access-token.ts";
import { verifyClientAssertion } from "./profiles/client-assertion.ts";
import { signIdToken, verifyIdTokenHint } from "./profiles/id-token.ts";
import { verifyRequestObject } from "./profiles/request-object.ts";

const now = new Date("2030-01-01T12:00:00Z");
const seconds = now.getTime() / 1000;
const issuer = "https://auth.example";
const audience = "https://api.example";

export const [es, rs] = [await generateSigningKey("ES256"), await generateSigningKey("RS256")];
const key = await importSigningKey(es);
const keys = createLocalJWKSet(publicJwks([es, rs]));

const person = {
  iss: issuer,
  sub: "alice",
  exp: seconds + 300,
  iat: seconds,
  auth_time: seconds,
  acr: "1",
  amr: ["pwd"],
};
const ids = { jti: "j", client_id: "web", authorization_id: "0f0e0d0c-0b0a-4908-8706-050403020100" };

export const refused = expect.objectContaining({ code: "invalid_jwt", message: "the token is invalid" });
export const b64 = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

export const privateKey = createPrivateKey({ key: es.privateJwk as never, format: "jwk" });
export const p1363 = (input: string, by: KeyObject, dsaEncoding: "ieee-p1363" | "der" = "ieee-p1363") =>
  cryptoSign("sha256", Buffer.from(input), { key: by, dsaEncoding }).toString("base64url");

/** A token of these parts; by default signed with our own real key. */
export function forge(header: object, payload: string | Buffer | object, by: KeyObject = privateKey): string {
  const body = Buffer.isBuffer(payload) ? payload.toString("base64url") : b64(payload);
  const input = `${b64(header)}.${body}`;
  return `${input}.${p1363(input, by)}`;
}

/** The claims of a client in an assertion, or in a request object; signed by a key that it registered. */
const clientSigned = { iss: "web", sub: "web", aud: issuer, exp: seconds + 60, nbf: seconds, jti: "j" };
const request = { ...clientSigned, sub: undefined, response_type: "code", redirect_uri: "https://rp.example/cb" };
const algs = ["RS256", "ES256"];

/** Every profile that verifies a token, each with a valid token and with types of other profiles. */
export const profiles = [
  {
    profile: "access token",
    typ: "at+jwt",
    otherTyps: ["logout+jwt", "dpop+jwt", undefined], // JWT is a type of access tokens, too
    claims: { ...person, ...ids, aud: audience },
    good: await signAccessToken(key, { ...person, ...ids, aud: audience }),
    verify: async (token: string): Promise<unknown> => verifyAccessToken(token, { keys, issuer, audience, now }),
  },
  {
    profile: "id_token_hint",
    typ: "JWT",
    otherTyps: ["logout+jwt", "at+jwt", undefined],
    claims: { ...person, aud: "web" },
    good: await signIdToken(key, { ...person, aud: "web" }),
    verify: async (token: string): Promise<unknown> =>
      verifyIdTokenHint(token, { keys, issuer, secretOf: async () => undefined }),
  },
  {
    profile: "client assertion",
    typ: "client-authentication+jwt",
    otherTyps: ["logout+jwt", "at+jwt", "dpop+jwt", "oauth-authz-req+jwt"],
    claims: clientSigned,
    good: forge({ alg: "ES256", kid: es.kid }, clientSigned),
    verify: async (token: string): Promise<unknown> =>
      verifyClientAssertion(token, { keys, algs, clientId: "web", audiences: [issuer], listed: false, now }),
  },
  {
    profile: "request object",
    typ: "oauth-authz-req+jwt",
    otherTyps: ["logout+jwt", "at+jwt", "dpop+jwt", "client-authentication+jwt"],
    claims: request,
    good: forge({ alg: "ES256", kid: es.kid }, request),
    verify: async (token: string): Promise<unknown> =>
      verifyRequestObject(token, { keys, algs, clientId: "web", issuer, required: ["iss", "aud", "exp"], now }),
  },
];
