/** The proof that the sender of a request holds a key: DPoP, RFC 9449 §4. */
import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { invalidJwt } from "../errors.ts";
import { assertSignedBy, json, parse, split } from "../jws/compact.ts";

/** The algorithms of proofs (RFC 9449 §5.1 and §11.6): asymmetric ones, and none with PKCS #1 v1.5. */
export const DPOP_ALGS = ["ES256", "PS256", "EdDSA", "Ed25519"] as const;

type DpopAlg = (typeof DPOP_ALGS)[number];

const KEY_TYPE_OF: Readonly<Record<DpopAlg, Jwk["kty"]>> = { ES256: "EC", PS256: "RSA", EdDSA: "OKP", Ed25519: "OKP" };

/** How far `iat` may be from our time, in seconds. */
const SKEW_SECONDS = { behind: 300, ahead: 60 };
/** The same for a proof with a nonce of ours, which shows that the proof is new. */
const SKEW_WITH_NONCE_SECONDS = { behind: 86_400, ahead: 86_400 };

/** The resource server sends a proof and its access token on together, in one form of 8 KiB. */
const MAX_PROOF_LENGTH = 4096;
const MAX_JWK_LENGTH = 4096;
// RFC 7518 §3.5 for the smallest; larger ones would cost too much.
const RSA_BITS = { fewest: 2048, most: 8192 };

/** 32 bytes in base64url. */
const coordinate = z.string().regex(/^[\w-]{43}$/);

// RFC 7518 §6, RFC 8037 §2: only what a public key of these algorithms consists of.
const jwk = z.discriminatedUnion("kty", [
  z.object({ kty: z.literal("EC"), crv: z.literal("P-256"), x: coordinate, y: coordinate }),
  z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: coordinate }),
  z.object({ kty: z.literal("RSA"), n: z.string().max(1400), e: z.string().max(6) }),
]);

type Jwk = z.output<typeof jwk>;

// §4.2: a proof must not contain a private key. It would no longer be secret.
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

