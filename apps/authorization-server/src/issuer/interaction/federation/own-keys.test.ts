import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  CLIENT_ID,
  type Federation,
  hasFailed,
  isConsent,
  openPerson,
  startFederation,
} from "../../../../testing/servers/federation.ts";

let at: Federation;
beforeAll(async () => {
  at = await startFederation();
});
afterAll(() => at.close());
beforeEach(() => at.service.rows("DELETE FROM identity_provider WHERE alias = 'keyed'"));

/** Signs in at a provider at which we have no secret, and returns the page that follows with the last token request. */
async function through(metadata: Readonly<Record<string, unknown>>) {
  await at.add({ alias: "keyed", name: "Keyed", secret: null });
  const me = openPerson(at);
  const claims = { sub: `keyed-${me.serial}`, email: `keyed${me.serial}@corp.example`, email_verified: true };
  at.provider.behave({ claims, metadata });
  const page = await me.through("keyed");
  return { page, sent: at.provider.tokenRequests.at(-1) };
}

const ourKeys = async () =>
  createLocalJWKSet((await (await fetch(`${at.service.origin}/jwks`)).json()) as JSONWebKeySet);

describe("fe.1, RFC 7523 §3: private_key_jwt with our key ring", () => {
  it.each([
    [undefined, "ES256"],
    [["RS256"], "RS256"],
    [["HS256", "RS256", "ES256"], "ES256"],
  ])(
    "with %j accepted at the provider, an assertion by %s is only for it, and good for a minute",
    async (algs, alg) => {
      const { page, sent } = await through({ token_endpoint_auth_signing_alg_values_supported: algs });
      expect(isConsent(page)).toBe(true);
      expect([sent?.get("client_id"), sent?.get("client_assertion_type")]).toEqual([
        CLIENT_ID,
        "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      ]);
      const assertion = sent?.get("client_assertion") ?? "";
      expect(decodeProtectedHeader(assertion).alg).toBe(alg);
      const expected = {
        issuer: CLIENT_ID,
        subject: CLIENT_ID,
        audience: at.provider.issuer,
        currentDate: at.service.clock.now,
      };
      const { payload } = await jwtVerify(assertion, await ourKeys(), expected);
      expect(Number(payload.exp) - Number(payload.iat)).toBe(60);
      expect(payload.jti).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it("is not there for a provider that accepts no algorithm of ours", async () => {
    const { page } = await through({ token_endpoint_auth_signing_alg_values_supported: ["HS256"] });
    expect(hasFailed(page)).toBe(true);
  });
});
