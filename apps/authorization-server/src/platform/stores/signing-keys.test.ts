import { type Database, openDatabase } from "@countersign/database";
import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import type { SigningAlg } from "@countersign/jwt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type NewSigningKey, type SigningKeyStore, signingKeyStore } from "./signing-keys.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);

let test: TestDatabase;
let database: Database;
let store: SigningKeyStore;
beforeEach(async () => {
  test = await createTestDatabase();
  database = openDatabase({ connectionString: test.connectionString });
  store = signingKeyStore(database);
});
afterEach(async () => {
  await database.close();
  await test.drop();
});

function key(kid: string, signsFrom = noon, alg: SigningAlg = "ES256"): NewSigningKey {
  return {
    kid,
    alg,
    publicJwk: { kty: "EC", kid },
    sealedPrivateJwk: Buffer.from([1, 2, 3]),
    keyEncryptionKeyId: "k1",
    createdAt: noon,
    signsFrom,
  };
}

const kids = async (now = noon) => (await store.list(now)).map(({ kid }) => kid);
const audited = async () =>
  (await database.pool.query("SELECT type, actor, at, detail FROM audit_event ORDER BY id")).rows;
const by = byOperatorAt(noon);

describe("the first key of an algorithm", () => {
  it("is read as it was written", async () => {
    await store.addFirst(key("a"));
    expect(await store.list(noon)).toEqual([{ ...key("a"), signsUntil: null, publishedUntil: null }]);
  });

  it("is added by one of ten concurrent replicas", async () => {
    const added = await Promise.all(Array.from({ length: 10 }, (_, replica) => store.addFirst(key(`r-${replica}`))));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await kids()).toEqual([`r-${added.indexOf(true)}`]);
  });

  it("belongs to its algorithm only", async () => {
    expect(await store.addFirst(key("a"))).toBe(true);
    expect(await store.addFirst(key("b", noon, "RS256"))).toBe(true);
  });

  it("is not added if another key is still signing", async () => {
    await store.addFirst(key("a"));
    expect(await store.addFirst(key("b"))).toBe(false);
    expect(await kids()).toEqual(["a"]);
  });
});

describe("a rotation", () => {
  beforeEach(() => store.addFirst(key("a")).then(() => {}));

  it("lets the old key sign until the new one does, and keeps it published after that", async () => {
    expect(await store.rotate(key("b", minutes(10)), minutes(130), by)).toBe(true);
    expect(await store.list(noon)).toMatchObject([
      { kid: "b", signsFrom: minutes(10), signsUntil: null, publishedUntil: null },
      { kid: "a", signsUntil: minutes(10), publishedUntil: minutes(130) },
    ]);
    expect(await audited()).toEqual([
      { type: "signing_key_added", actor: "schedule", at: noon, detail: { kid: "a", alg: "ES256" } },
      { type: "signing_key_rotated", actor: "operator", at: noon, detail: { kid: "b", alg: "ES256" } },
    ]);
  });

  it("is done once by ten concurrent replicas, with one successor", async () => {
    const next = (replica: number) => key(`r-${replica}`, minutes(10));
    const rotations = Array.from({ length: 10 }, (_, replica) => store.rotate(next(replica), minutes(130), by));
    expect((await Promise.all(rotations)).filter(Boolean)).toHaveLength(1);
    expect(await kids()).toHaveLength(2);
    expect((await audited()).map(({ type }) => type)).toEqual(["signing_key_added", "signing_key_rotated"]);
  });

  it("does nothing while a successor is waiting, and works after that", async () => {
    await store.rotate(key("b", minutes(10)), minutes(130), by);
    expect(await store.rotate(key("c", minutes(11)), minutes(131), by)).toBe(false);
    const later = { ...key("c", minutes(20)), createdAt: minutes(10) };
    expect(await store.rotate(later, minutes(140), by)).toBe(true);
    expect(await kids(minutes(10))).toEqual(["c", "b", "a"]);
  });

  it("keeps the times that an earlier rotation set", async () => {
    await store.rotate(key("b", minutes(10)), minutes(130), by);
    await store.rotate({ ...key("c", minutes(20)), createdAt: minutes(10) }, minutes(140), by);
    const [, , oldest] = await store.list(noon);
    expect(oldest).toMatchObject({ kid: "a", signsUntil: minutes(10), publishedUntil: minutes(130) });
  });

  it("does not affect other algorithms", async () => {
    await store.addFirst(key("rsa", noon, "RS256"));
    await store.rotate(key("b", minutes(10)), minutes(130), by);
    expect((await store.list(noon)).find(({ kid }) => kid === "rsa")).toMatchObject({ signsUntil: null });
  });

  it("leaves the old key signing if the new one cannot be written", async () => {
    await expect(store.rotate(key("a", minutes(10)), minutes(130), by)).rejects.toMatchObject({ code: "23505" });
    expect(await store.list(noon)).toMatchObject([{ kid: "a", signsUntil: null }]);
    expect((await audited()).map(({ type }) => type)).toEqual(["signing_key_added"]);
  });
});

describe("a key that ends", () => {
  beforeEach(async () => {
    await store.addFirst(key("a"));
    await store.rotate(key("b", minutes(10)), minutes(130), by);
  });

  it("is listed until the moment at which it is no longer published", async () => {
    expect(await kids(minutes(129))).toEqual(["b", "a"]);
    expect(await kids(minutes(130))).toEqual(["b"]);
  });

  it("is purged from that moment on, and not before", async () => {
    expect(await store.purge(minutes(129))).toBe(0);
    expect(await store.purge(minutes(130))).toBe(1);
    expect(await kids()).toEqual(["b"]);
  });

  it("is deleted at once when it is removed, with its sealed private key, and the actor is audited", async () => {
    expect(await store.remove("a", by)).toBe(true);
    expect((await database.pool.query("SELECT kid FROM signing_key")).rows).toEqual([{ kid: "b" }]);
    expect((await audited()).at(-1)).toMatchObject({ type: "signing_key_removed", detail: { kid: "a" } });
  });

  it("can be removed once", async () => {
    const removals = await Promise.all([store.remove("a", by), store.remove("a", by), store.remove("nobody", by)]);
    expect(removals.filter(Boolean)).toHaveLength(1);
    expect((await audited()).filter(({ type }) => type === "signing_key_removed")).toHaveLength(1);
  });
});

describe("the version", () => {
  it("changes with each key that is added, retired, ended or removed, and with nothing else", async () => {
    const versions = [await store.version(noon)];
    const seen = async (now = noon) => versions.push(await store.version(now));
    await store.addFirst(key("a")).then(() => seen());
    await store.rotate(key("b", minutes(10)), minutes(130), by).then(() => seen());
    await seen(minutes(130));
    await store.remove("b", by).then(() => seen());
    expect(new Set(versions).size).toBe(versions.length);

    await store.purge(noon);
    expect(await store.version(noon)).toBe(versions.at(-1));
    expect(await store.version(minutes(1))).toBe(versions.at(-1));
  });
});
