/**
 * The keys of the service, made once a run: RSA keys take longer to make than the rest of a start. They are in the
 * database that each service of a test has a copy of.
 */
import { openDatabase } from "@countersign/database";
import { ACCESS_TOKEN_ALGS, ENCRYPTION_KEY_ALGS } from "@countersign/jwt";
import { parseKeyEncryptionKeys } from "../src/issuer/keys/key-encryption-keys.ts";
import { openKeyRing } from "../src/issuer/keys/key-ring.ts";
import { signingKeyStore } from "../src/platform/stores/signing-keys.ts";
import { noon } from "./inhabitants.ts";
import { asService } from "./servers/service-login.ts";

/** KEY_ENCRYPTION_KEYS of the services of tests. */
export const keyEncryptionKeys = `k1:${Buffer.alloc(32, "test").toString("base64url")}`;

/** Makes the first keys in the database at this URL. */
export async function makeRingKeys(superuserUrl: string): Promise<void> {
  const database = openDatabase({ connectionString: asService(superuserUrl), max: 1 });
  try {
    const ring = await openKeyRing({
      store: signingKeyStore(database),
      keyEncryptionKeys: parseKeyEncryptionKeys(keyEncryptionKeys),
      algs: [...ACCESS_TOKEN_ALGS, ...ENCRYPTION_KEY_ALGS],
      now: () => noon,
      log: { info: () => {}, error: () => {} },
    });
    await ring.close();
  } finally {
    await database.close();
  }
}
