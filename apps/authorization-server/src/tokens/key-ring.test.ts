import { createHash } from "node:crypto";
import { generateSigningKey, sealPrivateJwk } from "@countersign/jwt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { by, k1, k2, kek, kids, noon, openReplicas, published, type Replicas, sign } from "./testing/replicas.ts";

let replicas: Replicas;
beforeEach(async () => {
  replicas = await openReplicas();
});
afterEach(() => replicas.close());

describe("opening the ring", () => {
  it("makes a key for each algorithm, which signs at once", async () => {
    const ring = await replicas.open({ algs: ["RS256", "ES256", "EdDSA"] });
    const signed = await Promise.all((["RS256", "ES256", "EdDSA"] as const).map((alg) => sign(ring, alg)));
    expect(await Promise.all(signed.map((jwt) => replicas.verifies(ring, jwt)))).toEqual([true, true, true]);
    expect(
      published(ring)
        .map(({ alg }) => alg)
        .sort(),
    ).toEqual(["ES256", "EdDSA", "RS256"]);
  });

  it("makes one between replicas that start together, and finds it again", async () => {
    const together = await Promise.all([replicas.open(), replicas.open(), replicas.open()]);
    await Promise.all(together.map((ring) => ring.refresh()));
    const again = await replicas.open();
    expect(new Set([...together, again].map((ring) => ring.signer("ES256").kid)).size).toBe(1);
    expect(await replicas.store.list(noon)).toHaveLength(1);
  });

  it("stores no private half in the open", async () => {
    await replicas.open();
    const { rows } = await replicas.database.pool.query("SELECT public_jwk, sealed_private_jwk FROM signing_key");
    expect(Object.keys(rows[0].public_jwk).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
    expect(rows[0].sealed_private_jwk.toString("latin1")).not.toContain("kty");
  });

  it("refuses an algorithm that is not enabled", async () => {
    const ring = await replicas.open();
    expect(() => ring.signer("RS256")).toThrow("there is no signing key for RS256");
  });
});

describe("key-encryption keys", () => {
  it("open with any, and seal with the first", async () => {
    const before = (await replicas.open()).signer("ES256").kid;
    const ring = await replicas.open({ keyEncryptionKeys: [k2, k1], algs: ["ES256", "EdDSA"] });
    expect(ring.signer("ES256").kid).toBe(before);
    const sealedWith = (await replicas.store.list(noon)).map(({ alg, keyEncryptionKeyId }) => [
      alg,
      keyEncryptionKeyId,
    ]);
    expect(Object.fromEntries(sealedWith)).toEqual({ ES256: "k1", EdDSA: "k2" });
  });

  it("stop the start when one is missing, and say which for which key", async () => {
    const { kid } = (await replicas.open()).signer("ES256");
    await expect(replicas.open({ keyEncryptionKeys: [k2] })).rejects.toThrow(
      `Signing key ${kid} is sealed with key-encryption key "k1", which KEY_ENCRYPTION_KEYS does not have.`,
    );
  });

  it("stop the start when one has another value under the same id", async () => {
    const { kid } = (await replicas.open()).signer("ES256");
    await expect(replicas.open({ keyEncryptionKeys: [kek("k1", 9)] })).rejects.toThrow(
      `signing key ${kid} does not open with key-encryption key k1`,
    );
  });
});

describe("RFC 7517 §5: the key set", () => {
  it("has the public half of each key, what it is for, and nothing else", async () => {
    const ring = await replicas.open({ algs: ["RS256", "ES256", "EdDSA"] });
    const members = published(ring).map((key) => [key.alg, Object.keys(key).sort().join(" ")]);
    expect(Object.fromEntries(members)).toEqual({
      RS256: "alg e kid kty n use",
      ES256: "alg crv kid kty use x y",
      EdDSA: "alg crv kid kty use x",
    });
  });

  it("has an entity tag of its content, which changes with the keys alone", async () => {
    const ring = await replicas.open();
    const { etag, body } = ring.jwks();
    expect(etag).toBe(`"${createHash("sha256").update(body).digest("base64url")}"`);
    await ring.refresh();
    expect(ring.jwks().body).toBe(body);

    await replicas.rotate();
    await ring.refresh();
    expect(ring.jwks().etag).not.toBe(etag);
  });

  it("takes no key from whoever can write to the database but does not hold the key-encryption key", async () => {
    const ring = await replicas.open();
    const [before, theirs] = [kids(ring), await generateSigningKey("ES256")];
    const sealedPrivateJwk = sealPrivateJwk(theirs.privateJwk, { kid: theirs.kid, keyEncryptionKey: kek("k1", 9) });
    const { rows } = await replicas.database.pool.query("UPDATE signing_key SET public_jwk = $1 RETURNING kid", [
      theirs.publicJwk,
    ]);
    const times = { createdAt: noon, signsFrom: noon, keyEncryptionKeyId: "k1" };
    await replicas.store.rotate({ ...theirs, ...times, sealedPrivateJwk }, new Date("2030-02-01"), by);

    await ring.refresh();
    expect(kids(ring)).toEqual(before);
    expect(published(ring)).not.toContainEqual(expect.objectContaining({ x: theirs.publicJwk.x }));
    await replicas.store.remove(theirs.kid, by);
    const fresh = await replicas.open();
    expect(published(fresh).find(({ kid }) => kid === rows[0].kid)).not.toMatchObject({ x: theirs.publicJwk.x });
  });
});
