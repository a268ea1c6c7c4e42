/** Token responses, ID tokens and userinfo, and the checks that each of them must always pass. */
import { createHash } from "node:crypto";
import { expect } from "@playwright/test";
import { createLocalJWKSet, decodeProtectedHeader, type JWTPayload, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import { type Answer as HttpAnswer, json, send } from "../../support/http.ts";
import { checkLifetime } from "./authorization.ts";
import { type Claims, checkClaimTypes } from "./claims.ts";
import type { Client } from "./client.ts";
import type { Provider } from "./provider.ts";

export interface IdTokenExpectation {
  readonly client: Pick<Client, "id"> & Partial<Pick<Client, "metadata">>;
  readonly nonce: string | undefined;
  readonly alg?: string;
  /** Claims that the ID token may contain because the request asked for them in the ID token. */
  readonly mayHold?: readonly string[];
  /** The values that came with the ID token and must be bound to it: a code by c_hash, an access token by at_hash. */
  readonly code?: string | undefined;
  readonly accessToken?: string | undefined;
  /** Whether c_hash and at_hash are required. In the front channel they are. */
  readonly bound: boolean;
}

const TECHNICAL = "iss sub aud exp iat auth_time nonce acr amr azp at_hash c_hash s_hash nbf jti txn".split(" ");
const MINUTES = 60;
const YEAR_SECONDS = 31_536_000;

/** Verifies an ID token with the keys of the provider, and makes the checks for every ID token. Returns its claims. */
export async function checkIdToken(
  { world, server }: Pick<Provider, "world" | "server">,
  token: string,
  expected: IdTokenExpectation,
): Promise<Claims> {
  const keys = JSON.parse((await send(world, server.jwks_uri ?? "")).body);
  const header = decodeProtectedHeader(token);
  expect(header.alg).toBe(expected.alg ?? "RS256");
  expect(header.kid).toEqual(expect.any(String));
  const key = keys.keys.find(({ kid }: { kid: string }) => kid === header.kid);
  expect(key, "the key that signed is published").toBeDefined();
  if (key.alg !== undefined) expect(key.alg).toBe(header.alg);
  if (key.use !== undefined) expect(key.use).toBe("sig");

  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer: server.issuer,
    audience: expected.client.id,
    clockTolerance: 5 * MINUTES,
  });
  checkTimes(payload);
  checkClaimTypes(payload);
  expect(payload.sub).toMatch(/^[\x21-\x7e]{1,255}$/);
  expect(payload.nonce).toBe(expected.nonce);
  if ("acr" in payload) expect(payload.acr).toMatch(/./);

  const allowed = [...TECHNICAL, ...logoutClaims(expected.client), ...(expected.mayHold ?? [])];
  expect(Object.keys(payload).filter((name) => !allowed.includes(name))).toEqual([]);
  checkBinding(payload, "c_hash", expected.code, expected.bound);
  checkBinding(payload, "at_hash", expected.accessToken, expected.bound);
  return payload;
}

/** The session is named to a client that is told of its end: Back-Channel Logout §2.1, Front-Channel Logout §3. */
const logoutClaims = ({ metadata = {} }: IdTokenExpectation["client"]) =>
  metadata.backchannel_logout_uri !== undefined || metadata.frontchannel_logout_uri !== undefined ? ["sid"] : [];

function checkTimes({ exp = 0, iat = 0, auth_time }: JWTPayload): void {
  const now = Date.now() / 1000;
  expect(exp).toBeGreaterThan(now - 5 * MINUTES);
  expect(exp).toBeLessThan(now + 50 * YEAR_SECONDS);
  expect(Math.abs(iat - now)).toBeLessThan(5 * MINUTES);
  if (auth_time === undefined) return;
  expect(auth_time).toEqual(expect.any(Number));
  expect(Number(auth_time)).toBeGreaterThan(now - YEAR_SECONDS);
  expect(Number(auth_time)).toBeLessThanOrEqual(now + 1);
}

