/** The clients of the attack catalogue, by the names it gives them. */
import { clientMetadata, hashSecret, RESPONSE_TYPES } from "@countersign/rules";
import type { NewClient } from "../../src/platform/stores/client/clients.ts";

export const clientSecret = "p:a%s s+ü";

/** What each client says of itself; the rest has the standards' defaults. */
const METADATA = {
  webClient: {
    redirect_uris: ["https://rp.example/cb"],
    post_logout_redirect_uris: ["https://rp.example/bye"],
    token_endpoint_auth_method_pinned: true,
  },
  webPostClient: { redirect_uris: ["https://rp2.example/cb"], token_endpoint_auth_method: "client_secret_post" },
  /** Two redirect URIs. */
  webTwoUrisClient: { redirect_uris: ["https://rp4.example/cb", "https://rp4.example/other"] },
  /** Not allowed more than this. */
  emailClient: { redirect_uris: ["https://rp5.example/cb"], scope: "openid email" },
  /** A query of its own. */
  queryClient: { redirect_uris: ["https://rp.example/cb?env=1"] },
  /** Of the profile that knows codes without PKCE, with ID tokens of another algorithm. */
  oidcClient: { redirect_uris: ["https://rp7.example/cb"], profile: "oidc", id_token_signed_response_alg: "EdDSA" },
  /** May refresh, and be offline. */
  offlineClient: {
    redirect_uris: ["https://rp8.example/cb"],
    grant_types: ["authorization_code", "refresh_token"],
    scope: "openid email offline_access",
  },
  /** The same, without a secret. */
  publicOfflineClient: {
    redirect_uris: ["https://spa2.example/cb"],
    grant_types: ["authorization_code", "refresh_token"],
    scope: "openid email offline_access",
    token_endpoint_auth_method: "none",
  },
  /** The implicit flow. */
  implicitClient: {
    redirect_uris: ["https://rp9.example/cb"],
    profile: "oidc",
    grant_types: ["implicit"],
    response_types: ["token", "id_token", "id_token token"],
  },
  /** Pairwise subjects: two clients of one host, and one of another. */
  pairwiseClient: {
    redirect_uris: ["https://pair.example/one"],
    grant_types: ["authorization_code", "refresh_token"],
    scope: "openid email offline_access",
    subject_type: "pairwise",
  },
  pairwiseSibling: { redirect_uris: ["https://pair.example/two"], subject_type: "pairwise" },
  pairwiseElsewhere: { redirect_uris: ["https://other.example/cb"], subject_type: "pairwise" },
  /** Every response type. */
  hybridClient: {
    redirect_uris: ["https://rph.example/cb", "https://rph.example/cb?env='1'&a"],
    profile: "oidc",
    grant_types: ["authorization_code", "implicit"],
    response_types: RESPONSE_TYPES,
  },
  publicClient: { redirect_uris: ["https://spa.example/cb"], token_endpoint_auth_method: "none" },
  nativeClient: {
    application_type: "native",
    redirect_uris: ["http://127.0.0.1/cb", "com.example.app:/cb"],
    post_logout_redirect_uris: ["http://127.0.0.1/bye"],
    token_endpoint_auth_method: "none",
  },
  /** Devices without a browser, of a public client and of one with a secret. */
  publicDevice: {
    grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
    scope: "openid email offline_access",
    token_endpoint_auth_method: "none",
  },
  secretDevice: {
    grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token", "authorization_code"],
    redirect_uris: ["https://rp12.example/cb"],
    scope: "openid profile email offline_access read write",
  },
  /** May use other resource servers, and get a token for one of them through the browser. */
  resourceClient: {
    redirect_uris: ["https://rp11.example/cb"],
    grant_types: ["authorization_code", "implicit", "refresh_token"],
    response_types: ["code", "code token"],
    profile: "oidc",
    scope: "openid profile email offline_access read write count",
  },
} as const;

/** serviceClient: acts only for itself. Its scopes of OpenID Connect mean nothing to it. */
const MACHINE = { grant_types: ["client_credentials"], scope: "openid api:read api:write" };

export type ClientName = keyof typeof METADATA;

/** The first redirect URI of a client. */
export function redirectUriOf(client: ClientName): string {
  const metadata = METADATA[client];
  if (!("redirect_uris" in metadata)) throw new Error(`${client} has no redirect URI`);
  return metadata.redirect_uris[0];
}

export function clientsOf(issuer: string): readonly NewClient[] {
  const shape = clientMetadata({ issuer });
  return Object.entries({ ...METADATA, serviceClient: MACHINE }).map(([id, metadata]) => {
    const parsed = shape.parse({ client_name: `Client ${id}`, id_token_claims: "requested", ...metadata });
    const secretHash = parsed.token_endpoint_auth_method === "none" ? undefined : hashSecret(clientSecret);
    return { id, metadata: parsed, secretHash, logo: undefined };
  });
}
