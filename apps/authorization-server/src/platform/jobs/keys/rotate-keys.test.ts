import type { SigningAlg } from "@countersign/jwt";
import { beforeEach, describe, expect, it } from "vitest";
import { JWKS_MAX_AGE_SECONDS } from "../../../issuer/endpoints/well-known/jwks.ts";
import type { NewSigningKey, SealedSigningKey, SigningKeyStore } from "../../stores/signing-keys.ts";
import {
  hasSigner,
  isDue,
  PUBLISHED_AFTER_SECONDS,
  PUBLISHED_BEFORE_SECONDS,
  rotateKeys,
  rotateOldKeys,
} from "./rotate-keys.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const keyEncryptionKey = { id: "k1", key: new Uint8Array(32) };
const days = (count: number) => new Date(noon.getTime() + count * 86_400_000);
const seconds = (count: number) => new Date(noon.getTime() + count * 1000);

const key = (alg: SigningAlg, signsFrom: Date, signsUntil: Date | null = null) => ({ alg, signsFrom, signsUntil });

describe("a key is due for rotation", () => {
  it.each([
    ["at its maximum age", [key("ES256", days(-90))], true],
    ["not before", [key("ES256", seconds(-90 * 86_400 + 1))], false],
    ["not while a newer key is waiting", [key("ES256", days(-90)), key("ES256", seconds(600))], false],
    ["not because of another algorithm's age", [key("ES256", days(-1)), key("RS256", days(-90))], false],
    ["if there is none", [], true],
  ])("%s", (_, keys, due) => {
    expect(isDue(keys, "ES256", 90, noon)).toBe(due);
  });
});

describe("an algorithm has a key that signs", () => {
  it.each([
    ["from its start time", [key("ES256", noon)], true],
    ["not before", [key("ES256", seconds(1))], false],
    ["until another key takes over", [key("ES256", days(-1), seconds(1))], true],
    ["not after that", [key("ES256", days(-1), noon)], false],
    ["not because of another algorithm's key", [key("RS256", days(-1))], false],
  ])("%s", (_, keys, signs) => {
    expect(hasSigner(keys, "ES256", noon)).toBe(signs);
  });
});

let known: SealedSigningKey[];
let first: NewSigningKey[];
let rotated: { next: NewSigningKey; publishedUntil: Date }[];
let purgedAt: Date[];
beforeEach(() => {
  [known, first, rotated, purgedAt] = [[], [], [], []];
});

const store: SigningKeyStore = {
  list: async () => known,
  listWithVersion: async () => ({ version: "", keys: known }),
  version: async () => "",
  addFirst: async (next) => first.push(next) > 0,
  rotate: async (next, publishedUntil) => {
    if (known.some((other) => other.alg === next.alg && other.signsFrom > next.createdAt)) return false;
    return rotated.push({ next, publishedUntil }) > 0;
  },
  remove: async () => false,
  purge: async (now) => purgedAt.push(now),
};

const rotation = (algs: readonly SigningAlg[]) =>
  ({ store, keyEncryptionKey, algs, now: noon, actor: { kind: "system" } }) as const;
const stored = (alg: SigningAlg, signsFrom: Date) => ({ ...key(alg, signsFrom) }) as SealedSigningKey;

describe("OIDC Core §10.1.1: rotation", () => {
  it("publishes a key ten minutes before it signs, and for a month after it retires", async () => {
    known = [stored("ES256", days(-1))];
    const made = await rotateKeys(rotation(["ES256"]));
    expect(rotated).toMatchObject([
      {
        next: { kid: made[0], alg: "ES256", createdAt: noon, signsFrom: seconds(600), keyEncryptionKeyId: "k1" },
        publishedUntil: seconds(600 + 31 * 86_400),
      },
    ]);
    expect(first).toEqual([]);
  });

  it("publishes a key, before it signs, for longer than the key set may be cached", () => {
    expect(PUBLISHED_BEFORE_SECONDS).toBeGreaterThan(JWKS_MAX_AGE_SECONDS);
  });

  it("keeps a retired key published for longer than a session lives, for hints (RP-Initiated Logout §2)", () => {
    expect(PUBLISHED_AFTER_SECONDS).toBeGreaterThan(30 * 86_400);
  });

  it("lets the first key of an algorithm sign at once", async () => {
    await rotateKeys(rotation(["ES256"]));
    expect(first).toMatchObject([{ alg: "ES256", signsFrom: noon }]);
    expect(rotated).toEqual([]);
  });

  it("creates nothing while a successor is waiting", async () => {
    known = [stored("ES256", days(-1)), stored("ES256", seconds(600))];
    expect(await rotateKeys(rotation(["ES256"]))).toEqual([]);
    expect(rotated).toEqual([]);
  });
});

describe("the scheduled job", () => {
  it("rotates old keys of every algorithm that has one, leaves the others, and purges", async () => {
    known = [stored("ES256", days(-90)), stored("RS256", days(-89)), stored("ES384", days(-91))];
    const { algs: _, ...scheduled } = rotation([]);
    const made = await rotateOldKeys({ ...scheduled, maxAgeDays: 90 }, { attempt: (_, work) => work() });
    expect(made).toHaveLength(2);
    expect(rotated.map(({ next }) => next.alg)).toEqual(["ES256", "ES384"]);
    expect(purgedAt).toEqual([noon]);
  });
});
