import { describe, expect, it } from "vitest";
import { dpopNonces } from "./nonces.ts";

const now = new Date("2030-01-01T12:00:00Z");
const seconds = now.getTime() / 1000;
const after = (passed: number) => new Date(now.getTime() + passed * 1000);
const [key, nextKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const nonces = dpopNonces([key], "token");
const made = await nonces.issue(now);
// The last character has four bits that belong to no byte.
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const sibling = LETTERS.charAt(LETTERS.indexOf(made.slice(-1)) + 1);

describe("RFC 9449 §8: a nonce", () => {
  it("is accepted for five minutes, by every replica with the key", async () => {
    const nonce = await nonces.issue(now);
    const replica = dpopNonces([nextKey, key], "token");
    for (const at of [now, after(299), after(-5)]) {
      await expect(replica.timeOf(nonce, at)).resolves.toEqual({ from: seconds, until: seconds + 300 });
    }
  });

  it("dpx-11: is refused when it is old, of another deployment, or of another server of this one", async () => {
    const nonce = await nonces.issue(now);
    await expect(nonces.timeOf(nonce, after(301))).resolves.toBeUndefined();
    await expect(nonces.timeOf(nonce, after(-6))).resolves.toBeUndefined();
    await expect(dpopNonces([nextKey], "token").timeOf(nonce, now)).resolves.toBeUndefined();
    await expect(dpopNonces([key], "userinfo").timeOf(nonce, now)).resolves.toBeUndefined();
  });

  it.each([
    ["", ""],
    ["another last character of the same bytes", made.slice(0, -1) + sibling],
    ["another spelling", `${made}=`],
    ["a changed time", `B${made.slice(1)}`],
    ["any text", "x".repeat(38)],
  ])("is refused when it was made up: %s", async (_, nonce) => {
    await expect(nonces.timeOf(nonce, now)).resolves.toBeUndefined();
  });

  it("is new each time, and visible ASCII without quotation marks (§8.1)", async () => {
    const many = new Set(await Promise.all(Array.from({ length: 100 }, () => nonces.issue(now))));
    expect(many.size).toBe(100);
    for (const nonce of many) expect(nonce).toMatch(/^[\w-]{38}$/);
  });
});
