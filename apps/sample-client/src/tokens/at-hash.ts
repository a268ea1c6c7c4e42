import { createHash } from "node:crypto";
import { ProtocolError } from "../errors.ts";
import type { ProvenIdToken } from "./id-token.ts";

/** The hash function of each signature algorithm (RFC 7518 §3.1; SHA-512 belongs to Ed25519, RFC 8032 §5.1). */
const HASHES = new Map([
  ...["RS256", "PS256", "ES256"].map((alg) => [alg, "sha256"] as const),
  ...["RS384", "PS384", "ES384"].map((alg) => [alg, "sha384"] as const),
  ...["RS512", "PS512", "ES512", "EdDSA", "Ed25519"].map((alg) => [alg, "sha512"] as const),
]);

/** The signature algorithms this client knows; none of them uses a shared secret. */
export const SIGNATURE_ALGORITHMS: readonly string[] = [...HASHES.keys()];

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

/**
 * Ties an access token to the ID token that came with it, where the ID token has an `at_hash`: OIDC Core §3.1.3.8. The
 * claim is optional in the code flow, because both tokens come from the token endpoint. In the implicit flow it is not.
 * @throws ProtocolError answer_refused
 */
export function checkAtHash({ header, claims }: Pick<ProvenIdToken, "header" | "claims">, accessToken: string): void {
  if (claims.at_hash === undefined) return;
  const expected = atHashOf(accessToken, header.alg);
  if (expected === undefined || claims.at_hash !== expected) {
    throw new ProtocolError("answer_refused", "at_hash is not of this access token");
  }
}
