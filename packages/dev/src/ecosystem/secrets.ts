/** The secrets of a development machine. They are made once, kept beside its data, and never printed. */
import { createECDH, createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeOf, explainWrite, failure } from "../failure.ts";

export interface Secrets {
  /** `<id>:<256-bit key, base64url>`: the key with which the authorization server encrypts its signing keys. */
  readonly keyEncryptionKeys: string;
  readonly sampleClientSecret: string;
  /** The password of the login that owns the database. */
  readonly ownerPassword: string;
  /** The password of the login that may only read the userinfo view. */
  readonly resourceServerPassword: string;
}

const NAMES = ["keyEncryptionKeys", "sampleClientSecret", "ownerPassword", "resourceServerPassword"] as const;

/** The file that holds the secrets of a data directory. */
const secretsFile = (dataDir: string) => join(dataDir, "development.json");

/**
 * Reads the secrets of this data directory, or makes them (file mode 0600).
 *
 * @throws a failure when the folder is not writable, or the file is damaged
 */
export function keepSecrets(dataDir: string): Secrets {
  const known = readSecrets(dataDir);
  if (known !== undefined) return known;

  const random = () => randomBytes(32).toString("base64url");
  const made: Secrets = {
    keyEncryptionKeys: `dev1:${random()}`,
    sampleClientSecret: random(),
    ownerPassword: random(),
    resourceServerPassword: random(),
  };
  writePrivately(secretsFile(dataDir), made);
  return made;
}

/** The secrets of this data directory, or undefined if nothing was ever started on it. */
export function readSecrets(dataDir: string): Secrets | undefined {
  const file = secretsFile(dataDir);
  try {
    const found = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    if (NAMES.every((name) => typeof found[name] === "string")) return found as unknown as Secrets;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    if (!(error instanceof SyntaxError)) throw explainWrite(error, file);
  }
  // New secrets could not decrypt what the old ones encrypted.
  throw failure(`${file} is damaged: restore it, or delete ${dataDir} to start over.`);
}

/**
 * One more secret, derived from a secret that every data directory has. So an older data directory needs no new
 * secret. The original secret cannot be computed from the derived one.
 */
export const derived = ({ keyEncryptionKeys }: Secrets, purpose: string): string =>
  createHmac("sha256", keyEncryptionKeys).update(purpose).digest("base64url");

/** A private EC key for ES256, derived in the same way, as a JWK (RFC 7517). */
export function derivedKey(secrets: Secrets, purpose: string) {
  const key = createECDH("prime256v1");
  key.setPrivateKey(derived(secrets, purpose), "base64url");
  const point = key.getPublicKey(); // 4, x and y (SEC 1 §2.3.3)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  return { kty: "EC", crv: "P-256", kid: "console", x, y, d: derived(secrets, purpose) };
}

/** Writes JSON to a file that only its owner can read. The file is never half written. */
export function writePrivately(path: string, content: unknown): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const partial = `${path}.${randomBytes(6).toString("hex")}`;
    writeFileSync(partial, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(partial, path);
  } catch (error) {
    throw explainWrite(error, path);
  }
}
