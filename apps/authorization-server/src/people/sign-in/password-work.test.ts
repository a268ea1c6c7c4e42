/** The cost of checking passwords, counted and not timed. */
import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openPasswords, type Passwords } from "./passwords.ts";

const counted = vi.hoisted(() => ({ verified: [] as string[], atOnce: 0, most: 0 }));

vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return {
    ...real,
    async verify(hash: string, password: string) {
      counted.verified.push(hash.split("$").slice(1, 4).join("$"));
      counted.atOnce += 1;
      counted.most = Math.max(counted.most, counted.atOnce);
      const right = await real.verify(hash, password);
      counted.atOnce -= 1;
      return right;
    },
  };
});

let passwords: Passwords;
beforeEach(() => {
  passwords = openPasswords();
  Object.assign(counted, { verified: [], atOnce: 0, most: 0 });
});

describe("cred-01: a password for an unknown account", () => {
  it("costs the same as for a known one: one hash with the same parameters", async () => {
    const hash = await passwords.hash("right");
    expect([await passwords.verify(hash, "wrong"), await passwords.verify(undefined, "wrong")]).toEqual([false, false]);
    expect(counted.verified).toEqual(["argon2id$v=19$m=19456,t=2,p=1", "argon2id$v=19$m=19456,t=2,p=1"]);
    expect(await passwords.verify(hash, "right")).toBe(true);
  });
});

describe("dos-11: password hashing is limited", () => {
  it("two run at once, two hundred wait, and others are told to retry; the event loop is not blocked", async () => {
    const attempts = Array.from({ length: 250 }, () =>
      passwords.verify(undefined, "wrong").catch((err: unknown) => err),
    );
    let turns = 0;
    const going = { on: true };
    const looping = (async () => {
      for (; going.on; turns++) await turn();
    })();

    const answers = await Promise.all(attempts);
    going.on = false;
    await looping;
    expect(answers.filter((answer) => answer === false)).toHaveLength(202);
    const refused = answers.filter((answer) => answer !== false);
    expect(refused).toHaveLength(48);
    for (const one of refused) expect(one).toMatchObject({ code: "temporarily_unavailable", retryAfterSeconds: 5 });
    expect(counted.most).toBe(2);
    expect(turns).toBeGreaterThan(1000);

    expect(await passwords.verify(undefined, "wrong")).toBe(false);
  });
});
