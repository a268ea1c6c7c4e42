import { memoryStore } from "@countersign/ephemeral";
import { newSecret } from "@countersign/rules";
import { beforeEach, describe, expect, it } from "vitest";
import { type ChallengeBinding, type Challenges, challengeStore } from "./challenges.ts";

const key = (byte: number) => ({ key: Buffer.alloc(32, byte) });
const begun = new Date("2030-01-01T12:00:00Z");
const binding: ChallengeBinding = { purpose: "sign-in", browser: newSecret(), place: "handle", userId: undefined };

let now: Date;
let store: ReturnType<typeof memoryStore>;
let challenges: Challenges;
beforeEach(() => {
  now = begun;
  store = memoryStore(() => now);
  pass(60);
  challenges = challengeStore({ store, now: () => now, keys: [key(1)] });
});

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

describe("WebAuthn §13.4.3: a challenge", () => {
  it("has 256 random bits, and no two are the same", () => {
    const issued = Array.from({ length: 50 }, () => challenges.issue(binding));
    const random = issued.map((one) => Buffer.from(one, "base64url").subarray(0, 32).toString("hex"));
    expect(new Set(random).size).toBe(50);
    expect(random.every((one) => one.length === 64)).toBe(true);
  });

  it("is good for ten minutes", async () => {
    const [early, late] = [challenges.issue(binding), challenges.issue(binding)];
    pass(600);
    expect(await challenges.spend(early, binding)).toBe(true);
    pass(1);
    expect(await challenges.spend(late, binding)).toBe(false);
  });

  it("pkey-01: is used once", async () => {
    const challenge = challenges.issue(binding);
    expect(await challenges.spend(challenge, binding)).toBe(true);
    expect(await challenges.spend(challenge, binding)).toBe(false);
  });

  it("pkey-01: is used by one of many racing callers", async () => {
    const challenge = challenges.issue(binding);
    const won = await Promise.all(Array.from({ length: 20 }, () => challenges.spend(challenge, binding)));
    expect(won.filter(Boolean)).toHaveLength(1);
  });

  it("pkey-01: of before the store was emptied is refused, because it may have been used", async () => {
    const challenge = challenges.issue(binding);
    pass(60);
    const emptied = challengeStore({ store: memoryStore(() => now), now: () => now, keys: [key(1)] });
    expect(await emptied.spend(challenge, binding)).toBe(false);
  });

  it.each<[string, Partial<ChallengeBinding>]>([
    ["pkey-02: another browser", { browser: newSecret() }],
    ["pkey-03: another purpose", { purpose: "register" }],
    ["another request", { place: "another handle" }],
    ["another person", { userId: "0a" }],
  ])("is refused for %s, and stays good", async (_, other) => {
    const challenge = challenges.issue(binding);
    expect(await challenges.spend(challenge, { ...binding, ...other })).toBe(false);
    expect(await challenges.spend(challenge, binding)).toBe(true);
  });

  it.each<[string, (challenge: string) => string]>([
    ["that was changed", (challenge) => `${challenge[0] === "A" ? "B" : "A"}${challenge.slice(1)}`],
    ["that is cut", (challenge) => challenge.slice(0, 43)],
    ["in another spelling", (challenge) => `${challenge}=`],
    ["of another deployment", () => challengeStore({ store, now: () => now, keys: [key(2)] }).issue(binding)],
    [
      "of the future",
      () => challengeStore({ store, now: () => new Date("2031-01-01"), keys: [key(1)] }).issue(binding),
    ],
    ["that is empty", () => ""],
  ])("is none %s", async (_, changed) => {
    expect(await challenges.spend(changed(challenges.issue(binding)), binding)).toBe(false);
  });

  it("is good after the key was replaced, as long as the old one is there", async () => {
    const challenge = challenges.issue(binding);
    const rotated = challengeStore({ store, now: () => now, keys: [key(2), key(1)] });
    expect(await rotated.spend(challenge, binding)).toBe(true);
  });
});
