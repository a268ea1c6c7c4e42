/** Encrypts what only one client is to read, to a key of that client: OIDC Core §10.2, nested as RFC 7519 §5.2 says. */
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

/** How a client wants one kind of answer to be encrypted. */
export interface EncryptionWish {
  readonly alg: KeyManagementAlg;
  readonly enc: ContentEncryptionAlg;
}

export interface ClientEncryption {
  /**
   * Asks for the key before anything is spent on an answer that could not be given. Throws `invalid_request` when the
   * client has none that fits, `temporarily_unavailable` when we could not look. Without a wish there is nothing to ask
   * for.
   */
  assertKey(client: Client, wish: EncryptionWish | undefined): Promise<void>;
  /** Encrypts a signed JWT, or claims that are not signed. Throws as above. */
  encrypt(content: Parameters<typeof encryptTo>[1], client: Client, wish: EncryptionWish): Promise<string>;
}

/** How the ID tokens of this client are to be encrypted; `undefined` where they are not (OIDC Registration §2). */
export const idTokenWish = (client: Client): EncryptionWish | undefined =>
  wishOf(client.idTokenEncryptedResponseAlg, client.idTokenEncryptedResponseEnc);

/** How the UserInfo responses of this client are to be encrypted; `undefined` where they are not. */
export const userinfoWish = (client: Client): EncryptionWish | undefined =>
  wishOf(client.userinfoEncryptedResponseAlg, client.userinfoEncryptedResponseEnc);

export function clientEncryption(clientKeys: Pick<ClientKeys, "encryptionKey">): ClientEncryption {
  const recipientOf = async (client: Client, wish: EncryptionWish): Promise<Recipient> => {
    const jwk = await keyOf(client, wish.alg, clientKeys);
    return { ...wish, jwk };
  };

  return {
    async assertKey(client, wish) {
      if (wish !== undefined) await recipientOf(client, wish);
    },
    encrypt: async (content, client, wish) => encryptTo(await recipientOf(client, wish), content),
  };
}

function wishOf(
  alg: KeyManagementAlg | undefined,
  enc: ContentEncryptionAlg = DEFAULT_CONTENT_ENCRYPTION,
): EncryptionWish | undefined {
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
  throw invalidRequest("the client has no key to encrypt to", `${client.id}: none for ${alg}`);
}
