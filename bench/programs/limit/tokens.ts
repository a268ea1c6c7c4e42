/** Tokens at the lowest cost: keys created once, headers encoded once, valid signatures cached as ours are. */
import { generateKeyPairSync, hash, type KeyPairKeyObjectResult, sign, verify } from "node:crypto";
import { promisify } from "node:util";
import { fromJws, toJws } from "../../../packages/jwt/src/jws/ecdsa-signature.ts";

export type Alg = "RS256" | "ES256";

export interface Tokens {
  sign(alg: Alg, claims: object): Promise<string>;
  /** The claims of an ES256 token of ours that has not expired. */
  verify(token: string): Record<string, unknown> | undefined;
  readonly jwks: { readonly keys: readonly object[] };
}

const DIGEST = "sha256";
const MOST_REMEMBERED = 10_000;
const inPool = promisify(sign);

export function openTokens(): Tokens {
  const keys = {
    RS256: keyOf("RS256", generateKeyPairSync("rsa", { modulusLength: 2048 })),
    ES256: keyOf("ES256", generateKeyPairSync("ec", { namedCurve: "P-256" })),
  };
  // The platform is fastest with DER, and with a key without options: see ecdsa-signature.ts.
  const signers: Readonly<Record<Alg, (input: Buffer) => Buffer | Promise<Buffer>>> = {
    RS256: (input) => inPool(DIGEST, input, keys.RS256.privateKey), // A longer text would block the event loop.
    ES256: (input) => toJws(sign(DIGEST, input, keys.ES256.privateKey), "ES256"),
  };
  const isOurs = (input: Buffer, signature: Buffer) => {
    const der = fromJws(signature, "ES256");
    return der !== undefined && verify(DIGEST, input, keys.ES256.publicKey, der);
  };

  const remembered = new Map<string, Record<string, unknown>>();
  const checked = (token: string) => {
    const digest = hash("sha256", token, "base64url");
    const known = remembered.get(digest);
    if (known !== undefined) return known;

    const end = token.lastIndexOf(".");
    if (!isOurs(Buffer.from(token.slice(0, end)), Buffer.from(token.slice(end + 1), "base64url"))) return undefined;

    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    remembered.set(digest, claims);
    return claims;
  };

  return {
    async sign(alg, claims) {
      const signed = `${keys[alg].header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
      const signature = await signers[alg](Buffer.from(signed));
      return `${signed}.${signature.toString("base64url")}`;
    },
    verify(token) {
      const claims = checked(token);
      return claims !== undefined && claims.exp * 1000 > Date.now() ? claims : undefined;
    },
    jwks: { keys: Object.values(keys).map(({ jwk }) => jwk) },
  };
}

function keyOf(alg: Alg, { privateKey, publicKey }: KeyPairKeyObjectResult) {
  const header = Buffer.from(JSON.stringify({ alg, kid: alg, typ: "JWT" })).toString("base64url");
  const jwk = { ...publicKey.export({ format: "jwk" }), alg, kid: alg, use: "sig" };
  return { privateKey, publicKey, header, jwk };
}
