import { createHash } from "node:crypto";
import { type Client, readParameters, type Secret } from "@countersign/rules";
import { beforeEach, describe, expect, it } from "vitest";
import type { Authorization } from "../stores/authorization-row.ts";
import type { AuthorizationStore } from "../stores/authorizations.ts";
import { authorizationCode } from "./authorization-code.ts";
import type { GrantDependencies } from "./grant.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const verifier = "v".repeat(43);
const challenge = createHash("sha256").update(verifier).digest("base64url");
const scopes = ["openid", "email"];
const web = { id: "web", grantTypes: ["authorization_code"], scopes } as unknown as Client;
const sent = { code: "c-1", redirect_uri: "https://app.example/cb", code_verifier: verifier };
const authorization = { id: "a-1", scopes } as unknown as Authorization;

type Redemption = Parameters<AuthorizationStore["redeemCode"]>;
let redemptions: Redemption[];
let issued: Authorization[];
beforeEach(() => {
  redemptions = [];
  issued = [];
});

function exchange(form: Record<string, string>, outcome: Authorization | "replayed" | "scope_exceeded" | "no_match") {
  const deps: GrantDependencies = {
    now: () => noon,
    authorizations: {
      create: async () => undefined,
      async redeemCode(...redemption: Redemption) {
        redemptions.push(redemption);
        return typeof outcome === "string" ? undefined : outcome;
      },
      explainMiss: async () => (typeof outcome === "string" ? outcome : "no_match"),
    },
    refreshTokens: {
      create: async () => "rt-1" as Secret,
      rotate: async () => undefined,
      findSpent: async () => undefined,
      findLive: async () => undefined,
      revokeFamily: async () => false,
    },
    standingAuthorizations: { findOrCreate: async () => undefined },
    resources: { find: async () => undefined },
    userinfoResource: { identifier: "https://api.example", scopes: [] },
    tokens: {
      maxTokenTtlSeconds: 300,
      accessToken: async () => ({ access_token: "at", token_type: "Bearer", expires_in: 300 }),
      assertDeliverable: async () => {},
      idToken: async () => "id",
      clientToken: async () => ({ access_token: "at", token_type: "Bearer", expires_in: 300 }),
      async issue(a) {
        issued.push(a);
        return { access_token: "at", token_type: "Bearer", expires_in: 300 };
      },
    },
  };
  return authorizationCode.exchange(
    readParameters(Object.entries({ ...sent, ...form })),
    { client: web, address: "192.0.2.7" },
    deps,
  );
}

describe("RFC 6749 §4.1.3: redeeming a code", () => {
  it("issues tokens for what the store redeemed", async () => {
    await expect(exchange({}, authorization)).resolves.toMatchObject({ access_token: "at" });
    expect(issued).toEqual([authorization]);
  });

  it("shows the store all that the code was bound to (RFC 7636 §4.6)", async () => {
    await exchange({}, authorization);
    const binding = { clientId: "web", redirectUri: sent.redirect_uri, codeChallenge: challenge };
    expect(redemptions).toEqual([["c-1", binding, undefined, noon, 300]]);
  });

  it.each([
    ["a code that does not match", "no_match", "invalid_grant"],
    ["a code that was used before (§4.1.2)", "replayed", "invalid_grant"],
    ["a scope beyond what was approved (specification §4.8 rule 7, tok-10)", "scope_exceeded", "invalid_scope"],
  ] as const)("refuses %s, and signs nothing", async (_, outcome, code) => {
    await expect(exchange({}, outcome)).rejects.toMatchObject({ code });
    expect(issued).toEqual([]);
  });

  it.each([
    ["no code", { code: "" }, "invalid_request"],
    ["a verifier that is too short (pkce-08)", { code_verifier: "v".repeat(42) }, "invalid_grant"],
    ["a verifier that is too long (pkce-08)", { code_verifier: "v".repeat(129) }, "invalid_grant"],
    ["a verifier with other characters (pkce-08)", { code_verifier: `${"v".repeat(42)}!` }, "invalid_grant"],
    ["a malformed scope", { scope: 'openid "x"' }, "invalid_scope"],
    ["a NUL in the redirect URI", { redirect_uri: "https://app.example/cb\0" }, "invalid_request"],
  ])("refuses %s before the store is asked", async (_, form, code) => {
    await expect(exchange(form, authorization)).rejects.toMatchObject({ code });
    expect(redemptions).toEqual([]);
  });

  it("takes challenge and method from the stored code alone (pkce-10)", async () => {
    await exchange({ code_challenge: "x".repeat(43), code_challenge_method: "plain" }, authorization);
    expect(redemptions[0]?.[1].codeChallenge).toBe(challenge);
  });

  it("passes a narrower scope on to the statement that redeems", async () => {
    await exchange({ scope: "openid" }, authorization);
    expect(redemptions[0]?.[2]).toEqual(["openid"]);
  });
});
