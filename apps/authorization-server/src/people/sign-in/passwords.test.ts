/** Password hashing under attack: RFC 9106, OWASP ASVS. */
import { hash as argon2 } from "@node-rs/argon2";
import { beforeAll, describe, expect, it } from "vitest";
import { openPasswords, type Passwords } from "./passwords.ts";

let passwords: Passwords;
beforeAll(() => {
  passwords = openPasswords();
});

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

describe("cred-01: an unknown account costs as much as a known one", () => {
  it("so the response time does not distinguish them", async () => {
    const hash = await passwords.hash("correct horse");
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let count = 0; count < 11; count += 1) {
      times.known.push(await millisecondsOf(() => passwords.verify(hash, "wrong")));
      times.unknown.push(await millisecondsOf(() => passwords.verify(undefined, "wrong")));
    }
    const ratio = median(times.unknown) / median(times.known);
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });

  it("and no password is right for it", async () => {
    expect(await passwords.verify(undefined, "")).toBe(false);
  });
});

describe("OWASP ASVS 5.0 §11.4.2: the cost of a hash", () => {
  it("is the recommended one of argon2id, unless another one was asked for", async () => {
    const ours = await passwords.hash("correct horse");
    expect(ours).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(passwords.isOurs(ours)).toBe(true);

    const cheap = openPasswords({ memoryCost: 1024, timeCost: 1 });
    expect(cheap.isOurs(ours)).toBe(false);
    expect(passwords.isOurs(await cheap.hash("correct horse"))).toBe(false);
  });
});

describe("sess-16: long passwords", () => {
  it("two that differ after their 72nd byte, or after a NUL, are different", async () => {
    for (const [one, other] of [
      [`${"p".repeat(72)}a`, `${"p".repeat(72)}b`],
      ["secret\0a", "secret\0b"],
    ] as const) {
      const hash = await passwords.hash(one);
      expect(await passwords.verify(hash, one)).toBe(true);
      expect(await passwords.verify(hash, other)).toBe(false);
    }
  });

  it("the same letters in another Unicode normalization are right, whichever was hashed", async () => {
    const [composed, decomposed] = ["caf\u00e9 au lait et sucre", "cafe\u0301 au lait et sucre"];
    for (const typed of [composed, decomposed]) {
      const hash = await passwords.hash(typed);
      for (const other of [composed, decomposed]) expect(await passwords.verify(hash, other)).toBe(true);
      expect(await passwords.verify(hash, "cafe au lait et sucre")).toBe(false);
    }
  });

  it("more than a kilobyte is refused without a hash", async () => {
    const [longest, longer] = ["p".repeat(1024), "p".repeat(1025)];
    expect(await passwords.verify(await passwords.hash(longest), longest)).toBe(true);
    expect(await passwords.verify(await argon2(longer), longer)).toBe(false);
    await expect(passwords.hash(longer)).rejects.toThrow(RangeError);
  });
});

describe("dos-11: many at once", () => {
  it("wait in a bounded queue, and the event loop is not blocked", async () => {
    let longestPause = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longestPause = Math.max(longestPause, performance.now() - last);
      last = performance.now();
    }, 5);
    const answers = await Promise.allSettled(Array.from({ length: 230 }, () => passwords.verify(undefined, "wrong")));
    clearInterval(beat);

    const refused = answers.filter((answer) => answer.status === "rejected");
    expect(refused.length).toBeGreaterThanOrEqual(20);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: "temporarily_unavailable", retryAfterSeconds: 5 });
    expect(answers.filter((answer) => answer.status === "fulfilled").length).toBeGreaterThanOrEqual(200);
    expect(longestPause).toBeLessThan(2000); // In one go they would take several seconds.
  });
});
