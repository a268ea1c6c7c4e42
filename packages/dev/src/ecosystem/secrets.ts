/** Secrets of a development machine: made once, kept beside its data, never printed. */
import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeOf, explainWrite, failure } from "../failure.ts";

export interface Secrets {
  /** `<id>:<256-bit key, base64url>`, what the authorization server seals its signing keys with. */
  readonly keyEncryptionKeys: string;
  readonly sampleClientSecret: string;
  /** Of the login that owns the database. */
  readonly ownerPassword: string;
  /** Of the login that may only read the userinfo view. */
  readonly resourceServerPassword: string;
}

const NAMES = ["keyEncryptionKeys", "sampleClientSecret", "ownerPassword", "resourceServerPassword"] as const;

/** The file that holds the secrets of a data directory. */
const secretsFile = (dataDir: string) => join(dataDir, "development.json");

/**
 * The secrets of this data directory, read or made (file mode 0600).
 *
 * @throws a failure when the folder cannot be written, or the file is not what was written there
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

/** The secrets of this data directory, or undefined when nothing was ever started on it. */
export function readSecrets(dataDir: string): Secrets | undefined {
  const file = secretsFile(dataDir);
  try {
    const found = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    if (NAMES.every((name) => typeof found[name] === "string")) return found as unknown as Secrets;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    if (!(error instanceof SyntaxError)) throw explainWrite(error, file);
  }
  // Made anew, they would no longer open what the old ones sealed.
  throw failure(`${file} is damaged: restore it, or delete ${dataDir} to begin anew.`);
}

/**
 * One more secret, made of one that every data directory has, so that a directory from before needs no other. It leads
 * back to none.
 */
export const derived = ({ keyEncryptionKeys }: Secrets, purpose: string): string =>
  createHmac("sha256", keyEncryptionKeys).update(purpose).digest("base64url");

/** Writes JSON that only its owner reads; never half of it. */
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
