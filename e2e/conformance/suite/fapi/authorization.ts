/** Pushed authorization requests, the pages after them, and responses in the query or in JWTs. */
import { expect } from "@playwright/test";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import {
  allowFields,
  type Fields,
  isConsentPage,
  isLoginPage,
  type Landing,
  type ScriptedBrowser,
  signInFields,
} from "../../../support/browser/scripted-browser.ts";
import { type Answer, json, send } from "../../../support/http.ts";
import { checkEntropy, type Parameters } from "../authorization.ts";
import { type Bank, type FapiClient, has, isForApi } from "./bank.ts";
import { type Changes, requestObjectOf } from "./jwt.ts";
import { type Form, post, type Sending } from "./requests.ts";

export interface FapiRequest {
  readonly client: FapiClient;
  readonly parameters: Readonly<Record<string, string>>;
  readonly verifier: string;
}

/** The payment that a request of the variant with authorization details asks for. */
export const PAYMENT = {
  type: "payment",
  instructedAmount: { currency: "EUR", amount: "123.50" },
  creditorName: "Merchant A",
  creditorAccount: { iban: "DE02100100109307118603" },
} as const;

/**
 * The scope that every request of the variant sends, as `client.scope` of the suite. The suite never sends `resource`:
 * the API follows from its scope, or from the authorization details.
 */
function scopeOf(bank: Pick<Bank, "running">): string {
  const aboutPerson = has(bank, "openid") ? ["openid", "profile", "email", "offline_access"] : [];
  return [...aboutPerson, ...(isForApi(bank) ? ["orders:read"] : [])].join(" ");
}

const targetOf = (bank: Bank): Parameters => ({
  scope: scopeOf(bank),
  ...(has(bank, "rar") && { authorization_details: JSON.stringify([PAYMENT]) }),
});

