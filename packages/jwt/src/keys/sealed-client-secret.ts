/**
 * Client secrets at rest, of those clients whose secret must be used: as an HMAC key (OIDC Core §10.1), for which a
 * hash is no good.
 */
import { type KeyEncryptionKey, seal, unseal } from "./sealed.ts";

interface Sealing {
  readonly clientId: string;
  readonly keyEncryptionKey: KeyEncryptionKey;
}

// The thumbprints that signing keys are bound to are never JSON: neither kind opens as the other.
const boundTo = (clientId: string) => JSON.stringify(["client_secret", clientId]);

/** Seals the secret of a client: nonce (12 bytes, random) || ciphertext || tag (16 bytes). */
export function sealClientSecret(secret: string, { clientId, keyEncryptionKey }: Sealing): Uint8Array<ArrayBuffer> {
  return seal(secret, boundTo(clientId), keyEncryptionKey);
}

/**
 * Opens what `sealClientSecret` made: the octets of the secret in UTF-8, which is how it is a key. Throws one error for
 * a wrong key, another client and changed bytes alike.
 */
export function openClientSecret(sealed: Uint8Array, { clientId, keyEncryptionKey }: Sealing): Buffer {
  try {
    return unseal(sealed, boundTo(clientId), keyEncryptionKey);
  } catch (cause) {
    throw new Error(`the secret of client ${clientId} does not open with key-encryption key ${keyEncryptionKey.id}`, {
      cause,
    });
  }
}
