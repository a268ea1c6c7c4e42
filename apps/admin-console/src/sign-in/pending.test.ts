import { describe, expect, it } from "vitest";
import { openPendingSignIns } from "./pending.ts";

const now = () => new Date("2030-01-01T12:00:00Z");
const begun = (state: string, to = "/people") => ({ state, nonce: "n", verifier: "v", to });

describe("A15: sign-ins that strangers begin end no other sign-in", () => {
  it("the first one is still answered after 10 001 others", () => {
    const pending = openPendingSignIns(now);
    const cookie = pending.keep(begun("mine"), undefined);
    for (let n = 0; n <= 10_000; n += 1) pending.keep(begun(`other-${n}`), undefined);
    expect(pending.take("mine", cookie)).toMatchObject({ state: "mine", to: "/people" });
  });

  it("a browser keeps its newest five, in a cookie that browsers accept", () => {
    const pending = openPendingSignIns(now);
    let cookie: string | undefined;
    for (let n = 0; n < 6; n += 1) cookie = pending.keep(begun(`s${n}`), cookie);
    expect([0, 1, 5].map((n) => pending.take(`s${n}`, cookie)?.state)).toEqual([undefined, "s1", "s5"]);
    const long = pending.keep(begun("long", `/${"x".repeat(8000)}`), cookie);
    expect(long.length).toBeLessThanOrEqual(3800);
    expect(pending.take("long", long)?.to).toBe("/");
  });

  it("a cookie that was altered, or that another process sealed, has none", () => {
    const pending = openPendingSignIns(now);
    const cookie = pending.keep(begun("a"), undefined);
    const altered = `${cookie.slice(0, -4)}${cookie.endsWith("AAAA") ? "BBBB" : "AAAA"}`;
    expect(pending.take("a", altered)).toBeUndefined();
    expect(openPendingSignIns(now).take("a", cookie)).toBeUndefined();
    expect(pending.take("a", "AAAA")).toBeUndefined();
  });

  it("a sign-in is answered once, and within ten minutes", () => {
    let at = Date.parse("2030-01-01T12:00:00Z");
    const pending = openPendingSignIns(() => new Date(at));
    const cookie = pending.keep(begun("a"), pending.keep(begun("b"), undefined));
    at += 599_999;
    const taken = pending.take("a", cookie);
    if (taken === undefined) throw new Error("the sign-in is not known");
    expect([pending.finish(taken), pending.finish(taken), pending.take("a", cookie)]).toEqual([true, false, undefined]);
    expect(pending.take("b", cookie)).toBeDefined();
    at += 1;
    expect(pending.take("b", cookie)).toBeUndefined();
  });
});
