import { describe, expect, it } from "vitest";
import { isSlug, slug } from "./slug.ts";

describe("the form of a slug", () => {
  it.each(["a", "acme", "acme-2", "a-", `a${"b".repeat(39)}`])("%s has it", (text) => {
    expect([isSlug(text), slug.safeParse(text).success]).toEqual([true, true]);
  });

  it.each(["", "2acme", "-acme", "Acme", "a_b", "a b", "a\n", "ä", "a\0", `a${"b".repeat(40)}`])(
    "%j has not",
    (text) => {
      expect([isSlug(text), slug.safeParse(text).success]).toEqual([false, false]);
    },
  );
});
