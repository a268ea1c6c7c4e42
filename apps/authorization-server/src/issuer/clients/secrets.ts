/** What is stored of client secrets: a hash, and the encrypted secret if it is the key of an HMAC (architecture §5). */
import { type KeyEncryptionKey, openClientSecret, sealClientSecret } from "@countersign/jwt";
import { type Client, hashSecret, hmacAlgsOf, type Secret, type SecretUse } from "@countersign/rules";
import type { StoredSecret } from "../../platform/stores/client/client-rows.ts";

export type SealedClient = Pick<Client, "id" | "sealedSecret" | "secretKeyEncryptionKeyId">;

export interface ClientSecrets {
  /** What is stored of a client's secret: its hash, and the sealed secret if it signs or verifies. */
  seal(secret: Secret, clientId: string, use: SecretUse): StoredSecret;
  /**
   * The secret of a client as an HMAC key; `undefined` if none is stored. Throws when its key-encryption key is not
   * configured.
   */
  open(client: SealedClient): Uint8Array | undefined;
}

/** @param keyEncryptionKeys the first seals, all open; empty if nothing has to be sealed */
export function clientSecrets(keyEncryptionKeys: readonly KeyEncryptionKey[]): ClientSecrets {
  return {
    seal(secret, clientId, use) {
      const secretHash = hashSecret(secret);
      if (hmacAlgsOf(use).length === 0) {
        return { secretHash, sealedSecret: undefined, secretKeyEncryptionKeyId: undefined };
      }
      const [keyEncryptionKey] = keyEncryptionKeys;
      if (keyEncryptionKey === undefined)
        throw new Error("there is no key-encryption key to seal a client secret with");
      const sealedSecret = sealClientSecret(secret, { clientId, keyEncryptionKey });
      return { secretHash, sealedSecret, secretKeyEncryptionKeyId: keyEncryptionKey.id };
    },

    open({ id, sealedSecret, secretKeyEncryptionKeyId }) {
      if (sealedSecret === undefined) return undefined;
      const keyEncryptionKey = keyEncryptionKeys.find((key) => key.id === secretKeyEncryptionKeyId);
      if (keyEncryptionKey === undefined) {
        throw new Error(
          `The secret of client ${id} is sealed with key-encryption key "${secretKeyEncryptionKeyId}", ` +
            "which KEY_ENCRYPTION_KEYS does not have.",
        );
      }
      return openClientSecret(sealedSecret, { clientId: id, keyEncryptionKey });
    },
  };
}

/**
 * Seals the secret of a client again under the first of the keys. Throws when its key-encryption key is not among them.
 */
export function sealAgain(
  client: SealedClient,
  keyEncryptionKeys: readonly [KeyEncryptionKey, ...KeyEncryptionKey[]],
): Uint8Array {
  const secret = clientSecrets(keyEncryptionKeys).open(client);
  if (secret === undefined) throw new Error(`client ${client.id} has no sealed secret`);
  return sealClientSecret(Buffer.from(secret).toString(), {
    clientId: client.id,
    keyEncryptionKey: keyEncryptionKeys[0],
  });
}
