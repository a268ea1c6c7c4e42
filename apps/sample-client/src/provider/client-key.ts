/** The private key by which this client authenticates: RFC 7523 §2.2 (`private_key_jwt`). */
import { readFile } from "node:fs/promises";
import { type CryptoKey, importJWK, type JWK } from "jose";
import { z } from "zod";

export interface ClientKey {
  readonly key: CryptoKey;
  /** Names the key among those that are registered. */
  readonly kid: string;
}

/** RFC 7517 §4. The algorithms are those of FAPI 2.0 Security Profile §5.4.1. */
const privateJwk = z.looseObject({
  kty: z.enum(["EC", "OKP", "RSA"]),
  alg: z.enum(["ES256", "PS256", "EdDSA"]),
  kid: z.string().min(1),
  d: z.string().min(1),
});

/**
 * The key in `file`, a JWK as `npm run make-key` writes it.
 * @throws Error with a sentence for the operator. It never contains a part of the file.
 */
export async function readClientKey(file: string): Promise<ClientKey> {
  const text = await readFile(file, "utf8").catch((err: NodeJS.ErrnoException) => {
    throw new Error(`CLIENT_KEY_FILE ${file} cannot be read (${err.code}).`);
  });
  try {
    const jwk = privateJwk.parse(JSON.parse(text));
    return { key: (await importJWK(jwk as JWK)) as CryptoKey, kid: jwk.kid };
  } catch {
    throw new Error(`CLIENT_KEY_FILE ${file} has no private JWK with kid, and alg ES256, PS256 or EdDSA.`);
  }
}
