/** Keys: the provider's, as they must be, and those of clients. */
import { expect } from "@playwright/test";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";

const PRIVATE = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/** Every key has a name of its own, is public, and is one that can be used. */
export async function checkJwks(document: { keys?: JWK[] }): Promise<readonly JWK[]> {
  const keys = document.keys ?? [];
  expect(keys.length).toBeGreaterThan(0);
  const kids = keys.map(({ kid }) => kid);
  expect(kids.every((kid) => typeof kid === "string" && kid !== "")).toBe(true);
  expect(new Set(kids).size).toBe(kids.length);
  for (const key of keys) {
    expect(Object.keys(key).filter((member) => PRIVATE.includes(member))).toEqual([]);
    expect(["RSA", "EC", "OKP"]).toContain(key.kty);
    await importJWK(key, key.alg ?? "RS256");
  }
  return keys;
}

export interface ClientKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

let made = 0;

/** A new RS256 key pair of a client. */
export async function newClientKey(): Promise<ClientKey> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  made += 1;
  const kid = `rp-${process.pid}-${made}`;
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, use: "sig", alg: "RS256" } };
}

let first: Promise<ClientKey> | undefined;

/** The key that clients of this process have unless they want another: making one takes long. */
export function clientKey(): Promise<ClientKey> {
  first ??= newClientKey();
  return first;
}
