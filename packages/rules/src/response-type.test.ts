import { describe, expect, it } from "vitest";
import {
  canonicalResponseType,
  checkResponseMode,
  grantTypesOf,
  RESPONSE_TYPES,
  responseModeOf,
  responseTypeOf,
  wantedBy,
} from "./response-type.ts";

describe("OAuth Multiple Response Types §3: a response type is a set of values", () => {
  it.each(RESPONSE_TYPES.map((type) => [type]))("%s is known as it stands", (type) => {
    expect(responseTypeOf(type)).toBe(type);
  });

  it("the order has no meaning", () => {
    expect(responseTypeOf("token id_token")).toBe("id_token token");
  });

  it.each([
    ["an unknown value", "bogus"],
    ["a known value with an unknown one", "code bogus"],
    ["a hybrid type, which is not built", "code id_token"],
    ["none, which is not built", "none"],
    ["a value twice", "token token"],
    ["two spaces", "id_token  token"],
    ["another case", "CODE"],
    ["nothing", ""],
    ["a name of every object", "constructor"],
  ])("refuses %s", (_, text) => {
    expect(responseTypeOf(text)).toBeUndefined();
  });

  it.each([
    ["code", { code: true, token: false, idToken: false }],
    ["token", { code: false, token: true, idToken: false }],
    ["id_token", { code: false, token: false, idToken: true }],
    ["id_token token", { code: false, token: true, idToken: true }],
  ] as const)("%s asks for %j", (type, wanted) => {
    expect(wantedBy(type)).toEqual(wanted);
  });
});

describe("OAuth Multiple Response Types §2.1: the mode of an answer", () => {
  it.each([
    ["code, by default in the query", "code", undefined, "query"],
    ["code, in the fragment if asked", "code", "fragment", "fragment"],
    ["token, in the fragment", "token", undefined, "fragment"],
    ["id_token, in the fragment", "id_token", "fragment", "fragment"],
    ["a token in any company, in the fragment", "bogus token", undefined, "fragment"],
    ["resp-06: a query asked for a token, in the fragment all the same", "id_token token", "query", "fragment"],
    ["resp-05: an unknown mode, in that of the type", "code", "bogus", "query"],
    ["no type at all, in the query", undefined, undefined, "query"],
  ] as const)("%s", (_, type, mode, travels) => {
    expect(responseModeOf(type, mode)).toBe(travels);
  });

  it.each(["token", "id_token", "id_token token"] as const)("resp-06: query is refused for %s", (type) => {
    expect(() => checkResponseMode(type, "query")).toThrow(expect.objectContaining({ code: "invalid_request" }));
    expect(() => checkResponseMode(type, "fragment")).not.toThrow();
    expect(() => checkResponseMode(type, undefined)).not.toThrow();
  });

  it("query is fine for code", () => {
    expect(() => checkResponseMode("code", "query")).not.toThrow();
  });
});

describe("RFC 7591 §2.1: response types and grant types belong together", () => {
  it.each([
    ["code", ["authorization_code"]],
    ["token", ["implicit"]],
    ["id_token", ["implicit"]],
    ["id_token token", ["implicit"]],
  ] as const)("%s needs %j", (type, grantTypes) => {
    expect(grantTypesOf(type)).toEqual(grantTypes);
  });

  it("are written in one way, and what is none of ours is left as it is", () => {
    expect([canonicalResponseType("token id_token"), canonicalResponseType("bogus")]).toEqual([
      "id_token token",
      "bogus",
    ]);
  });
});