// OIDC Core §3.3.2.11: the value is the left half of the hash. RS256 and ES256 use SHA-256.
function checkBinding(claims: Claims, name: string, value: string | undefined, must: boolean): void {
  if (value === undefined || (!must && !(name in claims))) return;
  const hash = createHash("sha256").update(value, "ascii").digest();
  expect(claims[name], name).toBe(hash.subarray(0, hash.length / 2).toString("base64url"));
}

/** Sends a token request by a client, and returns the response unchanged. */
export async function tokenRequest(
  { server, options }: Provider,
  client: Client,
  parameters: Readonly<Record<string, string>>,
): Promise<Response> {
  const { grant_type: grantType = "", ...rest } = parameters;
  return oauth.genericTokenEndpointRequest(
    server,
    { client_id: client.id },
    client.authentication,
    grantType,
    rest,
    options,
  );
}

export interface TokenResponse {
  readonly access_token: string;
  readonly id_token?: string;
  readonly refresh_token?: string;
  readonly scope?: string;
}

/** Checks a token response for what every token response must contain. */
export async function checkTokenResponse(response: Response): Promise<TokenResponse> {
  const body = await response.text();
  expect(response.status, body).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  expect(response.headers.get("cache-control")).toContain("no-store");
  const tokens = JSON.parse(body);
  expect(tokens.access_token).toMatch(/^[\x20-\x7e]+$/);
  expect(tokens.token_type).toMatch(/^bearer$/i);
  checkLifetime(tokens.expires_in);
  return tokens;
}

/** RFC 6749 §5.2: checks for an error in JSON with this code. */
export async function checkTokenError(response: Response, error: string, status = 400): Promise<void> {
  const body = await response.text();
  expect(response.status, body).toBe(status);
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  const answer = JSON.parse(body);
  expect(answer.error).toBe(error);
  expect(answer.error_description ?? "").toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/);
  expect(answer.access_token).toBeUndefined();
}

/** The three methods to send an access token (RFC 6750 §2). */
export type UserinfoBy = "get" | "post header" | "post body";

/** The response of userinfo to this token. */
export function askUserinfo({ world, server }: Provider, token: string, by: UserinfoBy = "get"): Promise<HttpAnswer> {
  const url = String(server.userinfo_endpoint);
  const headers = { authorization: `Bearer ${token}` };
  if (by === "get") return send(world, url, { headers });
  if (by === "post header") return send(world, url, { method: "POST", headers });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  return send(world, url, {
    method: "POST",
    headers: form,
    body: String(new URLSearchParams({ access_token: token })),
  });
}

/** Checks that userinfo is JSON about this person. */
export async function checkUserinfo(
  provider: Provider,
  token: string,
  sub: unknown,
  by: UserinfoBy = "get",
): Promise<Claims> {
  const answer = await askUserinfo(provider, token, by);
  expect(answer.status, answer.body).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  const claims = json(answer);
  expect(claims.sub).toBe(sub);
  checkClaimTypes(claims);
  return claims;
}

/** Checks that userinfo is a JWT about this person, signed by the provider for this client (OIDC Core §5.3.2). */
export async function checkSignedUserinfo(
  provider: Provider,
  token: string,
  { client, sub, alg }: { client: Client; sub: unknown; alg: string },
): Promise<Claims> {
  const { world, server } = provider;
  const answer = await askUserinfo(provider, token);
  expect(answer.status, answer.body).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^application\/jwt/);
  expect(decodeProtectedHeader(answer.body).alg).toBe(alg);
  const keys = createLocalJWKSet(JSON.parse((await send(world, server.jwks_uri ?? "")).body));
  const { payload } = await jwtVerify(answer.body, keys, { issuer: server.issuer, audience: client.id });
  expect(payload.sub).toBe(sub);
  expect(payload.nonce).toBeUndefined();
  checkClaimTypes(payload);
  return payload;
}
