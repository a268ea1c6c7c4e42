/** Keys of the provider, with their checks, and keys of clients. */
import { expect } from "@playwright/test";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";

const PRIVATE = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/** Every key has a unique key id, is public, and can be used. */
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

/** Makes an RS256 key pair for a client. */
export async function newClientKey(): Promise<ClientKey> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  made += 1;
  const kid = `rp-${process.pid}-${made}`;
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, use: "sig", alg: "RS256" } };
}

let first: Promise<ClientKey> | undefined;

/** The key of all clients in this process by default, because making a key takes long. */
export function clientKey(): Promise<ClientKey> {
  first ??= newClientKey();
  return first;
}
