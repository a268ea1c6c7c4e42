/** Codes and refresh tokens of FAPI 2 clients: FAPI 2.0 Security Profile §5.3.2.1. */
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "@playwright/test";
import { checkEntropy } from "../suite/authorization.ts";
import { type Bank, type FapiClient, has } from "../suite/fapi/bank.ts";
import { codeOf, type Outcome, runFlow } from "../suite/fapi/flow.ts";
import { newKey } from "../suite/fapi/jwt.ts";
import {
  askResource,
  errorOf,
  type Form,
  type Sending,
  withoutAuthentication,
  withoutSender,
} from "../suite/fapi/requests.ts";
import {
  checkRefusal,
  checkResource,
  checkTokens,
  idTokenOf,
  introspect,
  type Redemption,
  redeem,
  tokenRequest,
} from "../suite/fapi/tokens.ts";
import type { FapiModule } from "./fapi-module.ts";

/** A code that is redeemed in this way is refused with this error. */
const refusedWith =
  (redemption: (bank: Bank) => Redemption | Promise<Redemption>, error: string, status = 400): FapiModule =>
  async (bank) => {
    const { request, code } = await codeOf(bank);
    checkRefusal(await redeem(bank, request, code, await redemption(bank)), status, error);
  };

const SECOND_MS = 1000;

async function usedTwice(bank: Bank): Promise<void> {
  const { request, code, tokens } = await runFlow(bank);
  await wait(SECOND_MS);
  checkRefusal(await redeem(bank, request, code), 400, "invalid_grant");
  // RFC 6749 §4.1.2: what the code was exchanged for is revoked, and the resource refuses it.
  expect(await introspect(bank, request.client, tokens.access_token)).toEqual({ active: false });
  const revoked = await askResource(bank, request.client, tokens.access_token);
  expect([revoked.status, errorOf(revoked)]).toEqual([401, "invalid_token"]);
}

/** Each client refreshes, and uses the same refresh token again: item 9. */
async function refreshToken(bank: Bank): Promise<void> {
  const [first, second] = bank.clients;
  const granted = await offline(bank, first);
  const other = await offline(bank, second);
  for (const { client, outcome } of [granted, other]) {
    // RFC 9449 §5: a client that authenticates may take a new key.
    await refresh(bank, client, outcome, has(bank, "dpop") ? { dpop: await newKey("ES256") } : {});
    await refresh(bank, client, outcome, {}, { scope: outcome.request.parameters.scope });
  }

  const form = { grant_type: "refresh_token", refresh_token: granted.outcome.tokens.refresh_token };
  checkRefusal(await tokenRequest(bank, first, form, withoutAuthentication(bank)), 401, "invalid_client");
  const [sending, status, error] = withoutSender(bank);
  checkRefusal(await tokenRequest(bank, first, form, sending), status, error);
  checkRefusal(await tokenRequest(bank, second, form), 400, "invalid_grant");
  const stolen = await askResource(bank, first, other.outcome.tokens.access_token);
  expect([stolen.status, errorOf(stolen)]).toEqual([401, "invalid_token"]);
}

/** With OpenID Connect, a refresh token needs a page on which the person sees `offline_access`. */
async function offline(bank: Bank, client: FapiClient): Promise<{ client: FapiClient; outcome: Outcome }> {
  const parameters = has(bank, "openid") ? { prompt: "consent" } : {};
  const outcome = await runFlow(bank, { client, parameters });
  checkEntropy(outcome.tokens.refresh_token ?? "");
  return { client, outcome };
}

async function refresh(
  bank: Bank,
  client: FapiClient,
  { tokens: { refresh_token }, request, idToken }: Outcome,
  sending: Sending,
  more: Form = {},
): Promise<void> {
  const answer = await tokenRequest(bank, client, { grant_type: "refresh_token", refresh_token, ...more }, sending);
  const key = sending.dpop ?? client.dpop;
  const tokens = await checkTokens(bank, answer, client, key);
  // It was not replaced.
  expect([undefined, refresh_token]).toContain(tokens.refresh_token);
  await checkResource(bank, client, tokens.access_token, { dpop: key });
  if (tokens.id_token === undefined) return;
  const { nonce: _, ...parameters } = request.parameters;
  const again = await idTokenOf(bank, tokens, { request: { ...request, parameters } });
  for (const name of ["iss", "sub", "aud", "auth_time"]) expect(again[name], name).toEqual(idToken[name]);
}

const otherVerifier = () => ({ form: { code_verifier: "v".repeat(43) } });

export const fapiCodes = {
  "fapi2-security-profile-final-ensure-client-id-in-token-endpoint": refusedWith(
    ({ clients }) => ({ form: { client_id: clients[1].id } }),
    "invalid_client",
    401,
  ),
  "fapi2-security-profile-final-ensure-holder-of-key-required": async (bank) => {
    const { request, code } = await codeOf(bank);
    const [sending, status, error] = withoutSender(bank);
    checkRefusal(await redeem(bank, request, code, sending), status, error);
  },
  "fapi2-security-profile-final-ensure-authorization-code-is-bound-to-client": refusedWith(
    ({ clients }) => ({ by: clients[1], dpop: clients[0].dpop }),
    "invalid_grant",
  ),
  "fapi2-security-profile-final-attempt-reuse-authorization-code-after-one-second": usedTwice,
  "fapi2-security-profile-final-refresh-token": refreshToken,
  "fapi2-security-profile-final-ensure-pkce-code-verifier-required": refusedWith(
    () => ({ form: { code_verifier: undefined } }),
    "invalid_grant",
  ),
  "fapi2-security-profile-final-incorrect-pkce-code-verifier-rejected": refusedWith(otherVerifier, "invalid_grant"),
} satisfies Record<string, FapiModule>;
