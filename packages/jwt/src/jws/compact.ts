/**
 * JWS compact serialisation (RFC 7515 §5 and §7.1): which tokens reach a signature check, and what the check returns.
 */
import { KeyObject, verify, type webcrypto } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isUnreadableJson, readJson } from "@countersign/guard/json";
import { MAX_TOKEN_LENGTH, type Segments, split } from "@countersign/guard/parts";
import { type CryptoKey, compactVerify, errors, type JWTVerifyGetKey } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { invalidJwt } from "../errors.ts";
import { fromJws } from "./ecdsa-signature.ts";
import { NODE_DIGESTS, withPadding } from "./platform-algorithms.ts";

const headerShape = z.object({
  alg: z.string(),
  // Each of our keys has a kid; without one, a verifier would have to guess.
  kid: z.string(),
  typ: z.string(),
  // RFC 7515 §4.1.11: no extension is supported, so any critical one must be refused.
  crit: z.undefined().optional(),
});

export { MAX_TOKEN_LENGTH, type Segments, split } from "@countersign/guard/parts";

import { SIGNING_ALGS, type SigningAlg } from "../keys/algs.ts";

/** A claim that is a time: seconds since 1970, as a whole number (RFC 7519 §2). */
export const numericDate = z.int().nonnegative();

export interface Expectations {
  readonly keys: JWTVerifyGetKey;
  /** The algorithms of this kind of token (RFC 8725 §3.1): we decide them, never the token. */
  readonly algs: readonly SigningAlg[];
  /** Values of `typ` that are accepted, in lower case, without "application/" (RFC 7515 §4.1.9, RFC 8725 §3.11). */
  readonly typs: readonly string[];
}

/**
 * Verifies form, header and signature of a token, and returns its claims: the profile must check time, issuer and
 * audience. Throws `invalid_jwt`. If `keys` could not look (network, database), its error is passed on, because the
 * token is not the cause.
 */
export async function verifyCompact(token: string, { keys, algs, typs }: Expectations): Promise<unknown> {
  const jws = split(token);
  const header = headerOf(jws.protected);
  const alg = algs.find((allowed) => allowed === header.alg);
  if (alg === undefined) throw invalidJwt("alg is not allowed");

  // RFC 8725 §3.11: explicit types keep one kind of token from passing as another.
  const typ = header.typ.toLowerCase().replace(/^application\//, "");
  if (!typs.includes(typ)) throw invalidJwt(`typ is not ${typs.join(" or ")}`);

  const key = await findKey(keys, header, jws);
  await turnIsOver();
  assertSignedBy(jws, alg, keyObjectOf(key as CryptoKey));
  return json(jws.payload);
}

let ending: Promise<void> | undefined;

// The signatures of requests that arrive together are checked one after another. Otherwise each check would push the
// code of the other steps out of the processor's caches, and the other steps would push out the code of the check. All
// wait for one promise, so they also take every further step together.
function turnIsOver(): Promise<void> {
  ending ??= nextTurn().then(() => {
    ending = undefined;
  });
  return ending;
}

/**
 * Throws `invalid_jwt` unless this key made the signature with this algorithm. It uses the platform directly, because
 * it runs for every new token. The caller has checked the header.
 */
export function assertSignedBy(jws: Segments, alg: SigningAlg, key: KeyObject): void {
  const input = Buffer.from(`${jws.protected}.${jws.payload}`, "latin1"); // the form allows only ASCII
  const signature = fromJws(Buffer.from(jws.signature, "base64url"), alg);
  if (signature === undefined) throw invalidJwt("the signature has another length");
  try {
    if (verify(NODE_DIGESTS[alg], input, withPadding(key, alg), signature)) return;
  } catch (cause) {
    throw invalidJwt("the key is for another algorithm", cause);
  }
  throw invalidJwt("the signature does not verify");
}

const keyObjects = new WeakMap<CryptoKey, KeyObject>();

function keyObjectOf(key: CryptoKey): KeyObject {
  const known = keyObjects.get(key) ?? KeyObject.from(key as webcrypto.CryptoKey);
  keyObjects.set(key, known);
  return known;
}

/**
 * Throws `invalid_jwt` unless this key of a client made the signature with this algorithm. The caller has checked the
 * header, and found the key by it.
 */
export async function assertSignedByClient(
  token: string,
  jws: Segments,
  alg: string,
  key: Awaited<ReturnType<JWTVerifyGetKey>>,
): Promise<void> {
  const quick = QUICK_ALGS.find((known) => known === alg);
  if (quick !== undefined && isVerifyingKey(key) && isQuick(keyObjectOf(key))) {
    return assertSignedBy(jws, quick, keyObjectOf(key));
  }
  // It works in another thread, for which no other request waits.
  try {
    await compactVerify(token, key, { algorithms: [alg] });
  } catch (cause) {
    throw invalidJwt("the signature does not verify", cause);
  }
}

const isVerifyingKey = (key: Awaited<ReturnType<JWTVerifyGetKey>>): key is CryptoKey =>
  "usages" in key && key.type === "public" && key.usages.includes("verify");

/** The others take about a millisecond. */
const QUICK_ALGS = SIGNING_ALGS.filter((alg) => alg !== "ES384" && alg !== "ES512");

// What an RSA key costs grows with its modulus and with its exponent, and a client chooses both.
function isQuick({ asymmetricKeyDetails: { modulusLength, publicExponent } = {} }: KeyObject): boolean {
  if (modulusLength === undefined || publicExponent === undefined) return true;
  return modulusLength >= 2048 && modulusLength <= 4096 && publicExponent <= 65_537n;
}

// All tokens of a key have the same header.
const headers = new LRUCache<string, z.infer<typeof headerShape>>({ max: 100 });

/** Returns the header that a segment holds. Throws `invalid_jwt`. */
function headerOf(segment: string): z.infer<typeof headerShape> {
  const known = headers.get(segment);
  if (known !== undefined) return known;

  const header = parse(headerShape, json(segment), "header");
  headers.set(Buffer.from(segment).toString(), header); // a copy: the segment would keep its whole token in memory
  return header;
}

/** The kid of a token that was verified before. */
export const kidOf = (token: string): string => headerOf(token.slice(0, token.indexOf("."))).kid;

/** Parses a value by its shape. Throws `invalid_jwt`, naming the wrong member. */
export function parse<T>(shape: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;

  throw invalidJwt(`${what} is malformed: ${String(parsed.error.issues[0]?.path[0] ?? "not an object")}`);
}

/**
 * Returns the JSON of a segment. Throws `invalid_jwt` if it is not JSON, or if a member is repeated (RFC 7515 §4,
 * RFC 7519 §4).
 */
export function json(segment: string): unknown {
  try {
    return readJson(Buffer.from(segment, "base64url"), { longest: MAX_TOKEN_LENGTH });
  } catch (cause) {
    throw isUnreadableJson(cause) ? invalidJwt(`a segment: ${cause.problem}`, cause) : cause;
  }
}

async function findKey(keys: JWTVerifyGetKey, { alg, kid }: z.infer<typeof headerShape>, jws: Segments) {
  try {
    // Only checked values are passed on: no jwk, jku or x5u reaches the search for a key (RFC 8725 §3.10).
    return await keys({ alg, kid }, jws);
  } catch (err) {
    if (err instanceof errors.JOSEError) throw invalidJwt("no key with this kid and algorithm", err);
    throw err;
  }
}
