/**
 * The rules for proofs of possession that need no cryptography: RFC 9449 §4.2 and §4.3. The authorization server, our
 * resource server and the guard all verify proofs by them; they differ only in the functions that check a signature.
 */
import { invalidJwt } from "../errors.ts";
import { isRecord } from "../keys/signature-keys.ts";
import { isSameUrl } from "./urls.ts";

/** The algorithms of proofs (RFC 9449 §5.1 and §11.6): asymmetric ones, and none with PKCS #1 v1.5. */
export const DPOP_ALGS = ["ES256", "PS256", "EdDSA", "Ed25519"] as const;

export type DpopAlg = (typeof DPOP_ALGS)[number];

/** How far `iat` may be from our time, in seconds. */
const SKEW_SECONDS = { behind: 300, ahead: 60 };

/** The same for a proof with a nonce of ours, which shows that the proof is new. */
const SKEW_WITH_NONCE_SECONDS = { behind: 86_400, ahead: 86_400 };

/** Longer proofs are refused unread; the resource server sends proof and token on together, in one form of 8 KiB. */
export const MAX_PROOF_LENGTH = 4096;
const MAX_JWK_LENGTH = 4096;

/** A verified proof. The caller must check that it is the first with its `jti` for this key (§11.1). */
export interface DpopProof {
  /** The SHA-256 thumbprint of the key, in base64url (RFC 7638). */
  readonly thumbprint: string;
  readonly jti: string;
  readonly time: UsableTime;
}

/** When a proof or a nonce is accepted: seconds since 1970. */
export interface UsableTime {
  readonly from: number;
  readonly until: number;
}

/** What a proof must be made for. */
export interface DpopExpectations {
  readonly method: string;
  /** The public URL of the endpoint, from the configuration. Query and fragment do not count. */
  readonly url: string;
  /** The access token that comes with the proof; `undefined` where none does. */
  readonly accessToken?: string;
  /**
   * Checks the nonce, and returns when it is accepted; `undefined` if a proof without this nonce is accepted, too. May
   * throw an error of the caller. Without this function nonces are ignored.
   */
  readonly timeOfNonce?: (nonce: string | undefined) => UsableTime | undefined | Promise<UsableTime | undefined>;
  /** How far a clock may be ahead, in seconds; by default 60. */
  readonly aheadSeconds?: number;
  readonly now: Date;
}

/** The public key of a proof: only what such a key consists of (RFC 7518 §6, RFC 8037 §2). */
export type ProofJwk =
  | { readonly kty: "EC"; readonly crv: "P-256"; readonly x: string; readonly y: string }
  | { readonly kty: "OKP"; readonly crv: "Ed25519"; readonly x: string }
  | { readonly kty: "RSA"; readonly n: string; readonly e: string };

export interface ProofHeader {
  readonly alg: DpopAlg;
  readonly jwk: ProofJwk;
}

export interface ProofClaims {
  readonly jti: string;
  readonly htm: string;
  readonly htu: string;
  readonly iat: number;
  readonly ath?: string | undefined;
  readonly nonce?: string | undefined;
}

// §4.2: a proof must not contain a private key. It would no longer be secret.
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/** 32 bytes in base64url. */
const COORDINATE = /^[\w-]{43}$/;
const NUMBER = /^[\w-]+$/;
// RFC 7518 §3.5 for the smallest, 2048 bits; larger ones than 8192 bits would cost too much.
const MODULUS_LENGTH = { fewest: 342, most: 1366 };

const text = (value: unknown, longest: number): value is string => typeof value === "string" && value.length <= longest;

