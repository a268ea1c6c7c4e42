/** A client as the protocol sees it: RFC 6749 §2. */
import type { ContentEncryptionAlg, KeyManagementAlg } from "./encryption.ts";
import { HMAC_ALGS, type HmacAlg } from "./hmac.ts";
import { CLIENT_SIGNING_ALGS, type ClientJwks, type ClientSigningAlg } from "./jwk.ts";
import type { LocalizedMembers } from "./localized-metadata.ts";
import type { Profile } from "./profile.ts";

export const CLIENT_AUTHENTICATION_METHODS = [
  "client_secret_basic",
  "client_secret_post",
  "client_secret_jwt",
  "private_key_jwt",
  "none",
] as const;
export const GRANT_TYPES = ["authorization_code", "refresh_token", "implicit", "client_credentials"] as const;
/** Algorithms of what we sign for a client. No `none`: what nobody signed, nobody said. */
export const ID_TOKEN_SIGNING_ALGS = [...CLIENT_SIGNING_ALGS, ...HMAC_ALGS] as const;

/** OIDC Core §8. */
export const SUBJECT_TYPES = ["public", "pairwise"] as const;

export interface Client {
  readonly id: string;
  readonly profile: Profile;
  readonly name: string;
  readonly applicationType: "web" | "native";
  readonly tokenEndpointAuthMethod: (typeof CLIENT_AUTHENTICATION_METHODS)[number];
  /** SHA-256 of the client secret: 32 bytes; none for a public client. */
  readonly secretHash: Uint8Array | undefined;
  /**
   * The secret itself, encrypted, where it is the key of an HMAC; and the id of the key-encryption key that opens it.
   */
  readonly sealedSecret?: Uint8Array | undefined;
  readonly secretKeyEncryptionKeyId?: string | undefined;
  /** When that ends; null for never. Until its own end, the one before is good too. */
  readonly secretExpiresAt?: Date | null | undefined;
  readonly previousSecretHash?: Uint8Array | undefined;
  readonly previousSecretExpiresAt?: Date | null | undefined;
  /** Whether it never authenticated by a secret that was made in place of another: the answer may have been lost. */
  readonly hasUnusedSecret?: boolean | undefined;
  /** How often it changed in what requests are checked by: what was checked for one revision counts for that alone. */
  readonly revision?: number | undefined;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly grantTypes: readonly string[];
  readonly responseTypes: readonly string[];
  readonly scopes: readonly string[];
  readonly idTokenSignedResponseAlg: (typeof ID_TOKEN_SIGNING_ALGS)[number];
  /**
   * Whose clients know a person under the same pairwise subject (OIDC Core §8.1); none for a client that sees public
   * ones.
   */
  readonly sector?: string | undefined;
  readonly clientUri: string | undefined;
  readonly policyUri: string | undefined;
  readonly tosUri: string | undefined;
  /** Name and links in other languages. */
  readonly localized?: LocalizedMembers | undefined;
  readonly hasLogo: boolean;
  /** Whether it registered itself, and when such a one was last used, to the day. */
  readonly registeredItself?: boolean | undefined;
  readonly lastUsedAt?: Date | null | undefined;
  /** The resource server that this client is the account of: it may introspect what is meant for that. */
  readonly resourceServer: string | undefined;
  /** The keys it signs with, or where they are: one of the two at most (RFC 7591 §2). */
  readonly jwks?: ClientJwks | undefined;
  readonly jwksUri?: string | undefined;
  /** The only algorithm its assertions may have; without one, any that we take. */
  readonly tokenEndpointAuthSigningAlg?: ClientSigningAlg | HmacAlg | undefined;
  /** Where it keeps request objects: compared byte by byte, fragment and all. */
  readonly requestUris?: readonly string[] | undefined;
  /** The only algorithm its request objects may have; without one, any that we take. */
  readonly requestObjectSigningAlg?: ClientSigningAlg | HmacAlg | undefined;
  /** How its ID tokens are encrypted, once they are signed; none where they are not (OIDC Registration §2). */
  readonly idTokenEncryptedResponseAlg?: KeyManagementAlg | undefined;
  readonly idTokenEncryptedResponseEnc?: ContentEncryptionAlg | undefined;
  /** How its answers from /userinfo are signed and encrypted: JSON where neither is said (OIDC Core §5.3.2). */
  readonly userinfoSignedResponseAlg?: (typeof ID_TOKEN_SIGNING_ALGS)[number] | undefined;
  readonly userinfoEncryptedResponseAlg?: KeyManagementAlg | undefined;
  readonly userinfoEncryptedResponseEnc?: ContentEncryptionAlg | undefined;
  /** Stands in for an absent `max_age` (OIDC Registration §2). */
  readonly defaultMaxAgeSeconds?: number | undefined;
}

/** How a client knows people: under an identifier that all clients see, or one for its sector (OIDC Core §8). */
export function subjectTypeOf({ sector }: Pick<Client, "sector">): (typeof SUBJECT_TYPES)[number] {
  return sector === undefined ? "public" : "pairwise";
}

/** RFC 6749 §2.1: a public client cannot keep a secret, so nothing proves who it is. */
export function isPublicClient(client: Pick<Client, "tokenEndpointAuthMethod">): boolean {
  return client.tokenEndpointAuthMethod === "none";
}

/** Whether a client acts for itself alone: nobody signs in to it (RFC 6749 §4.4). */
export function isMachine(grantTypes: readonly unknown[]): boolean {
  return grantTypes.length > 0 && grantTypes.every((type) => type === "client_credentials");
}
