/** Tokens at the least cost: keys made once, headers written once, good signatures remembered as ours remember them. */
import { hash, webcrypto } from "node:crypto";

export type Alg = "RS256" | "ES256";

export interface Tokens {
  sign(alg: Alg, claims: object): Promise<string>;
  /** The claims of an ES256 token of ours that is not over. */
  verify(token: string): Promise<Record<string, unknown> | undefined>;
  readonly jwks: { readonly keys: readonly object[] };
}

const ALGORITHMS = {
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
  ES256: { name: "ECDSA", hash: "SHA-256", namedCurve: "P-256" },
};
const MOST_REMEMBERED = 10_000;

export async function openTokens(): Promise<Tokens> {
  const keys = { RS256: await keyOf("RS256"), ES256: await keyOf("ES256") };
  const remembered = new Map<string, Record<string, unknown>>();

  const checked = async (token: string) => {
    const digest = hash("sha256", token, "base64url");
    const known = remembered.get(digest);
    if (known !== undefined) return known;

    const end = token.lastIndexOf(".");
    const [signature, signed] = [Buffer.from(token.slice(end + 1), "base64url"), Buffer.from(token.slice(0, end))];
    if (!(await webcrypto.subtle.verify(ALGORITHMS.ES256, keys.ES256.publicKey, signature, signed))) return undefined;

    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    remembered.set(digest, claims);
    return claims;
  };

  return {
    async sign(alg, claims) {
      const { header, privateKey } = keys[alg];
      const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
      const signature = await webcrypto.subtle.sign(ALGORITHMS[alg], privateKey, Buffer.from(signed));
      return `${signed}.${Buffer.from(signature).toString("base64url")}`;
    },
    async verify(token) {
      const claims = await checked(token);
      return claims !== undefined && claims.exp * 1000 > Date.now() ? claims : undefined;
    },
    jwks: { keys: Object.values(keys).map(({ jwk }) => jwk) },
  };
}

async function keyOf(alg: Alg) {
  const made = await webcrypto.subtle.generateKey(ALGORITHMS[alg], true, ["sign", "verify"]);
  const { privateKey, publicKey } = made as webcrypto.CryptoKeyPair;
  const header = Buffer.from(JSON.stringify({ alg, kid: alg, typ: "JWT" })).toString("base64url");
  const jwk = { ...(await webcrypto.subtle.exportKey("jwk", publicKey)), alg, kid: alg, use: "sig" };
  return { privateKey, publicKey, header, jwk };
}
