import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openClientSecret } from "./sealed-client-secret.ts";
import { openText, type SealedFor, sealText } from "./sealed-text.ts";

const key = { id: "2030-01", key: randomBytes(32) };
const owner: SealedFor = ["mail", "17"];
const sealed = sealText("le code é 123456", owner, key);

describe("a text at rest is sealed with AES-256-GCM for one row", () => {
  it("opens for that row", () => {
    expect(openText(sealed, owner, key)).toBe("le code é 123456");
  });

  it("contains nothing of the text, and is different each time", () => {
    expect(Buffer.from(sealed).includes("123456")).toBe(false);
    expect(sealText("le code é 123456", owner, key)).not.toEqual(sealed);
  });

  it.each<[string, Uint8Array, SealedFor, typeof key]>([
    ["for another row", sealed, ["mail", "18"], key],
    ["for another kind of row", sealed, ["totp", "17"], key],
    ["with another key", sealed, owner, { id: "2030-01", key: randomBytes(32) }],
    ["with a changed byte", sealed.map((byte, at) => (at === 20 ? byte ^ 1 : byte)), owner, key],
    ["when it is too short", sealed.subarray(0, 20), owner, key],
  ])("is not decrypted %s", (_, bytes, of, by) => {
    expect(() => openText(bytes, of, by)).toThrow("cannot be decrypted with key-encryption key 2030-01");
  });

  it("is not decrypted as a client secret", () => {
    expect(() => openClientSecret(sealed, { clientId: "17", keyEncryptionKey: key })).toThrow("cannot be decrypted");
  });
});
