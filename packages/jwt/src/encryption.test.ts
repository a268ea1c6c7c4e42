import {
  CompactEncrypt,
  type CryptoKey,
  compactDecrypt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type JWK,
} from "jose";
import { describe, expect, it } from "vitest";
import { decryptNested, encryptTo, isEncrypted } from "./encryption.ts";
import { refused } from "./forgery.ts";

const RSA = ["RSA-OAEP", "RSA-OAEP-256"];
const EC = ["ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A192KW", "ECDH-ES+A256KW"];
const ALGS = [...RSA, ...EC];
const ENCS = ["A128CBC-HS256", "A192CBC-HS384", "A256CBC-HS512", "A128GCM", "A192GCM", "A256GCM"];

const JWS = "eyJhbGciOiJFUzI1NiJ9.e30.c2ln";
const bytes = (text: string) => new TextEncoder().encode(text);

async function pairOf(alg: string, crv?: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true, ...(crv ? { crv } : {}) });
  return { jwk: { ...(await exportJWK(publicKey)), kid: alg } as JWK, publicKey, privateKey };
}
const pairs = new Map(await Promise.all(ALGS.map(async (alg) => [alg, await pairOf(alg)] as const)));
const pair = (alg: string) => pairs.get(alg)!;

/** Decrypts with the keys of all algorithms, as our code does. */
const decrypt = (token: string, keys?: readonly CryptoKey[]) =>
  decryptNested(token, {
    keys: async ({ alg }) => keys ?? [pair(alg).privateKey],
    algs: ALGS,
    encs: ENCS,
  });

describe("RFC 7516 §5.1, RFC 7519 §5.2: encrypting for another party", () => {
  it.each(ALGS.flatMap((alg) => ENCS.map((enc) => [alg, enc] as const)))("%s with %s", async (alg, enc) => {
    const token = await encryptTo({ jwk: pair(alg).jwk, alg, enc }, JWS);
    const { plaintext, protectedHeader } = await compactDecrypt(token, pair(alg).privateKey);
    expect(new TextDecoder().decode(plaintext)).toBe(JWS);
    expect(protectedHeader).toMatchObject({ alg, enc, kid: alg, cty: "JWT" });
  });

  it.each(["P-384", "P-521", "X25519"])("with a key on %s", async (crv) => {
    const { jwk, privateKey } = await pairOf("ECDH-ES", crv);
    const token = await encryptTo({ jwk, alg: "ECDH-ES", enc: "A128GCM" }, JWS);
    await expect(compactDecrypt(token, privateKey)).resolves.toMatchObject({ plaintext: bytes(JWS) });
  });

  it("unsigned claims stay JSON, and have no cty that says JWT", async () => {
    const { jwk, privateKey } = pair("ECDH-ES");
    const token = await encryptTo({ jwk, alg: "ECDH-ES", enc: "A128GCM" }, { sub: "alice" });
    const { plaintext, protectedHeader } = await compactDecrypt(token, privateKey);
    expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual({ sub: "alice" });
    expect(protectedHeader).not.toHaveProperty("cty");
  });

  it("needs no kid, and only the public part of a key", async () => {
    const { jwk } = pair("RSA-OAEP-256");
    const token = await encryptTo(
      {
        jwk: { ...jwk, kid: undefined, use: "sig", key_ops: ["verify"] } as unknown as JWK,
        alg: "RSA-OAEP-256",
        enc: "A128GCM",
      },
      JWS,
    );
    expect(decodeProtectedHeader(token)).toEqual({ alg: "RSA-OAEP-256", enc: "A128GCM", cty: "JWT" });
  });

  it("a symmetric key is refused, because it has no public part", async () => {
    await expect(encryptTo({ jwk: { kty: "oct", k: "AAAA" }, alg: "A128KW", enc: "A128GCM" }, JWS)).rejects.toThrow();
  });
});

/** A token by another implementation, with changes of the header. */
const made = (header: object = {}, content = JWS, alg = "RSA-OAEP-256") =>
  new CompactEncrypt(bytes(content))
    .setProtectedHeader({ alg, enc: "A128GCM", ...header })
    .encrypt(pair(alg).publicKey);

