/** Client secrets: who has one, and what it is used for (RFC 6749 §2.3.1, OIDC Core §9 and §10.1). */
import { randomBytes } from "node:crypto";
import type { Secret } from "../token/secrets.ts";
import type { Client } from "./client.ts";
import type { ClientMetadata } from "./client-metadata.ts";
import { HMAC_ALGS, type HmacAlg } from "./hmac.ts";

/** What of a client's registration says what its secret is used for. */
export interface SecretUse {
  readonly method: Client["tokenEndpointAuthMethod"];
  /** The algorithm of assertions; without one, any that the method allows. */
  readonly assertionAlg: string | undefined;
  /** The algorithms of whatever else may be signed. */
  readonly otherAlgs: readonly (string | undefined)[];
}

type Registered = Pick<
  Client,
  | "tokenEndpointAuthMethod"
  | "tokenEndpointAuthSigningAlg"
  | "idTokenSignedResponseAlg"
  | "userinfoSignedResponseAlg"
  | "requestObjectSigningAlg"
>;

/** The use of the secret of a client that there is. */
export const secretUseOf = (client: Registered): SecretUse => ({
  method: client.tokenEndpointAuthMethod,
  assertionAlg: client.tokenEndpointAuthSigningAlg,
  otherAlgs: [client.idTokenSignedResponseAlg, client.userinfoSignedResponseAlg, client.requestObjectSigningAlg],
});

/** The use of the secret of a client that metadata describes. */
export const secretUseIn = (
  metadata: Pick<
    ClientMetadata,
    | "token_endpoint_auth_method"
    | "token_endpoint_auth_signing_alg"
    | "id_token_signed_response_alg"
    | "userinfo_signed_response_alg"
    | "request_object_signing_alg"
  >,
): SecretUse => ({
  method: metadata.token_endpoint_auth_method,
  assertionAlg: metadata.token_endpoint_auth_signing_alg,
  otherAlgs: [
    metadata.id_token_signed_response_alg,
    metadata.userinfo_signed_response_alg,
    metadata.request_object_signing_alg,
  ],
});

/**
 * The algorithms that the secret is a key of. With any, it must be kept so that it can be used, and not as a hash
 * alone.
 */
export function hmacAlgsOf({ method, assertionAlg, otherAlgs }: SecretUse): readonly HmacAlg[] {
  const assertion = HMAC_ALGS.filter((alg) => assertionAlg === undefined || alg === assertionAlg);
  const others = HMAC_ALGS.filter((alg) => otherAlgs.includes(alg));
  return [...(method === "client_secret_jwt" ? assertion : []), ...others];
}

/** Whether a client has a secret of ours: to show, or to sign with. */
export function hasSecret(use: SecretUse): boolean {
  const shown = use.method === "client_secret_basic" || use.method === "client_secret_post";
  return shown || hmacAlgsOf(use).length > 0;
}

// RFC 7518 §3.2: a key is as long as the hash at least. Ours is the text, and its randomness is what counts.
const secretBytes = (use: SecretUse): number => Math.max(32, ...hmacAlgsOf(use).map((alg) => Number(alg.slice(2)) / 8));

/**
 * A new client secret, with as many random bits as the strongest of its algorithms asks for: 256, 384 or 512, in
 * base64url.
 */
export function newClientSecret(use: SecretUse): Secret {
  return randomBytes(secretBytes(use)).toString("base64url") as Secret;
}

/** Whether a secret is long enough for its use: six bits a character. */
export function isLongEnough(secret: string, use: SecretUse): boolean {
  return secret.length * 6 >= secretBytes(use) * 8;
}
