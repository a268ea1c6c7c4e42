/** Client secrets: which clients have one, and its use (RFC 6749 §2.3.1, OIDC Core §9 and §10.1). */
import { randomText } from "../../token/secret/random.ts";
import type { Secret } from "../../token/secret/secrets.ts";
import type { Client } from "../client.ts";
import type { ClientMetadata } from "../metadata/client-metadata.ts";
import { HMAC_ALGS, type HmacAlg } from "./hmac.ts";

/** The parts of a client's registration that decide the use of its secret. */
export interface SecretUse {
  readonly method: Client["tokenEndpointAuthMethod"];
  /** The algorithm of assertions; if absent, any that the method allows. */
  readonly assertionAlg: string | undefined;
  /** The algorithms of everything else that may be signed. */
  readonly otherAlgs: readonly (string | undefined)[];
}

type Registered = Pick<
  Client,
  | "tokenEndpointAuthMethod"
  | "tokenEndpointAuthSigningAlg"
  | "idTokenSignedResponseAlg"
  | "userinfoSignedResponseAlg"
  | "authorizationSignedResponseAlg"
  | "introspectionSignedResponseAlg"
  | "requestObjectSigningAlg"
>;

/** The use of the secret of an existing client. */
export const secretUseOf = (client: Registered): SecretUse => ({
  method: client.tokenEndpointAuthMethod,
  assertionAlg: client.tokenEndpointAuthSigningAlg,
  otherAlgs: [
    client.idTokenSignedResponseAlg,
    client.userinfoSignedResponseAlg,
    client.authorizationSignedResponseAlg,
    client.introspectionSignedResponseAlg,
    client.requestObjectSigningAlg,
  ],
});

/** The use of the secret of a client with this metadata. */
export const secretUseIn = (
  metadata: Pick<
    ClientMetadata,
    | "token_endpoint_auth_method"
    | "token_endpoint_auth_signing_alg"
    | "id_token_signed_response_alg"
    | "userinfo_signed_response_alg"
    | "authorization_signed_response_alg"
    | "introspection_signed_response_alg"
    | "request_object_signing_alg"
  >,
): SecretUse => ({
  method: metadata.token_endpoint_auth_method,
  assertionAlg: metadata.token_endpoint_auth_signing_alg,
  otherAlgs: [
    metadata.id_token_signed_response_alg,
    metadata.userinfo_signed_response_alg,
    metadata.authorization_signed_response_alg,
    metadata.introspection_signed_response_alg,
    metadata.request_object_signing_alg,
  ],
});

/**
 * The algorithms for which the secret is a key. If there are any, the secret itself must be kept, and not only its
 * hash.
 */
export function hmacAlgsOf({ method, assertionAlg, otherAlgs }: SecretUse): readonly HmacAlg[] {
  const assertion = HMAC_ALGS.filter((alg) => assertionAlg === undefined || alg === assertionAlg);
  const others = HMAC_ALGS.filter((alg) => otherAlgs.includes(alg));
  return [...(method === "client_secret_jwt" ? assertion : []), ...others];
}

/** Whether a client has a secret from us, to present or to sign with. */
export function hasSecret(use: SecretUse): boolean {
  const shown = use.method === "client_secret_basic" || use.method === "client_secret_post";
  return shown || hmacAlgsOf(use).length > 0;
}

// RFC 7518 §3.2: a key is at least as long as the hash. Our key is the text, and its randomness is what counts.
const secretBytes = (use: SecretUse): number => Math.max(32, ...hmacAlgsOf(use).map((alg) => Number(alg.slice(2)) / 8));

/**
 * A new client secret in base64url. It has as many random bits as the strongest of its algorithms requires: 256, 384 or
 * 512.
 */
export function newClientSecret(use: SecretUse): Secret {
  return randomText(secretBytes(use)) as Secret;
}

/** Whether a secret is long enough for its use, at six bits per character. */
export function isLongEnough(secret: string, use: SecretUse): boolean {
  return secret.length * 6 >= secretBytes(use) * 8;
}
