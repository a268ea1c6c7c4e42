/** Public keys of credentials: COSE_Key (RFC 9052 §7) of the algorithms that we list. */
import { createPublicKey, type JsonWebKey } from "node:crypto";
import { PASSKEY_ALGS } from "@countersign/rules";

// RFC 9052 §7.1, RFC 9053 §7, RFC 8230 §4.
const KTY = 1;
const ALG = 3;
const [OKP, EC2, RSA] = [1, 2, 3];
const [P_256, ED25519] = [1, 6];
const COORDINATE_BYTES = 32;
const RSA_BYTES = { least: 256, most: 512 };

/** A COSE_Key as decoded from CBOR. */
export type CoseKey = ReadonlyMap<unknown, unknown>;

/**
 * The algorithm of a public key; `undefined` if it is none of ours, or if the key is not one that the algorithm takes:
 * another curve, a point that is not on it, a short or huge modulus, a parameter too many.
 */
export function algOf(key: CoseKey): number | undefined {
  const alg = PASSKEY_ALGS.find((one) => one === key.get(ALG));
  const jwk = alg === undefined ? undefined : jwkOf(alg, key);
  return jwk !== undefined && isImportable(jwk) ? alg : undefined;
}

// A parameter that is missing or has another length becomes empty, and then the key cannot be imported.
function jwkOf(alg: number, key: CoseKey): JsonWebKey | undefined {
  const has = (kty: number | undefined, crv: number | undefined, parameters: number) =>
    key.get(KTY) === kty && (crv === undefined || key.get(-1) === crv) && key.size === parameters;
  const bytes = (label: number, least: number, most = least) => {
    const value = key.get(label);
    const isRight = value instanceof Uint8Array && value.length >= least && value.length <= most;
    return isRight ? Buffer.from(value).toString("base64url") : "";
  };

  if (alg === -8 && has(OKP, ED25519, 4)) return { kty: "OKP", crv: "Ed25519", x: bytes(-2, COORDINATE_BYTES) };
  if (alg === -7 && has(EC2, P_256, 5)) {
    return { kty: "EC", crv: "P-256", x: bytes(-2, COORDINATE_BYTES), y: bytes(-3, COORDINATE_BYTES) };
  }
  // A huge exponent would make each verification slow.
  if (alg === -257 && has(RSA, undefined, 4)) {
    return { kty: "RSA", n: bytes(-1, RSA_BYTES.least, RSA_BYTES.most), e: bytes(-2, 1, 4) };
  }
  return undefined;
}

function isImportable(jwk: JsonWebKey): boolean {
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key: jwk, format: "jwk" });
    const { modulusLength, publicExponent } = asymmetricKeyDetails ?? {};
    // A modulus may have leading zeros; an even exponent or 1 verifies nothing.
    if (modulusLength !== undefined && modulusLength < RSA_BYTES.least * 8) return false;
    return publicExponent === undefined || (publicExponent > 1n && publicExponent % 2n === 1n);
  } catch {
    return false;
  }
}
