import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openPrivateJwk, sealPrivateJwk } from "./sealed-jwk.ts";

const keyEncryptionKey = { id: "2030-01", key: randomBytes(32) };
const jwk = { kty: "OKP", crv: "Ed25519", x: "eA", d: "c2VjcmV0" };
const sealed = sealPrivateJwk(jwk, { kid: "k1", keyEncryptionKey });

const flipped = (index: number) => sealed.map((byte, at) => (at === index ? byte ^ 1 : byte));

describe("a private key at rest is sealed with AES-256-GCM", () => {
  it("decrypts to the key that was sealed", () => {
    expect(openPrivateJwk(sealed, { kid: "k1", keyEncryptionKey })).toEqual(jwk);
  });

  it("reveals nothing of the key", () => {
    expect(Buffer.from(sealed).includes("c2VjcmV0")).toBe(false);
  });

  it("never seals the same twice: the nonce is random", () => {
    const again = sealPrivateJwk(jwk, { kid: "k1", keyEncryptionKey });
    expect(Buffer.from(again.subarray(0, 12)).equals(sealed.subarray(0, 12))).toBe(false);
  });

  it("refuses a key-encryption key that is not 32 bytes", () => {
    expect(() => sealPrivateJwk(jwk, { kid: "k1", keyEncryptionKey: { id: "short", key: randomBytes(16) } })).toThrow();
  });

  it.each([
    ["under another kid: rows cannot be exchanged", sealed, { kid: "k2", keyEncryptionKey }],
    ["with another key-encryption key", sealed, { kid: "k1", keyEncryptionKey: { id: "x", key: randomBytes(32) } }],
    ["with a changed nonce", flipped(0), { kid: "k1", keyEncryptionKey }],
    ["with a changed ciphertext", flipped(20), { kid: "k1", keyEncryptionKey }],
    ["with a changed tag", flipped(sealed.length - 1), { kid: "k1", keyEncryptionKey }],
    ["when cut short", sealed.subarray(0, -1), { kid: "k1", keyEncryptionKey }],
    ["when shorter than nonce and tag", sealed.subarray(0, 8), { kid: "k1", keyEncryptionKey }],
  ])("is not decrypted %s", (_, bytes, sealing) => {
    expect(() => openPrivateJwk(bytes, sealing)).toThrow("cannot be decrypted with key-encryption key");
  });
});
