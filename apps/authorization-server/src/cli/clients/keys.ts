/** What commands for clients need of key-encryption keys: which they read only where something is sealed. */
import type { Database } from "@countersign/database";
import { ACCESS_TOKEN_ALGS, type SigningAlg } from "@countersign/jwt";
import { hmacAlgsOf, type SecretUse } from "@countersign/rules";
import { type ClientSecrets, clientSecrets } from "../../clients/secrets.ts";
import { addFirstKey } from "../../keys/new-ring-key.ts";
import { signingKeyStore } from "../../stores/signing-keys.ts";
import { keyEnvironment, readVariables } from "../config.ts";
import { byOperator, type Context } from "../context.ts";

/** What seals a secret of this use. */
export async function secretsFor(use: SecretUse, context: Context): Promise<ClientSecrets> {
  return clientSecrets(hmacAlgsOf(use).length === 0 ? [] : await keyEncryptionKeys(context));
}

/** Makes the first key of an algorithm, unless the service made one when it started. */
export async function ensureKey(alg: SigningAlg, database: Database, context: Context): Promise<void> {
  if (DEFAULT_ALGS.includes(alg)) return;
  const [keyEncryptionKey] = await keyEncryptionKeys(context);
  const { actor, at: now } = byOperator(context);
  await addFirstKey(signingKeyStore(database), alg, { keyEncryptionKey, now, actor });
}

const DEFAULT_ALGS: readonly string[] = ACCESS_TOKEN_ALGS;

const keyEncryptionKeys = async (context: Context) =>
  (await readVariables(keyEnvironment, context.environment)).KEY_ENCRYPTION_KEYS;
