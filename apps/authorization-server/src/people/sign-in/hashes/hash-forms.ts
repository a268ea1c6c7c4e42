/**
 * The forms of password hashes: argon2 (RFC 9106), bcrypt, PBKDF2 (RFC 8018 §5.2), scrypt (RFC 7914), that of
 * Firebase, and salted digests as LDAP directories hold them (RFC 2307 §5.3).
 */
import { createCipheriv, createHash, pbkdf2, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { verify as verifyArgon2 } from "@node-rs/argon2";

/** A password hash that was read. */
export interface ReadHash {
  /** `weak`: it protects badly if the table is stolen. `excessive`: checking it would take too long. */
  readonly cost: "weak" | "usual" | "excessive";
  readonly matches: (password: string) => Promise<boolean>;
}

/** Reads a hash of one form; `undefined` for every other text. */
export type HashForm = (hash: string) => ReadHash | undefined;

const derivePbkdf2 = promisify(pbkdf2);
const deriveScrypt = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** The work that is usual, in the unit of each form. The upper bounds are about a second. */
const ARGON2 = { least: 4096, most: 2 ** 20 }; // KiB of memory, times passes
const MOST_ARGON2_MEMORY = 2 ** 18; // 256 MiB
const BCRYPT = { least: 8, most: 14 }; // the exponent
/** Iterations times blocks of the derived key: each block repeats all of them. */
const PBKDF2 = { least: 1000, most: 2_000_000 };
/** N·r·p. OWASP's strongest advice for scrypt is N = 2^17, r = 8, p = 1, which needs 128 MiB. */
const SCRYPT = { least: 2 ** 13, most: 2 ** 20 };

const costOf = (work: number, { least, most }: { readonly least: number; readonly most: number }): ReadHash["cost"] =>
  work > most ? "excessive" : work < least ? "weak" : "usual";

const [SHORTEST_KEY, LONGEST_KEY] = [16, 128];

/** `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<key>`, and argon2i. */
export const readArgon2: HashForm = (hash) => {
  const [, , m, t, p, salt64 = "", key64 = ""] = ARGON2_FORM.exec(hash) ?? [];
  const [salt, key] = [decode(salt64), decode(key64)];
  if (m === undefined || salt === undefined || key === undefined || salt.length < 8 || !isKey(key)) return undefined;
  const [memory, lanes] = [Number(m), Number(p)];
  // RFC 9106 §3.1: at least 8 KiB for each lane.
  if (memory < 8 * lanes) return undefined;
  const cost = memory > MOST_ARGON2_MEMORY ? "excessive" : costOf(memory * Number(t), ARGON2);
  return { cost, matches: (password) => verifyArgon2(hash, password) };
};
const ARGON2_FORM =
  /^\$argon2(id|i)\$v=(?:16|19)\$m=([1-9]\d{0,8}),t=([1-9]\d{0,3}),p=([1-9]\d?)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * `$2b$12$<salt and key>`, and 2a and 2y, which are the same for every password that bcrypt reads whole. It reads 72
 * bytes: a longer password is refused, because every other one with the same 72 bytes would match too.
 */
export const readBcrypt: HashForm = (hash) => {
  const [, exponent] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash) ?? [];
  if (exponent === undefined || Number(exponent) < 4) return undefined;
  return {
    cost: costOf(Number(exponent), BCRYPT),
    matches: async (password) => {
      if (Buffer.byteLength(password) > MOST_BCRYPT_BYTES) return false;
      const { verify } = await import("@node-rs/bcrypt"); // only imported passwords have this form (decision 169)
      return verify(password, hash);
    },
  };
};
const MOST_BCRYPT_BYTES = 72;

/** `$bcrypt-sha256$2b$12$…`: bcrypt of the SHA-256 of the password in hexadecimal, so any length of it counts. */
export const readBcryptSha256: HashForm = (hash) => {
  const bcrypt = /^\$bcrypt-sha256(\$.+)$/.exec(hash)?.[1];
  const read = bcrypt === undefined ? undefined : readBcrypt(bcrypt);
  return (
    read && {
      cost: read.cost,
      matches: (password) => read.matches(createHash("sha256").update(password).digest("hex")),
    }
  );
};

const PBKDF2_DIGESTS = {
  "pbkdf2-sha1": ["sha1", 20],
  "pbkdf2-sha256": ["sha256", 32],
  "pbkdf2-sha512": ["sha512", 64],
} as const;

