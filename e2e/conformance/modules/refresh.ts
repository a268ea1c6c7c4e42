/** Refresh tokens: RFC 6749 §6, OIDC Core §12. */
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "@playwright/test";
import { newDocument, publish } from "../../support/worlds/document-site.ts";
import { checkEntropy } from "../suite/authorization.ts";
import { brings } from "../suite/cases.ts";
import type { Client } from "../suite/client.ts";
import { type Outcome, runFlow } from "../suite/flow.ts";
import { type ClientKey, clientKey, newClientKey } from "../suite/keys.ts";
import type { Provider } from "../suite/provider.ts";
import { authenticationBy, register } from "../suite/registration.ts";
import { checkIdToken, checkTokenError, checkTokenResponse, tokenRequest } from "../suite/tokens.ts";
import type { Module } from "./module.ts";

/** The provider fetches keys for an unknown key id at most every ten seconds. The profile allows up to sixty. */
const REFETCH_MS = 10_500;

const SCOPE = "openid offline_access";

/** A client that may use refresh tokens. */
function refreshing(provider: Provider, changes: object = {}, key?: ClientKey): Promise<Client> {
  const implicit = brings(provider.running, "id_token") || brings(provider.running, "token");
  const grants = ["authorization_code", ...(implicit ? ["implicit"] : []), "refresh_token"];
  return register(provider, { grant_types: grants, ...changes }, key);
}

async function offline(provider: Provider, client: Client): Promise<Outcome & { refreshToken: string }> {
  expect(provider.server.scopes_supported).toContain("offline_access");
  const outcome = await runFlow(provider, { client, parameters: { scope: SCOPE, prompt: "consent" } });
  const refreshToken = outcome.tokens?.refresh_token ?? "";
  checkEntropy(refreshToken);
  return { ...outcome, refreshToken };
}

/** Refreshes, and compares the new ID token with the first one. */
async function refresh(
  provider: Provider,
  client: Client,
  { refreshToken, idToken }: Outcome & { refreshToken: string },
  scope?: string,
): Promise<void> {
  // A token issued in another second has another iat.
  while (Math.floor(Date.now() / 1000) <= Number(idToken.iat)) await wait(50);
  const form = { grant_type: "refresh_token", refresh_token: refreshToken, ...(scope === undefined ? {} : { scope }) };
  const tokens = await checkTokenResponse(await tokenRequest(provider, client, form));
  checkEntropy(tokens.access_token);
  if (tokens.refresh_token !== undefined) checkEntropy(tokens.refresh_token);
  if (tokens.id_token === undefined) return;

  const again = await checkIdToken(provider, tokens.id_token, {
    client,
    nonce: undefined,
    accessToken: tokens.access_token,
    bound: false,
  });
  for (const name of ["iss", "sub", "aud", "auth_time", "azp"]) expect(again[name], name).toEqual(idToken[name]);
  expect(again.iat).not.toBe(idToken.iat);
}

async function refreshToken(provider: Provider): Promise<void> {
  const first = await refreshing(provider);
  await refresh(provider, first, await offline(provider, first), SCOPE);

  const second = await refreshing(provider);
  const granted = await offline(provider, second);
  const stolen = { grant_type: "refresh_token", refresh_token: granted.refreshToken };
  await checkTokenError(await tokenRequest(provider, first, stolen), "invalid_grant");
  await refresh(provider, second, granted);
}

/** OIDC Core §10.1.1: the provider looks for a key with an unknown key id where the client publishes its keys. */
async function clientKeyRotation(provider: Provider): Promise<void> {
  const { world } = provider;
  const url = newDocument(world, "jwks.json");
  const publishKey = ({ publicJwk }: ClientKey) =>
    publish(world, url, JSON.stringify({ keys: [publicJwk] }), "application/json");
  const key = await clientKey();
  await publishKey(key);
  const client = await refreshing(provider, { jwks: undefined, jwks_uri: url }, key);
  const granted = await offline(provider, client);

  const next = await newClientKey();
  await publishKey(next);
  await wait(REFETCH_MS);
  const authentication = authenticationBy("private_key_jwt", undefined, next);
  await refresh(provider, { ...client, key: next, authentication }, granted);
}

export const refreshes = {
  "oidcc-refresh-token": refreshToken,
  "oidcc-refresh-token-rp-key-rotation": clientKeyRotation,
} satisfies Record<string, Module>;
