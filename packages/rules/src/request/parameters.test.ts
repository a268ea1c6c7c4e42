import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ProtocolError } from "../errors.ts";
import { readParameters, refuseRepeated, takeParameters } from "./parameters.ts";

const read = (query: string) => readParameters(new URLSearchParams(query));

describe("RFC 6749 §3.1: a parameter without a value was not sent", () => {
  it.each([
    ["an empty one", "state="],
    ["one without an equals sign", "state"],
    ["one that is not there", "scope=openid"],
  ])("has no value for %s", (_, query) => {
    const parameters = read(query);
    expect(parameters.get("state")).toBeUndefined();
    expect([...parameters.entries()].map(([name]) => name)).not.toContain("state");
    expect(parameters.repeated.size).toBe(0);
  });

  it("keeps a value as it was sent", () => {
    expect(read("state=+%09%00%C3%A9").get("state")).toBe(" \t\0é");
  });
});

describe("RFC 6749 §3.1: a parameter must not be repeated", () => {
  it.each([
    ["with two values", "a=1&a=2"],
    ["with the same value", "a=1&a=1"],
    ["first without a value", "a=&a=2"],
    ["then without a value", "a=1&a="],
    ["never with a value", "a&a"],
    ["three times", "a=1&b=2&a=3&a=1"],
  ])("ignores the values of a repeated parameter, %s", (_, query) => {
    const parameters = read(query);
    expect(parameters.get("a")).toBeUndefined();
    expect([...parameters.entries()].map(([name]) => name)).not.toContain("a");
    expect([...parameters.repeated]).toEqual(["a"]);
  });

  it("RFC 8707 §2: but resource may be, and the request is stored with every value", () => {
    const parameters = read("resource=https://a.example&a=1&resource=&resource=https://b.example");
    expect(parameters.resources).toEqual(["https://a.example", "https://b.example"]);
    expect([parameters.get("resource"), parameters.repeated.size]).toEqual([undefined, 0]);
    expect(readParameters(parameters.entries()).resources).toEqual(parameters.resources);
    expect(read("resource=https://a.example").get("resource")).toBe("https://a.example");
  });

  it("distinguishes names by case and by brackets (redir-37, pkce-11)", () => {
    const parameters = read("code=1&Code=2&code[]=3&code[0]=4&__proto__[code]=5");
    expect(parameters.get("code")).toBe("1");
    expect(parameters.repeated.size).toBe(0);
  });

  it.each([
    ["authz-06: scope", "scope=openid&scope=openid email", "a parameter is repeated: scope"],
    ["authz-08: state", "state=1&state=2", "a parameter is repeated: state"],
    ["pkce-11: code_verifier", "code_verifier=1&code_verifier=2", "a parameter is repeated: code_verifier"],
    ["one that the caller made up, and does not name it", "x=1&x=2", "a parameter is repeated"],
  ])("refuses any repeated parameter: %s", (_, query, message) => {
    expect(() => refuseRepeated(read(query))).toThrow(expect.objectContaining({ code: "invalid_request", message }));
  });

  it("authz-08: has no state to return if two were sent", () => {
    expect(read("state=1&state=2").get("state")).toBeUndefined();
  });

  it.each([
    ["client_id", "client_id=webClient&client_id=EV"],
    ["client_id", "client_id=EV&client_id=webClient"],
    ["redirect_uri", "redirect_uri=https://rp.example/cb&redirect_uri=https://evil.example/cb"],
  ])("authz-07, redir-36: refuses %s if it is in the list, and tells the log which", (name, query) => {
    expect(() => refuseRepeated(read(query), ["client_id", "redirect_uri"])).toThrow(
      expect.objectContaining({ code: "invalid_request", detail: name }),
    );
  });

  it("accepts a repeated parameter that is not in the list", () => {
    expect(() => refuseRepeated(read("state=1&state=2"), ["client_id", "redirect_uri"])).not.toThrow();
  });

  it("accepts everything that was sent once", () => {
    expect(() => refuseRepeated(read("client_id=1&state=2"))).not.toThrow();
  });
});

describe("RFC 6749 §3.1: unrecognised parameters are ignored", () => {
  const shape = z.object({ code: z.string(), note: z.string().max(2).optional() });

  it.each([
    ["an unknown one", "code=1&extra=foobar"],
    ["dos-02: a name like __proto__", "code=1&__proto__=x&__proto__[isAdmin]=1"],
    ["dos-02: a name like constructor", "code=1&constructor=x&constructor[prototype][x]=1"],
    ["a known one without a value", "code=1&note="],
    ["a known one that was repeated", "code=1&note=a&note=b"],
  ])("takes the named ones, and not %s", (_, query) => {
    expect(takeParameters(shape, read(query))).toEqual({ code: "1" });
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each([
    ["code is missing", "note=1"],
    ["code is missing", "code="],
    ["code is missing", "code=1&code=2"],
    ["note is longer than 2 characters", "code=1&note=long"],
  ])("reports that %s", (message, query) => {
    expect(() => takeParameters(shape, read(query))).toThrow(
      expect.objectContaining({ code: "invalid_request", message, detail: undefined }),
    );
  });

  it("names no parameter if the problem concerns several", () => {
    const either = z.object({ a: z.string().optional() }).refine(() => false);
    expect(() => takeParameters(either, read("a=1"))).toThrow("a parameter is malformed");
  });
});

describe("RFC 6749 §3.1, for all pairs", () => {
  const name = fc.oneof(fc.constantFrom("a", "b", "__proto__", "constructor", "toString", ""), fc.string());
  const pairs = fc.array(fc.tuple(name, fc.oneof(fc.constant(""), fc.string({ unit: "binary" }))));

  it("gives a value only to a name that was sent once, and does not change it", () => {
    fc.assert(
      fc.property(pairs, (sent) => {
        const parameters = readParameters(sent);
        for (const [key] of sent) {
          const values = sent.filter(([other]) => other === key).map(([, value]) => value);
          expect(parameters.get(key)).toBe(values.length === 1 && values[0] !== "" ? values[0] : undefined);
          expect(parameters.repeated.has(key)).toBe(values.length > 1);
        }
        for (const [key, value] of parameters.entries()) expect(sent).toContainEqual([key, value]);
      }),
    );
  });

  it("refuses exactly those with a repeated name, and never with another error", () => {
    fc.assert(
      fc.property(pairs, (sent) => {
        const unique = new Set(sent.map(([key]) => key)).size === sent.length;
        if (unique) return refuseRepeated(readParameters(sent));
        expect(() => refuseRepeated(readParameters(sent))).toThrow(ProtocolError);
      }),
    );
  });

  it("has no value for a name that was not sent, not even for a member of every object", () => {
    for (const inherited of ["__proto__", "constructor", "toString"]) {
      expect(read("").get(inherited)).toBeUndefined();
    }
  });
});