/** `$pbkdf2-sha256$i=27500$<salt>$<key>` (base64 without padding). */
export const readPbkdf2: HashForm = (hash) => {
  const { name = "", parameters = "", salt, key } = partsOf(hash);
  const [, digits] = /^i=([1-9]\d{0,9})$/.exec(parameters) ?? [];
  if (digits === undefined || salt === undefined || key === undefined || !isKey(key)) return undefined;
  if (!isIn(PBKDF2_DIGESTS, name)) return undefined;
  const [digest, block] = PBKDF2_DIGESTS[name];
  const iterations = Number(digits);
  const blocks = Math.ceil(key.length / block);
  const cost = iterations < PBKDF2.least ? "weak" : costOf(iterations * blocks, PBKDF2);
  return {
    cost,
    matches: async (password) => isSame(await derivePbkdf2(password, salt, iterations, key.length, digest), key),
  };
};

/** `$scrypt$ln=14,r=8,p=1$<salt>$<key>`. */
export const readScrypt: HashForm = (hash) => {
  const { name, parameters = "", salt, key } = partsOf(hash);
  const options = scryptOptions(parameters);
  if (name !== "scrypt" || options === undefined || salt === undefined || key === undefined || !isKey(key)) {
    return undefined;
  }
  return {
    cost: costOf(options.N * options.r * options.p, SCRYPT),
    matches: async (password) => isSame(await deriveScrypt(password, salt, key.length, options), key),
  };
};

/**
 * `$firebase-scrypt$ln=14,r=8,p=1$<salt and separator>$<key stream>`. Firebase encrypts the key of its project, the
 * signer key, by AES-CTR with a key of scrypt. AES-CTR adds a key stream to the text. The converter takes the text
 * away, so what remains is the key stream, and nothing of ours needs the signer key.
 */
export const readFirebaseScrypt: HashForm = (hash) => {
  const { name, parameters = "", salt, key: stream } = partsOf(hash);
  const options = scryptOptions(parameters);
  if (name !== "firebase-scrypt" || options === undefined) return undefined;
  if (salt === undefined || stream === undefined || !isKey(stream)) return undefined;
  return {
    cost: costOf(options.N * options.r * options.p, SCRYPT),
    async matches(password) {
      const key = await deriveScrypt(password, salt, 32, options);
      const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
      return isSame(cipher.update(Buffer.alloc(stream.length)), stream);
    },
  };
};

const DIGESTS = {
  SSHA: ["sha1", 20],
  SSHA256: ["sha256", 32],
  SSHA384: ["sha384", 48],
  SSHA512: ["sha512", 64],
} as const;

/** `{SSHA}<base64 of digest and salt>`, and the same with SHA-2. One digest is no work: it is always weak. */
export const readDigest: HashForm = (hash) => {
  const [, name = "", base64 = ""] = /^\{(SSHA(?:256|384|512)?)\}([A-Za-z0-9+/]+={0,2})$/.exec(hash) ?? [];
  if (!isIn(DIGESTS, name)) return undefined;
  const [digest, length] = DIGESTS[name];
  const bytes = Buffer.from(base64, "base64");
  const [key, salt] = [bytes.subarray(0, length), bytes.subarray(length)];
  if (salt.length < 4 || salt.length > 64) return undefined;
  return {
    cost: "weak",
    matches: async (password) => isSame(createHash(digest).update(password).update(salt).digest(), key),
  };
};

function scryptOptions(parameters: string) {
  const [, ln, r, p] = /^ln=([1-9]\d?),r=([1-9]\d?),p=([1-9]\d?)$/.exec(parameters) ?? [];
  if (ln === undefined) return undefined;
  const cost = { N: 2 ** Number(ln), r: Number(r), p: Number(p) };
  // RFC 7914 §5 and §6: the large array, and one block for each lane, with some room.
  return { ...cost, maxmem: 128 * cost.r * (cost.N + cost.p + 2) + 2 ** 20 };
}

/** The parts of a hash in PHC form: `$name$parameters$salt$key`. */
function partsOf(hash: string) {
  const [before, name, parameters, salt64 = "", key64 = "", ...more] = hash.split("$");
  if (before !== "" || more.length > 0) return {};
  return { name, parameters, salt: decode(salt64), key: decode(key64) };
}

const isKey = ({ length }: Buffer) => length >= SHORTEST_KEY && length <= LONGEST_KEY;
const isIn = <Table extends object>(table: Table, name: string): name is Extract<keyof Table, string> =>
  Object.hasOwn(table, name);
const isSame = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);

/** Base64 in its one canonical spelling without padding; not empty. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  const isCanonical = bytes.length > 0 && bytes.toString("base64").replaceAll("=", "") === text;
  return isCanonical ? bytes : undefined;
}