/** Reads the header of a proof (§4.3 items 4 to 7), given its length in base64url. Throws `invalid_jwt`. */
export function readProofHeader(header: unknown, length: number): ProofHeader {
  if (length > (MAX_JWK_LENGTH * 4) / 3) throw invalidJwt("the header is too long");
  if (!isRecord(header)) throw invalidJwt("the header is not an object");

  const { typ, crit, b64, jwk } = header;
  if (typeof typ !== "string" || typ.toLowerCase().replace(/^application\//, "") !== "dpop+jwt")
    throw invalidJwt("typ is not dpop+jwt");
  // RFC 7515 §4.1.11: no extension is supported, so any critical one must be refused.
  if (crit !== undefined) throw invalidJwt("a critical extension");
  // RFC 7797 §6: without crit, some verifiers would read another payload.
  if (b64 !== undefined) throw invalidJwt("b64 is not supported");

  const alg = DPOP_ALGS.find((name) => name === header.alg);
  if (alg === undefined) throw invalidJwt("alg is not allowed");
  if (!isRecord(jwk) || PRIVATE_MEMBERS.some((name) => Object.hasOwn(jwk, name)))
    throw invalidJwt("jwk is not a public key");
  return { alg, jwk: JWK_OF[alg](jwk) };
}

type Members = Readonly<Record<string, unknown>>;

function ecJwk({ kty, crv, x, y }: Members): ProofJwk {
  if (kty !== "EC" || crv !== "P-256" || !isCoordinate(x) || !isCoordinate(y)) throw invalidJwt("jwk is not for alg");
  return { kty, crv, x, y };
}

function okpJwk({ kty, crv, x }: Members): ProofJwk {
  if (kty !== "OKP" || crv !== "Ed25519" || !isCoordinate(x)) throw invalidJwt("jwk is not for alg");
  return { kty, crv, x };
}

function rsaJwk({ kty, n, e }: Members): ProofJwk {
  if (kty !== "RSA" || !text(n, MODULUS_LENGTH.most) || !text(e, 6)) throw invalidJwt("jwk is not for alg");
  if (!NUMBER.test(n) || !NUMBER.test(e)) throw invalidJwt("jwk is not a key");
  // With an exponent of 1, anyone could make the signature (RFC 8017 §3.1). A leading zero would hide a short modulus.
  if (n.length < MODULUS_LENGTH.fewest || n.startsWith("AA") || !isOddAboveTwo(e))
    throw invalidJwt("jwk is a weak key");
  return { kty, n, e };
}

const JWK_OF: Readonly<Record<DpopAlg, (jwk: Members) => ProofJwk>> = {
  ES256: ecJwk,
  PS256: rsaJwk,
  EdDSA: okpJwk,
  Ed25519: okpJwk,
};

const isCoordinate = (value: unknown): value is string => typeof value === "string" && COORDINATE.test(value);

/** Whether a number in base64url, of at most four bytes, is odd and above 2. */
function isOddAboveTwo(e: string): boolean {
  const bytes = [...atob(e.replaceAll("-", "+").replaceAll("_", "/"))].map((char) => char.charCodeAt(0));
  const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  return value > 2 && value % 2 === 1;
}

/** Reads the claims of a proof (§4.2). Throws `invalid_jwt`. */
export function readProofClaims(claims: unknown): ProofClaims {
  if (!isRecord(claims)) throw invalidJwt("the claims are not an object");
  const { jti, htm, htu, iat, ath, nonce } = claims;
  if (!text(jti, 512) || jti === "") throw invalidJwt("jti is malformed");
  if (typeof htm !== "string" || !text(htu, 2048)) throw invalidJwt("htm or htu is malformed");
  if (typeof iat !== "number" || !Number.isFinite(iat) || iat < 0) throw invalidJwt("iat is malformed");
  if (!isOptionalText(ath) || !isOptionalText(nonce)) throw invalidJwt("ath or nonce is malformed");
  return { jti, htm, htu, iat, ath, nonce };
}

const isOptionalText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === "string";

/** Checks the request that a proof is for (§4.3 items 8 and 9). Throws `invalid_jwt`. */
export function assertForRequest({ htm, htu }: ProofClaims, expected: Pick<DpopExpectations, "method" | "url">): void {
  if (htm !== expected.method) throw invalidJwt("htm is another method");
  if (!isSameUrl(htu, expected.url)) throw invalidJwt("htu is another URL");
}

/** §4.3 items 10 and 11, §8. If there is a valid nonce, the clock of the client does not matter. */
export async function usableTimeOf(
  { iat, nonce }: ProofClaims,
  { timeOfNonce, now, aheadSeconds = SKEW_SECONDS.ahead }: DpopExpectations,
): Promise<UsableTime> {
  const seconds = now.getTime() / 1000;
  const time = await timeOfNonce?.(nonce);
  const most = time === undefined ? { behind: SKEW_SECONDS.behind, ahead: aheadSeconds } : SKEW_WITH_NONCE_SECONDS;
  if (iat < seconds - most.behind) throw invalidJwt("the proof is too old");
  if (iat > seconds + most.ahead) throw invalidJwt("the proof is from the future");
  return time ?? { from: iat - most.ahead, until: iat + most.behind };
}
