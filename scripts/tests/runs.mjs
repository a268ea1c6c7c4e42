// The runs of tests in a whole run: the name of each, its step, its totals and a line for each failed test from its
// report, and how what failed is tried again.
import { rmSync } from "node:fs";
import { join, relative } from "node:path";
import { root, toolEnvironment } from "../bootstrap.mjs";
import { countedTotals, playwrightFailures, playwrightTotals, vitestFailures, vitestTotals } from "../test-totals.mjs";
import { playwrightAgain, vitestAgain } from "./again.mjs";
import { runInLane } from "./lanes.mjs";

/** The report of a package's tests, in its folder. */
export const REPORT = join("test-results", "vitest.json");

/** The tests of a package, which a step of turbo runs. A cached task may not restore a report: no older one stays. */
export function packageRun(lane, step, folder, env) {
  const report = join(folder, REPORT);
  rmSync(report, { force: true });
  const run = (program, args) => runInLane(lane, program, args, { cwd: folder, env: { ...toolEnvironment(), ...env } });
  return {
    name: relative(root, folder),
    step,
    totals: () => vitestTotals(report),
    failures: () => vitestFailures(report).map((line) => line.replace(`${root}/`, "")),
    again: () => vitestAgain(folder, report, run),
  };
}

/** The browser tests; `start` runs them, and resolves to Playwright's exit code. */
export function browserRun(lane, step, browser) {
  const folder = join(root, "e2e");
  const report = join(folder, "test-results", "playwright.json");
  rmSync(report, { force: true });
  const run = (more, file) => {
    const env = { ...toolEnvironment(), CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const cli = join(folder, "node_modules", ".bin", "playwright");
    return runInLane(lane, cli, ["test", "--reporter=list,json", ...more], { cwd: folder, env });
  };
  return {
    name: "e2e",
    step,
    start: () => run([], report),
    totals: () => playwrightTotals(report),
    failures: () => playwrightFailures(report).map((line) => `e2e/${line}`),
    again: () => playwrightAgain(report, run),
  };
}

/** Relying parties that others wrote; `start` tries them, and resolves to the exit code. */
export function countedRun(lane, program, name, args) {
  const report = join(root, "e2e", "test-results", `${name}.json`);
  rmSync(report, { force: true });
  const script = join(root, "e2e", name, "run.ts");
  return {
    name: `e2e/${name}`,
    start: () => runInLane(lane, program, [script, ...args], { env: toolEnvironment() }),
    totals: () => countedTotals(report),
    failures: () => [],
  };
}
