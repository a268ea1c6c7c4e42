/** A client of others (openid-client, on oauth4webapi) exchanges tokens by its generic grant, with its defaults. */
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACCESS_TOKEN, allow, openExchange, stock, tokensOf } from "../../../testing/acts/exchange.ts";
import { clientSecret } from "../../../testing/clients/clients.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer } from "../../../testing/world.ts";

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

let service: Service;
let config: openid.Configuration;
beforeAll(async () => {
  service = await startService();
  await openExchange(service);
  await allow(service);
  const customFetch: openid.CustomFetch = (url, options) =>
    fetch(url.replace(issuer, service.origin), options as RequestInit);
  const authentication = openid.ClientSecretBasic(clientSecret);
  config = await openid.discovery(new URL(issuer), "ordersApi", undefined, authentication, {
    [openid.customFetch]: customFetch,
  });
  config[openid.customFetch] = customFetch;
});
afterAll(() => service.close());

describe("RFC 8693: openid-client", () => {
  it("finds the grant in the metadata, and accepts the new token", async () => {
    expect(config.serverMetadata().grant_types_supported).toContain(TOKEN_EXCHANGE);
    const { access_token: subject_token } = await tokensOf(service);
    const sent = { subject_token, subject_token_type: ACCESS_TOKEN, resource: stock };
    expect(await openid.genericGrantRequest(config, TOKEN_EXCHANGE, sent)).toMatchObject({
      ...{ issued_token_type: ACCESS_TOKEN, token_type: "bearer", scope: "count" },
    });
  });

  it("understands a refusal", async () => {
    const sent = { subject_token: "x", subject_token_type: ACCESS_TOKEN, resource: stock };
    await expect(openid.genericGrantRequest(config, TOKEN_EXCHANGE, sent)).rejects.toMatchObject({
      ...{ error: "invalid_request", status: 400 },
    });
  });
});
