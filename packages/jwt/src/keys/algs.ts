/** The algorithms that sign: RFC 7518 §3, RFC 8037 §3.1, RFC 9864. */

/** Algorithms of access tokens, and the only ones that are accepted for them (RFC 8725 §3.1). */
export const ACCESS_TOKEN_ALGS = ["RS256", "ES256", "EdDSA"] as const;

export type AccessTokenAlg = (typeof ACCESS_TOKEN_ALGS)[number];

/**
 * Every algorithm that we have keys for. RFC 9864 gives `EdDSA` with Ed25519 its own name. A verifier sees one name as
 * the `alg` of a key, and a key with two names would have two entries with the same kid. So each name has its own key.
 */
export const SIGNING_ALGS = [
  ...ACCESS_TOKEN_ALGS,
  ...(["RS384", "RS512", "PS256", "PS384", "PS512", "ES384", "ES512", "Ed25519"] as const),
] as const;

export type SigningAlg = (typeof SIGNING_ALGS)[number];

/** Algorithms with a shared secret (RFC 7518 §3.2). The key ring has no key for them. */
export const HMAC_ALGS = ["HS256", "HS384", "HS512"] as const;

export type HmacAlg = (typeof HMAC_ALGS)[number];
