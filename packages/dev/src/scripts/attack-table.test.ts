/** scripts/documents.mjs --results: what it reports about the attacks that a run of all tests tried. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const SCRIPTS = join(import.meta.dirname, "..", "..", "..", "..", "scripts");
const CATALOGUE = [{ area: "fake", title: "Fakes", rows: ["fake-01", "fake-02", "fake-03"].map((id) => ({ id })) }];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "countersign-attacks-"));
  cpSync(SCRIPTS, join(root, "scripts"), { recursive: true });
  write("docs/security/attacks.json", CATALOGUE);
  for (const name of ["packages/rules", "apps/server"]) write(`${name}/package.json`, { scripts: { test: "vitest" } });
  write("packages/plain/package.json", {});
  write("e2e/package.json", { scripts: { e2e: "playwright" } });
  spawnSync("git", ["init", "--quiet"], { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(content));
}

const unitTests = (folder: string, title: string, status: "passed" | "failed" = "passed") =>
  write(`${folder}/test-results/vitest.json`, { testResults: [{ assertionResults: [{ fullName: title, status }] }] });
const browserTests = (...titles: string[]) => {
  const specs = titles.map((title) => ({ title, ok: true, tests: [{ status: "expected" }] }));
  write("e2e/test-results/playwright.json", { suites: [{ title: "attacks", specs }] });
};

function results(): { code: number | null; said: string[] } {
  const args = [join(root, "scripts", "documents.mjs"), "--results"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return { code: status, said: `${stdout}${stderr}`.trim().split("\n") };
}

describe("the results of the attacks", () => {
  it("are one sentence if every attack was tried and refused", () => {
    unitTests("packages/rules", "fake-01: refused");
    unitTests("apps/server", "fake-02: refused");
    browserTests("fake-03: refused");
    expect(results()).toEqual({ code: 0, said: ["3 attacks were tried, and answered as they should be."] });
  });

  it("name each attack that no test tried, or that was not refused", () => {
    unitTests("packages/rules", "fake-01: refused");
    unitTests("apps/server", "fake-02: refused", "failed");
    browserTests("something else");
    const said = ["fake-02: 1 of 1 tests failed.", "fake-03: no test of this name ran."];
    expect(results()).toEqual({ code: 1, said });
  });

  it.each([
    ["left no report", () => {}],
    ["did not start", () => write("e2e/test-results/playwright.json", { suites: [], errors: [{ message: "setup" }] })],
  ])("report one cause when the browser tests %s, and do not list each untried attack", (_, fail) => {
    unitTests("packages/rules", "fake-01: refused");
    unitTests("apps/server", "fake-02: refused", "failed");
    fail();
    const said = [
      "No test of e2e ran: what its step says above is the reason. Attacks that only its tests try were not tried.",
      "fake-02: 1 of 1 tests failed.",
    ];
    expect(results()).toEqual({ code: 1, said });
  });

  it("set another exit code if this is the only problem", () => {
    unitTests("packages/rules", "fake-01: refused");
    expect(results()).toEqual({
      code: 3,
      said: [
        "No test of apps/server and e2e ran: what their steps say above is the reason. Attacks that only their " +
          "tests try were not tried.",
      ],
    });
  });
});
