/**
 * The keys of the ring that others encrypt to: OIDC Core §10.2 and §10.2.1, RFC 9101 §6.1. They are sealed, rotated and
 * removed like signing keys. The newest key of an algorithm is published. Earlier keys still decrypt messages that were
 * encrypted before.
 */
import {
  type DecryptionExpectations,
  type DecryptionKey,
  decryptNested,
  ENCRYPTION_KEY_ALGS,
  type EncryptionKeyAlg,
  importDecryptionKey,
  type PublicJwk,
  publicEncryptionJwk,
} from "@countersign/jwt";
import { CONTENT_ENCRYPTION_ALGS } from "@countersign/rules";

export interface EncryptionRingKey {
  readonly kid: string;
  readonly alg: EncryptionKeyAlg;
  readonly publicJwk: PublicJwk;
  readonly decryptionKey: DecryptionKey;
}

/** Both halves come from the sealed text, as with signing keys. Throws when it is not a key for `alg`. */
export async function openEncryptionKey(
  kid: string,
  alg: EncryptionKeyAlg,
  privateJwk: PublicJwk,
): Promise<Omit<EncryptionRingKey, "kid">> {
  const decryptionKey = await importDecryptionKey(alg, privateJwk);
  return { alg, publicJwk: publicEncryptionJwk(kid, alg, privateJwk), decryptionKey };
}

/**
 * The published keys: the newest of each algorithm. A new key is published at once, because every replica can decrypt
 * with it within seconds.
 *
 * @param keys the newest first
 */
export function publishedEncryptionKeys(keys: readonly EncryptionRingKey[]): readonly PublicJwk[] {
  return keys
    .filter(({ alg }, index) => keys.findIndex((key) => key.alg === alg) === index)
    .map(({ publicJwk }) => publicJwk);
}

/**
 * The private keys that a header may refer to: the key of its algorithm that it names, or all keys of its algorithm.
 */
export function keysMeant(
  keys: readonly EncryptionRingKey[],
  { alg, kid }: { readonly alg: string; readonly kid?: string | undefined },
): readonly DecryptionKey[] {
  return keys
    .filter((key) => key.alg === alg && (kid === undefined || key.kid === kid))
    .map(({ decryptionKey }) => decryptionKey);
}

/**
 * Decrypts a token that was encrypted to us, and returns the JWT inside, which is not yet verified. Throws
 * `invalid_jwt`, the same for every cause.
 */
export function decryptForUs(token: string, keys: DecryptionExpectations["keys"]): Promise<string> {
  return decryptNested(token, { keys, algs: ENCRYPTION_KEY_ALGS, encs: CONTENT_ENCRYPTION_ALGS });
}
