import { describe, expect, it } from "vitest";
import { z } from "zod";
import { reasonOf } from "./reason.ts";

const cases: readonly [string, z.ZodType, unknown, string][] = [
  ["an absent value", z.string(), undefined, "is missing"],
  ["an absent choice", z.enum(["a", "b"]), undefined, "is missing"],
  ["another type", z.string(), 1, "must be a string"],
  ["another type instead of a list", z.array(z.string()), "x", "must be an array"],
  ["another value", z.literal("S256"), "plain", "must be S256"],
  ["none of two", z.enum(["web", "native"]), "secret", "must be web or native"],
  ["none of three", z.enum(["a", "b", "c"]), "secret", "must be one of a, b, c"],
  ["an empty list", z.array(z.string()).min(1), [], "is empty"],
  ["a number that is too small", z.number().min(1), 0, "must be at least 1"],
  ["a long list", z.array(z.string()).max(1), ["secret", "b"], "has more than 1 entries"],
  ["a long text", z.string().max(3), "secret", "is longer than 3 characters"],
  ["a number that is too big", z.number().max(3), 4, "must be at most 3"],
  ["a rule with a text", z.string().refine(() => false, "must be of this host"), "secret", "must be of this host"],
  ["a pattern with a text", z.string().regex(/^\d+$/, "must be digits"), "secret", "must be digits"],
  ["a rule without a text", z.string().refine(() => false), "secret", "is malformed"],
  ["a format", z.url(), "secret", "must be a URL"],
  ["a pattern without a text", z.string().regex(/^\d+$/), "secret", "is malformed"],
  ["a short text", z.string().min(3), "se", "is shorter than 3 characters"],
  ["a short list", z.array(z.string()).min(2), ["secret"], "has fewer than 2 entries"],
  ["an empty text", z.string().min(1), "", "is empty"],
  ["a member too many", z.strictObject({}), { secret: 1 }, "has a member that is not known"],
  ["shapes with a text", z.union([z.number(), z.boolean()], "must be 5 or true"), "secret", "must be 5 or true"],
  ["none of several shapes", z.union([z.number(), z.boolean()]), "secret", "is malformed"],
];

describe("RFC 6749 §5.2: a description says what is allowed, and never what was sent", () => {
  it.each(cases)("%s", (_, schema, value, reason) => {
    const [issue] = schema.safeParse(value, { reportInput: true }).error?.issues ?? [];
    if (issue === undefined) throw new Error("it was accepted");
    expect(reasonOf(issue)).toBe(reason);
  });
});
