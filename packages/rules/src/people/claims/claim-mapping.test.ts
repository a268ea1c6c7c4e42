import { describe, expect, it } from "vitest";
import { mappedClaims, readClaimMapping } from "./claim-mapping.ts";

const mapping = (text: string) => [readClaimMapping(text)].filter((one) => one !== undefined);
const both = [...mapping("nickname=nick"), ...mapping("name=display@each-time")];

describe("fe.10: claims of a provider become claims that people could type", () => {
  it("at the creation of the account, or at each sign-in", () => {
    const stated = { nick: " Iris ", display: "Iris Corp", other: "x" };
    expect(mappedClaims(both, stated, true)).toEqual({ nickname: "Iris", name: "Iris Corp" });
    expect(mappedClaims(both, stated, false)).toEqual({ name: "Iris Corp" });
  });

  it.each([
    ["nickname=nick", { claim: "nickname", from: "nick", when: "initial" }],
    ["name=https://corp.example/name@each-time", { from: "https://corp.example/name", when: "each-time" }],
    ["locale=a=b", { claim: "locale", from: "a=b" }],
  ])("%s", (text, read) => expect(readClaimMapping(text)).toMatchObject(read));

  it.each([
    ["email=mail"],
    ["email_verified=verified"],
    ["phone_number_verified=x"],
    ["preferred_username=login"],
    ["username=login"],
    ["sub=id"],
    ["roles=groups"],
    ["picture=avatar"],
    ["__proto__=x"],
    ["constructor=x"],
    ["nickname="],
    ["nickname=a b"],
    ["nickname"],
    [`nickname=${"x".repeat(101)}`],
  ])("never %s", (text) => expect(readClaimMapping(text)).toBeUndefined());

  it.each([
    [["Iris"]],
    [{ toString: "Iris" }],
    [17],
    [true],
    [null],
    [""],
    ["  "],
    ["a\nb"],
    ["Iris\u202egro.live"],
    ["x".repeat(10_000)],
  ])("a value %j is left out, and removes nothing", (value) => {
    expect(mappedClaims(both, { nick: value, display: value }, true)).toEqual({});
  });

  it("a name that every object has is not a claim", () => {
    expect(mappedClaims(mapping("nickname=constructor"), {}, true)).toEqual({});
  });

  it("a web page is not a script", () => {
    expect(mappedClaims(mapping("website=url"), { url: "javascript:alert(1)" }, true)).toEqual({});
  });
});
