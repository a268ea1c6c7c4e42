import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProtocolError } from "../errors.ts";
import { deliverableClaims, membershipsByName, readClaimsRequest } from "./claims-request.ts";
import { requestedArtifacts } from "./response/response-type.ts";

const nothing = { userinfo: [], idToken: [], subs: undefined, essentialAcrs: undefined };
const read = (claims: unknown) => readClaimsRequest(JSON.stringify(claims));
const malformed = expect.objectContaining({
  code: "invalid_request",
  message: "claims must be a JSON object with userinfo, id_token or both",
});

describe("OIDC Core §5.5: the claims parameter", () => {
  it("requests claims from /userinfo and in the ID token", () => {
    const claims = {
      userinfo: { given_name: { essential: true }, nickname: null, picture: {} },
      id_token: { auth_time: { essential: true }, email: null },
    };
    expect(read(claims)).toEqual({
      ...nothing,
      userinfo: ["given_name", "nickname", "picture"],
      idToken: ["email"],
    });
  });

  it.each([
    ["no parameter", undefined],
    ["nothing at all", "{}"],
    ["unknown members", '{"verified_claims":[1],"access_token":{"name":null}}'],
    ["unknown claims", '{"userinfo":{"http://example.info/claims/groups":null,"name#ja":null,"constructor":null}}'],
    ["sub without a value", '{"id_token":{"sub":null},"userinfo":{"sub":{"essential":true}}}'],
    ["spaces, and quotes and colons inside strings", ' { "userinfo" : { "x" : { "value" : "a\\" : b" } } } '],
  ])("requests nothing with %s", (_, parameter) => {
    expect(readClaimsRequest(parameter)).toEqual(nothing);
  });

  it("I11: may ask for what a person belongs to", () => {
    const asked = read({ userinfo: { groups: null, email: null }, id_token: { groups: null, roles: null } });
    expect(asked).toMatchObject({ userinfo: ["groups", "email"], idToken: ["groups", "roles"] });
    expect(membershipsByName(asked)).toEqual(["groups", "roles"]);
  });

  it("S1: may ask for the sid of the session, only in the ID token", () => {
    expect(read({ id_token: { sid: null } })).toEqual({ ...nothing, sid: true });
    expect(read({ id_token: { sid: { essential: true }, email: null } })).toMatchObject({
      idToken: ["email"],
      sid: true,
    });
    expect(read({ userinfo: { sid: null } })).toEqual(nothing);
  });

  it.each([
    ["a value", { email: { value: "other@example.org" } }],
    ["values", { email: { essential: true, values: ["a", 5, null] } }],
    ["unknown members of the request", { email: { purpose: { a: [1] } } }],
  ])("§5.5.1: %s for a claim about a person is not an error and changes nothing", (_, userinfo) => {
    expect(read({ userinfo })).toEqual({ ...nothing, userinfo: ["email"] });
  });
});

