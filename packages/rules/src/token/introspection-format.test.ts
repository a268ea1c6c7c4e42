import { describe, expect, it } from "vitest";
import { INTROSPECTION_JWT, isIntrospectedAsJwt } from "./introspection-format.ts";

describe("B12, RFC 9701 §4, RFC 9110 §12.4.2: a caller asks for a JWT by its Accept header", () => {
  it.each([
    [INTROSPECTION_JWT, true],
    ["Application/Token-Introspection+JWT", true],
    [`application/json;q=0.5, ${INTROSPECTION_JWT}; q=0.9`, true],
    [`application/json, ${INTROSPECTION_JWT};q=0`, false],
    [`application/json, ${INTROSPECTION_JWT};q=0.000`, false],
    [`application/json;q=0.9, ${INTROSPECTION_JWT};q=0.5`, false],
    [`${INTROSPECTION_JWT};q=0.5, */*`, false],
    [`${INTROSPECTION_JWT};q=0.5, */*;q=0.1`, true],
    [`${INTROSPECTION_JWT}, application/json`, true],
    [`${INTROSPECTION_JWT};q=0.5;x=1, application/*;q=0.8`, false],
    ["application/json", false],
    ["application/jwt", false],
    ["*/*", false],
    [`"${INTROSPECTION_JWT}"`, false],
    ["", false],
    [undefined, false],
  ])("%s: %s", (accept, expected) => {
    expect(isIntrospectedAsJwt(accept, {})).toBe(expected);
  });
});

describe("RFC 9701 §8: a caller that registered for JWTs gets no other response", () => {
  it.each([{ introspectionSignedResponseAlg: "ES256" }, { introspectionEncryptedResponseAlg: "ECDH-ES" }] as const)(
    "by %j",
    (caller) => {
      expect(isIntrospectedAsJwt("application/json", caller)).toBe(true);
      expect(isIntrospectedAsJwt(undefined, caller)).toBe(true);
    },
  );
});
