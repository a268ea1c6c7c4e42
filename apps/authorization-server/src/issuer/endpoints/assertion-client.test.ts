/** A client of others (openid-client, on oauth4webapi) brings assertions, with its defaults. */
import { decodeJwt } from "jose";
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  alicesToken,
  assertionOf,
  GITHUB_RULES,
  githubActions,
  ofPeople,
  ofWorkloads,
  prepareTrust,
  trust,
} from "../../../testing/clients/assertions.ts";
import { clientSecret } from "../../../testing/clients/clients.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer } from "../../../testing/world.ts";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

let service: Service;
beforeAll(async () => {
  service = await startService();
  await prepareTrust(service);
  service.pass(3600);
  await trust(service, ofPeople());
  await trust(service, ofWorkloads(githubActions.iss, { workloads: GITHUB_RULES }));
});
afterAll(() => service.close());

async function configured(clientId: string, authentication: openid.ClientAuth): Promise<openid.Configuration> {
  const customFetch: openid.CustomFetch = (url, options) =>
    fetch(url.replace(issuer, service.origin), options as RequestInit);
  const options = { [openid.customFetch]: customFetch };
  const config = await openid.discovery(new URL(issuer), clientId, {}, authentication, options);
  config[openid.customFetch] = customFetch;
  return config;
}

describe("RFC 7523 §2.1: openid-client", () => {
  it("finds the grant type, and gets a token in the name of a person", async () => {
    const config = await configured("agent", openid.ClientSecretBasic(clientSecret));
    expect(config.serverMetadata().grant_types_supported).toContain(JWT_BEARER);
    const assertion = await assertionOf(service, alicesToken);
    const tokens = await openid.genericGrantRequest(config, JWT_BEARER, { assertion });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ iss: issuer, sub: service.alice, client_id: "agent" });
    expect([tokens.refresh_token, tokens.id_token]).toEqual([undefined, undefined]);
    await expect(openid.genericGrantRequest(config, JWT_BEARER, { assertion })).rejects.toMatchObject({
      error: "invalid_grant",
      error_description: expect.stringContaining("jti was used before"),
    });
  });

  it("sends the id of a public client beside the assertion of a program", async () => {
    const config = await configured("deploy", openid.None());
    const assertion = await assertionOf(service, githubActions);
    const tokens = await openid.genericGrantRequest(config, JWT_BEARER, { assertion });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: "deploy", scope: "orders:write" });
  });
});
