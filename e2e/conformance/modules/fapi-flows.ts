/** FAPI 2 flows that must work: FAPI 2.0 Security Profile §5.3.2 and §5.3.4. */
import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import * as oauth from "oauth4webapi";
import { isConsentPage, isLoginPage } from "../../support/browser/scripted-browser.ts";
import { send } from "../../support/http.ts";
import type { Parameters } from "../suite/authorization.ts";
import { addressOf, checkErrorAt, codeAt, push, pushed, requestOf, visit } from "../suite/fapi/authorization.ts";
import { type Bank, has, isForApi, resourceOf, userinfoOf } from "../suite/fapi/bank.ts";
import { complete, runFlow } from "../suite/fapi/flow.ts";
import { thumbprintOf } from "../suite/fapi/jwt.ts";
import { schemeOf } from "../suite/fapi/requests.ts";
import { checkResource, checkTokens, confirmationOf, idTokenOf, introspect, redeem } from "../suite/fapi/tokens.ts";
import type { FapiModule } from "./fapi-module.ts";

const LONG_STATE = "0123456789abcdef".repeat(8);

async function happyFlow(bank: Bank): Promise<void> {
  const [first, second] = bank.clients;
  const { tokens } = await runFlow(bank, { client: first, parameters: { state: LONG_STATE } });
  await acceptsAnyAccept(bank, tokens.access_token);
  await refusesTokenInQuery(bank, tokens.access_token);
  expect(await introspect(bank, first, tokens.access_token)).toMatchObject({ active: true, client_id: first.id });

  // RFC 9449 §10: the second client names its key without a proof.
  const parameters = has(bank, "dpop") ? { dpop_jkt: await thumbprintOf(second.dpop) } : {};
  await runFlow(bank, { client: second, parameters, pushing: { dpop: null } });
  await readByLibrary(bank);
}

async function acceptsAnyAccept(bank: Bank, token: string): Promise<void> {
  const [client] = bank.clients;
  for (const accept of ["application/json", "application/json; charset=utf-8", "application/json, text/plain, */*"])
    await checkResource(bank, client, token, { headers: { accept } });
}

/** FAPI 2.0 Security Profile §5.3.4 item 2. */
async function refusesTokenInQuery({ world, ...bank }: Bank, token: string): Promise<void> {
  const answer = await send(world, `${resourceOf({ world, ...bank })}?access_token=${token}`);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
}

/** The responses as a client library by others reads them. */
async function readByLibrary(bank: Bank): Promise<void> {
  const { server, options, clients } = bank;
  const [client] = clients;
  const known: oauth.Client = {
    client_id: client.id,
    id_token_signed_response_alg: client.alg,
    authorization_signed_response_alg: client.alg,
  };
  const request = await requestOf(bank, client);
  const asResponse = ({ status, headers, body }: Awaited<ReturnType<typeof push>>) =>
    new Response(body, { status, headers: { "content-type": String(headers["content-type"]) } });
  const par = await oauth.processPushedAuthorizationResponse(server, known, asResponse(await push(bank, request)));
  const landing = await visit(bank, addressOf(bank, client, par.request_uri));

  const [at, state] = [new URL(landing.url), request.parameters.state];
  const code = has(bank, "jarm")
    ? await oauth.validateJwtAuthResponse(server, known, at, state, options)
    : oauth.validateAuthResponse(server, known, at, state);
  const answer = await redeem(bank, request, String(code.get("code")));
  const checks = has(bank, "openid") ? { expectedNonce: String(request.parameters.nonce), requireIdToken: true } : {};
  await oauth.processAuthorizationCodeResponse(server, known, asResponse(answer), checks);
}

/** A person who refuses on either page sends `access_denied` to the client. */
async function personRefuses(bank: Bank): Promise<void> {
  const [first, second] = bank.clients;
  const changes = { state: LONG_STATE };
  // The person agreed before, so the request of the suite has no page but that of the sign-in.
  const cancelled = await requestOf(bank, first, changes);
  const fresh = bank.newBrowser();
  const page = await fresh.open(addressOf(bank, first, await pushed(bank, cancelled)));
  expect([isLoginPage(page), isConsentPage(page)]).toEqual([true, false]);
  await checkErrorAt(bank, cancelled, await fresh.submit(page, [["action", "cancel"]]), "access_denied");

  const denied = await requestOf(bank, second, { ...changes, prompt: "consent" });
  const browser = bank.newBrowser();
  const consent = () => [["action", "deny"] as const];
  const address = addressOf(bank, second, await pushed(bank, denied));
  await checkErrorAt(bank, denied, await visit(bank, address, { browser, consent }), "access_denied");
}

const withParameters =
  (parameters: Parameters): FapiModule =>
  async (bank) =>
    void (await runFlow(bank, { parameters }));

async function reversedScopes(bank: Bank): Promise<void> {
  const { parameters } = await requestOf(bank, bank.clients[0]);
  const scope = parameters.scope?.split(" ").reverse().join(" ");
  await runFlow(bank, { parameters: { scope } });
}

/** What the browser brings beside the request URI does not count: RFC 9126 §4, RFC 9101 §6.3. */
const outsideIsIgnored =
  (name: "state" | "nonce", parameters: Parameters = {}): FapiModule =>
  async (bank) => {
    const outside = { [name]: randomBytes(16).toString("hex") };
    // The state and the ID token are checked against what was pushed.
    await runFlow(bank, { parameters, outside });
  };

