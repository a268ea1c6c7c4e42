import { describe, expect, it } from "vitest";
import { atHashOf } from "./at-hash.ts";

describe("OIDC Core §3.2.2.9: at_hash is the left half of the access token's hash", () => {
  it("matches the example in OIDC Core §A.3", () => {
    expect(atHashOf("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y", "RS256")).toBe("77QmUPtjPfzWtF2AnpK9RQ");
  });

  it.each([
    ["RS256", 22],
    ["PS384", 32],
    ["ES512", 43],
    ["EdDSA", 43],
    ["Ed25519", 43],
  ])("has half the length of the hash of %s", (alg, length) => {
    expect(atHashOf("token", alg)).toHaveLength(length);
  });

  it.each(["none", "HS256", "rs256", undefined, 1, {}])("is undefined for %s, so that it equals nothing", (alg) => {
    expect(atHashOf("token", alg)).toBeUndefined();
  });
});
