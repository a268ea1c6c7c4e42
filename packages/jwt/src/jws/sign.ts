/**
 * Signs JWTs in compact form (RFC 7515 §7.1) with the platform directly, because this runs for every token. Keys are
 * imported once, and headers are serialized once.
 */
import { createHmac } from "node:crypto";
import type { HmacAlg } from "../keys/algs.ts";
import type { Signer, SigningKey } from "../keys/signing-key.ts";

const HMAC_HASHES: Readonly<Record<HmacAlg, string>> = { HS256: "sha256", HS384: "sha384", HS512: "sha512" };

/**
 * Signs claims; undefined claims are left out.
 *
 * @param typ the kind of token, or `undefined` for a token without one
 */
export async function signJwt(signer: Signer, typ: string | undefined, claims: object): Promise<string> {
  const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
  const input = `${headerOf(signer, typ)}.${payload}`;
  if (signer.kid === undefined) {
    return `${input}.${createHmac(HMAC_HASHES[signer.alg], signer.key).update(input).digest("base64url")}`;
  }
  return `${input}.${(await signer.sign(Buffer.from(input))).toString("base64url")}`;
}

const headers = new WeakMap<SigningKey, Map<string | undefined, string>>();

// The secret of a client has no kid, and is a new object each time.
function headerOf(signer: Signer, typ: string | undefined): string {
  if (signer.kid === undefined) return encodedHeader({ alg: signer.alg, typ });

  const known = headers.get(signer) ?? new Map<string | undefined, string>();
  headers.set(signer, known);
  const header = known.get(typ) ?? encodedHeader({ alg: signer.alg, kid: signer.kid, typ });
  known.set(typ, header);
  return header;
}

const encodedHeader = (header: object) => Buffer.from(JSON.stringify(header)).toString("base64url");
