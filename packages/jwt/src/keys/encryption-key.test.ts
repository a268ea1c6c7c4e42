import { CompactEncrypt, createLocalJWKSet, importJWK } from "jose";
import { describe, expect, it } from "vitest";
import { decryptNested } from "../encryption.ts";
import { refused } from "../forgery.ts";
import { ENCRYPTION_KEY_ALGS, generateEncryptionKey, importDecryptionKey } from "./encryption-key.ts";

describe.each(ENCRYPTION_KEY_ALGS)("RFC 7518 §4: a key for %s", (alg) => {
  it("decrypts what was encrypted for it, and no other key does", async () => {
    const { publicJwk, privateJwk } = await generateEncryptionKey(alg);
    const token = await new CompactEncrypt(new TextEncoder().encode("a.b.c"))
      .setProtectedHeader({ alg, enc: "A256GCM" })
      .encrypt(await importJWK(publicJwk, alg));
    const [own, other] = [privateJwk, (await generateEncryptionKey(alg)).privateJwk].map(async (jwk) => [
      await importDecryptionKey(alg, jwk),
    ]);
    const expected = { algs: [alg], encs: ["A256GCM"] };
    await expect(decryptNested(token, { ...expected, keys: () => own! })).resolves.toBe("a.b.c");
    await expect(decryptNested(token, { ...expected, keys: () => other! })).rejects.toEqual(refused);
  });

  it("is published for encryption, without private parts, and cannot be exported", async () => {
    const { publicJwk, privateJwk } = await generateEncryptionKey(alg);
    expect(publicJwk).toMatchObject({ use: "enc", alg, kid: expect.stringMatching(/^[\w-]{43}$/) });
    for (const name of ["d", "p", "q", "dp", "dq", "qi"]) expect(publicJwk).not.toHaveProperty(name);
    expect((await importDecryptionKey(alg, privateJwk)).extractable).toBe(false);
  });

  it("is never used to verify, no matter how it is looked up (RFC 7517 §4.2)", async () => {
    const { publicJwk, kid } = await generateEncryptionKey(alg);
    const find = createLocalJWKSet({ keys: [publicJwk] });
    for (const signing of ["RS256", "PS256", "ES256"]) {
      await expect(find({ alg: signing, kid })).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
    }
  });

  it("is not imported from a public key, nor from a key for another algorithm", async () => {
    const { publicJwk } = await generateEncryptionKey(alg);
    await expect(importDecryptionKey(alg, publicJwk)).rejects.toThrow();
    const [another] = ENCRYPTION_KEY_ALGS.filter((other) => other !== alg);
    const { privateJwk } = await generateEncryptionKey(another!);
    await expect(importDecryptionKey(alg, privateJwk)).rejects.toThrow();
  });
});
