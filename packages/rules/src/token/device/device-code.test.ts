import { describe, expect, it } from "vitest";
import { deviceCodes } from "./device-code.ts";

const [main, other] = [1, 2].map((byte) => ({ key: new Uint8Array(32).fill(byte) }));
const keys = (...given: (typeof main)[]) => deviceCodes(given.flatMap((key) => key ?? []));
const ours = keys(main, other);
const code = ours.issue("tv");

describe("RFC 8628 §3.5: a device code says that this deployment gave it", () => {
  it("to its client", () => {
    expect(code).toMatch(/^[\w-]{43}\.[\w-]{22}$/);
    expect(ours.isGivenTo("tv", code)).toBe(true);
    expect(ours.issue("tv")).not.toBe(code);
  });

  it("with each key of the deployment, whichever is the first", () => {
    expect(keys(other, main).isGivenTo("tv", code)).toBe(true);
    expect(keys(main).isGivenTo("tv", code)).toBe(true);
    expect(keys(other).isGivenTo("tv", code)).toBe(false);
    expect(keys().isGivenTo("tv", code)).toBe(false);
  });

  it.each([
    ["nothing", ""],
    ["only a secret", code.slice(0, 43)],
    ["another secret", `${"A".repeat(43)}${code.slice(43)}`],
    ["another proof", `${code.slice(0, 44)}${"A".repeat(22)}`],
    ["a shorter proof", code.slice(0, -1)],
    ["more behind it", `${code}A`],
    ["another separator", code.replace(".", "-")],
    // Of the last sign, four bits say nothing.
    ["another spelling", code.slice(0, -1) + String.fromCharCode(code.charCodeAt(code.length - 1) + 1)],
  ])("but not %s", (_, made) => {
    expect(ours.isGivenTo("tv", made)).toBe(false);
  });

  it("and not to another client", () => {
    expect(ours.isGivenTo("radio", code)).toBe(false);
  });
});