const proofHeader = z.object({
  typ: z.string().refine((typ) => typ.toLowerCase().replace(/^application\//, "") === "dpop+jwt"),
  alg: z.enum(DPOP_ALGS),
  jwk: z
    .record(z.string(), z.unknown())
    .refine((members) => PRIVATE_MEMBERS.every((name) => !Object.hasOwn(members, name)))
    .pipe(jwk),
  // RFC 7515 §4.1.11: no extension is supported, so any critical one must be refused.
  crit: z.undefined().optional(),
});

const proofClaims = z.object({
  jti: z.string().min(1).max(512),
  htm: z.string(),
  htu: z.string().max(2048),
  iat: z.number().nonnegative(),
  ath: z.string().optional(),
  nonce: z.string().optional(),
});

type ProofClaims = z.output<typeof proofClaims>;

/** A verified proof. The caller must check that it is the first with its `jti` for this key (§11.1). */
export interface DpopProof {
  /** The SHA-256 thumbprint of the key, in base64url (RFC 7638). */
  readonly thumbprint: string;
  readonly jti: string;
  readonly time: UsableTime;
}

/** The time in which a proof or nonce is accepted, in seconds since 1970. */
export interface UsableTime {
  readonly from: number;
  readonly until: number;
}

export interface DpopExpectations {
  /** The method of the request. */
  readonly method: string;
  /** The public URL of the endpoint, from the configuration. Query and fragment do not count. */
  readonly url: string;
  /** The access token that comes with the proof; `undefined` where none does. */
  readonly accessToken?: string;
  /**
   * Checks the nonce, and returns when it is accepted; `undefined` if a proof without this nonce is accepted, too. May
   * throw an error of the caller. Without this function nonces are ignored.
   */
  readonly timeOfNonce?: (nonce: string | undefined) => UsableTime | undefined;
  readonly now: Date;
}

/** Verifies a proof as in §4.3. Throws `invalid_jwt`, and what `timeOfNonce` throws. */
export async function verifyDpopProof(proof: string, expected: DpopExpectations): Promise<DpopProof> {
  if (proof.length > MAX_PROOF_LENGTH) throw invalidJwt("the proof is longer than 4 KiB");
  const jws = split(proof);
  const { alg, key, thumbprint } = await headerOf(jws.protected);
  const claims = parse(proofClaims, json(jws.payload), "claims");

  if (claims.htm !== expected.method) throw invalidJwt("htm is another method");
  if (!isSameUrl(claims.htu, expected.url)) throw invalidJwt("htu is another URL");
  assertAccessToken(claims, expected.accessToken);
  const time = usableTimeOf(claims, expected);
  assertSignedBy(jws, alg, key);
  return { thumbprint, jti: claims.jti, time };
}

interface ProofKey {
  readonly alg: DpopAlg;
  readonly key: KeyObject;
  readonly thumbprint: string;
}

// All proofs of a key have the same header.
const headers = new LRUCache<string, ProofKey>({ max: 1000 });

async function headerOf(segment: string): Promise<ProofKey> {
  const known = headers.get(segment);
  if (known !== undefined) return known;

  if (segment.length > (MAX_JWK_LENGTH * 4) / 3) throw invalidJwt("the header is too long");
  const header = parse(proofHeader, json(segment), "header");
  if (header.jwk.kty !== KEY_TYPE_OF[header.alg]) throw invalidJwt("the key is for another algorithm");
  const read = { alg: header.alg, key: imported(header.jwk), thumbprint: await calculateJwkThumbprint(header.jwk) };
  headers.set(Buffer.from(segment).toString(), read); // a copy: the segment would keep its whole proof in memory
  return read;
}

function imported(members: Jwk): KeyObject {
  let key: KeyObject;
  try {
    key = createPublicKey({ key: members, format: "jwk" });
  } catch (cause) {
    throw invalidJwt("jwk is not a key", cause);
  }
  const { modulusLength = RSA_BITS.fewest, publicExponent = 65_537n } = key.asymmetricKeyDetails ?? {};
  const isOfSize = modulusLength >= RSA_BITS.fewest && modulusLength <= RSA_BITS.most;
  // With an exponent of 1, anyone could make the signature (RFC 8017 §3.1).
  if (!isOfSize || publicExponent < 3n) throw invalidJwt("jwk is a weak key");
  return key;
}

// §4.3 item 12: the proof was made for this token.
function assertAccessToken({ ath }: ProofClaims, accessToken: string | undefined): void {
  if (accessToken === undefined) return;
  const hash = createHash("sha256").update(accessToken).digest("base64url");
  if (ath !== hash) throw invalidJwt("ath is not the hash of the access token");
}

// §4.3 items 10 and 11, §8. If there is a valid nonce, the clock of the client does not matter.
function usableTimeOf({ iat, nonce }: ProofClaims, { timeOfNonce, now }: DpopExpectations): UsableTime {
  const seconds = now.getTime() / 1000;
  const time = timeOfNonce?.(nonce);
  const most = time === undefined ? SKEW_SECONDS : SKEW_WITH_NONCE_SECONDS;
  if (iat < seconds - most.behind) throw invalidJwt("the proof is too old");
  if (iat > seconds + most.ahead) throw invalidJwt("the proof is from the future");
  return time ?? { from: iat - most.ahead, until: iat + most.behind };
}

// §4.3 item 9: compared after the normalization of RFC 3986 §6.2.2 and §6.2.3, without query and fragment.
function isSameUrl(htu: string, url: string): boolean {
  if (htu === url) return true;
  const given = normalized(htu);
  return given !== undefined && given === normalized(url);
}

/** Visible ASCII without a backslash: for others, parsers of URLs do not agree. */
const PLAIN = /^[\x21-\x5B\x5D-\x7E]+$/;

function normalized(url: string): string | undefined {
  if (!PLAIN.test(url) || !URL.canParse(url)) return undefined;
  const { protocol, host, pathname, username, password } = new URL(url);
  if (username !== "" || password !== "") return undefined;
  return `${protocol}//${host}${pathname.replace(/%[0-9A-Fa-f]{2}/g, normalizedOctet)}`;
}

// RFC 3986 §6.2.2.1 and §6.2.2.2: unreserved characters are not encoded, and the digits are in upper case.
function normalizedOctet(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
}
