import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openClientSecret, sealClientSecret } from "./sealed-client-secret.ts";
import { openPrivateJwk, sealPrivateJwk } from "./sealed-jwk.ts";

const keyEncryptionKey = { id: "2030-01", key: randomBytes(32) };
const secret = "a secret that is the key of an HMAC";
const sealed = sealClientSecret(secret, { clientId: "web", keyEncryptionKey });

describe("cred-05: a client secret that the server must use is sealed with AES-256-GCM", () => {
  it("decrypts to its octets in UTF-8, which are the key (OIDC Core §10.1)", () => {
    expect(openClientSecret(sealed, { clientId: "web", keyEncryptionKey })).toEqual(Buffer.from(secret));
  });

  it("reveals nothing of the secret, and no two sealings are the same", () => {
    expect(Buffer.from(sealed).includes("secret")).toBe(false);
    expect(sealClientSecret(secret, { clientId: "web", keyEncryptionKey })).not.toEqual(sealed);
  });

  it.each([
    ["for another client: rows cannot be exchanged", sealed, { clientId: "other", keyEncryptionKey }],
    [
      "with another key-encryption key",
      sealed,
      { clientId: "web", keyEncryptionKey: { id: "2030-01", key: randomBytes(32) } },
    ],
    [
      "with a changed byte",
      sealed.map((byte, at) => (at === 20 ? byte ^ 1 : byte)),
      { clientId: "web", keyEncryptionKey },
    ],
  ])("is not decrypted %s", (_, bytes, sealing) => {
    expect(() => openClientSecret(bytes, sealing)).toThrow("cannot be decrypted with key-encryption key 2030-01");
  });

  it("is not decrypted as a signing key of the same name, nor the reverse: each is bound to its purpose", () => {
    const jwk = sealPrivateJwk({ kty: "OKP" }, { kid: "web", keyEncryptionKey });
    expect(() => openClientSecret(jwk, { clientId: "web", keyEncryptionKey })).toThrow("cannot be decrypted");
    expect(() => openPrivateJwk(sealed, { kid: "web", keyEncryptionKey })).toThrow("cannot be decrypted");
  });
});
