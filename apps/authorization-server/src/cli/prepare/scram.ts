/** What PostgreSQL stores for a password: SCRAM-SHA-256, RFC 5802 §3 with the hash of RFC 7677. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

const ITERATIONS = 4096; // PostgreSQL's own default
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** SASLprep (RFC 4013) does not change passwords of printable ASCII, so this code need not apply it. */
export const isPlainPassword = (password: string): boolean => /^[\x20-\x7e]+$/.test(password);

/**
 * The verifier of a password, as CREATE ROLE accepts it. So the password itself never reaches the server, its log or
 * its statistics.
 *
 * @param password of printable ASCII, see `isPlainPassword`
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(SALT_BYTES)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();

  const storedKey = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  const serverKey = keyOf("Server Key").toString("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
