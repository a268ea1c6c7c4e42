/** Signing keys: RFC 7517 (JWK), RFC 7518 §3 (algorithms), RFC 7638 (thumbprints). */
import { KeyObject, sign, type webcrypto } from "node:crypto";
import { promisify } from "node:util";
import { publicMembers } from "@countersign/guard/parts";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { toJws } from "../jws/ecdsa-signature.ts";
import { NODE_DIGESTS, withPadding } from "../jws/platform-algorithms.ts";
import type { HmacAlg, SigningAlg } from "./algs.ts";

/** What signs a token for a client: one of our keys, or the secret that we share with the client. */
export type Signer = SigningKey | { readonly alg: HmacAlg; readonly kid?: never; readonly key: Uint8Array };

/** A key that can sign and cannot be exported. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: SigningAlg;
  /** Returns the signature of a JWS signing input, in the JWS encoding. */
  sign(input: Buffer): Buffer | Promise<Buffer>;
}

export interface GeneratedSigningKey {
  readonly kid: string;
  readonly alg: SigningAlg;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
}

/**
 * Makes a key pair: RSA of 2048 bits, the curve of the ES algorithm, or Ed25519. Its kid is the RFC 7638 thumbprint of
 * the public key, so that a kid can never mean another key. Use the private JWK only for `sealPrivateJwk`.
 */
export async function generateSigningKey(alg: SigningAlg): Promise<GeneratedSigningKey> {
  const pair = await generateKeyPair(alg, { extractable: true, modulusLength: 2048 });
  const bare = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(bare);

  const about = { kid, alg, use: "sig" };
  return {
    kid,
    alg,
    publicJwk: { ...bare, ...about },
    privateJwk: { ...(await exportJWK(pair.privateKey)), ...about },
  };
}

const inPool = promisify(sign);

/** For these, a thread would cost more than signing. The others take so long that they would block the event loop. */
const SYNC_ALGS: ReadonlySet<SigningAlg> = new Set(["ES256", "EdDSA", "Ed25519"]);

/**
 * Imports a private JWK for signing; the imported key cannot be exported. Throws on a JWK that is not a private key for
 * `alg`.
 */
export async function importSigningKey({
  kid,
  alg,
  privateJwk,
}: Omit<GeneratedSigningKey, "publicJwk">): Promise<SigningKey> {
  const imported = await importJWK(privateJwk, alg, { extractable: true });
  if (imported instanceof Uint8Array || imported.type !== "private")
    throw new Error(`signing key ${kid} is not a private key`);

  const digest = NODE_DIGESTS[alg];
  const key = withPadding(KeyObject.from(imported as webcrypto.CryptoKey), alg);
  return {
    kid,
    alg,
    sign: SYNC_ALGS.has(alg)
      ? (input) => toJws(sign(digest, input, key), alg)
      : async (input) => toJws(await inPool(digest, input, key), alg),
  };
}

/**
 * The JWK Set to publish (RFC 7517 §5 and §9). Only members known to be public are copied: the members of a later
 * algorithm stay private until they are added here. Throws on a key type that has no public part.
 */
export function publicJwks(keys: readonly Pick<GeneratedSigningKey, "kid" | "alg" | "publicJwk">[]): { keys: JWK[] } {
  return {
    keys: keys.map(({ kid, alg, publicJwk }) => {
      const members = publicMembers(publicJwk);
      if (members === undefined) throw new Error(`signing key ${kid} has no public part`);

      return { ...members, kid, alg, use: "sig" };
    }),
  };
}
