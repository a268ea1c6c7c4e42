/** A client as the protocol sees it, and what its registration may say: RFC 7591 §2, OIDC Registration §2. */
import { z } from "zod";
import { AVAILABLE_PROFILES, type Profile } from "./profile.ts";
import { isRegistrableRedirectUri, URI_CHARACTERS } from "./redirect-uri-registration.ts";
import { SCOPE } from "./scope.ts";

export const CLIENT_AUTHENTICATION_METHODS = ["client_secret_basic", "client_secret_post", "none"] as const;
export const GRANT_TYPES = ["authorization_code", "refresh_token"] as const;
export const RESPONSE_TYPES = ["code"] as const;
export const ID_TOKEN_SIGNING_ALGS = ["RS256", "ES256", "EdDSA"] as const;

export interface Client {
  readonly id: string;
  readonly profile: Profile;
  readonly name: string;
  readonly applicationType: "web" | "native";
  readonly tokenEndpointAuthMethod: (typeof CLIENT_AUTHENTICATION_METHODS)[number];
  /** SHA-256 of the client secret: 32 bytes; none for a public client. */
  readonly secretHash: Uint8Array | undefined;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly grantTypes: readonly string[];
  readonly responseTypes: readonly string[];
  readonly scopes: readonly string[];
  readonly idTokenSignedResponseAlg: (typeof ID_TOKEN_SIGNING_ALGS)[number];
  readonly clientUri: string | undefined;
  readonly policyUri: string | undefined;
  readonly tosUri: string | undefined;
  readonly hasLogo: boolean;
  /** The resource server that this client is the account of: it may introspect what is meant for that. */
  readonly resourceServer: string | undefined;
}

/** RFC 6749 §2.1: a public client cannot keep a secret, so nothing proves who it is. */
export function isPublicClient(client: Pick<Client, "tokenEndpointAuthMethod">): boolean {
  return client.tokenEndpointAuthMethod === "none";
}

/**
 * An address that is only ever shown as a link: never fetched, and never of a scheme that runs.
 * With userinfo its first part could look like the host of somebody else.
 */
const webPage = z
  .string()
  .max(2000)
  .regex(URI_CHARACTERS)
  .regex(/^[^/]+:\/\/[^/?#@]+(?:[/?#]|$)/, "must name a host, without userinfo")
  .pipe(z.url({ protocol: /^https?$/ }));

/**
 * RFC 7591 §2: a name that people read. Control and direction characters could disguise it, and
 * fillers that show nothing (U+2800 is no such character to Unicode) could be all there is.
 */
const displayName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]*$/u, "has characters that cannot be seen");

const scopeNames = z.string().max(2000).regex(SCOPE);

/**
 * The metadata a client is made from, in the wire's spelling and with the standards' defaults.
 * One shape serves the operator's command, the seed and registration.
 */
export function clientMetadata({ issuer }: { issuer: string }) {
  return z
    .strictObject({
      profile: z.enum(AVAILABLE_PROFILES).default("oauth21"),
      client_name: displayName,
      application_type: z.enum(["web", "native"]).default("web"),
      redirect_uris: z.array(z.string().max(2000)).min(1).max(50),
      post_logout_redirect_uris: z.array(z.string().max(2000)).max(50).default([]),
      token_endpoint_auth_method: z.enum(CLIENT_AUTHENTICATION_METHODS).default("client_secret_basic"),
      grant_types: z.array(z.enum(GRANT_TYPES)).min(1).default(["authorization_code"]),
      response_types: z.array(z.enum(RESPONSE_TYPES)).min(1).default(["code"]),
      scope: scopeNames.default("openid profile email address phone"),
      id_token_signed_response_alg: z.enum(ID_TOKEN_SIGNING_ALGS).default("RS256"),
      client_uri: webPage.optional(),
      policy_uri: webPage.optional(),
      tos_uri: webPage.optional(),
    })
    .superRefine((metadata, context) => {
      for (const name of ["redirect_uris", "post_logout_redirect_uris"] as const) {
        for (const [index, uri] of metadata[name].entries()) {
          const problem = isRegistrableRedirectUri(uri, { applicationType: metadata.application_type, issuer });
          if (problem !== undefined) context.addIssue({ code: "custom", path: [name, index], message: problem });
        }
      }
    });
}

export type ClientMetadata = z.output<ReturnType<typeof clientMetadata>>;
