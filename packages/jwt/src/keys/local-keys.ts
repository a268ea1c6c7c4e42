/** A local key set, for verifying what we signed ourselves. */
import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from "jose";

/** Finds the key that a token names (RFC 7515 §4.1.4). */
export type VerificationKeys = JWTVerifyGetKey;

/** A public key as it is published (RFC 7517). */
export type PublicJwk = JWK;

/** Verification keys from a public JWK Set. */
export const localKeys = (jwks: { keys: JWK[] }): VerificationKeys => createLocalJWKSet(jwks);
