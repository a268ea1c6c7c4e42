import { NO_SENDER, readParameters, type Secret, type Sender, sealSecret } from "@countersign/rules";
import { beforeEach, describe, expect, it } from "vitest";
import type { Authorization } from "../../platform/stores/issued/authorization-row.ts";
import type { Holder } from "../../platform/stores/issued/refresh-token-rotation.ts";
import type { SpentRefreshToken } from "../../platform/stores/issued/refresh-tokens.ts";
import type { AuthenticatedClient } from "../clients/authentication/authenticate.ts";
import { refreshToken } from "./refresh-token.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const web = {
  id: "web",
  tokenEndpointAuthMethod: "client_secret_basic",
  scopes: ["openid"],
} as unknown as AuthenticatedClient;
const key: Sender = { kind: "key", thumbprint: "k".repeat(43) };
const confirmation = { jkt: key.thumbprint };
const authorization = {
  id: "a-1",
  scopes: ["openid"],
  resource: "https://api.example",
  resources: null,
  confirmation,
} as unknown as Authorization;
const token = "t".repeat(43);
const successor = "s".repeat(43) as Secret;
const spent: SpentRefreshToken = {
  authorization,
  ageSeconds: 0,
  successorSpent: false,
  sealedSuccessor: sealSecret(successor, token),
};

let holders: Holder[];
let senders: Sender[];
let revoked: number;
beforeEach(() => {
  holders = [];
  senders = [];
  revoked = 0;
});

interface Found {
  readonly rotated?: true;
  readonly spent?: SpentRefreshToken;
  readonly live?: true;
}

function refresh(sender: Sender, found: Found, scope?: string) {
  const deps = {
    now: () => noon,
    detailsTypes: new Map(),
    roles: {
      ...{ scopesOf: async () => [], scopesInOrganization: async () => [] },
      ...{ namesOf: async () => [], namesInOrganization: async () => [] },
    },
    organizations: { ofAuthorization: async () => undefined },
    resources: { find: async () => undefined },
    userinfoResource: { identifier: "https://api.example", scopes: [] },
    refreshTokens: {
      async rotate(_: string, holder: Holder) {
        holders.push(holder);
        return found.rotated && { authorization, refreshToken: successor };
      },
      prolong: async () => undefined,
      findSpent: async () => found.spent,
      resume: async () => "unknown" as const,
      findLive: async () => found.live && { ...authorization, isForResource: true, confirmation, expiresAt: noon },
      revokeFamily: async () => {
        revoked += 1;
        return true;
      },
    },
    tokens: {
      assertDeliverable: async () => {},
      async issueWithIdToken(_: unknown, holder: Sender) {
        senders.push(holder);
        return { access_token: "at", token_type: "DPoP" as const, expires_in: 300 };
      },
    },
  };
  const form = { refresh_token: token, ...(scope === undefined ? {} : { scope }) };
  return refreshToken.exchange(
    readParameters(Object.entries(form)),
    { client: web, sender, address: "192.0.2.7" },
    deps,
  );
}

describe("RFC 9449 §5 and RFC 8705 §4: a refresh token can only be used by the sender that it is bound to", () => {
  it("passes the sender to the store, and binds the access token to that sender", async () => {
    await expect(refresh(key, { rotated: true })).resolves.toMatchObject({ refresh_token: successor });
    expect([holders, senders]).toEqual([[{ clientId: "web", sender: key }], [key]]);
  });

  it("is invalid_grant for another sender, regardless of the requested scope, and revokes nothing", async () => {
    for (const scope of [undefined, "openid", "openid email"]) {
      await expect(refresh(NO_SENDER, { live: true }, scope)).rejects.toMatchObject({ code: "invalid_grant" });
    }
    expect([senders, revoked]).toEqual([[], 0]);
  });

  it("is invalid_scope for its own sender if the scope is too wide", async () => {
    await expect(refresh(key, { live: true }, "openid email")).rejects.toMatchObject({ code: "invalid_scope" });
  });

  it("returns its successor again to its own sender only", async () => {
    await expect(refresh(key, { spent })).resolves.toMatchObject({ refresh_token: successor });
    await expect(refresh(NO_SENDER, { spent })).rejects.toMatchObject({ code: "invalid_grant" });
    expect([senders, revoked]).toEqual([[key], 0]);
  });
});
