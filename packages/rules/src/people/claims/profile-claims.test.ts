import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EDITABLE_CLAIMS, readTypedClaims, TYPED_CLAIMS, type TypedClaim } from "./profile-claims.ts";

describe("OIDC Core §5.1: a person types claims about themselves", () => {
  it.each<[TypedClaim, string, string]>([
    ["name", " Zoë O’Brien ", "Zoë O’Brien"],
    ["name", "<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["name", "שרה כהן", "שרה כהן"],
    ["website", "https://alice.example/me", "https://alice.example/me"],
    ["birthdate", "1990-02-28", "1990-02-28"],
    ["birthdate", "0000-02-28", "0000-02-28"],
    ["birthdate", "1990", "1990"],
    ["zoneinfo", "Europe/Berlin", "Europe/Berlin"],
    ["locale", "pt-BR", "pt-BR"],
  ])("%s %j", (claim, text, value) => {
    expect(readTypedClaims({ [claim]: text })).toEqual({ claims: { [claim]: value }, wrong: [] });
  });

  it.each<[TypedClaim, string]>([
    ["website", "javascript:alert(1)"],
    ["website", "JaVaScRiPt:alert(1)"],
    ["website", "//evil"],
    ["website", "\\evil"],
    ["website", "data:text/html,x"],
    ["website", "ht\ntps://alice.example"],
    ["profile", "vbscript:x"],
    ["name", "x".repeat(501)],
    ["name", "a\nb"],
    ["name", "Alice\u202egro.live"],
    ["nickname", "a\u2066b"],
    ["birthdate", "1990-02-30"],
    ["birthdate", "1899-12-31"],
    ["birthdate", "0001-01-01"],
    ["birthdate", "1800"],
    ["birthdate", "0000"],
    ["birthdate", "yesterday"],
    ["zoneinfo", "Europe/Atlantis"],
    ["zoneinfo", "../../etc/passwd"],
    ["locale", "not a tag"],
  ])("acct-04: %s %j is not valid", (claim, text) => {
    expect(readTypedClaims({ [claim]: text })).toEqual({ claims: {}, wrong: [claim] });
  });

  it.each([null, "", "  "])("a claim that is left empty (%j) is removed", (empty) => {
    expect(readTypedClaims({ nickname: empty })).toEqual({ claims: { nickname: null }, wrong: [] });
  });

  it("claims that were not sent are not among the result", () => {
    expect(readTypedClaims({})).toEqual({ claims: {}, wrong: [] });
  });

  it("acct-02: no claim that others rely on can be made editable", () => {
    for (const claim of ["sub", "email", "email_verified", "phone_number", "phone_number_verified"])
      expect(EDITABLE_CLAIMS).not.toContain(claim);
  });

  it("never keeps a text that breaks the line or turns the text around it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...TYPED_CLAIMS), fc.string({ unit: "binary" }), (claim, text) => {
        const value = readTypedClaims({ [claim]: text }).claims[claim];
        expect(value ?? "").not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});