describe("authz-21, dos-10: a claims parameter that does not match §5.5 is invalid_request", () => {
  const deep = (levels: number) => `{"userinfo":{"x":{"value":${"[".repeat(levels)}${"]".repeat(levels)}}}}`;

  it.each([
    ["broken JSON", '{"userinfo":{"email":null}'],
    ["no JSON", "email"],
    ["an array", "[]"],
    ["a string", '"x"'],
    ["null", "null"],
    ["a member that is null", '{"userinfo":null}'],
    ["a member that is a list", '{"id_token":["email"]}'],
    ["a claim with a number", '{"id_token":{"sub":5}}'],
    ["a claim with true", '{"userinfo":{"email":true}}'],
    ["a sub that is not a string", '{"id_token":{"sub":{"value":5}}}'],
    ["an acr that is not a string", '{"id_token":{"acr":{"values":["1",2]}}}'],
    ["an essential that is not a flag", '{"userinfo":{"email":{"essential":"true"}}}'],
    ["values that is an empty list", '{"userinfo":{"email":{"values":[]}}}'],
    ["values that are not a list", '{"userinfo":{"email":{"values":"a"}}}'],
    ["too many values", JSON.stringify({ userinfo: { email: { values: Array(51).fill(0) } } })],
    ["5 000 levels", deep(5000)],
    ["too many levels", deep(8)],
    ["1 MB", `{"userinfo":{"x":{"value":"${"x".repeat(1_000_000)}"}}}`],
    ["a value that is not a number", '{"userinfo":{"x":{"value":1e400}}}'],
    ["a claim twice", '{"id_token":{"sub":{"value":"a"},"sub":{"value":"b"}}}'],
    ["a claim twice, once in another spelling", '{"id_token":{"sub":{"value":"a"},"s\\u0075b":{"value":"b"}}}'],
    ["a member twice", '{"userinfo":{"email":null},"userinfo":{}}'],
    ["__proto__", '{"__proto__":{}}'],
    ["__proto__ among the claims", '{"userinfo":{"__proto__":{"essential":true}}}'],
    ["__proto__ in a request", '{"id_token":{"acr":{"__proto__":{"essential":true}}}}'],
  ])("%s", (_, parameter) => {
    expect(() => readClaimsRequest(parameter)).toThrow(malformed);
  });

  it("no other error is ever thrown, for any input", () => {
    const names = fc.constantFrom(
      "userinfo",
      "id_token",
      "sub",
      "acr",
      "email",
      "value",
      "values",
      "essential",
      "__proto__",
    );
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof({ maxDepth: 8 }, fc.jsonValue(), fc.array(tie("json")), tie("object")),
      object: fc.array(fc.tuple(names, tie("json")), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
    }));
    const parameters = fc.oneof(
      fc.string({ unit: "binary" }),
      json.map((value) => JSON.stringify(value) ?? ""),
      fc.tuple(names, names).map(([a, b]) => `{"${a}":{"${b}":null,"${b}":{}}}`),
      fc.nat(6000).map(deep),
    );

    fc.assert(
      fc.property(parameters, (parameter) => {
        try {
          const { userinfo, idToken } = readClaimsRequest(parameter);
          expect([...userinfo, ...idToken]).not.toContain("sub");
        } catch (err) {
          expect(err).toBeInstanceOf(ProtocolError);
          expect(err).toMatchObject({ code: "invalid_request" });
        }
      }),
    );
  });
});

describe("OIDC Core §5.5.1: sub with a value", () => {
  it.each([
    ["in the ID token", { id_token: { sub: { value: "a" } } }, ["a"]],
    ["at /userinfo", { userinfo: { sub: { values: ["a", "b"] } } }, ["a", "b"]],
    [
      "in both places, and both are checked",
      { userinfo: { sub: { values: ["a", "b"] } }, id_token: { sub: { value: "b" } } },
      ["b"],
    ],
    [
      "in both places, with different values",
      { userinfo: { sub: { value: "a" } }, id_token: { sub: { value: "b" } } },
      [],
    ],
  ])("%s requires this person", (_, claims, subs) => {
    expect(read(claims)).toEqual({ ...nothing, subs });
  });
});

describe("OIDC Core §5.5.1.1: acr", () => {
  it.each([
    ["essential, with a value", { essential: true, value: "2" }, ["2"]],
    ["essential, with values", { essential: true, values: ["2", "3"] }, ["2", "3"]],
    ["essential, with any value", { essential: true }, undefined],
    ["voluntary", { values: ["2"] }, undefined],
    ["in the default manner", null, undefined],
  ])("%s", (_, acr, essentialAcrs) => {
    expect(read({ id_token: { acr } })).toEqual({ ...nothing, essentialAcrs });
  });

  it("is read from the ID token member only", () => {
    expect(read({ userinfo: { acr: { essential: true, value: "2" } } })).toEqual(nothing);
  });
});

describe("OIDC Core §5.5: only claims that the response can deliver are requested", () => {
  const both = read({ userinfo: { name: null }, id_token: { email: null } });

  it.each([
    ["code", ["name"], ["email"]],
    ["id_token token", ["name"], ["email"]],
    ["id_token", [], ["email"]],
    ["token", ["name"], []],
    ["code id_token", ["name"], ["email"]],
    ["none", [], []],
  ] as const)("%s", (responseType, userinfo, idToken) => {
    expect(deliverableClaims(both, requestedArtifacts(responseType))).toEqual({ userinfo, idToken });
  });
});
