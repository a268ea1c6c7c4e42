import { CompactEncrypt, importJWK, type JWK } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decryptForUs } from "./encryption-keys.ts";
import type { KeyRing } from "./key-ring.ts";
import { by, k1, k2, openReplicas, published, type Replicas } from "./testing/replicas.ts";

const ALG = "ECDH-ES";

let replicas: Replicas;
beforeEach(async () => {
  replicas = await openReplicas();
});
afterEach(() => replicas.close());

const open = () => replicas.open({ algs: ["ES256", ALG] });
const keysOf = (ring: KeyRing) => published(ring).filter(({ use }) => use === "enc") as JWK[];
/** Encrypts to the key that a ring publishes. */
async function sealed(ring: KeyRing, header: object = {}) {
  const [key] = keysOf(ring);
  return new CompactEncrypt(new TextEncoder().encode("a.b.c"))
    .setProtectedHeader({ alg: ALG, enc: "A128GCM", kid: key?.kid, ...header } as never)
    .encrypt(await importJWK(key ?? {}, ALG));
}
const opens = (ring: KeyRing, token: string) =>
  decryptForUs(token, ring.decryptionKeys).then(
    (content) => content === "a.b.c",
    () => false,
  );

describe("OIDC Core §10.2.1: encryption keys rotate, and earlier messages can still be decrypted", () => {
  it("one key is published, and every replica decrypts with it", async () => {
    const [one, other] = [await open(), await open()];
    expect(keysOf(one)).toEqual(keysOf(other));
    expect(keysOf(one)).toHaveLength(1);
    expect(await opens(other, await sealed(one))).toBe(true);
  });

  it("only the successor is published, at once, and the old key still decrypts", async () => {
    const ring = await open();
    const before = await sealed(ring);
    const [old] = keysOf(ring);
    await replicas.rotate([ALG]);
    await ring.refresh();

    expect(keysOf(ring)).toHaveLength(1);
    expect(keysOf(ring)[0]?.kid).not.toBe(old?.kid);
    expect(await opens(ring, before)).toBe(true);
    expect(await opens(ring, await sealed(ring))).toBe(true);
    expect(await opens(ring, await sealed(ring, { kid: undefined }))).toBe(true);

    replicas.pass(20 * 24 * 60);
    await ring.refresh();
    expect(await opens(ring, before)).toBe(true);
    replicas.pass(12 * 24 * 60);
    await ring.refresh();
    expect(await opens(ring, before)).toBe(false);
  });

  it("a replica that does not know a new key loads it", async () => {
    const [one, late] = [await open(), await open()];
    await replicas.rotate([ALG]);
    await one.refresh();
    expect(await opens(late, await sealed(one))).toBe(true);
  });

  it("a removed key no longer decrypts, and another takes its place", async () => {
    const ring = await open();
    const token = await sealed(ring);
    const [old] = keysOf(ring);
    await replicas.store.remove(String(old?.kid), by);
    await ring.refresh();
    expect(await opens(ring, token)).toBe(false);
    expect(keysOf(ring)).toHaveLength(1);
    expect(keysOf(ring)[0]?.kid).not.toBe(old?.kid);
  });

  it("cred-05: a key is sealed at rest, and only its own key-encryption key decrypts it", async () => {
    await open();
    const { rows } = await replicas.database.pool.query(
      "SELECT signing_key::text AS row FROM signing_key WHERE alg = $1",
      [ALG],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain('"d"');
    await expect(replicas.open({ keyEncryptionKeys: [{ ...k1, key: k2.key }] })).rejects.toThrow();
  });

  it("a key never signs, and never verifies", async () => {
    const ring = await open();
    await expect((async () => ring.signer(ALG as never))()).rejects.toThrow();
    const [key] = keysOf(ring);
    await expect(
      (async () => ring.verificationKeys()({ alg: "ES256", kid: String(key?.kid) }, { payload: "", signature: "" }))(),
    ).rejects.toThrow();
  });
});
