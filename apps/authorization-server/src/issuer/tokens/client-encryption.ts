/** Encrypts content for one client with a key of that client: OIDC Core §10.2, nested as in RFC 7519 §5.2. */
import { encryptTo, isKeysUnavailable, type Recipient } from "@countersign/jwt";
import {
  type Client,
  type ContentEncryptionAlg,
  DEFAULT_CONTENT_ENCRYPTION,
  invalidRequest,
  type KeyManagementAlg,
  ProtocolError,
} from "@countersign/rules";
import type { ClientKeys } from "../clients/keys.ts";

/** How one kind of response is encrypted for a client. */
export interface EncryptionPreference {
  readonly alg: KeyManagementAlg;
  readonly enc: ContentEncryptionAlg;
}

export interface ClientEncryption {
  /**
   * Checks for the key before anything is spent on a response that could not be delivered. Throws `invalid_request` if
   * the client has no key that fits, and `temporarily_unavailable` if the keys could not be fetched. Without a
   * preference it does nothing.
   */
  assertKey(client: Client, preference: EncryptionPreference | undefined): Promise<void>;
  /** Encrypts a signed JWT, or claims that are not signed. Throws as above. */
  encrypt(content: Parameters<typeof encryptTo>[1], client: Client, preference: EncryptionPreference): Promise<string>;
}

/** How the ID tokens of this client are encrypted; `undefined` if they are not (OIDC Registration §2). */
export const idTokenEncryption = (client: Client): EncryptionPreference | undefined =>
  preferenceOf(client.idTokenEncryptedResponseAlg, client.idTokenEncryptedResponseEnc);

/** How the UserInfo responses of this client are encrypted; `undefined` if they are not. */
export const userinfoEncryption = (client: Client): EncryptionPreference | undefined =>
  preferenceOf(client.userinfoEncryptedResponseAlg, client.userinfoEncryptedResponseEnc);

/** How its authorization responses are encrypted in a JWT; `undefined` if they are only signed (JARM §3). */
export const authorizationEncryption = (client: Client): EncryptionPreference | undefined =>
  preferenceOf(client.authorizationEncryptedResponseAlg, client.authorizationEncryptedResponseEnc);

/** How its introspection responses are encrypted; `undefined` if they are not (RFC 9701 §6). */
export const introspectionEncryption = (client: Client): EncryptionPreference | undefined =>
  preferenceOf(client.introspectionEncryptedResponseAlg, client.introspectionEncryptedResponseEnc);

export function clientEncryption(clientKeys: Pick<ClientKeys, "encryptionKey">): ClientEncryption {
  const recipientOf = async (client: Client, preference: EncryptionPreference): Promise<Recipient> => {
    const jwk = await keyOf(client, preference.alg, clientKeys);
    return { ...preference, jwk };
  };

  return {
    async assertKey(client, preference) {
      if (preference !== undefined) await recipientOf(client, preference);
    },
    encrypt: async (content, client, preference) => encryptTo(await recipientOf(client, preference), content),
  };
}

function preferenceOf(
  alg: KeyManagementAlg | undefined,
  enc: ContentEncryptionAlg = DEFAULT_CONTENT_ENCRYPTION,
): EncryptionPreference | undefined {
  return alg === undefined ? undefined : { alg, enc };
}

async function keyOf(client: Client, alg: KeyManagementAlg, clientKeys: Pick<ClientKeys, "encryptionKey">) {
  try {
    const jwk = await clientKeys.encryptionKey(client, alg);
    if (jwk !== undefined) return jwk;
  } catch (err) {
    if (!isKeysUnavailable(err)) throw err;
    throw new ProtocolError("temporarily_unavailable", "the keys of the client cannot be fetched", client.id);
  }
  throw invalidRequest("the client has no suitable encryption key", `${client.id}: none for ${alg}`);
}
