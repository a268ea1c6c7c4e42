/** Requests that must fail, and where their errors are sent. */
import { expect } from "@playwright/test";
import { type Answer, checkError, checkErrorPage, type Parameters, requestOf, visit } from "../suite/authorization.ts";
import type { Client } from "../suite/client.ts";
import { runFlow } from "../suite/flow.ts";
import type { Provider } from "../suite/provider.ts";
import { newRedirectUri, register, requestRegistration } from "../suite/registration.ts";
import { askUserinfo, checkTokenError, tokenRequest } from "../suite/tokens.ts";
import type { Module } from "./module.ts";

/** Sends a request, and expects a page of the provider without a redirect. */
async function endsOnAPage(provider: Provider, client: Client, parameters: Parameters): Promise<void> {
  checkErrorPage(provider, await visit(provider, provider.browser(), requestOf(provider, client, parameters)));
}

async function responseTypeMissing(provider: Provider): Promise<void> {
  const client = await register(provider);
  const request = requestOf(provider, client, { response_type: undefined });
  const answer: Answer = await visit(provider, provider.browser(), request);
  if (answer.channel === "page") return checkErrorPage(provider, answer);

  // RFC 6749 §4.1.2.1: without a response type, no fragment is expected. A requested response_mode applies.
  const asCode = { ...provider, running: { ...provider.running, responseType: "code" } };
  checkError(asCode, request, answer, "unsupported_response_type", "invalid_request");
}

async function withoutNonce(provider: Provider): Promise<void> {
  const request = requestOf(provider, await register(provider), { nonce: undefined });
  const answer = await visit(provider, provider.browser(), request);
  checkError(provider, request, answer, "invalid_request");
}

async function unregisteredRedirectUri(provider: Provider): Promise<void> {
  const client = await register(provider);
  await endsOnAPage(provider, client, { redirect_uri: `${client.redirectUri}/${Date.now()}` });
}

async function redirectUriLeftOut(provider: Provider): Promise<void> {
  const redirectUris = [newRedirectUri(provider), newRedirectUri(provider)];
  await endsOnAPage(provider, await register(provider, { redirect_uris: redirectUris }), { redirect_uri: undefined });
}

/** A redirect URI that differs from the registered one in its query component. */
const otherQuery =
  (registered: string, sent: string): Module =>
  async (provider) => {
    const uri = newRedirectUri(provider);
    const client = await register(provider, { redirect_uris: [`${uri}${registered}`] });
    await endsOnAPage(provider, client, { redirect_uri: `${uri}${sent}` });
  };

async function queryKept(provider: Provider): Promise<void> {
  const redirectUri = `${newRedirectUri(provider)}?foo=bar&baz=a%20b`;
  const { answer } = await runFlow(provider, { client: await register(provider, { redirect_uris: [redirectUri] }) });
  expect(answer.to.startsWith(`${redirectUri}&`) || answer.channel !== "query").toBe(true);
}

async function unsignedIdTokens(provider: Provider): Promise<void> {
  expect(provider.server.id_token_signing_alg_values_supported).not.toContain("none");
  await checkRegistrationRefused(provider, { id_token_signed_response_alg: "none" }, "invalid_client_metadata");
}

/** Checks that a registration is refused with one of these error codes. */
export async function checkRegistrationRefused(
  provider: Provider,
  changes: object,
  ...errors: readonly string[]
): Promise<void> {
  const metadata = { client_name: "Refused", redirect_uris: [newRedirectUri(provider)], ...changes };
  const answer = await requestRegistration(provider, metadata);
  expect(answer.status, answer.body).toBe(400);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  expect(errors).toContain(JSON.parse(answer.body).error);
}

/** A redeemed code, and the tokens that it was exchanged for. */
export async function spentCode(provider: Provider) {
  const { request, answer, accessToken = "" } = await runFlow(provider);
  const form = {
    grant_type: "authorization_code",
    code: answer.parameters.get("code") ?? "",
    redirect_uri: request.client.redirectUri,
  };
  return { client: request.client, form, accessToken };
}

/** Redeems a code a second time. The code is refused, and the tokens from its first use are revoked. */
export async function redeemAgain(provider: Provider, spent: Awaited<ReturnType<typeof spentCode>>): Promise<void> {
  await checkTokenError(await tokenRequest(provider, spent.client, spent.form), "invalid_grant");
  const { status } = await askUserinfo(provider, spent.accessToken);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
}

export const refusals = {
  "oidcc-response-type-missing": responseTypeMissing,
  "oidcc-idtoken-unsigned": unsignedIdTokens,
  "oidcc-ensure-request-without-nonce-fails": withoutNonce,
  "oidcc-ensure-registered-redirect-uri": unregisteredRedirectUri,
  "oidcc-ensure-redirect-uri-in-authorization-request": redirectUriLeftOut,
  "oidcc-redirect-uri-query-OK": queryKept,
  "oidcc-redirect-uri-query-mismatch": otherQuery("?foo=bar", "?foo=baz"),
  "oidcc-redirect-uri-query-added": otherQuery("", "?foo=bar"),
  "oidcc-redirect-uri-regfrag": (provider) =>
    checkRegistrationRefused(
      provider,
      { redirect_uris: [`${newRedirectUri(provider)}#foobar`] },
      "invalid_redirect_uri",
    ),
  "oidcc-codereuse": async (provider) => redeemAgain(provider, await spentCode(provider)),
} satisfies Record<string, Module>;
