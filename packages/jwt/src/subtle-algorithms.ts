import type { webcrypto } from "node:crypto";
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
