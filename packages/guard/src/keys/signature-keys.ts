/** The keys of a JWK Set that verify signatures: RFC 7517 §5, RFC 7518 §6, RFC 8037 §2. */
import type { JWK } from "jose";

/** The algorithms of access tokens that are accepted by default: asymmetric ones only (RFC 9068 §4, RFC 8725 §3.1). */
export const SIGNATURE_ALGS = ["RS256", "PS256", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"] as const;

const MOST_KEYS = 100;

// No "oct": a symmetric key has nothing public.
const PUBLIC_MEMBERS = new Map([
  ["RSA", ["kty", "n", "e"]],
  ["EC", ["kty", "crv", "x", "y"]],
  ["OKP", ["kty", "crv", "x"]],
]);

/** The public key material of a JWK, or undefined for a key type without any. */
export function publicMembers(jwk: Readonly<Record<string, unknown>>): JWK | undefined {
  const names = PUBLIC_MEMBERS.get(String(jwk.kty));
  if (names === undefined) return undefined;

  return Object.fromEntries(names.map((name) => [name, jwk[name]])) as JWK;
}

/**
 * Reads the keys of a document that verify signatures of these algorithms. Throws if it is not a JWK Set. Unknown keys
 * are ignored (RFC 7517 §5), and so are keys without a kid, and keys for something else.
 */
export const signatureKeys =
  (algs: readonly string[]) =>
  (document: unknown): { readonly keys: readonly JWK[] } => {
    const keys = isRecord(document) ? document.keys : undefined;
    if (!Array.isArray(keys) || keys.length > MOST_KEYS || !keys.every(isRecord)) throw new Error("not a JWK Set");
    return { keys: keys.flatMap((jwk) => signatureKey(jwk, algs)) };
  };

function signatureKey(jwk: Readonly<Record<string, unknown>>, algs: readonly string[]): JWK[] {
  const { kid, alg, use } = jwk;
  const members = publicMembers(jwk);
  if (members === undefined || typeof kid !== "string" || kid === "") return [];
  if (use !== undefined && use !== "sig") return [];
  if (alg === undefined) return [{ ...members, kid }];
  return typeof alg === "string" && algs.includes(alg) ? [{ ...members, kid, alg }] : [];
}

/** Whether a value is a JSON object. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
