import { describe, expect, it } from "vitest";
import { grantedScopes } from "./scopes.ts";

describe("rp-24: granted is what was asked and answered, never more (RFC 6749 §5.1)", () => {
  it.each([
    ["no scope in the answer means what was asked", undefined, ["openid", "email"]],
    ["an empty scope means nothing", "", []],
    ["a narrower scope narrows", "openid", ["openid"]],
    ["a wider scope adds nothing", "admin openid email", ["openid", "email"]],
    ["a scope in other letters is another scope", "OPENID email", ["email"]],
  ])("%s", (_, answered, expected) => {
    expect(grantedScopes("openid email", answered)).toEqual(expected);
  });
});
