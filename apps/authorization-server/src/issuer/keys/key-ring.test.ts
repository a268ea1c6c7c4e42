import { createHash } from "node:crypto";
import { generateSigningKey, SIGNING_ALGS, sealPrivateJwk } from "@countersign/jwt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keyMeasures } from "./key-measures.ts";
import type { KeyRing } from "./key-ring.ts";
import { signingSince } from "./signing-period.ts";
import {
  by,
  k1,
  k2,
  kek,
  kids,
  noon,
  openReplicas,
  published,
  type Replicas,
  sign,
  signerKid,
} from "./testing/replicas.ts";

let replicas: Replicas;
beforeEach(async () => {
  replicas = await openReplicas();
});
afterEach(() => replicas.close());

describe("opening the ring", () => {
  it("creates a key for each algorithm, which signs at once", async () => {
    const ring = await replicas.open({ algs: ["RS256", "ES256", "EdDSA"] });
    const signed = await Promise.all((["RS256", "ES256", "EdDSA"] as const).map((alg) => sign(ring, alg)));
    expect(await Promise.all(signed.map((jwt) => replicas.verifies(ring, jwt)))).toEqual([true, true, true]);
    expect(
      published(ring)
        .map(({ alg }) => alg)
        .sort(),
    ).toEqual(["ES256", "EdDSA", "RS256"]);
  });

  it("creates one key when replicas start together, and loads it again", async () => {
    const together = await Promise.all([replicas.open(), replicas.open(), replicas.open()]);
    await Promise.all(together.map((ring) => ring.refresh()));
    const again = await replicas.open();
    expect(new Set(await Promise.all([...together, again].map(signerKid))).size).toBe(1);
    expect(await replicas.store.list(noon)).toHaveLength(1);
  });

  it("stores no private key in plain text", async () => {
    await replicas.open();
    const { rows } = await replicas.database.pool.query("SELECT public_jwk, sealed_private_jwk FROM signing_key");
    expect(Object.keys(rows[0].public_jwk).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
    expect(rows[0].sealed_private_jwk.toString("latin1")).not.toContain("kty");
  });
});

describe("signing_key_age_seconds: the age of the key that signs, by its algorithm", () => {
  it("grows", async () => {
    const ring = await replicas.open({ algs: ["ES256", "RS256"] });
    let now = noon;
    const [measure] = keyMeasures(ring, () => now);
    const ages = async () =>
      Object.fromEntries(((await measure?.read()) ?? []).map(({ labels, value }) => [labels.alg, value]));
    now = new Date(noon.getTime() + 86_400_000);
    expect(await ages()).toEqual({ ES256: 86_400, RS256: 86_400 });
  });

  it.each([
    [
      "the newest of those that sign",
      [
        [3, null],
        [9, null],
      ],
      3,
    ],
    [
      "none that waits to take over",
      [
        [-1, null],
        [9, null],
      ],
      9,
    ],
    [
      "none that has ended",
      [
        [3, 1],
        [9, null],
      ],
      9,
    ],
  ] as const)("is that of %s", (_, keys, hours) => {
    const hoursAgo = (ago: number) => new Date(noon.getTime() - ago * 3_600_000);
    const ring = keys.map(([from, until]) => ({
      ...({ alg: "ES256", signsFrom: hoursAgo(from), signsUntil: until === null ? null : hoursAgo(until) } as const),
      signingKey: undefined as never,
    }));
    expect([...signingSince(ring, noon)]).toEqual([["ES256", hoursAgo(hours)]]);
  });
});

describe("architecture, signing keys: a key of another algorithm is created on first use", () => {
  const algsOf = (ring: KeyRing) => published(ring).map(({ alg }) => alg);
  const made = async (alg: string) => (await replicas.store.list(noon)).filter((key) => key.alg === alg);

  it.each(SIGNING_ALGS)("%s: the published key verifies its signatures", async (alg) => {
    const ring = await replicas.open({ algs: [] });
    await ring.ensure(alg);
    expect(algsOf(ring)).toEqual([alg]);
    replicas.pass(1);
    expect(await replicas.verifies(ring, await sign(ring, alg))).toBe(true);
  });

  it("EdDSA and Ed25519 have two keys, because a key has one alg", async () => {
    const ring = await replicas.open({ algs: ["EdDSA", "Ed25519"] });
    expect(new Set(published(ring).map(({ kid }) => kid)).size).toBe(2);
    expect(new Set(published(ring).map(({ x }) => x)).size).toBe(2);
  });

  it("every replica publishes it before any replica signs with it", async () => {
    const [one, other] = [await replicas.open(), await replicas.open({ refreshSeconds: 2 })];
    await one.ensure("ES384");
    expect(algsOf(other)).toEqual(["ES256"]);
    const jwt = await sign(one, "ES384");
    expect(algsOf(other)).toContain("ES384");
    expect(await replicas.verifies(other, jwt)).toBe(true);
  });

  it("a replica that did not create it loads it at once", async () => {
    const [one, other] = [await replicas.open(), await replicas.open()];
    await one.ensure("ES384");
    replicas.pass(1);
    expect(await replicas.verifies(one, await sign(other, "ES384"))).toBe(true);
    expect(await made("ES384")).toHaveLength(1);
  });

  it("one key is created under concurrency, on all replicas", async () => {
    const together = [await replicas.open(), await replicas.open()];
    await Promise.all([...together, ...together].map((ring) => ring.ensure("ES512")));
    expect(await made("ES512")).toHaveLength(1);
  });

  it("it is created at the first signature at the latest", async () => {
    const ring = await replicas.open();
    expect(await replicas.verifies(ring, await sign(ring, "Ed25519"))).toBe(true);
  });

  it("a key that cannot be decrypted does not sign, and no other is created", async () => {
    const ring = await replicas.open({ algs: [] });
    await (await replicas.open({ algs: [], keyEncryptionKeys: [k2] })).ensure("ES384");
    await expect(ring.signer("ES384")).rejects.toThrow("there is no signing key for ES384");
    expect(await made("ES384")).toHaveLength(1);
  });
});

describe("key-encryption keys", () => {
  it("decrypt with any of them, and seal with the first", async () => {
    const before = await signerKid(await replicas.open());
    const ring = await replicas.open({ keyEncryptionKeys: [k2, k1], algs: ["ES256", "EdDSA"] });
    expect(await signerKid(ring)).toBe(before);
    const sealedWith = (await replicas.store.list(noon)).map(({ alg, keyEncryptionKeyId }) => [
      alg,
      keyEncryptionKeyId,
    ]);
    expect(Object.fromEntries(sealedWith)).toEqual({ ES256: "k1", EdDSA: "k2" });
  });

  it("stop the start if one is missing, and name it and the affected key", async () => {
    const kid = await signerKid(await replicas.open());
    await expect(replicas.open({ keyEncryptionKeys: [k2] })).rejects.toThrow(
      `Signing key ${kid} is sealed with key-encryption key "k1", which KEY_ENCRYPTION_KEYS does not have.`,
    );
  });

  it("stop the start if one has another value under the same id", async () => {
    const kid = await signerKid(await replicas.open());
    await expect(replicas.open({ keyEncryptionKeys: [kek("k1", 9)] })).rejects.toThrow(
      `signing key ${kid} cannot be decrypted with key-encryption key k1`,
    );
  });
});

describe("RFC 7517 §5: the key set", () => {
  it("has the public part of each key, its use, and nothing else", async () => {
    const ring = await replicas.open({ algs: ["RS256", "ES256", "EdDSA"] });
    const members = published(ring).map((key) => [key.alg, Object.keys(key).sort().join(" ")]);
    expect(Object.fromEntries(members)).toEqual({
      RS256: "alg e kid kty n use",
      ES256: "alg crv kid kty use x y",
      EdDSA: "alg crv kid kty use x",
    });
  });

  it("has an entity tag of its content, which changes with the keys only", async () => {
    const ring = await replicas.open();
    const { etag, body } = ring.jwks();
    expect(etag).toBe(`"${createHash("sha256").update(body).digest("base64url")}"`);
    await ring.refresh();
    expect(ring.jwks().body).toBe(body);

    await replicas.rotate();
    await ring.refresh();
    expect(ring.jwks().etag).not.toBe(etag);
  });

  it("ignores a key that was written to the database without the key-encryption key", async () => {
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