/** The address has no parameters other than the two that RFC 9126 §4 names. */
async function withoutDuplicates(bank: Bank): Promise<void> {
  const [client] = bank.clients;
  const request = await requestOf(bank, client);
  const address = addressOf(bank, client, await pushed(bank, request));
  expect([...new URL(address).searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);
  await complete(bank, { request, code: await codeAt(bank, request, await visit(bank, address)) });
}

/** RFC 6750 §2.1, RFC 9110 §11.1: the authentication scheme has no letter case. */
async function anyLetterCase(bank: Bank): Promise<void> {
  const { tokens } = await runFlow(bank);
  const schemes = has(bank, "dpop") ? ["dpop", "DPOP", "dPoP"] : ["bearer", "BEARER", "bEARER"];
  for (const scheme of schemes) await checkResource(bank, bank.clients[0], tokens.access_token, { scheme });
}

async function identityClaims(bank: Bank): Promise<void> {
  const { server, clients } = bank;
  expect(server.claims_parameter_supported).toBe(true);
  const technical = ["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "sid", "at_hash", "c_hash"];
  const names = (server.claims_supported ?? []).filter((name) => !technical.includes(name));
  expect(names.length).toBeGreaterThan(10);
  const forms = [null, { essential: true }, { essential: false }];
  const unknown = ["one", "two", "three"].map((name) => `${name}_${randomBytes(4).toString("hex")}`);
  const asked = Object.fromEntries([...names, ...unknown].map((name, index) => [name, forms[index % forms.length]]));

  const parameters = { claims: JSON.stringify({ id_token: asked, userinfo: asked }) };
  const request = await requestOf(bank, clients[0], parameters);
  const landing = await visit(bank, addressOf(bank, clients[0], await pushed(bank, request)));
  const code = await codeAt(bank, request, landing);
  const tokens = await checkTokens(bank, await redeem(bank, request, code), clients[0]);
  const idToken = await idTokenOf(bank, tokens, { request, code, mayHold: [...names, "sid"] });
  // OIDC Core §5.3: the token is for /userinfo also where it is for an API.
  const userinfo = await checkResource(bank, clients[0], tokens.access_token, { url: userinfoOf(bank) });
  for (const claims of [idToken, userinfo]) {
    expect(names.filter((name) => !(name in claims))).toEqual([]);
    expect(unknown.filter((name) => name in claims)).toEqual([]);
  }
}

/** RFC 9126 §7.3 allows a reload: a request URI is used up by the response, and not by the first visit. */
async function visitedTwice(bank: Bank): Promise<void> {
  const [client] = bank.clients;
  const request = await requestOf(bank, client);
  const address = addressOf(bank, client, await pushed(bank, request));
  const browser = bank.newBrowser();
  expect(isLoginPage(await browser.open(address))).toBe(true);
  await complete(bank, { request, code: await codeAt(bank, request, await visit(bank, address, { browser })) });
}

/** RFC 9701: the API of a client gets signed evidence of what the provider says about a token. */
async function signedIntrospection(bank: Bank): Promise<void> {
  const [first, second] = bank.clients;
  const { tokens, idToken } = await runFlow(bank);
  const told = await introspect(bank, first, tokens.access_token);
  expect(told).toMatchObject({
    active: true,
    iss: bank.server.issuer,
    client_id: first.id,
    token_type: schemeOf(bank),
    cnf: await confirmationOf(bank, first),
  });
  if (has(bank, "openid") && !isForApi(bank)) expect(told.sub).toBe(idToken.sub);
  // §5: about the token of another client the provider says nothing.
  expect(await introspect(bank, second, tokens.access_token)).toEqual({ active: false });
  expect(await introspect(bank, first, "another")).toEqual({ active: false });
}

export const fapiFlows = {
  "fapi2-security-profile-final-happy-flow": happyFlow,
  "fapi2-security-profile-final-user-rejects-authentication": personRefuses,
  "fapi2-security-profile-final-ensure-authorization-request-without-state-success": withParameters({
    state: undefined,
  }),
  "fapi2-security-profile-final-ensure-authorization-request-without-nonce-success": withParameters({
    nonce: undefined,
  }),
  "fapi2-security-profile-final-ensure-authorization-request-with-64-char-nonce-success": withParameters({
    nonce: LONG_STATE.slice(64),
  }),
  "fapi2-security-profile-final-ensure-authorization-request-with-long-nonce": withParameters({
    nonce: LONG_STATE.repeat(3),
  }),
  "fapi2-security-profile-final-ensure-authorization-request-with-long-state": withParameters({
    state: LONG_STATE.repeat(3),
  }),
  "fapi2-security-profile-final-ensure-other-scope-order-succeeds": reversedScopes,
  "fapi2-security-profile-final-test-claims-parameter-identity-claims": identityClaims,
  "fapi2-security-profile-final-access-token-type-header-case-sensitivity": anyLetterCase,
  "fapi2-security-profile-final-ensure-different-nonce-inside-and-outside-request-object": outsideIsIgnored("nonce"),
  "fapi2-security-profile-final-ensure-different-state-inside-and-outside-request-object": outsideIsIgnored("state"),
  "fapi2-security-profile-final-state-only-outside-request-object-not-used": outsideIsIgnored("state", {
    state: undefined,
  }),
  "fapi2-security-profile-final-par-without-duplicate-parameters": withoutDuplicates,
  "fapi2-security-profile-final-par-ensure-reused-request-uri-prior-to-auth-completion-succeeds": visitedTwice,
  "signed-introspection": signedIntrospection,
} satisfies Record<string, FapiModule>;
