/**
 * Signs JWTs in compact form (RFC 7515 §7.1) by the platform itself: this is done for every token, with keys that were
 * imported once and headers that were written once.
 */
import { createHmac, type webcrypto } from "node:crypto";
import type { HmacAlg, Signer, SigningAlg, SigningKey } from "./signing-key.ts";

/** What `subtle.sign` wants to know of an algorithm (RFC 7518 §3.1, RFC 8037 §3.1). */
const PARAMETERS: Readonly<
  Record<SigningAlg, webcrypto.AlgorithmIdentifier | webcrypto.EcdsaParams | webcrypto.RsaPssParams>
> = {
  RS256: "RSASSA-PKCS1-v1_5",
  RS384: "RSASSA-PKCS1-v1_5",
  RS512: "RSASSA-PKCS1-v1_5",
  PS256: { name: "RSA-PSS", saltLength: 32 },
  PS384: { name: "RSA-PSS", saltLength: 48 },
  PS512: { name: "RSA-PSS", saltLength: 64 },
  ES256: { name: "ECDSA", hash: "SHA-256" },
  ES384: { name: "ECDSA", hash: "SHA-384" },
  ES512: { name: "ECDSA", hash: "SHA-512" },
  EdDSA: "Ed25519",
  Ed25519: "Ed25519",
};
const HMAC_HASHES: Readonly<Record<HmacAlg, string>> = { HS256: "sha256", HS384: "sha384", HS512: "sha512" };

/**
 * Signs claims; undefined ones are left out.
 *
 * @param typ the kind of token, or `undefined` for one that states none
 */
export async function signJwt(signer: Signer, typ: string | undefined, claims: object): Promise<string> {
  const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
  const input = `${headerOf(signer, typ)}.${payload}`;
  if (signer.kid === undefined) {
    return `${input}.${createHmac(HMAC_HASHES[signer.alg], signer.key).update(input).digest("base64url")}`;
  }
  const signature = await crypto.subtle.sign(PARAMETERS[signer.alg], signer.key, Buffer.from(input));
  return `${input}.${Buffer.from(signature).toString("base64url")}`;
}

const headers = new WeakMap<SigningKey, Map<string | undefined, string>>();

// The secret of a client has no kid, and comes as another object each time.
function headerOf(signer: Signer, typ: string | undefined): string {
  if (signer.kid === undefined) return encodedHeader({ alg: signer.alg, typ });

  const known = headers.get(signer) ?? new Map<string | undefined, string>();
  headers.set(signer, known);
  const header = known.get(typ) ?? encodedHeader({ alg: signer.alg, kid: signer.kid, typ });
  known.set(typ, header);
  return header;
}

const encodedHeader = (header: object) => Buffer.from(JSON.stringify(header)).toString("base64url");
