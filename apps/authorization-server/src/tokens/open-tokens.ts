import type { KeyEncryptionKey } from "@countersign/jwt";
import type { ClientKeys } from "../clients/keys.ts";
import { type ClientSecrets, clientSecrets } from "../clients/secrets.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import { type SignerFor, signerFor } from "../keys/signer-for.ts";
import { clientEncryption } from "./client-encryption.ts";
import { type TokenIssuer, type TokenParts, tokenIssuer } from "./token-response.ts";
import { type UserinfoAnswers, userinfoAnswers } from "./userinfo-answers.ts";

export interface Tokens {
  readonly clientSecrets: ClientSecrets;
  readonly signerFor: SignerFor;
  readonly tokens: TokenIssuer;
  readonly answerUserinfo: UserinfoAnswers;
}

export interface TokensOptions extends Pick<TokenParts, "claimsBehind" | "settings"> {
  readonly keys: KeyRing;
  readonly clientKeys: ClientKeys;
  readonly keyEncryptionKeys: readonly KeyEncryptionKey[];
}

/** Puts together what signs, keys of the ring and secrets of clients, and what is signed. */
export function openTokens({ keys, clientKeys, keyEncryptionKeys, ...about }: TokensOptions): Tokens {
  const secrets = clientSecrets(keyEncryptionKeys);
  const forClients = signerFor({ keys, clientSecrets: secrets });
  const encryption = clientEncryption(clientKeys);
  const tokens = tokenIssuer({ ...about, keys, signerFor: forClients, encryption });
  const answerUserinfo = userinfoAnswers({ ...about, signerFor: forClients, encryption });
  return { clientSecrets: secrets, signerFor: forClients, tokens, answerUserinfo };
}