/** The authorization request of the variant, with changes. A parameter that is undefined is left out. */
export async function requestOf(bank: Bank, client: FapiClient, changes: Parameters = {}): Promise<FapiRequest> {
  const verifier = oauth.generateRandomCodeVerifier();
  const all: Parameters = {
    response_type: "code",
    redirect_uri: client.redirectUri,
    state: oauth.generateRandomState(),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(has(bank, "openid") ? { nonce: oauth.generateRandomNonce() } : {}),
    ...(has(bank, "jarm") ? { response_mode: "jwt" } : {}),
    ...targetOf(bank),
    ...changes,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { client, parameters: Object.fromEntries(sent), verifier };
}

export interface Pushing extends Sending {
  /** Changes of the request object; with null the parameters are sent without one. */
  readonly object?: Changes | null;
  /** Parameters in addition to those of the request. */
  readonly beside?: Form;
}

/** Pushes a request, in a request object if the variant signs. Returns the response unchanged. */
export async function push(bank: Bank, request: FapiRequest, pushing: Pushing = {}): Promise<Answer> {
  const { client } = request;
  const { object, beside = {} } = pushing;
  const isSigned = has(bank, "signed requests") && object !== null;
  const form = isSigned ? { request: await objectOf(bank, request, object) } : request.parameters;
  const all = { client_id: client.id, ...form, ...beside };
  return post(bank, client, "pushed_authorization_request_endpoint", all, pushing);
}

/** The request object of a request. RFC 9101 §4: JSON in a parameter is JSON in the object. */
export function objectOf({ server }: Bank, { client, parameters }: FapiRequest, changes: Changes = {}) {
  const parsed = ["claims", "authorization_details"]
    .filter((name) => name in parameters)
    .map((name) => [name, JSON.parse(parameters[name] ?? "")]);
  const members = { client_id: client.id, ...parameters, ...Object.fromEntries(parsed) };
  return requestObjectOf(client, server.issuer, members, changes);
}

/** Pushes a request that must be accepted. Returns its request URI. */
export async function pushed(bank: Bank, request: FapiRequest, pushing: Pushing = {}): Promise<string> {
  const answer = await push(bank, request, pushing);
  expect(answer.status, answer.body).toBe(201);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  expect(answer.headers["cache-control"]).toContain("no-store");
  const { request_uri: requestUri, expires_in: expiresIn } = json(answer);
  expect(requestUri).toMatch(/^urn:ietf:params:oauth:request_uri:[\x21-\x7e]+$/);
  checkEntropy(String(requestUri).slice("urn:ietf:params:oauth:request_uri:".length));
  // FAPI 2.0 Security Profile §5.3.2.2 item 12
  expect(expiresIn).toEqual(expect.any(Number));
  expect(expiresIn).toBeGreaterThanOrEqual(5);
  expect(expiresIn).toBeLessThan(600);
  return String(requestUri);
}

/** The address to which a client sends the browser, with its two parameters and others. */
export function addressOf({ server }: Bank, client: FapiClient, requestUri: string, others: Form = {}): string {
  const all = Object.entries({ client_id: client.id, request_uri: requestUri, ...others });
  const sent = all.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${server.authorization_endpoint}?${new URLSearchParams(sent)}`;
}

/** What the person answers on the consent page. */
type Consent = (page: Landing) => Fields;
const allow: Consent = (page) => allowFields(page);

/** Opens an address. The person signs in and allows everything if asked. */
export async function visit(
  bank: Bank,
  address: string,
  { browser = bank.browser, consent = allow }: { browser?: ScriptedBrowser; consent?: Consent } = {},
): Promise<Landing> {
  let page = await browser.open(address);
  if (isLoginPage(page)) page = await browser.submit(page, signInFields(bank.account));
  if (isConsentPage(page)) page = await browser.submit(page, consent(page));
  return page;
}

/** The parameters of the response that came to the client. Every response is checked for what it must have. */
async function responseAt(bank: Bank, { client, parameters }: FapiRequest, landing: Landing) {
  expect(landing.status, landing.body.slice(0, 2000)).toBe(303);
  const url = new URL(landing.url);
  expect(landing.url.startsWith(client.redirectUri), landing.url).toBe(true);
  expect(url.hash).toBe("");
  for (const [name, value] of Object.entries(client.own)) expect(url.searchParams.getAll(name)).toEqual([value]);

  const sent = [...url.searchParams].filter(([name]) => !(name in client.own));
  expect(new Set(sent.map(([name]) => name)).size).toBe(sent.length);
  const plain = Object.fromEntries(sent);
  const response = has(bank, "jarm") ? await openResponse(bank, client, plain) : plain;
  expect(response.iss).toBe(bank.server.issuer);
  expect(response.state).toBe(parameters.state);
  return response;
}

/** JARM §2.4: the response is one JWT, for this client and for a short time. */
async function openResponse({ world, server }: Bank, client: FapiClient, sent: Readonly<Record<string, string>>) {
  expect(Object.keys(sent)).toEqual(["response"]);
  const token = String(sent.response);
  const keys = createLocalJWKSet(JSON.parse((await send(world, String(server.jwks_uri))).body));
  const { payload, protectedHeader } = await jwtVerify(token, keys, { issuer: server.issuer, audience: client.id });
  expect([protectedHeader.alg, decodeProtectedHeader(token).kid]).toEqual([client.alg, expect.any(String)]);
  expect(payload.aud).toBe(client.id);
  const lifetime = Number(payload.exp) - Date.now() / 1000;
  expect(lifetime).toBeGreaterThan(10);
  expect(lifetime).toBeLessThanOrEqual(600);
  const { aud: _, exp: __, ...parameters } = payload;
  return parameters as Record<string, string | undefined>;
}

/** Checks that a response has a code and nothing that was not asked for. Returns the code. */
export async function codeAt(bank: Bank, request: FapiRequest, landing: Landing): Promise<string> {
  const { code, state: _, iss: __, session_state: ___, ...others } = await responseAt(bank, request, landing);
  expect(others).toEqual({});
  expect(code).toEqual(expect.any(String));
  checkEntropy(String(code));
  return String(code);
}

/** Checks that a response is this error. */
export async function checkErrorAt(bank: Bank, request: FapiRequest, landing: Landing, error: string): Promise<void> {
  const response = await responseAt(bank, request, landing);
  expect(response.error).toBe(error);
  expect(response.code).toBeUndefined();
}

/** The code of the error page where the browser stopped. */
export const shownError = ({ body }: Landing): string | undefined => /id="error-code">([^<]*)</.exec(body)?.[1];
