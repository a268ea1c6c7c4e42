import { generateSigningKey, type KeyEncryptionKey, type SigningAlg, sealPrivateJwk } from "@countersign/jwt";
import type { NewSigningKey } from "../stores/signing-keys.ts";

/** Makes a key that is published from `createdAt` and signs from `signsFrom`; its private part leaves here sealed. */
export async function newSigningKey(
  alg: SigningAlg,
  keyEncryptionKey: KeyEncryptionKey,
  { createdAt, signsFrom }: { createdAt: Date; signsFrom: Date },
): Promise<NewSigningKey> {
  const { kid, publicJwk, privateJwk } = await generateSigningKey(alg);
  const sealedPrivateJwk = sealPrivateJwk(privateJwk, { kid, keyEncryptionKey });
  return { kid, alg, publicJwk, sealedPrivateJwk, keyEncryptionKeyId: keyEncryptionKey.id, createdAt, signsFrom };
}
