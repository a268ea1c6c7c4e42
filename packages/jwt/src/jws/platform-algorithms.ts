/** The parameters of Node's own functions for each algorithm (RFC 7518 §3.1, RFC 8037 §3.1). */
import { constants, type KeyObject, type SigningOptions } from "node:crypto";
import type { SigningAlg } from "../keys/algs.ts";

/** The digest that Node's own functions need; an Edwards curve has its own (RFC 8032 §5.1). */
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

/** The padding of an RSA signature, if it is not the platform's default. */
const PADDINGS: Readonly<Partial<Record<SigningAlg, SigningOptions>>> = {
  PS256: pss(32),
  PS384: pss(48),
  PS512: pss(64),
};

/** The key argument of `sign` and `verify`. It is the key itself if possible, because options take 10 µs longer. */
export function withPadding(key: KeyObject, alg: SigningAlg): KeyObject | (SigningOptions & { key: KeyObject }) {
  const padding = PADDINGS[alg];
  return padding === undefined ? key : { key, ...padding };
}
