import { describe, expect, it } from "vitest";
import {
  checkResponseMode,
  grantTypesOf,
  RESPONSE_MODES,
  RESPONSE_TYPES,
  requestedArtifacts,
  responseModeOf,
  responseTypeOf,
} from "./response-type.ts";

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

describe("OAuth Multiple Response Types §2.1: the response mode", () => {
  it.each([
    ["code, by default in the query", "code", undefined, "query"],
    ["code, in the fragment if asked", "code", "fragment", "fragment"],
    ["token, in the fragment", "token", undefined, "fragment"],
    ["id_token, in the fragment", "id_token", "fragment", "fragment"],
    ["a token in any company, in the fragment", "bogus token", undefined, "fragment"],
    ["resp-06: a query asked for a token, in the fragment all the same", "id_token token", "query", "fragment"],
    ["resp-05: an unknown mode, in that of the type", "code", "bogus", "query"],
    ["code id_token, in the fragment (§5)", "code id_token", undefined, "fragment"],
    ["code token, in the fragment (§5)", "code token", undefined, "fragment"],
    ["resp-06: a query asked for a hybrid type, in the fragment all the same", "code token", "query", "fragment"],
    ["none, in the query (§4)", "none", undefined, "query"],
    ["none, in the fragment if asked", "none", "fragment", "fragment"],
    ["code, in a form if asked", "code", "form_post", "form_post"],
    ["tokens, in a form if asked", "code id_token token", "form_post", "form_post"],
    ["an unknown type, in a form if asked", "bogus", "form_post", "form_post"],
    ["resp-08: a form that we cannot make, in the mode of the type", "token", "form_post.jwt", "fragment"],
    ["no type at all, in the query", undefined, undefined, "query"],
    ["no type at all, in a form if asked", undefined, "form_post", "form_post"],
  ] as const)("%s", (_, type, mode, travels) => {
    expect(responseModeOf(type, mode)).toBe(travels);
  });

  const leaking = RESPONSE_TYPES.filter((type) => type !== "code" && type !== "none");

  it.each(leaking.map((type) => [type]))("resp-06: query is refused for %s", (type) => {
    expect(() => checkResponseMode(type, "query")).toThrow(expect.objectContaining({ code: "invalid_request" }));
    for (const mode of ["fragment", "form_post", undefined] as const) {
      expect(() => checkResponseMode(type, mode)).not.toThrow();
    }
  });

  it.each(["code", "none"] as const)("every mode is allowed for %s", (type) => {
    for (const mode of RESPONSE_MODES) expect(() => checkResponseMode(type, mode)).not.toThrow();
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
