import { describe, expect, it } from "vitest";
import { grantedScopes } from "./scopes.ts";

describe("rp-24: the granted scope never exceeds the requested scope (RFC 6749 §5.1)", () => {
  it.each([
    ["no scope in the response means the requested scope", undefined, ["openid", "email"]],
    ["an empty scope grants nothing", "", []],
    ["a narrower scope narrows", "openid", ["openid"]],
    ["a wider scope adds nothing", "admin openid email", ["openid", "email"]],
    ["a scope in another case is another scope", "OPENID email", ["email"]],
  ])("%s", (_, answered, expected) => {
    expect(grantedScopes("openid email", answered)).toEqual(expected);
  });
});
