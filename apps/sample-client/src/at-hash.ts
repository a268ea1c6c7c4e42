import { createHash } from "node:crypto";

/** The hash function of each signature algorithm (RFC 7518 §3.1; SHA-512 belongs to Ed25519, RFC 8032 §5.1). */
const HASHES = new Map([
  ...["RS256", "PS256", "ES256"].map((alg) => [alg, "sha256"] as const),
  ...["RS384", "PS384", "ES384"].map((alg) => [alg, "sha384"] as const),
  ...["RS512", "PS512", "ES512", "EdDSA", "Ed25519"].map((alg) => [alg, "sha512"] as const),
]);

/**
 * The at_hash an ID token signed with `alg` must carry for this access token: OIDC Core §3.2.2.9.
 * undefined for an algorithm we do not know: nothing equals that.
 */
export function atHashOf(accessToken: string, alg: unknown): string | undefined {
  const hash = typeof alg === "string" ? HASHES.get(alg) : undefined;
  if (hash === undefined) return undefined;

  const digest = createHash(hash).update(accessToken, "ascii").digest();
  return digest.subarray(0, digest.length / 2).toString("base64url");
}
