/** The key-encryption keys for commands on clients. A command reads them only if it has to seal something. */
import type { Database } from "@countersign/database";
import { ACCESS_TOKEN_ALGS, type SigningAlg } from "@countersign/jwt";
import { hmacAlgsOf, type SecretUse } from "@countersign/rules";
import { type ClientSecrets, clientSecrets } from "../../issuer/clients/secrets.ts";
import { addFirstKey } from "../../issuer/keys/new-ring-key.ts";
import { signingKeyStore } from "../../platform/stores/signing-keys.ts";
import { byOperator, type Context } from "../command/context.ts";
import { keyEnvironment, readVariables } from "../config.ts";

/** Returns what seals a secret of this use. */
export async function secretsFor(use: SecretUse, context: Context): Promise<ClientSecrets> {
  return clientSecrets(hmacAlgsOf(use).length === 0 ? [] : await keyEncryptionKeys(context));
}

/** Creates the first key of an algorithm, except for algorithms whose key the service creates at its start. */
export async function ensureKey(alg: SigningAlg, database: Database, context: Context): Promise<void> {
  if (DEFAULT_ALGS.includes(alg)) return;
  const [keyEncryptionKey] = await keyEncryptionKeys(context);
  const { actor, at: now } = byOperator(context);
  await addFirstKey(signingKeyStore(database), alg, { keyEncryptionKey, now, actor });
}

const DEFAULT_ALGS: readonly string[] = ACCESS_TOKEN_ALGS;

const keyEncryptionKeys = async (context: Context) =>
  (await readVariables(keyEnvironment, context.environment)).KEY_ENCRYPTION_KEYS;
