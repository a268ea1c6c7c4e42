// The second try of tests that failed while much else went on. What waits for a machine can fail by its load alone.
// So a few failed tests are tried again when nothing else runs, and the summary names them: each is a fault to mend,
// of the test or of the product. What fails twice has failed, and so has a run with more failures.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode } from "../bootstrap.mjs";
import { playwrightTotals, vitestTotals } from "../test-totals.mjs";
import { timed } from "./lanes.mjs";

/** More failures than these are no accident of a busy machine. */
const AT_MOST = 3;

/** What vitest reports with, in the folder of any package. */
export const REPORTERS = ["--reporter=dot", "--reporter=../../scripts/tests/vitest-report.mjs"];

/**
 * Tries a few failed tests again, unless something else is broken: another step, or what is no test and counts as a
 * failure, such as an error outside of a test or a report that is not there. A step stands for several runs, so its
 * name alone does not say that. If all pass, nothing is broken any more.
 *
 * @param runs the runs of tests, as runs.mjs describes them
 * @param broken the names of failed steps, which it empties
 * @returns {Promise<string[]>} a line for each test that failed first, if all passed now
 */
export async function secondTries(runs, broken) {
  const red = runs.filter(({ failures }) => failures().length > 0);
  const lines = red.flatMap(({ failures }) => failures());
  const steps = new Set(red.map(({ step }) => step));
  if (lines.length === 0 || lines.length > AT_MOST || broken.some((name) => !steps.has(name))) return [];
  if (runs.some(({ failures, totals }) => totals().failed !== failures().length)) return [];
  for (const { name, again } of red) if (!(await timed("again", name, again))) return [];
  broken.length = 0;
  return lines;
}

/** Its exit code and a whole report say that a second run was green. */
const isGreen = (code, { passed, failed }) => code === 0 && failed === 0 && passed > 0;

const numberOf = ({ assertionResults }, ...wanted) =>
  assertionResults.filter(({ status }) => wanted.includes(status)).length;

/** Whether as many tests of a file have passed now as ran at first: one that was left out has not passed. */
const isAllOf = (first, again) => numberOf(again, "passed") >= numberOf(first, "passed", "failed");

const load = (file) => JSON.parse(readFileSync(file, "utf8"));
const save = (file, report) => writeFileSync(file, JSON.stringify(report));

/**
 * Runs each file of a package again in which a test failed. A file that passes has its second results in the report.
 *
 * @param run runs a program in a folder, and resolves to its exit code
 * @returns {Promise<boolean>} whether every file passed
 */
export async function vitestAgain(folder, reportFile, run) {
  const report = load(reportFile);
  const second = join(folder, "test-results", "vitest-again.json");
  for (const [index, { name, status }] of report.testResults.entries()) {
    if (status !== "failed") continue;
    const args = ["run", name, ...REPORTERS, `--outputFile.json=${second}`];
    const code = await run(pinnedNode, [join(folder, "..", "..", "node_modules", "vitest", "vitest.mjs"), ...args]);
    if (!isGreen(code, vitestTotals(second))) return false;
    const again = load(second).testResults.find((file) => file.name === name);
    if (again === undefined || !isAllOf(report.testResults[index], again)) return false;
    report.testResults[index] = again;
  }
  const count = (wanted) => report.testResults.reduce((sum, file) => sum + numberOf(file, wanted), 0);
  save(reportFile, { ...report, numPassedTests: count("passed"), numFailedTests: count("failed") });
  return true;
}

/**
 * Runs the failed browser tests again. If all pass, the report says so.
 *
 * @param run runs Playwright with arguments and the path of a report, and resolves to its exit code
 * @returns {Promise<boolean>} whether all passed
 */
export async function playwrightAgain(reportFile, run) {
  const second = reportFile.replace(/\.json$/, "-again.json");
  const code = await run(["--last-failed"], second);
  const totals = playwrightTotals(second);
  const report = load(reportFile);
  const failed = failedSpecs(report);
  if (!isGreen(code, totals) || totals.passed < failed.length || report.errors.length > 0) return false;
  for (const spec of failed) {
    spec.ok = true;
    for (const test of spec.tests) test.status = "expected";
  }
  const { expected, unexpected, flaky } = report.stats;
  save(reportFile, {
    ...report,
    stats: { ...report.stats, expected: expected + unexpected + flaky, unexpected: 0, flaky: 0 },
  });
  return true;
}

const failedSpecs = ({ specs = [], suites = [] }) => [...specs.filter(({ ok }) => !ok), ...suites.flatMap(failedSpecs)];
