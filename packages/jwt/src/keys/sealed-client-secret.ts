/**
 * Client secrets at rest, for clients whose secret is an HMAC key (OIDC Core §10.1): a hash cannot be used as the key.
 */
import { type KeyEncryptionKey, seal, unseal } from "./sealed.ts";

interface Sealing {
  readonly clientId: string;
  readonly keyEncryptionKey: KeyEncryptionKey;
}

// Signing keys are bound to thumbprints, which are never JSON: neither kind can be opened as the other.
const boundTo = (clientId: string) => JSON.stringify(["client_secret", clientId]);

/** Seals the secret of a client: nonce (12 bytes, random) || ciphertext || tag (16 bytes). */
export function sealClientSecret(secret: string, { clientId, keyEncryptionKey }: Sealing): Uint8Array<ArrayBuffer> {
  return seal(secret, boundTo(clientId), keyEncryptionKey);
}

/**
 * Opens what `sealClientSecret` made, and returns the octets of the secret in UTF-8, which are the key. Throws the same
 * error for a wrong key, another client and changed bytes.
 */
export function openClientSecret(sealed: Uint8Array, { clientId, keyEncryptionKey }: Sealing): Buffer {
  try {
    return unseal(sealed, boundTo(clientId), keyEncryptionKey);
  } catch (cause) {
    throw new Error(
      `the secret of client ${clientId} cannot be decrypted with key-encryption key ${keyEncryptionKey.id}`,
      {
        cause,
      },
    );
  }
}
