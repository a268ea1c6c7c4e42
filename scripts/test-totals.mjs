// The number of tests, from what vitest and Playwright wrote down. A cached task brings its report back with it.
import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */

/** @returns {Totals} */
export function sum(totals) {
  const add = (name) => totals.reduce((all, one) => all + one[name], 0);
  return { passed: add("passed"), failed: add("failed"), skipped: add("skipped") };
}

/**
 * What vitest's JSON report counts. A run that left no report broke before it could: that is one failure.
 * So is a file of which no test could even be collected.
 *
 * @returns {Totals}
 */
export function vitestTotals(reportFile) {
  const report = read(reportFile);
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * What Playwright's JSON report counts. A test that passed only when tried again has failed.
 *
 * @returns {Totals}
 */
export function playwrightTotals(reportFile) {
  const report = read(reportFile);
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

/** `3 passed, 0 failed`, and what was skipped only where something was. */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function read(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined; // cut off: whoever wrote it died
  }
}
