import { generateSigningKey, importSigningKey } from "@countersign/jwt";
import { NO_SENDER, type Sender } from "@countersign/rules";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { accessTokens, type Grounds } from "./access-token.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const [es256, rs256] = await Promise.all(
  (["ES256", "RS256"] as const).map(async (alg) => importSigningKey(await generateSigningKey(alg))),
);
const settings = { issuer: "https://auth.example", accessTokenAlg: "ES256", accessTokenTtlSeconds: 300 } as const;
const keys = { signer: async (alg: string) => (alg === "ES256" ? es256 : rs256) } as Parameters<typeof accessTokens>[0];
const issue = accessTokens(keys, settings);

const person: Grounds = {
  authorizationId: "0f0e0d0c-0b0a-4908-8706-050403020100",
  clientId: "web",
  sub: "alice",
  scopes: ["openid", "email"],
  resource: { identifier: "https://api.example" },
  signIn: { acr: "1", amr: ["pwd"], authTime: new Date("2030-01-01T11:00:00Z") },
};
const service: Grounds = {
  authorizationId: person.authorizationId,
  clientId: "job",
  sub: "job",
  scopes: [],
  resource: { identifier: "https://jobs.example", accessTokenSigningAlg: "RS256", accessTokenTtlSeconds: 60 },
};
const key: Sender = { kind: "key", thumbprint: "k".repeat(43) };
const certificate: Sender = { kind: "certificate", thumbprint: "c".repeat(43) };

describe("RFC 9068 §2.2: an access token contains its grounds", () => {
  it("has the authentication claims of the person, with the algorithm and lifetime of the deployment", async () => {
    const response = await issue(person, NO_SENDER, noon);
    expect(response).toMatchObject({ token_type: "Bearer", expires_in: 300, scope: "openid email" });
    expect(decodeProtectedHeader(response.access_token).alg).toBe("ES256");
    expect(decodeJwt(response.access_token)).toMatchObject({
      sub: "alice",
      acr: "1",
      amr: ["pwd"],
      auth_time: 1893495600,
    });
  });

  it("has no authentication claims for a client itself, and follows the settings of its resource server", async () => {
    const response = await issue(service, NO_SENDER, noon);
    expect(response).toEqual({ access_token: expect.any(String), token_type: "Bearer", expires_in: 60 });
    expect(decodeProtectedHeader(response.access_token).alg).toBe("RS256");
    expect(decodeJwt(response.access_token)).toEqual({
      iss: "https://auth.example",
      sub: "job",
      aud: "https://jobs.example",
      client_id: "job",
      iat: noon.getTime() / 1000,
      exp: noon.getTime() / 1000 + 60,
      jti: expect.any(String),
      authorization_id: service.authorizationId,
    });
  });
});

describe("RFC 8693 §4.4: who may act", () => {
  const named = { mayAct: "api" };
  it.each([
    [
      "names the client of the policy, for a person",
      { ...person, resource: { ...person.resource, ...named } },
      { sub: "api" },
    ],
    ["is absent for a client itself", { ...service, resource: { ...service.resource, ...named } }, undefined],
    ["is absent without a policy", { ...person, resource: { ...person.resource, mayAct: null } }, undefined],
  ])("tex-r07: may_act %s", async (_, grounds, mayAct) => {
    expect(decodeJwt((await issue(grounds, NO_SENDER, noon)).access_token).may_act).toEqual(mayAct);
  });
});

describe("RFC 7800 §3.1: an access token is bound to its sender, regardless of its grounds", () => {
  it.each([
    ["by a key (RFC 9449 §6.1)", key, "DPoP", { jkt: key.thumbprint }],
    ["by a certificate (RFC 8705 §3.1)", certificate, "Bearer", { "x5t#S256": certificate.thumbprint }],
    ["not without a proof", NO_SENDER, "Bearer", undefined],
  ] as const)("%s", async (_, sender, type, cnf) => {
    for (const grounds of [person, service]) {
      const response = await issue(grounds, sender, noon);
      expect(response.token_type).toBe(type);
      expect(decodeJwt(response.access_token).cnf).toEqual(cnf);
    }
  });
});
