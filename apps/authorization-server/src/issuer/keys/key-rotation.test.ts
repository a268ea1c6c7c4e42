/** The ring while keys rotate, are removed, and the store is unavailable. */
import { setTimeout } from "node:timers/promises";
import { generateSigningKey, sealPrivateJwk } from "@countersign/jwt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SigningKeyStore } from "../../platform/stores/signing-keys.ts";
import type { KeyRing } from "./key-ring.ts";
import { by, k2, kids, noon, openReplicas, type Replicas, sign, signerKid } from "./testing/replicas.ts";

let replicas: Replicas;
beforeEach(async () => {
  replicas = await openReplicas();
});
afterEach(() => replicas.close());

describe("OIDC Core §10.1.1: a rotation", () => {
  it("publishes a key before it signs, for longer than the key set may be cached", async () => {
    const ring = await replicas.open();
    const old = await signerKid(ring);
    const [next] = await replicas.rotate();
    await ring.refresh();
    expect(kids(ring)).toEqual([next, old]);
    replicas.pass(9);
    expect(await signerKid(ring)).toBe(old);
    replicas.pass(1);
    expect(await signerKid(ring)).toBe(next); // At its time, without reading the store.
  });

  it("fails no verification: the last signature of the old key verifies an hour later", async () => {
    const ring = await replicas.open();
    await replicas.rotate();
    await ring.refresh();
    replicas.pass(9);
    const last = await sign(ring);
    replicas.pass(61);
    await ring.refresh();
    expect(await replicas.verifies(ring, last)).toBe(true);
    replicas.pass(31 * 24 * 60);
    await ring.refresh();
    expect({ kids: kids(ring).length, verified: await replicas.verifies(ring, last) }).toEqual({
      kids: 1,
      verified: false,
    });
  });

  it("fails no verification while two replicas sign continuously, and keys rotate three times", async () => {
    const rings = [await replicas.open(), await replicas.open()];
    const signed: string[] = [];
    const signers = new Set<string>();
    for (let minute = 0; minute < 40; minute += 1) {
      if (minute % 12 === 1) await replicas.rotate();
      for (const ring of rings) {
        signed.push(await sign(ring));
        signers.add(await signerKid(ring));
        // One replica has read the store, the other has not.
        await ring.refresh();
        for (const other of rings) expect(await replicas.verifies(other, signed.at(-1) ?? "")).toBe(true);
      }
      replicas.pass(1);
    }
    expect(signers.size).toBeGreaterThanOrEqual(4);
    for (const token of signed) expect(await replicas.verifies(rings[0] as KeyRing, token)).toBe(true);
  });

  it("is applied by a replica that did not start it", async () => {
    const [one, other] = [await replicas.open(), await replicas.open()];
    const [next] = await replicas.rotate();
    await Promise.all([one.refresh(), other.refresh()]);
    replicas.pass(10);
    expect([await signerKid(one), await signerKid(other)]).toEqual([next, next]);
    expect(await replicas.verifies(other, await sign(one))).toBe(true);
  });
});

describe("a removed key", () => {
  it("no longer signs, verifies or is published, and another takes its place", async () => {
    const ring = await replicas.open();
    const compromised = await signerKid(ring);
    const forged = await sign(ring);
    await replicas.store.remove(compromised, by);
    await ring.refresh();
    expect(kids(ring)).toEqual([await signerKid(ring)]);
    expect(await signerKid(ring)).not.toBe(compromised);
    expect(await replicas.verifies(ring, forged)).toBe(false);
  });

  it("is replaced once by replicas that notice it together", async () => {
    const together = await Promise.all([replicas.open(), replicas.open(), replicas.open()]);
    await replicas.store.remove(await signerKid(together[0]), by);
    await Promise.all(together.map((ring) => ring.refresh()));
    await Promise.all(together.map((ring) => ring.refresh()));
    expect(new Set(await Promise.all(together.map(signerKid))).size).toBe(1);
    expect(await replicas.store.list(noon)).toHaveLength(1);
  });

  it("that was to take over is replaced by one that takes over at the same time", async () => {
    const ring = await replicas.open();
    const signer = await signerKid(ring);
    const [next] = await replicas.rotate();
    await replicas.store.remove(String(next), by);
    await ring.refresh();
    await ring.refresh();
    expect(await signerKid(ring)).toBe(signer);
    replicas.pass(10);
    expect([signer, next]).not.toContain(await signerKid(ring));
  });

  it("is noticed although another key cannot be decrypted here", async () => {
    const ring = await replicas.open();
    const compromised = await signerKid(ring);
    const other = await generateSigningKey("EdDSA");
    const sealedPrivateJwk = sealPrivateJwk(other.privateJwk, { kid: other.kid, keyEncryptionKey: k2 });
    await replicas.store.addFirst({
      ...other,
      sealedPrivateJwk,
      keyEncryptionKeyId: "k2",
      createdAt: noon,
      signsFrom: noon,
    });
    await replicas.store.remove(compromised, by);

    await ring.refresh();
    expect(kids(ring)).not.toContain(compromised);
    expect(kids(ring)).not.toContain(other.kid);
    expect(replicas.logged).toEqual(["a signing key cannot be decrypted: it is not used here"]);
  });
});

describe("following the store", () => {
  it("notices a removal by another replica within two seconds", async () => {
    const ring = await replicas.open({ refreshSeconds: 2 });
    const compromised = await signerKid(ring);
    await replicas.store.remove(compromised, by);
    const removedAt = performance.now();
    while (kids(ring).includes(compromised) && performance.now() - removedAt < 5000) await setTimeout(20);
    expect(performance.now() - removedAt).toBeLessThan(3900); // Two intervals would be four seconds.
  });

  it("sends one statement per interval if nothing changed", async () => {
    const ring = await replicas.open();
    const statements: string[] = [];
    const counted = Object.fromEntries(
      Object.entries(replicas.store).map(([name, call]) => [
        name,
        (...args: never[]) => {
          statements.push(name);
          return (call as (...args: never[]) => unknown)(...args);
        },
      ]),
    ) as unknown as SigningKeyStore;
    const watched = await replicas.open({ store: counted });
    statements.length = 0;
    await watched.refresh();
    expect(statements).toEqual(["version"]);
    expect(await signerKid(watched)).toBe(await signerKid(ring));
  });

  it("keeps its keys while the store is unavailable, and logs it", async () => {
    let broken = false;
    const version: SigningKeyStore["version"] = async (at) => {
      if (broken) throw new Error("the database is away");
      return replicas.store.version(at);
    };
    const ring = await replicas.open({ store: { ...replicas.store, version }, refreshSeconds: 0.02 });
    const kid = await signerKid(ring);
    broken = true;
    while (replicas.logged.length < 2) await setTimeout(10);
    expect(await signerKid(ring)).toBe(kid);
    expect(new Set(replicas.logged)).toEqual(new Set(["the signing keys could not be refreshed"]));
  });

  it("stops when the ring is closed", async () => {
    let looks = 0;
    const version: SigningKeyStore["version"] = async (at) => {
      looks++;
      return replicas.store.version(at);
    };
    const ring = await replicas.open({ store: { ...replicas.store, version }, refreshSeconds: 0.02 });
    while (looks < 2) await setTimeout(10);
    await ring.close();
    const atClose = looks;
    await setTimeout(80);
    expect(looks).toBe(atClose);
  });
});
