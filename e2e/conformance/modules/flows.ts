/** Requests that must succeed, and what the results must contain. */
import { expect } from "@playwright/test";
import * as oauth from "oauth4webapi";
import type { ClaimName } from "../suite/claims.ts";
import { SCOPE_CLAIMS } from "../suite/claims.ts";
import { type FlowOptions, inIdToken, type Outcome, runFlow, sharedClaims } from "../suite/flow.ts";
import type { Provider } from "../suite/provider.ts";
import { register } from "../suite/registration.ts";
import { checkUserinfo, type UserinfoBy } from "../suite/tokens.ts";
import type { Module } from "./module.ts";

/** Runs a flow, with changes to the request. */
const flowWith =
  (parameters: FlowOptions["parameters"] = {}): Module =>
  async (provider) =>
    void (await runFlow(provider, { parameters }));

function scopeModule(...scopes: readonly (keyof typeof SCOPE_CLAIMS)[]): Module {
  return async (provider) => {
    const claims: readonly ClaimName[] = scopes.flatMap((scope) => [...SCOPE_CLAIMS[scope]]);
    for (const scope of scopes) expect(provider.server.scopes_supported).toContain(scope);
    const outcome = await runFlow(provider, {
      parameters: { scope: ["openid", ...scopes].join(" ") },
      mayHold: inIdToken(provider, claims),
    });
    const shared = sharedClaims(provider, outcome);
    expect(claims.filter((name) => !(name in shared))).toEqual([]);
    // Claims that were not requested must be absent.
    const others = Object.values(SCOPE_CLAIMS)
      .flat()
      .filter((name) => !claims.includes(name));
    expect(others.filter((name) => name in shared)).toEqual([]);
  };
}

const userinfoModule =
  (by: UserinfoBy): Module =>
  async (provider) => {
    const { accessToken = "", idToken } = await runFlow(provider);
    await checkUserinfo(provider, accessToken, idToken.sub, by);
  };

async function alternateHappyFlow(provider: Provider): Promise<void> {
  const claims = SCOPE_CLAIMS.email;
  const client = await register(provider);
  const { running } = provider;
  // An object keeps the order of its members, so these parameters come before the usual ones.
  const parameters = {
    scope: "email openid",
    nonce: oauth.generateRandomNonce(),
    redirect_uri: client.redirectUri,
    response_type: running.responseType.split(" ").reverse().join(" "),
  };
  const outcome = await runFlow(provider, { client, parameters, mayHold: inIdToken(provider, claims) });
  expect(claims.filter((name) => !(name in sharedClaims(provider, outcome)))).toEqual([]);
}

async function acrValues(provider: Provider): Promise<void> {
  const offered = (provider.server.acr_values_supported as string[] | undefined) ?? ["1", "2"];
  const { idToken } = await runFlow(provider, { parameters: { acr_values: offered.join(" ") } });
  expect(offered).toContain(idToken.acr);
}

/** OIDC Core §5.5: requests an essential claim at the place where the plan can see it. */
async function claimsEssential(provider: Provider): Promise<void> {
  const place = inIdToken(provider, ["name"]).length > 0 ? "id_token" : "userinfo";
  const claims = JSON.stringify({ [place]: { name: { essential: true }, "urn:example:unknown": null } });
  const outcome = await runFlow(provider, { parameters: { claims }, mayHold: inIdToken(provider, ["name"]) });
  expect(sharedClaims(provider, outcome).name).toEqual(expect.any(String));
}

async function pkce(provider: Provider): Promise<void> {
  const verifier = oauth.generateRandomCodeVerifier();
  const parameters = {
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  await runFlow(provider, { parameters, tokenParameters: { code_verifier: verifier } });
}

async function idTokenSignature(provider: Provider): Promise<void> {
  const client = await register(provider);
  const { rawIdToken }: Outcome = await runFlow(provider, { client, idTokenAlg: "RS256" });
  expect(rawIdToken).not.toBe("");
  expect(client.metadata.id_token_signed_response_alg ?? "RS256").toBe("RS256");
}

export const flows = {
  "oidcc-server": async (provider) => {
    // A state of 128 characters comes back unchanged.
    await runFlow(provider, { parameters: { state: "s~".repeat(64) } });
  },
  "oidcc-idtoken-signature": idTokenSignature,
  "oidcc-idtoken-rs256": async (provider) => {
    const client = await register(provider, { id_token_signed_response_alg: "RS256" });
    expect(client.metadata.id_token_signed_response_alg).toBe("RS256");
    await runFlow(provider, { client, idTokenAlg: "RS256" });
  },
  "oidcc-userinfo-rs256": async (provider) => {
    expect(provider.server.userinfo_signing_alg_values_supported).toContain("RS256");
    const client = await register(provider, { userinfo_signed_response_alg: "RS256" });
    await runFlow(provider, { client, userinfoAlg: "RS256" });
  },
  "oidcc-userinfo-get": userinfoModule("get"),
  "oidcc-userinfo-post-header": userinfoModule("post header"),
  "oidcc-userinfo-post-body": userinfoModule("post body"),
  "oidcc-ensure-request-without-nonce-succeeds-for-code-flow": flowWith({ nonce: undefined }),
  "oidcc-scope-profile": scopeModule("profile"),
  "oidcc-scope-email": scopeModule("email"),
  "oidcc-scope-address": scopeModule("address"),
  "oidcc-scope-phone": scopeModule("phone"),
  "oidcc-scope-all": scopeModule("profile", "email", "address", "phone"),
  "oidcc-alternate-happy-flow": alternateHappyFlow,
  "oidcc-display-page": flowWith({ display: "page" }),
  "oidcc-display-popup": flowWith({ display: "popup" }),
  "oidcc-ensure-request-with-unknown-parameter-succeeds": flowWith({ extra: "foobar" }),
  "oidcc-login-hint": flowWith({ login_hint: "buffy@auth.countersign.test" }),
  "oidcc-ui-locales": flowWith({ ui_locales: "se" }),
  "oidcc-claims-locales": flowWith({ claims_locales: "se" }),
  "oidcc-ensure-request-with-acr-values-succeeds": acrValues,
  "oidcc-ensure-post-request-succeeds": async (provider) => {
    const { answer } = await runFlow(provider, { by: "POST" });
    expect(answer.pages).toEqual(["login", "consent"]);
  },
  "oidcc-server-client-secret-post": async (provider) => {
    const client = await register(provider, { token_endpoint_auth_method: "client_secret_post" });
    await runFlow(provider, { client });
  },
  "oidcc-claims-essential": claimsEssential,
  "oidcc-ensure-request-with-valid-pkce-succeeds": pkce,
} satisfies Record<string, Module>;
