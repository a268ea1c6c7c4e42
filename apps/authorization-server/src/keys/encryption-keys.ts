/**
 * The keys of the ring that others encrypt to: OIDC Core §10.2 and §10.2.1, RFC 9101 §6.1. They are sealed, rotated and
 * removed like those that sign. The newest of an algorithm is published; those before it go on opening what is still on
 * its way.
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

/** Both halves come out of what was sealed, as with keys that sign. Throws when it is no key for `alg`. */
export async function openEncryptionKey(
  kid: string,
  alg: EncryptionKeyAlg,
  privateJwk: PublicJwk,
): Promise<Omit<EncryptionRingKey, "kid">> {
  const decryptionKey = await importDecryptionKey(alg, privateJwk);
  return { alg, publicJwk: publicEncryptionJwk(kid, alg, privateJwk), decryptionKey };
}

/**
 * Those that are published: the newest of each algorithm, at once, as every replica opens by it within seconds.
 *
 * @param keys the newest first
 */
export function publishedEncryptionKeys(keys: readonly EncryptionRingKey[]): readonly PublicJwk[] {
  return keys
    .filter(({ alg }, index) => keys.findIndex((key) => key.alg === alg) === index)
    .map(({ publicJwk }) => publicJwk);
}

/** The private keys that a header could mean: of its algorithm the one it names, or all. */
export function keysMeant(
  keys: readonly EncryptionRingKey[],
  { alg, kid }: { readonly alg: string; readonly kid?: string | undefined },
): readonly DecryptionKey[] {
  return keys
    .filter((key) => key.alg === alg && (kid === undefined || key.kid === kid))
    .map(({ decryptionKey }) => decryptionKey);
}

/**
 * Opens what was encrypted to us, and gives the JWT inside, which is as yet unverified. Throws `invalid_jwt`, the same
 * for every cause.
 */
export function decryptForUs(token: string, keys: DecryptionExpectations["keys"]): Promise<string> {
  return decryptNested(token, { keys, algs: ENCRYPTION_KEY_ALGS, encs: CONTENT_ENCRYPTION_ALGS });
}
