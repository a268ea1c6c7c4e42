import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { icon } from "./icon.ts";

describe("icons", () => {
  it("each that a page names exists, and each that exists is named by a page", () => {
    const script = join(import.meta.dirname, "../scripts/icons.mjs");
    expect(() => execFileSync(process.execPath, [script, "--check"], { stdio: "pipe" })).not.toThrow();
  });

  it("are pictures beside words: nothing reads them out", () => {
    expect(icon("globe")).toMatch(/^<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle .*<\/svg>$/);
    expect(icon("arrow-left", "turns")).toContain('class="icon turns"');
  });

  it("a name that no page had before is refused, with what to do", () => {
    for (const name of ["no-such-icon", "toString"]) expect(() => icon(name)).toThrow("scripts/icons.mjs");
  });
});
