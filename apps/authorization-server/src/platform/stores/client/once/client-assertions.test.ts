import { memoryStore } from "@countersign/ephemeral";
import { beforeEach, describe, expect, it } from "vitest";
import { type ClientAssertionStore, clientAssertionStore } from "./client-assertions.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const seconds = noon.getTime() / 1000;
let clock: Date;
let assertions: ClientAssertionStore;
beforeEach(() => {
  clock = noon;
  assertions = clientAssertionStore({ store: memoryStore(() => clock), now: () => clock });
  pass(3600);
});
const pass = (by: number) => {
  clock = new Date(clock.getTime() + by * 1000);
};
const made = (changes: object = {}) => ({ jti: "j-1", iat: seconds + 3600, exp: seconds + 3660, ...changes });

describe("RFC 7523 §3 item 7: an assertion is accepted once", () => {
  it("from one of ten concurrent callers, and never later", async () => {
    const told = await Promise.all(Array.from({ length: 10 }, () => assertions.spend("J1", made())));
    expect(told.filter((verdict) => verdict === "first")).toHaveLength(1);
    pass(69); // It is stored until its expiry plus the tolerance for clocks.
    expect(await assertions.spend("J1", made())).toBe("used");
  });

  it("separately for each client, no matter how the names are concatenated", async () => {
    expect(await assertions.spend("J1", made())).toBe("first");
    expect(await assertions.spend("J2", made())).toBe("first");
    expect(await assertions.spend("J", made({ jti: '1","j-1' }))).toBe("first");
  });
});

describe("architecture: losing the short-lived store never skips a check", () => {
  const emptied = () => clientAssertionStore({ store: memoryStore(() => clock), now: () => clock });

  it("refuses what could have been used before the store was emptied", async () => {
    assertions = emptied();
    expect(await assertions.spend("J1", made())).toBe("before_store");
    // A client whose clock is 10 seconds fast may also have issued this one before.
    expect(await assertions.spend("J1", made({ jti: "j-2", iat: seconds + 3609 }))).toBe("before_store");
    expect(await assertions.spend("J1", made({ jti: "j-3", iat: seconds + 3610 }))).toBe("first");
  });

  it("refuses an assertion without iat if it could be that old", async () => {
    assertions = emptied();
    const unsaid = { iat: undefined, exp: seconds + 3600 + 600 };
    expect(await assertions.spend("J1", made(unsaid))).toBe("before_store");
    expect(await assertions.spend("J1", made({ jti: "j-2", iat: undefined, exp: seconds + 3600 + 610 }))).toBe("first");
  });
});
