import { createHash } from "node:crypto";
import { type Confirmation, NO_SENDER, readParameters, type Secret, type Sender } from "@countersign/rules";
import { beforeEach, describe, expect, it } from "vitest";
import type { Authorization } from "../../platform/stores/issued/authorization-row.ts";
import type { AuthorizationStore, Miss } from "../../platform/stores/issued/authorizations.ts";
import type { AuthenticatedClient } from "../clients/authentication/authenticate.ts";
import type { Authorized } from "../tokens/token-issuer.ts";
import { authorizationCode } from "./authorization-code.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const verifier = "v".repeat(43);
const challenge = createHash("sha256").update(verifier).digest("base64url");
const scopes = ["openid", "email"];
const web = { id: "web", grantTypes: ["authorization_code"], scopes } as unknown as AuthenticatedClient;
const sent = { code: "c-1", redirect_uri: "https://app.example/cb", code_verifier: verifier };
const about = { scopes, resource: "https://api.example", resources: null, details: null };
const authorization = { id: "a-1", ...about } as unknown as Authorization;

const isMiss = (outcome: Authorization | Miss): outcome is Miss =>
  typeof outcome === "string" || "isForResource" in outcome;

type Redemption = Parameters<AuthorizationStore["redeemCode"]>;
let redemptions: Redemption[];
let issued: Authorization[];
let senders: Sender[];
let bound: (Confirmation | undefined)[];
beforeEach(() => {
  redemptions = [];
  issued = [];
  senders = [];
  bound = [];
});

function exchange(
  form: Record<string, string>,
  outcome: Authorization | Miss,
  { client = web, sender = NO_SENDER }: { client?: AuthenticatedClient; sender?: Sender } = {},
) {
  const deps = {
    now: () => noon,
    authorizations: {
      async redeemCode(...redemption: Redemption) {
        redemptions.push(redemption);
        return isMiss(outcome) ? undefined : outcome;
      },
      findLive: async () => undefined,
      explainMiss: async () => (isMiss(outcome) ? outcome : "no_match"),
    },
    refreshTokens: {
      async create(_: string, confirmation: Confirmation | undefined) {
        bound.push(confirmation);
        return "rt-1" as Secret;
      },
    },
    detailsTypes: new Map(),
    roles: {
      ...{ scopesOf: async () => [], scopesInOrganization: async () => [] },
      ...{ namesOf: async () => [], namesInOrganization: async () => [] },
    },
    organizations: { ofAuthorization: async () => undefined },
    resources: { find: async () => undefined },
    userinfoResource: { identifier: "https://api.example", scopes: [] },
    tokens: {
      maxTokenTtlSeconds: 300,
      assertDeliverable: async () => {},
      async issueWithIdToken({ authorization }: Authorized, holder: Sender) {
        issued.push(authorization);
        senders.push(holder);
        return { access_token: "at", token_type: "Bearer" as const, expires_in: 300 };
      },
    },
  };
  return authorizationCode.exchange(
    readParameters(Object.entries({ ...sent, ...form })),
    { client, sender, address: "192.0.2.7" },
    deps,
  );
}

describe("RFC 6749 §4.1.3: redeeming a code", () => {
  it("issues tokens for the redeemed authorization", async () => {
    await expect(exchange({}, authorization)).resolves.toMatchObject({ access_token: "at" });
    expect(issued).toEqual([authorization]);
  });

  it("passes everything that the code was bound to to the store (RFC 7636 §4.6)", async () => {
    await exchange({}, authorization);
    const binding = { clientId: "web", redirectUri: sent.redirect_uri, codeChallenge: challenge, sender: NO_SENDER };
    expect(redemptions).toEqual([["c-1", binding, undefined, noon, 300]]);
  });

  it.each([
    ["a code that does not match", "no_match", "invalid_grant"],
    ["a code that was used before (§4.1.2)", "replayed", "invalid_grant"],
    [
      "a scope beyond what was approved (specification §4.8 rule 7, tok-10)",
      { ...about, isForResource: true },
      "invalid_scope",
      { scope: "beyond" },
    ],
    ["a resource server that is disabled (resx-02)", { ...about, isForResource: false }, "invalid_target"],
  ] as const)("refuses %s, and signs nothing", async (_, outcome, code, form?: Record<string, string>) => {
    await expect(exchange(form ?? {}, outcome)).rejects.toMatchObject({ code });
    expect(issued).toEqual([]);
  });

  it.each([
    ["no code", { code: "" }, "invalid_request"],
    ["a verifier that is too short (pkce-08)", { code_verifier: "v".repeat(42) }, "invalid_grant"],
    ["a verifier that is too long (pkce-08)", { code_verifier: "v".repeat(129) }, "invalid_grant"],
    ["a verifier with other characters (pkce-08)", { code_verifier: `${"v".repeat(42)}!` }, "invalid_grant"],
    ["a malformed scope", { scope: 'openid "x"' }, "invalid_scope"],
    ["a NUL in the redirect URI", { redirect_uri: "https://app.example/cb\0" }, "invalid_request"],
  ])("refuses %s before the store is called", async (_, form, code) => {
    await expect(exchange(form, authorization)).rejects.toMatchObject({ code });
    expect(redemptions).toEqual([]);
  });

  it("uses challenge and method of the stored code only (pkce-10)", async () => {
    await exchange({ code_challenge: "x".repeat(43), code_challenge_method: "plain" }, authorization);
    expect(redemptions[0]?.[1].codeChallenge).toBe(challenge);
  });

  it("passes a narrower scope to the statement that redeems", async () => {
    await exchange({ scope: "openid" }, authorization);
    expect(redemptions[0]?.[2]).toEqual(["openid"]);
  });
});

describe("RFC 9449 §5 and RFC 8705 §4: tokens for a sender that was proved", () => {
  const key: Sender = { kind: "key", thumbprint: "k".repeat(43) };
  const grantTypes = ["authorization_code", "refresh_token"];
  const plain = { ...authorization, scopes: ["email"] } as unknown as Authorization;

  it.each([
    ["public", "none", { jkt: key.thumbprint }],
    ["confidential", "client_secret_basic", undefined],
  ] as const)(
    "the access token is always bound, and the refresh token of a %s client if nothing else protects it",
    async (_, tokenEndpointAuthMethod, confirmation) => {
      const client = { ...web, grantTypes, tokenEndpointAuthMethod } as AuthenticatedClient;
      await expect(exchange({}, plain, { client, sender: key })).resolves.toMatchObject({ refresh_token: "rt-1" });
      expect([redemptions[0]?.[1].sender, senders, bound]).toEqual([key, [key], [confirmation]]);
    },
  );
});
