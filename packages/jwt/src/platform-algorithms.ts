import { constants, type SigningOptions, type webcrypto } from "node:crypto";
import type { SigningAlg } from "./signing-key.ts";

/** What Web Cryptography wants to know of each algorithm (RFC 7518 §3.1, RFC 8037 §3.1). */
export const SUBTLE_ALGORITHMS: Readonly<
  Record<SigningAlg, webcrypto.AlgorithmIdentifier | webcrypto.EcdsaParams | webcrypto.RsaPssParams>
> = {
  RS256: "RSASSA-PKCS1-v1_5",
  RS384: "RSASSA-PKCS1-v1_5",
  RS512: "RSASSA-PKCS1-v1_5",
  PS256: { name: "RSA-PSS", saltLength: 32 },
  PS384: { name: "RSA-PSS", saltLength: 48 },
  PS512: { name: "RSA-PSS", saltLength: 64 },
  ES256: { name: "ECDSA", hash: "SHA-256" },
  ES384: { name: "ECDSA", hash: "SHA-384" },
  ES512: { name: "ECDSA", hash: "SHA-512" },
  EdDSA: "Ed25519",
  Ed25519: "Ed25519",
};

/** The digest that Node's own functions want; an Edwards curve has its own (RFC 8032 §5.1). */
export const NODE_DIGESTS: Readonly<Record<SigningAlg, string | undefined>> = {
  RS256: "sha256",
  RS384: "sha384",
  RS512: "sha512",
  PS256: "sha256",
  PS384: "sha384",
  PS512: "sha512",
  ES256: "sha256",
  ES384: "sha384",
  ES512: "sha512",
  EdDSA: undefined,
  Ed25519: undefined,
};

const pss = (saltLength: number): SigningOptions => ({ padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
// RFC 7518 §3.4: the two numbers of an ECDSA signature stand side by side.
const sideBySide: SigningOptions = { dsaEncoding: "ieee-p1363" };

/** How a signature is written, where there is a choice. */
export const NODE_PADDINGS: Readonly<Partial<Record<SigningAlg, SigningOptions>>> = {
  PS256: pss(32),
  PS384: pss(48),
  PS512: pss(64),
  ES256: sideBySide,
  ES384: sideBySide,
  ES512: sideBySide,
};
