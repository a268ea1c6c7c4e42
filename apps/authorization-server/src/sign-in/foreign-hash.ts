/**
 * Password hashes that other software made, in PHC form: PBKDF2 (RFC 8018 §5.2) and scrypt (RFC 7914). Each is bounded
 * in its cost before anything is computed, so that no stored text can occupy a slot of sign-in for long.
 */
import { pbkdf2, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const DIGESTS = {
  "pbkdf2-sha1": ["sha1", 20],
  "pbkdf2-sha256": ["sha256", 32],
  "pbkdf2-sha512": ["sha512", 64],
} as const;

/** Iterations times blocks of the derived key (RFC 8018 §5.2): each block repeats all iterations. */
const MOST_PBKDF2_WORK = 2_000_000;
/** N·r·p. OWASP's strongest advice for scrypt is N = 2^17, r = 8, p = 1, which needs 128 MiB. */
const MOST_SCRYPT_WORK = 2 ** 20;
const LONGEST_HASH = 512;
const [SHORTEST_KEY, LONGEST_KEY] = [16, 128];

type Derive = (password: string) => Promise<Buffer>;
const derivePbkdf2 = promisify(pbkdf2);
const deriveScrypt = promisify<string, Buffer, number, object, Buffer>(scrypt);

/**
 * Whether the password matches a hash like `$pbkdf2-sha256$i=27500$<salt>$<key>` or
 * `$scrypt$ln=14,r=8,p=1$<salt>$<key>` (base64 without padding).
 * False for a text that is no such hash, and for one that costs more than the bounds.
 */
export async function matchesForeignHash(hash: string, password: string): Promise<boolean> {
  if (hash.length > LONGEST_HASH) return false;
  const [before, name = "", parameters = "", salt64 = "", key64 = "", ...more] = hash.split("$");
  const [salt, key] = [decode(salt64), decode(key64)];
  if (before !== "" || more.length > 0 || salt === undefined || key === undefined) return false;
  if (key.length < SHORTEST_KEY || key.length > LONGEST_KEY) return false;

  const derive =
    name === "scrypt" ? scryptOf(parameters, salt, key.length) : pbkdf2Of(name, parameters, salt, key.length);
  return derive !== undefined && timingSafeEqual(await derive(password), key);
}

function pbkdf2Of(name: string, parameters: string, salt: Buffer, length: number): Derive | undefined {
  const [, digits] = /^i=([1-9]\d{0,8})$/.exec(parameters) ?? [];
  if (digits === undefined || !isDigest(name)) return undefined;
  const [digest, block] = DIGESTS[name];
  const iterations = Number(digits);
  if (iterations * Math.ceil(length / block) > MOST_PBKDF2_WORK) return undefined;
  return (password) => derivePbkdf2(password, salt, iterations, length, digest);
}

function scryptOf(parameters: string, salt: Buffer, length: number): Derive | undefined {
  const [, ln, r, p] = /^ln=([1-9]\d?),r=([1-9]\d?),p=([1-9]\d?)$/.exec(parameters) ?? [];
  if (ln === undefined) return undefined;
  const cost = { N: 2 ** Number(ln), r: Number(r), p: Number(p) };
  if (cost.N * cost.r * cost.p > MOST_SCRYPT_WORK) return undefined;
  // RFC 7914 §5 and §6: the large array, and one block for each lane, with some room.
  const maxmem = 128 * cost.r * (cost.N + cost.p + 2) + 2 ** 20;
  return (password) => deriveScrypt(password, salt, length, { ...cost, maxmem });
}

const isDigest = (name: string): name is keyof typeof DIGESTS => Object.hasOwn(DIGESTS, name);

/** Base64 in its one canonical spelling without padding; not empty. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  const isCanonical = bytes.length > 0 && bytes.toString("base64").replaceAll("=", "") === text;
  return isCanonical ? bytes : undefined;
}
