import { describe, expect, it } from "vitest";
import { codeChallenge, codeChallengeMethod, codeChallengeOf } from "./pkce.ts";

const malformed = expect.objectContaining({
  code: "invalid_grant",
  message: "code_verifier must be 43 to 128 letters, digits and the signs . _ ~ -",
});

describe("RFC 7636 §4.6: the challenge of a verifier", () => {
  it("is the one of the example in Appendix B", () => {
    expect(codeChallengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    );
  });

  it("does not match without a verifier (pkce-03)", () => {
    expect(codeChallengeOf(undefined)).toBeUndefined();
  });

  it("is computed for every verifier, also if the code has no challenge (pkce-04)", () => {
    expect(codeChallengeOf("v".repeat(43))).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it("differs for verifiers that differ in case only", () => {
    expect(codeChallengeOf("v".repeat(43))).not.toBe(codeChallengeOf("V".repeat(43)));
  });
});

describe("RFC 7636 §4.1: a verifier has 43 to 128 unreserved characters", () => {
  it.each([
    ["43 characters", "v".repeat(43)],
    ["128 characters", "v".repeat(128)],
    ["every unreserved mark", `-._~${"aZ09".repeat(10)}`],
  ])("takes %s", (_, verifier) => {
    expect(codeChallengeOf(verifier)).toHaveLength(43);
  });

  it.each([
    ["none", ""],
    ["42", "v".repeat(42)],
    ["129", "v".repeat(129)],
    ["43 with a plus", `${"v".repeat(42)}+`],
    ["43 with a slash", `${"v".repeat(42)}/`],
    ["43 with padding", `${"v".repeat(42)}=`],
    ["43 with a space", `${"v".repeat(42)} `],
    ["43 and a line feed", `${"v".repeat(43)}\n`],
    ["43 with a NUL", `${"v".repeat(42)}\0`],
    ["43 with a letter beyond ASCII", `${"v".repeat(42)}é`],
  ])("pkce-08: refuses %s", (_, verifier) => {
    expect(() => codeChallengeOf(verifier)).toThrow(malformed);
  });
});

describe("RFC 7636 §4.2 and §4.3: the format of a challenge", () => {
  it("is 43 characters of base64url", () => {
    expect(codeChallenge.safeParse("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM").success).toBe(true);
  });

  it.each([
    ["42 characters", "c".repeat(42)],
    ["44 characters", "c".repeat(44)],
    ["129 characters", "c".repeat(129)],
    ["padding", `${"c".repeat(42)}=`],
    ["a plus", `${"c".repeat(42)}+`],
    ["a slash", `${"c".repeat(42)}/`],
    ["a space", `${"c".repeat(42)} `],
    ["a mark that only a verifier may contain", `${"c".repeat(42)}~`],
    ["a line feed", `${"c".repeat(43)}\n`],
    ["nothing", ""],
  ])("pkce-07: is not %s", (_, challenge) => {
    expect(codeChallenge.safeParse(challenge).success).toBe(false);
  });

  it("is computed by S256", () => {
    expect(codeChallengeMethod.safeParse("S256").success).toBe(true);
  });

  it.each(["plain", "s256", "S512", "S256 ", ""])("pkce-06: refuses the method '%s'", (method) => {
    expect(codeChallengeMethod.safeParse(method).success).toBe(false);
  });
});
