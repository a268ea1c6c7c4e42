/** ID token: OIDC Core §2 and §3.1.3.6, and as a hint of RP-Initiated Logout §2. */
import { createHash } from "node:crypto";
import { type JWTVerifyGetKey, SignJWT } from "jose";
import { z } from "zod";
import { numericDate, parse, verifyCompact } from "./compact.ts";
import { invalidJwt } from "./errors.ts";
import type { SigningAlg, SigningKey } from "./signing-key.ts";

const idTokenClaims = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  aud: z.string().min(1),
  exp: numericDate,
  iat: numericDate,
  auth_time: numericDate,
  nonce: z.string().optional(),
  acr: z.string(),
  amr: z.array(z.string()).readonly(),
  sid: z.string().optional(),
  azp: z.string().optional(),
  at_hash: z.string().optional(),
  c_hash: z.string().optional(),
});

/** The claims of our ID tokens; `exp`, `iat` and `auth_time` in whole seconds since 1970. */
export type IdTokenClaims = Readonly<z.infer<typeof idTokenClaims>>;

const TYP = "JWT";

/** Signs an ID token. Claims that are undefined are left out. */
export function signIdToken({ alg, kid, key }: SigningKey, claims: IdTokenClaims): Promise<string> {
  return new SignJWT({ ...claims, amr: [...claims.amr] }).setProtectedHeader({ alg, kid, typ: TYP }).sign(key);
}

// OIDC Core §3.1.3.6: the hash of the ID token's own algorithm; RFC 8032 §5.1: Ed25519 is built on SHA-512.
const HASHES = { RS256: "sha256", ES256: "sha256", EdDSA: "sha512" } as const;

/** `at_hash` of an access token or `c_hash` of a code: the left half of its hash, in base64url (OIDC Core §3.1.3.6, §3.3.2.11). */
export function halfHash(alg: SigningAlg, value: string): string {
  const hash = createHash(HASHES[alg]).update(value, "ascii").digest();
  return hash.subarray(0, hash.length / 2).toString("base64url");
}

/**
 * Verifies an ID token of ours that comes back as a hint. RP-Initiated Logout §2: an expired
 * one is accepted, for it says who signed in, and proves no more than that. Throws `invalid_jwt`.
 */
export async function verifyIdTokenHint(
  token: string,
  { keys, issuer }: { readonly keys: JWTVerifyGetKey; readonly issuer: string },
): Promise<IdTokenClaims> {
  const claims = parse(idTokenClaims, await verifyCompact(token, { keys, typ: TYP.toLowerCase() }), "claims");
  if (claims.iss !== issuer) throw invalidJwt("issued by another issuer");

  return claims;
}
