/** Keys that others encrypt to: RFC 7517 §4.2, RFC 7518 §4. `decryptNested` decrypts what is encrypted to them. */
import { publicMembers } from "@countersign/guard/parts";
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";

/** The algorithms for encrypting to us. Each has its own key, as the signing algorithms have (RFC 8725 §3.1). */
export const ENCRYPTION_KEY_ALGS = ["RSA-OAEP", "RSA-OAEP-256", "ECDH-ES"] as const;

export type EncryptionKeyAlg = (typeof ENCRYPTION_KEY_ALGS)[number];

export interface GeneratedEncryptionKey {
  readonly kid: string;
  readonly alg: EncryptionKeyAlg;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
}

/** A private key that decrypts and cannot be exported. */
export type DecryptionKey = CryptoKey;

/** Whether a key's algorithm is one for encrypting to us. */
export const isEncryptionKeyAlg = (alg: string): alg is EncryptionKeyAlg =>
  (ENCRYPTION_KEY_ALGS as readonly string[]).includes(alg);

/** Makes a key pair, RSA of 2048 bits or on P-256. Its kid is the RFC 7638 thumbprint of the public key. */
export async function generateEncryptionKey(alg: EncryptionKeyAlg): Promise<GeneratedEncryptionKey> {
  const pair = await generateKeyPair(alg, { extractable: true, modulusLength: 2048, crv: "P-256" });
  const bare = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(bare);
  const about = { kid, alg, use: "enc" };
  return {
    kid,
    alg,
    publicJwk: { ...bare, ...about },
    privateJwk: { ...(await exportJWK(pair.privateKey)), ...about },
  };
}

/**
 * The key as it is published: `use` separates it from verification keys. Throws on a key type that has no public part.
 */
export function publicEncryptionJwk(kid: string, alg: EncryptionKeyAlg, jwk: JWK): JWK {
  const members = publicMembers(jwk);
  if (members === undefined) throw new Error(`encryption key ${kid} has no public part`);
  return { ...members, kid, alg, use: "enc" };
}

/** Imports a private JWK for decrypting. Throws on a JWK that is not a private key for `alg`. */
export async function importDecryptionKey(alg: EncryptionKeyAlg, privateJwk: JWK): Promise<DecryptionKey> {
  if (privateJwk.alg !== alg) throw new Error(`a key for ${privateJwk.alg} is none for ${alg}`);
  const key = await importJWK(privateJwk, alg, { extractable: false });
  if (key instanceof Uint8Array || key.type !== "private") throw new Error("an encryption key is not a private key");
  return key;
}
