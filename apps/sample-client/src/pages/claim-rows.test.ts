import { describe, expect, it } from "vitest";
import { idTokenRows } from "./claim-rows.ts";

const shown = (name: string, value: unknown) => idTokenRows({ [name]: value })[0]?.value;

describe("a claim as a row of a page", () => {
  it.each<[string, unknown, string]>([
    ["sub", "u-1", "u-1"],
    ["amr", ["pwd", "otp"], '["pwd","otp"]'],
    ["address", { locality: "Oslo" }, '{\n  "locality": "Oslo"\n}'],
    ["list", [{ a: 1 }], '[\n  {\n    "a": 1\n  }\n]'],
    ["iat", 1_900_000_000, "1900000000 (2030-03-17 17:46:40 UTC)"],
    ["iat", 9e15, "9000000000000000"],
    ["email_verified", false, "false"],
  ])("%s, which is %j", (name, value, expected) => {
    expect(shown(name, value)).toBe(expected);
  });
});
