import { describe, expect, it } from "vitest";
import { grantTypesOf, RESPONSE_TYPES, requestedArtifacts, responseTypeOf } from "./response-type.ts";

describe("OAuth Multiple Response Types §3: a response type is a set of values", () => {
  it.each(RESPONSE_TYPES.map((type) => [type]))("%s is accepted as it is written", (type) => {
    expect(responseTypeOf(type)).toBe(type);
  });

  it.each([
    ["token id_token", "id_token token"],
    ["id_token code", "code id_token"],
    ["token code", "code token"],
    ["token id_token code", "code id_token token"],
    ["id_token code token", "code id_token token"],
  ])("the order has no meaning: %s", (text, type) => {
    expect(responseTypeOf(text)).toBe(type);
  });

  it.each([
    ["an unknown value", "bogus"],
    ["a known value with an unknown one", "code bogus"],
    ["none together with another value (§4)", "none code"],
    ["all values at once", "code id_token token none"],
    ["a value twice", "token token"],
    ["two spaces", "id_token  token"],
    ["another case", "CODE"],
    ["nothing", ""],
    ["a name like a member of every object", "constructor"],
  ])("refuses %s", (_, text) => {
    expect(responseTypeOf(text)).toBeUndefined();
  });

  it.each([
    ["code", { code: true, token: false, idToken: false }],
    ["token", { code: false, token: true, idToken: false }],
    ["id_token", { code: false, token: false, idToken: true }],
    ["id_token token", { code: false, token: true, idToken: true }],
    ["code id_token", { code: true, token: false, idToken: true }],
    ["code token", { code: true, token: true, idToken: false }],
    ["code id_token token", { code: true, token: true, idToken: true }],
    ["none", { code: false, token: false, idToken: false }],
  ] as const)("%s requests %j", (type, wanted) => {
    expect(requestedArtifacts(type)).toEqual(wanted);
  });
});

describe("RFC 7591 §2.1: response types and grant types belong together", () => {
  it.each([
    ["code", ["authorization_code"]],
    ["token", ["implicit"]],
    ["id_token", ["implicit"]],
    ["id_token token", ["implicit"]],
    ["code id_token", ["authorization_code", "implicit"]],
    ["code token", ["authorization_code", "implicit"]],
    ["code id_token token", ["authorization_code", "implicit"]],
    ["none", []],
  ] as const)("%s needs %j", (type, grantTypes) => {
    expect(grantTypesOf(type)).toEqual(grantTypes);
  });
});
