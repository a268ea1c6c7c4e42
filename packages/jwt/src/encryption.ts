/** JWE compact serialisation: RFC 7516 §7.1, and nested JWTs (RFC 7519 §5.2 and Appendix A.2). */
import { publicMembers } from "@countersign/guard/parts";
import { CompactEncrypt, type CryptoKey, compactDecrypt, importJWK, type JWK } from "jose";
import { z } from "zod";
import { invalidJwt } from "./errors.ts";
import { json, MAX_TOKEN_LENGTH, parse } from "./jws/compact.ts";

export interface Recipient {
  /** A public key of the recipient. */
  readonly jwk: JWK;
  /** How the content encryption key is wrapped or agreed on (RFC 7518 §4). */
  readonly alg: string;
  /** How the content is encrypted (RFC 7518 §5). */
  readonly enc: string;
}

/**
 * Encrypts to a public key, and names the key by its kid.
 *
 * @param content a signed JWT, which becomes a nested one, or claims, which stay JSON
 */
export async function encryptTo(
  { jwk, alg, enc }: Recipient,
  content: string | Readonly<Record<string, unknown>>,
): Promise<string> {
  // Only the key material: the caller that chose the key has checked its other members.
  const members = publicMembers(jwk);
  if (members === undefined) throw new Error("this key has no public part to encrypt with");
  const key = await importJWK(members, alg);
  const nested = typeof content === "string";
  const plaintext = new TextEncoder().encode(nested ? content : JSON.stringify(content));
  return new CompactEncrypt(plaintext)
    .setProtectedHeader({
      alg,
      enc,
      ...(jwk.kid === undefined ? {} : { kid: jwk.kid }),
      // RFC 7519 §5.2: the content is itself a JWT.
      ...(nested ? { cty: "JWT" } : {}),
    })
    .encrypt(key);
}

export interface DecryptionExpectations {
  /** Our private keys by kid; for a token without a kid, every key that fits. */
  readonly keys: (header: { readonly alg: string; readonly kid?: string | undefined }) => Promise<readonly CryptoKey[]>;
  readonly algs: readonly string[];
  readonly encs: readonly string[];
}

// RFC 7516 §7.1. Only the encrypted key may be empty: with direct key agreement (§5.1 step 4).
const COMPACT = /^([\w-]+)\.([\w-]*)\.([\w-]+)\.([\w-]+)\.([\w-]+)$/;

const headerShape = z.object({
  alg: z.string(),
  enc: z.string(),
  kid: z.string().max(255).optional(),
  cty: z.string().max(100).optional(),
  // RFC 8725 §3.6: a small compressed token can be very large inside. RFC 7516 §4.1.13: no extension is supported.
  zip: z.undefined().optional(),
  crit: z.undefined().optional(),
});

/** Whether a token has the five segments of an encrypted one (RFC 7516 §9). */
export const isEncrypted = (token: string): boolean => token.split(".", 6).length === 5;

/**
 * RFC 7516 §5.2: decrypts a token that was encrypted to us, and returns the JWT inside, which is not verified yet.
 * Throws `invalid_jwt`, the same for every cause: the caller cannot tell a wrong padding, a wrong tag and an unknown
 * key apart (RFC 8725 §3.2).
 */
export async function decryptNested(token: string, { keys, algs, encs }: DecryptionExpectations): Promise<string> {
  if (token.length > MAX_TOKEN_LENGTH) throw invalidJwt("longer than 8 KiB");
  const [, protectedHeader] = COMPACT.exec(token) ?? [];
  if (protectedHeader === undefined) throw invalidJwt("not an encrypted token in compact form");

  const { alg, enc, kid, cty } = parse(headerShape, json(protectedHeader), "header");
  if (!algs.includes(alg) || !encs.includes(enc)) throw invalidJwt("alg or enc is not allowed");
  if (cty !== undefined && cty.toLowerCase().replace(/^application\//, "") !== "jwt")
    throw invalidJwt("cty is not JWT");

  for (const key of await keys({ alg, kid })) {
    const opened = await open(token, key, { alg, enc });
    if (opened !== undefined) return opened;
  }
  throw invalidJwt("it cannot be decrypted");
}

async function open(token: string, key: CryptoKey, { alg, enc }: { alg: string; enc: string }) {
  try {
    const { plaintext } = await compactDecrypt(token, key, {
      keyManagementAlgorithms: [alg],
      contentEncryptionAlgorithms: [enc],
    });
    return new TextDecoder("utf-8", { fatal: true }).decode(plaintext);
  } catch {
    return undefined;
  }
}
