/** Authorization requests of FAPI 2 clients that must be refused: FAPI 2.0 Security Profile §5.3.2.2. */
import { expect } from "@playwright/test";
import { send } from "../../support/http.ts";
import { checkShown, type Parameters } from "../suite/authorization.ts";
import {
  addressOf,
  checkErrorAt,
  codeAt,
  objectOf,
  push,
  pushed,
  requestOf,
  shownError,
  visit,
} from "../suite/fapi/authorization.ts";
import { type Bank, endpointOf, has, usesCertificates } from "../suite/fapi/bank.ts";
import { complete } from "../suite/fapi/flow.ts";
import { assertionOf } from "../suite/fapi/jwt.ts";
import { checkRefusal } from "../suite/fapi/tokens.ts";
import type { FapiModule } from "./fapi-module.ts";

/** A pushed request with these changes is refused with this error. */
const refusedAtPar =
  (parameters: Parameters, error = "invalid_request"): FapiModule =>
  async (bank) =>
    checkRefusal(await push(bank, await requestOf(bank, bank.clients[0], parameters)), 400, error);

async function unregisteredRedirectUri(bank: Bank): Promise<void> {
  const [client] = bank.clients;
  const request = await requestOf(bank, client, { redirect_uri: `${client.redirectUri}/${Date.now()}` });
  checkRefusal(await push(bank, request), 400, "invalid_request");
}

/** A request that was not pushed is refused. If it is in a request object, that is not looked into. */
async function withoutPar(bank: Bank): Promise<void> {
  const [client] = bank.clients;
  const request = await requestOf(bank, client);
  const open = (parameters: Readonly<Record<string, string>>) =>
    bank.newBrowser().open(`${bank.server.authorization_endpoint}?${new URLSearchParams(parameters)}`);
  const plain = await open({ client_id: client.id, ...request.parameters });
  await checkErrorAt(bank, request, plain, "invalid_request");
  if (!has(bank, "signed requests")) return;

  const page = await open({ client_id: client.id, request: await objectOf(bank, request) });
  checkShown(bank, page);
  expect(shownError(page)).toBe("invalid_request");
}

async function requestUriInForm(bank: Bank): Promise<void> {
  const request = await requestOf(bank, bank.clients[0]);
  const beside = { request_uri: await pushed(bank, request) };
  checkRefusal(await push(bank, request, { beside }), 400, "invalid_request");
}

async function otherMethod(bank: Bank): Promise<void> {
  const { world, server, clients, from } = bank;
  const [client] = clients;
  const { parameters } = await requestOf(bank, client);
  const form = {
    ...parameters,
    client_id: client.id,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: await assertionOf(client, server.issuer),
  };
  const answer = await send(world, endpointOf(bank, "pushed_authorization_request_endpoint"), {
    method: "PUT",
    certificate: usesCertificates(bank) ? client.certificate : undefined,
    headers: { "content-type": "application/x-www-form-urlencoded", ...from },
    body: String(new URLSearchParams(form)),
  });
  expect([answer.status, answer.headers.allow]).toEqual([405, expect.stringContaining("POST")]);
}

/** A request URI that was answered is used up. */
async function usedAgain(bank: Bank): Promise<void> {
  const [client] = bank.clients;
  const request = await requestOf(bank, client);
  const address = addressOf(bank, client, await pushed(bank, request));
  await complete(bank, { request, code: await codeAt(bank, request, await visit(bank, address)) });
  await checkUnusable(bank, address);
}

async function ofAnotherClient(bank: Bank): Promise<void> {
  const [first, second] = bank.clients;
  const requestUri = await pushed(bank, await requestOf(bank, first));
  await checkUnusable(bank, addressOf(bank, second, requestUri));
}

/** Checks that an address ends on a page, because its request URI cannot be used. */
export async function checkUnusable(bank: Bank, address: string): Promise<void> {
  const page = await visit(bank, address);
  checkShown(bank, page);
  expect(shownError(page)).toBe("invalid_request_uri");
}

export const fapiRequests = {
  "fapi2-security-profile-final-ensure-request-object-without-redirect-uri-fails": refusedAtPar({
    redirect_uri: undefined,
  }),
  "fapi2-security-profile-final-ensure-redirect-uri-in-authorization-request": refusedAtPar({
    redirect_uri: undefined,
    state: undefined,
  }),
  "fapi2-security-profile-final-plain-fapi-tolerate-unregistered-redirect-uri": unregisteredRedirectUri,
  "fapi2-security-profile-final-ensure-unsigned-authorization-request-without-using-par-fails": withoutPar,
  "fapi2-security-profile-final-ensure-response-type-code-idtoken-fails": refusedAtPar(
    { response_type: "code id_token" },
    "unauthorized_client",
  ),
  "fapi2-security-profile-final-ensure-response-type-token-fails": refusedAtPar(
    { response_type: "token" },
    "unauthorized_client",
  ),
  "fapi2-security-profile-final-par-authorization-request-containing-request_uri-form-param": requestUriInForm,
  "fapi2-security-profile-final-par-attempt-invalid-http-method": otherMethod,
  "fapi2-security-profile-final-par-ensure-pkce-required": refusedAtPar({
    code_challenge: undefined,
    code_challenge_method: undefined,
  }),
  "fapi2-security-profile-final-par-plain-pkce-rejected": refusedAtPar({ code_challenge_method: "plain" }),
  "fapi2-security-profile-final-par-attempt-reuse-request_uri": usedAgain,
  "fapi2-security-profile-final-par-attempt-to-use-request_uri-for-different-client": ofAnotherClient,
} satisfies Record<string, FapiModule>;
