/** Which algorithms encrypt to the client and to us: RFC 7518 §4 and §5, OIDC Core §10.2. */
import type { ClientJwks } from "./jwk.ts";

/** How a content encryption key is agreed on or wrapped. RSA1_5 (RFC 8725 §3.2) and passwords (PBES2) are excluded. */
export const KEY_MANAGEMENT_ALGS = [
  "RSA-OAEP",
  "RSA-OAEP-256",
  "ECDH-ES",
  "ECDH-ES+A128KW",
  "ECDH-ES+A192KW",
  "ECDH-ES+A256KW",
] as const;

/** The algorithms for request objects that are encrypted to us: those of the list above that we have keys for. */
export const REQUEST_OBJECT_ENCRYPTION_ALGS = ["RSA-OAEP", "RSA-OAEP-256", "ECDH-ES"] as const;

/** How content is encrypted (RFC 7518 §5.1). Each of these algorithms also authenticates the content. */
export const CONTENT_ENCRYPTION_ALGS = [
  "A128CBC-HS256",
  "A192CBC-HS384",
  "A256CBC-HS512",
  "A128GCM",
  "A192GCM",
  "A256GCM",
] as const;

export type KeyManagementAlg = (typeof KEY_MANAGEMENT_ALGS)[number];
export type ContentEncryptionAlg = (typeof CONTENT_ENCRYPTION_ALGS)[number];

/** OIDC Registration §2: the default if a client names only how the key is wrapped. */
export const DEFAULT_CONTENT_ENCRYPTION: ContentEncryptionAlg = "A128CBC-HS256";

type ClientJwk = ClientJwks["keys"][number];

/**
 * Returns the key to encrypt to with this algorithm: a key for encryption, else a key that states no use (RFC 7517
 * §4.2). `undefined` if none fits.
 */
export function encryptionKeyOf(keys: readonly ClientJwk[], alg: KeyManagementAlg): ClientJwk | undefined {
  const fitting = keys.filter((jwk) => fits(jwk, alg));
  return fitting.find(({ use }) => use === "enc") ?? fitting[0];
}

const CURVES = ["P-256", "P-384", "P-521", "X25519"];
// RFC 7517 §4.3: the operations for which a key may be used to encrypt. ECDH uses the private half, so a public key may
// name none.
const OPERATIONS = ["encrypt", "wrapKey", "deriveKey", "deriveBits"];

// RFC 7517 §4.2 to §4.4.
function fits(jwk: ClientJwk, alg: KeyManagementAlg): boolean {
  if (jwk.use !== undefined && jwk.use !== "enc") return false;
  if (jwk.alg !== undefined && jwk.alg !== alg) return false;
  if (jwk.key_ops !== undefined && jwk.key_ops.length > 0 && !jwk.key_ops.some((name) => OPERATIONS.includes(name)))
    return false;
  return alg.startsWith("RSA") ? jwk.kty === "RSA" : jwk.kty !== "RSA" && CURVES.includes(jwk.crv);
}
