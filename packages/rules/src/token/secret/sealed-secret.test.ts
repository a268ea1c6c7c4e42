import { describe, expect, it } from "vitest";
import { openSecret, sealSecret } from "./sealed-secret.ts";
import { newSecret } from "./secrets.ts";

describe("architecture §4.5: a spent refresh token keeps its successor sealed", () => {
  const holder = newSecret();
  const successor = newSecret();
  const sealed = sealSecret(successor, holder);

  it("readable with the spent token", () => {
    expect(openSecret(sealed, holder)).toBe(successor);
  });

  it("not readable without it, nor after a byte was changed", () => {
    expect(() => openSecret(sealed, newSecret())).toThrow();
    for (const index of [0, 15, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => openSecret(changed, holder)).toThrow();
    }
  });

  it("different each time, and not in plain text", () => {
    expect(sealSecret(successor, holder).equals(sealed)).toBe(false);
    expect(sealed.includes(successor)).toBe(false);
  });
});
