import { describe, expect, it } from "vitest";
import { readParameters } from "./parameters.ts";
import { hasRequestObject, mergeRequestObject, refusalOfUnsigned, requestObjectRules } from "./request-object.ts";

const outside = readParameters([
  ["client_id", "J1"],
  ["request", "ey..."],
  ["scope", "openid admin"],
  ["state", "outer"],
  ["prompt", "none"],
  ["nonce", "n1"],
  ["nonce", "n2"],
]);
const oidc = requestObjectRules("oidc", false);
const oauth21 = requestObjectRules("oauth21", false);
const inside = [
  ["client_id", "J1"],
  ["scope", "openid"],
  ["state", "inner"],
] as const;

describe("OIDC Core §6.1: parameters inside a request object replace those outside (profile oidc)", () => {
  const merged = mergeRequestObject(outside, inside, oidc);

  it("parameters that are only outside are kept", () => {
    expect(Object.fromEntries(merged.entries())).toEqual({
      client_id: "J1",
      scope: "openid",
      state: "inner",
      prompt: "none",
    });
  });

  it("a parameter repeated outside is still repeated, unless it is also inside", () => {
    expect([...merged.repeated]).toEqual(["nonce"]);
    expect([...mergeRequestObject(outside, [["nonce", "n3"]], oidc).repeated]).toEqual([]);
  });
});

describe("RFC 8707 §2: resource, which may have several values", () => {
  const named = (...all: string[]) => all.map((one) => ["resource", one] as const);
  const sent = readParameters([["client_id", "J1"], ...named("https://outer.example")]);

  it("is taken from inside with every value, and from outside if none is inside and the profile allows it", () => {
    const inner = named("https://a.example", "https://b.example");
    expect(mergeRequestObject(sent, inner, oidc).resources).toEqual(["https://a.example", "https://b.example"]);
    expect(mergeRequestObject(sent, inner, oauth21).resources).toEqual(["https://a.example", "https://b.example"]);
    expect(mergeRequestObject(sent, [], oidc).resources).toEqual(["https://outer.example"]);
    expect(mergeRequestObject(sent, [], oauth21).resources).toEqual([]);
  });
});

describe("RFC 9101 §6.3: only parameters inside count (profile oauth21)", () => {
  it("jar-07: parameters outside are ignored, except for the client", () => {
    const merged = mergeRequestObject(outside, inside.slice(1), oauth21);
    expect(Object.fromEntries(merged.entries())).toEqual({ client_id: "J1", scope: "openid", state: "inner" });
    expect([...merged.repeated]).toEqual([]);
  });
});

describe("jar-01: a request object belongs to the client that sends it", () => {
  it.each(["oidc", "oauth21"] as const)("by profile %s", (profile) => {
    const rules = requestObjectRules(profile, false);
    expect(() => mergeRequestObject(outside, [["client_id", "webClient"]], rules)).toThrow(
      expect.objectContaining({ code: "invalid_request_object" }),
    );
    expect(() => mergeRequestObject(readParameters([["request", "x"]]), inside, rules)).toThrow(
      expect.objectContaining({ code: "invalid_request_object" }),
    );
  });
});

describe("RFC 9101 §10.5: requests that must be signed", () => {
  const unsigned = readParameters([
    ["client_id", "J1"],
    ["scope", "openid"],
  ]);

  it("are refused without a request object", () => {
    expect(refusalOfUnsigned(!hasRequestObject(unsigned), true)).toMatchObject({ code: "invalid_request" });
    expect(refusalOfUnsigned(true, false)).toBeUndefined();
  });

  it.each(["request", "request_uri"])("are read further with %s", (name) => {
    const sent = readParameters([
      ["client_id", "J1"],
      [name, "x"],
    ]);
    expect(refusalOfUnsigned(!hasRequestObject(sent), true)).toBeUndefined();
  });

  it("jar-07: for such a client nothing outside the object counts, regardless of its profile", () => {
    const rules = requestObjectRules("oidc", true);
    const merged = mergeRequestObject(outside, inside, rules);
    expect(Object.fromEntries(merged.entries())).toEqual({ client_id: "J1", scope: "openid", state: "inner" });
  });
});
