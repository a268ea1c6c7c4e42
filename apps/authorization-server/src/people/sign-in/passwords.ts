/**
 * Password hashing: argon2id (RFC 9106) on the thread pool. Few hashes run at a time, so that sign-ins do not delay
 * signing.
 */
import { randomBytes } from "node:crypto";
import { LONGEST_PASSWORD_BYTES, ProtocolError } from "@countersign/rules";
import { hash } from "@node-rs/argon2";
import pLimit from "p-limit";
import { matchesForeignHash } from "./hashes/foreign-hash.ts";

const ARGON2ID = 2; // the library's constant enum cannot be imported under type stripping

/** What a hash of ours costs. */
export interface PasswordCost {
  /** In KiB. */
  readonly memoryCost: number;
  /** Passes over the memory. */
  readonly timeCost: number;
}

/** Parameters that OWASP recommends for argon2id: 19 MiB, 2 passes. */
const RECOMMENDED: PasswordCost = { memoryCost: 19_456, timeCost: 2 };
/** As in the hashes of the library. */
const [SALT_BYTES, KEY_BYTES] = [16, 32];
const HASHES_AT_ONCE = 2;
const MOST_WAITING = 200;

export interface Passwords {
  /** Hashes a password of at most 1 KB into PHC form. Throws a RangeError for a longer one. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches a hash, as it was typed or in another Unicode normalization (NIST SP 800-63B-4
   * §3.1.1.2): two keyboards may send two texts for one `é`. Without a hash it does the same work and returns false.
   * Throws `temporarily_unavailable` when too many calls are waiting.
   */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** Whether a hash costs what ours cost. The first right password replaces every other one. */
  isOurs(passwordHash: string): boolean;
  /** How many calls wait for their turn. */
  waiting(): number;
}

/** @param cost for tests, which hash many passwords; the recommended cost by default */
export function openPasswords({ memoryCost, timeCost }: PasswordCost = RECOMMENDED): Passwords {
  const cost = { algorithm: ARGON2ID, memoryCost, timeCost, parallelism: 1 };
  const ours = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`;
  const limit = pLimit(HASHES_AT_ONCE);
  // The hash for accounts that do not exist. There is no password for it, and nothing is hashed to make it.
  const decoy = `${ours}${unpadded(randomBytes(SALT_BYTES))}$${unpadded(randomBytes(KEY_BYTES))}`;

  return {
    async hash(password) {
      if (isTooLong(password)) throw new RangeError(`a password has at most ${LONGEST_PASSWORD_BYTES} bytes`);
      return limit(() => hash(password, cost));
    },

    async verify(passwordHash, password) {
      if (isTooLong(password)) return false;
      if (limit.pendingCount >= MOST_WAITING) {
        throw new ProtocolError("temporarily_unavailable", "too many people are signing in", undefined, 5);
      }
      for (const form of formsOf(password)) {
        const right = await limit(() => matchesForeignHash(passwordHash ?? decoy, form));
        if (right) return passwordHash !== undefined;
      }
      return false;
    },

    isOurs: (passwordHash) => passwordHash.startsWith(ours),
    waiting: () => limit.pendingCount,
  };
}

const unpadded = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");

/** The text as it was typed comes first. The number of forms depends only on the text. */
const formsOf = (password: string) => new Set([password, password.normalize("NFC"), password.normalize("NFD")]);

const isTooLong = (password: string) => Buffer.byteLength(password) > LONGEST_PASSWORD_BYTES;
