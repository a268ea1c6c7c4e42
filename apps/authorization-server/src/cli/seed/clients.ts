/** The demo clients: the sample client, which is confidential, and public clients to try. */
import { readFile } from "node:fs/promises";
import { clientMetadata, DEVICE_CODE, hashSecret, TOKEN_EXCHANGE } from "@countersign/rules";
import type { NewClient } from "../../platform/stores/client/clients.ts";
import { validate } from "../command/input.ts";

/**
 * The demo clients for a sample client that runs at `url`.
 *
 * @param url an origin
 * @param secret of the sample client
 * @throws a refusal if the redirect URIs at `url` are not valid for the issuer, such as plain http with an https issuer
 */
export async function demoClients(issuer: string, url: string, secret: string): Promise<readonly NewClient[]> {
  const image = await readFile(new URL("sample-client.png", import.meta.url));
  const metadataOf = (metadata: unknown) => validate(clientMetadata({ issuer }), metadata, `the demo client at ${url}`);

  return [
    {
      id: "sample-client",
      metadata: metadataOf({
        // The sample client also shows the implicit flow, which OAuth 2.1 no longer has.
        profile: "oidc",
        // It reads /userinfo.
        id_token_claims: "requested",
        grant_types: ["authorization_code", "refresh_token", "implicit", DEVICE_CODE],
        response_types: ["code", "id_token token"],
        client_name: "Sample client",
        redirect_uris: [`${url}/callback`],
        post_logout_redirect_uris: [`${url}/signed-out`],
        backchannel_logout_uri: `${url}/backchannel-logout`,
        backchannel_logout_session_required: true,
        token_endpoint_auth_method: "client_secret_basic",
        scope: "openid profile email address phone offline_access orders:read orders:write",
        authorization_details_types: ["payment"],
        client_uri: `${url}/`,
      }),
      secretHash: hashSecret(secret),
      logo: { mediaType: "image/png", image },
    },
    ...publicClients(url, metadataOf),
  ];
}

/** Clients to try that have no secret. */
function publicClients(url: string, metadataOf: (metadata: unknown) => NewClient["metadata"]): readonly NewClient[] {
  return [
    {
      id: "demo-spa",
      metadata: metadataOf({
        profile: "oauth21",
        client_name: "Demo browser app",
        redirect_uris: [`${url}/spa-callback`],
        post_logout_redirect_uris: [`${url}/`],
        token_endpoint_auth_method: "none",
        scope: "openid profile email",
        client_uri: `${url}/`,
      }),
      secretHash: undefined,
      logo: undefined,
    },
    {
      id: "demo-mcp",
      metadata: metadataOf({
        profile: "oauth21",
        application_type: "native",
        client_name: "Demo MCP client",
        // On loopback, a native client takes any port (RFC 8252 §7.3).
        redirect_uris: ["http://127.0.0.1/callback"],
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "none",
        scope: "offline_access notes:read notes:write",
      }),
      secretHash: undefined,
      logo: undefined,
    },
    {
      id: "sample-cli",
      metadata: metadataOf({
        profile: "oauth21",
        application_type: "native",
        // It reads the name in the ID token, because its access tokens are for the sample API.
        id_token_claims: "scopes",
        client_name: "Sample command line",
        redirect_uris: ["http://127.0.0.1/callback"],
        grant_types: [DEVICE_CODE, "authorization_code", "refresh_token"],
        token_endpoint_auth_method: "none",
        scope: "openid profile offline_access orders:read orders:write",
      }),
      secretHash: undefined,
      logo: undefined,
    },
  ];
}

interface ApiEnvironment {
  readonly ISSUER: string;
  readonly SEED_SAMPLE_API_URL?: string | undefined;
  readonly SEED_SAMPLE_API_SECRET?: string | undefined;
  readonly SEED_SAMPLE_STOCK_URL?: string | undefined;
}

/**
 * The client of the sample API, which introspects by it, and exchanges tokens if there is a stock API. None if the seed
 * is told no address or no secret of it.
 */
export function apiClient({ ISSUER: issuer, ...environment }: ApiEnvironment): readonly NewClient[] {
  const { SEED_SAMPLE_API_URL: resourceServer, SEED_SAMPLE_API_SECRET: secret } = environment;
  if (resourceServer === undefined || secret === undefined) return [];
  const exchanging = { grant_types: [TOKEN_EXCHANGE], scope: "stock:read stock:reserve" };
  const members = {
    client_name: "Sample API",
    ...(environment.SEED_SAMPLE_STOCK_URL === undefined ? { grant_types: [] } : exchanging),
  };
  const metadata = validate(clientMetadata({ issuer }), members, "the sample API");
  return [{ id: "sample-api", metadata, secretHash: hashSecret(secret), logo: undefined, resourceServer }];
}
