/** Token responses, resources and introspection of the FAPI 2 plans, and the checks that each must always pass. */
import { createHash, X509Certificate } from "node:crypto";
import { expect } from "@playwright/test";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { type Answer, json, send } from "../../../support/http.ts";
import { checkEntropy, checkLifetime } from "../authorization.ts";
import type { Claims } from "../claims.ts";
import { checkIdToken } from "../tokens.ts";
import { type FapiRequest, PAYMENT } from "./authorization.ts";
import { type Bank, type FapiClient, has } from "./bank.ts";
import { type SigningKey, thumbprintOf } from "./jwt.ts";
import { askResource, errorOf, type Form, post, type ResourceRequest, type Sending, schemeOf } from "./requests.ts";

export interface FapiTokens {
  readonly access_token: string;
  readonly id_token?: string;
  readonly refresh_token?: string;
  readonly authorization_details?: unknown;
}

/** A token request by a client. Returns the response unchanged. */
export const tokenRequest = (bank: Bank, client: FapiClient, form: Form, sending?: Sending): Promise<Answer> =>
  post(bank, client, "token_endpoint", { client_id: client.id, ...form }, sending);

export interface Redemption extends Sending {
  /** The client that redeems the code, if it is not the one of the request. */
  readonly by?: FapiClient;
  /** Changes of the parameters. One that is undefined is left out. */
  readonly form?: Form;
}

/** Redeems the code of a request. Returns the response unchanged. */
export function redeem(bank: Bank, request: FapiRequest, code: string, redemption: Redemption = {}): Promise<Answer> {
  const { client, verifier } = request;
  const form = { grant_type: "authorization_code", code, redirect_uri: client.redirectUri, code_verifier: verifier };
  return tokenRequest(bank, redemption.by ?? client, { ...form, ...redemption.form }, redemption);
}

/** What the access tokens of a client are bound to: RFC 9449 §6.1, RFC 8705 §3.1. */
export async function confirmationOf(bank: Bank, client: FapiClient, key: SigningKey = client.dpop): Promise<object> {
  if (has(bank, "dpop")) return { jkt: await thumbprintOf(key) };
  const { raw } = new X509Certificate(client.certificate.certificate);
  return { "x5t#S256": createHash("sha256").update(raw).digest("base64url") };
}

/**
 * Checks a token response for what every one must have: a token that is bound to its sender.
 *
 * @param key the key of the proof, if it is not the usual one of the client
 */
export async function checkTokens(
  bank: Bank,
  answer: Answer,
  client: FapiClient,
  key?: SigningKey,
): Promise<FapiTokens> {
  expect(answer.status, answer.body).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  expect(answer.headers["cache-control"]).toContain("no-store");
  const tokens = json(answer);
  expect(tokens.token_type).toBe(schemeOf(bank));
  checkLifetime(tokens.expires_in);
  const accessToken = String(tokens.access_token);
  checkEntropy(accessToken);
  expect(decodeJwt(accessToken).cnf).toEqual(await confirmationOf(bank, client, key));
  if (tokens.refresh_token !== undefined) checkEntropy(String(tokens.refresh_token));
  if (!has(bank, "openid")) expect(tokens.id_token).toBeUndefined();
  return { ...tokens, access_token: accessToken };
}

/** RFC 9396 §7: the response and the token have the details that were granted. */
export function checkDetails(bank: Bank, tokens: FapiTokens): void {
  if (!has(bank, "rar")) return;
  expect(tokens.authorization_details).toEqual([PAYMENT]);
  expect(decodeJwt(tokens.access_token).authorization_details).toEqual([PAYMENT]);
}

interface IdTokenOf {
  readonly request: FapiRequest;
  readonly code?: string;
  /** Claims that the request asked for in the ID token. */
  readonly mayHold?: readonly string[];
}

/** Checks the ID token of a token response. Returns its claims; none without OpenID Connect. */
export async function idTokenOf(bank: Bank, tokens: FapiTokens, { request, code, mayHold = [] }: IdTokenOf) {
  if (!has(bank, "openid")) return {};
  const { client, parameters } = request;
  const expected = { client, nonce: parameters.nonce, alg: client.alg, mayHold, code, bound: false };
  const claims = await checkIdToken(bank, String(tokens.id_token), { ...expected, accessToken: tokens.access_token });
  if (parameters.state === undefined) expect(claims.s_hash).toBeUndefined();
  return claims;
}

const MINUTES_MS = 60_000;

/** Checks that the resource accepts an access token. Returns what it says. */
export async function checkResource(bank: Bank, client: FapiClient, accessToken: string, request?: ResourceRequest) {
  const answer = await askResource(bank, client, accessToken, request);
  expect(answer.status, `${answer.body} ${answer.headers["www-authenticate"]}`).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  expect(Math.abs(Date.parse(String(answer.headers.date)) - Date.now())).toBeLessThan(5 * MINUTES_MS);
  return json(answer);
}

/** Checks a refusal of an endpoint that clients call: this error in JSON, and nothing else. */
export function checkRefusal(answer: Answer, status: number, error: string): void {
  expect([answer.status, errorOf(answer)], answer.body).toEqual([status, error]);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  const body = json(answer);
  expect(Object.keys(body).filter((name) => !["error", "error_description"].includes(name))).toEqual([]);
  expect(body.error_description ?? "").toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/);
}

/** What the provider says about a token to the client that got it: RFC 7662, and RFC 9701 where it is signed. */
export async function introspect(bank: Bank, client: FapiClient, token: string): Promise<Claims> {
  const { world, server } = bank;
  const form = { client_id: client.id, token };
  const answer = await post(bank, client, "introspection_endpoint", form, { dpop: null });
  expect(answer.status, answer.body).toBe(200);
  if (!has(bank, "jarm")) return json(answer);

  expect(answer.headers["content-type"]).toMatch(/^application\/token-introspection\+jwt/);
  const { alg, typ, kid } = decodeProtectedHeader(answer.body);
  expect([alg, typ, kid]).toEqual([client.alg, "token-introspection+jwt", expect.any(String)]);
  const keys = createLocalJWKSet(JSON.parse((await send(world, String(server.jwks_uri))).body));
  const { payload } = await jwtVerify(answer.body, keys, { issuer: server.issuer, audience: client.id });
  // RFC 9701 §5: it must not be usable as another token.
  expect([payload.sub, payload.exp]).toEqual([undefined, undefined]);
  expect(Math.abs(Number(payload.iat) * 1000 - Date.now())).toBeLessThan(MINUTES_MS);
  return payload.token_introspection as Claims;
}
