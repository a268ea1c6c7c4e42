/** What may be encrypted to whom: RFC 7518 §4 and §5, OIDC Core §10.2. */
import type { ClientJwks } from "./jwk.ts";

/** How the key of a content is agreed on or wrapped. No RSA1_5 (RFC 8725 §3.2), and no password (PBES2). */
export const KEY_MANAGEMENT_ALGS = [
  "RSA-OAEP",
  "RSA-OAEP-256",
  "ECDH-ES",
  "ECDH-ES+A128KW",
  "ECDH-ES+A192KW",
  "ECDH-ES+A256KW",
] as const;

/** By which request objects may be encrypted to us: those of the above that a key of ours is for. */
export const REQUEST_OBJECT_ENCRYPTION_ALGS = ["RSA-OAEP", "RSA-OAEP-256", "ECDH-ES"] as const;

/** How a content is encrypted (RFC 7518 §5.1): all of them authenticate it too. */
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

/** OIDC Registration §2: where a client names only how the key is wrapped. */
export const DEFAULT_CONTENT_ENCRYPTION: ContentEncryptionAlg = "A128CBC-HS256";

type ClientJwk = ClientJwks["keys"][number];

/**
 * The key to encrypt to by this algorithm: one that says it is for encryption, else one that does not say what it is
 * for (RFC 7517 §4.2). `undefined` where none fits.
 */
export function encryptionKeyOf(keys: readonly ClientJwk[], alg: KeyManagementAlg): ClientJwk | undefined {
  const fitting = keys.filter((jwk) => fits(jwk, alg));
  return fitting.find(({ use }) => use === "enc") ?? fitting[0];
}

const CURVES = ["P-256", "P-384", "P-521", "X25519"];
// RFC 7517 §4.3: what one does with a key of ours to encrypt; ECDH is done with the private half, so a public key may
// name nothing.
const OPERATIONS = ["encrypt", "wrapKey", "deriveKey", "deriveBits"];

// RFC 7517 §4.2 to §4.4.
function fits(jwk: ClientJwk, alg: KeyManagementAlg): boolean {
  if (jwk.use !== undefined && jwk.use !== "enc") return false;
  if (jwk.alg !== undefined && jwk.alg !== alg) return false;
  if (jwk.key_ops !== undefined && jwk.key_ops.length > 0 && !jwk.key_ops.some((name) => OPERATIONS.includes(name)))
    return false;
  return alg.startsWith("RSA") ? jwk.kty === "RSA" : jwk.kty !== "RSA" && CURVES.includes(jwk.crv);
}