/** A token with its header replaced by this one. */
async function withHeader(header: object) {
  const [, ...rest] = (await made()).split(".");
  return [Buffer.from(JSON.stringify(header)).toString("base64url"), ...rest].join(".");
}

describe("RFC 7516 §5.2: decrypting a token that is encrypted for us", () => {
  it.each(ALGS.flatMap((alg) => ENCS.map((enc) => [alg, enc] as const)))(
    "with %s and %s succeeds",
    async (alg, enc) => {
      await expect(decrypt(await made({ enc, kid: "k", cty: "JWT" }, JWS, alg))).resolves.toBe(JWS);
    },
  );

  it("succeeds with any of the keys that match", async () => {
    const other = await generateKeyPair("RSA-OAEP-256");
    await expect(decrypt(await made(), [other.privateKey, pair("RSA-OAEP-256").privateKey])).resolves.toBe(JWS);
  });

  it("encrypted tokens differ from signed ones in their number of segments", async () => {
    expect([isEncrypted(await made()), isEncrypted(JWS), isEncrypted("a.b.c.d.e.f")]).toEqual([true, false, false]);
  });
});

describe("RFC 8725 §3.2 and §3.6: an encrypted token is refused, always with the same error", () => {
  const flipped = (token: string, segment: number) => {
    const parts = token.split(".");
    const text = parts[segment] ?? "";
    const at = Math.floor(text.length / 2);
    parts[segment] = `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
    return parts.join(".");
  };

  it.each([
    ["jose-09: with zip", () => made({ zip: "DEF" })],
    [
      "jose-10: by a password",
      () => withHeader({ alg: "PBES2-HS256+A128KW", enc: "A128GCM", p2c: 2147483647, p2s: "AA" }),
    ],
    ["jose-12: by RSA1_5", () => withHeader({ alg: "RSA1_5", enc: "A128GCM" })],
    ["directly by a shared key", () => withHeader({ alg: "dir", enc: "A128GCM" })],
    ["by an unknown enc", () => withHeader({ alg: "RSA-OAEP-256", enc: "A128CTR" })],
    ["with crit", () => withHeader({ alg: "RSA-OAEP-256", enc: "A128GCM", crit: ["exp"], exp: 1 })],
    ["with another cty", () => made({ cty: "text/plain" })],
    ["jose-12: with a changed key", async () => flipped(await made(), 1)],
    ["with a changed nonce", async () => flipped(await made(), 2)],
    ["with a changed content", async () => flipped(await made(), 3)],
    ["jose-12: with a changed tag", async () => flipped(await made(), 4)],
    ["with a header that is not JSON", async () => (await made()).replace(/^[^.]+/, "AAAA")],
    ["longer than 8 KiB", () => made({}, "x".repeat(8192))],
    ["of four segments", async () => (await made()).split(".").slice(0, 4).join(".")],
    ["without a content", async () => (await made()).replace(/\.[\w-]+\.([\w-]+)$/, "..$1")],
    [
      "that is not UTF-8 inside",
      () =>
        new CompactEncrypt(new Uint8Array([0xff, 0xfe]))
          .setProtectedHeader({ alg: "RSA-OAEP-256", enc: "A128GCM" })
          .encrypt(pair("RSA-OAEP-256").publicKey),
    ],
  ])("%s", async (_, make) => {
    await expect(decrypt(await make())).rejects.toEqual(refused);
  });

  it("for another recipient", async () => {
    const other = await generateKeyPair("RSA-OAEP-256");
    await expect(decrypt(await made(), [other.privateKey])).rejects.toEqual(refused);
    await expect(decrypt(await made(), [])).rejects.toEqual(refused);
  });

  it("jose-09: a small token with a large compressed content is refused without the cost", async () => {
    const before = process.memoryUsage().heapUsed;
    const bomb = await new CompactEncrypt(new Uint8Array(3_000_000))
      .setProtectedHeader({ alg: "ECDH-ES", enc: "A128GCM", zip: "DEF" })
      .encrypt(pair("ECDH-ES").publicKey);
    expect(bomb.length).toBeLessThan(8192);
    await expect(decrypt(bomb)).rejects.toEqual(refused);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  });
});
