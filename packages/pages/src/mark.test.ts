import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mark, markOf } from "./mark.ts";

describe("marks of providers", () => {
  it("are those of the package", () => {
    const script = join(import.meta.dirname, "../scripts/marks.mjs");
    expect(() => execFileSync(process.execPath, [script, "--check"], { stdio: "pipe" })).not.toThrow();
  });

  it.each([
    ["https://accounts.google.com", "google"],
    ["https://login.microsoftonline.com/72f988bf/v2.0", "microsoft"],
    ["https://appleid.apple.com", "apple"],
    ["https://github.com", "github"],
    ["https://gitlab.com", "gitlab"],
    ["https://accounts.google.com.evil.example", undefined],
    ["https://evil.example/accounts.google.com", undefined],
    ["https://gitlab.example.com", undefined],
    ["no address", undefined],
  ])("%s: %s, by the host of the issuer", (issuer, expected) => {
    expect(markOf(issuer)).toBe(expected);
  });

  it("one of a single color has the color of the text, and none has a style or a script", () => {
    for (const name of ["apple", "github", "gitlab", "google", "microsoft"] as const) {
      expect(mark(name)).toMatch(/^<svg class="mark" viewBox="[\d ]+" fill="currentcolor" aria-hidden="true"><path /);
      expect(mark(name)).not.toMatch(/style|script|href| on\w+=| id=/);
    }
    expect([mark("github").split("fill=").length, mark("google").split("fill=").length]).toEqual([2, 6]);
  });
});
