import { describe, expect, it } from "vitest";
import { hashSecret } from "../../token/secret/secrets.ts";
import { isLiveSecret, isRenewalDue, secretEnd } from "./secret-renewal.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const in_ = (days: number) => new Date(noon.getTime() + days * 86_400_000);

describe("RFC 7591 §3.2.1: a secret is valid until it expires", () => {
  const client = {
    secretHash: hashSecret("next"),
    secretExpiresAt: in_(10),
    previousSecretHash: hashSecret("old"),
    previousSecretExpiresAt: in_(1),
  };

  it.each([
    ["next", 0, true],
    ["next", 9.99, true],
    ["next", 10, false],
    ["old", 0.99, true],
    ["old", 1, false],
    ["other", 0, false],
  ])("%s after %d days: %s", (secret, days, good) => {
    expect(isLiveSecret(secret, client, in_(days))).toBe(good);
  });

  it("a secret without an expiry stays valid, and a missing secret proves nothing", () => {
    expect(isLiveSecret("next", { secretHash: hashSecret("next"), secretExpiresAt: null }, in_(9999))).toBe(true);
    expect(isLiveSecret("", { secretHash: undefined }, noon)).toBe(false);
  });

  it.each([
    ["an unlimited secret", null, 90, false],
    ["a secret in its last quarter", in_(22.5), 90, true],
    ["a secret before its last quarter", in_(22.6), 90, false],
    ["a secret of one year, in its last 30 days", in_(30), 365, true],
    ["a secret of one year, before that", in_(31), 365, false],
    ["an expired secret", in_(-5), 90, true],
    ["an unlimited secret, when the deployment limits secrets", in_(29), 0, true],
  ])("RFC 7592 §2.1: %s is renewed: %o", (_, expiresAt, ttlDays, due) => {
    expect(isRenewalDue(expiresAt, ttlDays, noon)).toBe(due);
  });

  it("expires after the number of days that the deployment configures", () => {
    expect(secretEnd(90, noon)).toEqual(in_(90));
    expect(secretEnd(0, noon)).toBeUndefined();
  });
});
