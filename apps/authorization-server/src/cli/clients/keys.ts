/** What commands for clients need of key-encryption keys: which they read only where something is sealed. */
import type { Database } from "@countersign/database";
import { ACCESS_TOKEN_ALGS } from "@countersign/jwt";
import { type ClientMetadata, hmacAlgsOf, isHmacAlg, type SecretUse } from "@countersign/rules";
import { addFirstKey } from "../../keys/new-ring-key.ts";
import { type ClientSecrets, clientSecrets } from "../../stores/client-secrets.ts";
import { signingKeyStore } from "../../stores/signing-keys.ts";
import { keyEnvironment, readVariables } from "../config.ts";
import type { Context } from "../context.ts";

/** What keeps a secret of this use. */
export async function secretsFor(use: SecretUse, context: Context): Promise<ClientSecrets> {
  return clientSecrets(hmacAlgsOf(use).length === 0 ? [] : await keyEncryptionKeys(context));
}

/** Sees to it that there are keys for a client's answers before there is the client. */
export async function prepareKeys(
  metadata: Pick<ClientMetadata, "id_token_signed_response_alg" | "userinfo_signed_response_alg">,
  database: Database,
  context: Context,
): Promise<void> {
  for (const alg of [metadata.id_token_signed_response_alg, metadata.userinfo_signed_response_alg]) {
    if (alg === undefined || isHmacAlg(alg) || MADE_AT_START.includes(alg)) continue;
    const [keyEncryptionKey] = await keyEncryptionKeys(context);
    await addFirstKey(signingKeyStore(database), alg, { keyEncryptionKey, now: context.now(), actor: "operator" });
  }
}

const MADE_AT_START: readonly string[] = ACCESS_TOKEN_ALGS;

const keyEncryptionKeys = async (context: Context) =>
  (await readVariables(keyEnvironment, context.environment)).KEY_ENCRYPTION_KEYS;
