/** JWTs that clients of the FAPI 2 plans sign, and the same JWTs with mistakes in them. */
import { createHash, randomUUID } from "node:crypto";
import {
  base64url,
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from "jose";

export interface SigningKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
  /** For a JWT with a mistake only. */
  readonly privateJwk: JWK;
}

export type KeyAlg = "ES256" | "PS256" | "EdDSA";

export async function newKey(alg: KeyAlg): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(publicKey), exportJWK(privateKey)]);
  return { alg, kid: randomUUID(), privateKey, publicJwk, privateJwk };
}

/** The same key pair of RSA, for signatures by RS256. */
export async function withRs256(key: SigningKey): Promise<SigningKey> {
  return { ...key, alg: "RS256", privateKey: (await importJWK(key.privateJwk, "RS256")) as CryptoKey };
}

export const thumbprintOf = ({ publicJwk }: SigningKey): Promise<string> => calculateJwkThumbprint(publicJwk);

/** What is other than in a correct JWT. A member that is undefined is left out. */
export interface Changes {
  readonly header?: object;
  readonly claims?: object;
  readonly key?: SigningKey;
  /** Changes the signed text. */
  readonly after?: (token: string) => string;
}

const SIGNATURES: Readonly<Record<string, AlgorithmIdentifier | RsaPssParams | EcdsaParams>> = {
  ES256: { name: "ECDSA", hash: "SHA-256" },
  PS256: { name: "RSA-PSS", saltLength: 32 },
  RS256: { name: "RSASSA-PKCS1-v1_5" },
  EdDSA: { name: "Ed25519" },
};

const encoded = (part: object) => base64url.encode(JSON.stringify(part));

/** Signs any header and claims. Libraries refuse to sign those with mistakes. */
async function sign(header: object, claims: object, key: SigningKey, changes: Changes = {}): Promise<string> {
  const { alg, privateKey } = changes.key ?? key;
  const text = `${encoded({ alg, ...header, ...changes.header })}.${encoded({ ...claims, ...changes.claims })}`;
  const signature = await crypto.subtle.sign(SIGNATURES[alg] ?? "", privateKey, new TextEncoder().encode(text));
  const token = `${text}.${base64url.encode(new Uint8Array(signature))}`;
  return changes.after?.(token) ?? token;
}

export const secondsNow = () => Math.floor(Date.now() / 1000);

/** A JWT whose signature is another one. */
export function withBadSignature(token: string): string {
  const at = token.lastIndexOf(".") + 5;
  return `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
}

/** A JWT whose algorithm is `none`, without a signature. */
export function unsecured(token: string): string {
  const [header = "", payload] = token.split(".");
  const members = JSON.parse(Buffer.from(header, "base64url").toString("utf8")) as object;
  return `${encoded({ ...members, alg: "none" })}.${payload}.`;
}

export interface ProofOf {
  readonly method: string;
  readonly url: string;
  readonly nonce: string | undefined;
  readonly accessToken?: string;
}

/** A proof of possession: RFC 9449 §4.2. */
export function proofOf(key: SigningKey, { method, url, nonce, accessToken }: ProofOf, changes: Changes = {}) {
  const { publicJwk } = changes.key ?? key;
  const ath = accessToken === undefined ? undefined : createHash("sha256").update(accessToken).digest("base64url");
  const claims = { jti: randomUUID(), htm: method, htu: url, iat: secondsNow(), nonce, ath };
  return sign({ typ: "dpop+jwt", jwk: publicJwk }, claims, key, changes);
}

export interface Signer {
  readonly id: string;
  readonly key: SigningKey;
}

/** A client assertion with the issuer as its only audience: FAPI 2.0 Security Profile §5.3.3.1 item 5. */
export function assertionOf({ id, key }: Signer, issuer: string, changes: Changes = {}): Promise<string> {
  const now = secondsNow();
  const claims = { iss: id, sub: id, aud: issuer, jti: randomUUID(), iat: now, nbf: now, exp: now + 60 };
  const { kid } = changes.key ?? key;
  return sign({ kid }, claims, key, changes);
}

/** A request object for five minutes: FAPI 2.0 Message Signing §5.3.2. */
export function requestObjectOf({ id, key }: Signer, issuer: string, parameters: object, changes: Changes = {}) {
  const now = secondsNow();
  const claims = { ...parameters, iss: id, aud: issuer, iat: now, nbf: now, exp: now + 300 };
  return sign({ kid: key.kid, typ: "oauth-authz-req+jwt" }, claims, key, changes);
}
