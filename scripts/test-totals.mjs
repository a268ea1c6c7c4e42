// The number of tests, from the reports of vitest and Playwright. A cached task restores its report.
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */

/** @returns {Totals} */
export function sum(totals) {
  const add = (name) => totals.reduce((all, one) => all + one[name], 0);
  return { passed: add("passed"), failed: add("failed"), skipped: add("skipped") };
}

/**
 * The counts of vitest's JSON report. A run without a report stopped before it could write one: that is one failure.
 * A file whose tests could not be collected is one failure too, and so is each error outside of a test.
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
    failed: report.numFailedTests + broken.length + (report.errors ?? []).length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * The counts of Playwright's JSON report. A test that passed only on a retry counts as failed.
 *
 * @returns {Totals}
 */
export function playwrightTotals(reportFile) {
  const report = read(reportFile);
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

/**
 * The counts that a run wrote itself. A run without counts stopped before it could write them.
 *
 * @returns {Totals}
 */
export function countedTotals(reportFile) {
  return read(reportFile) ?? { passed: 0, failed: 1, skipped: 0 };
}

/** `3 passed, 0 failed`, and the number of skipped tests if there are any. */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * One line for each failed test in vitest's JSON report: file, title, and the first line of its message. A file
 * whose tests could not be collected has one line.
 *
 * @returns {string[]}
 */
export function vitestFailures(reportFile) {
  return (read(reportFile)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [`${name}: ${firstLine(message)}`] : [];
    return failed.map((test) => `${name}: ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
  });
}

/**
 * The same for Playwright's report. It includes tests that passed only on a retry.
 *
 * @returns {string[]}
 */
export function playwrightFailures(reportFile) {
  const failuresOf = ({ suites = [], specs = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === "unexpected" || status === "flaky"))
      .map(({ file, title, tests }) => {
        const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
        return `${file}: ${title}: ${firstLine(errors[0]?.message)}`;
      }),
    ...suites.flatMap(failuresOf),
  ];
  return read(reportFile)?.suites.flatMap(failuresOf) ?? [];
}

// Playwright's messages contain terminal colors.
const firstLine = (text = "") => stripVTControlCharacters(text).split("\n", 1)[0].slice(0, 300);

/**
 * The tests that vitest's JSON report names, without skipped tests. Empty if there is no report.
 *
 * @returns {{ title: string, passed: boolean }[]}
 */
export function vitestTests(reportFile) {
  const tests = read(reportFile)?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
  return tests
    .filter(({ status }) => status === "passed" || status === "failed")
    .map(({ fullName, status }) => ({ title: fullName, passed: status === "passed" }));
}

/**
 * The same for Playwright's report, in which suites contain suites.
 *
 * @returns {{ title: string, passed: boolean }[]}
 */
export function playwrightTests(reportFile) {
  const testsOf = ({ title, suites = [], specs = [] }) =>
    [...specs.filter(({ tests }) => tests.some(({ status }) => status !== "skipped")), ...suites.flatMap(testsOf)].map(
      (test) => ({ title: `${title} ${test.title}`, passed: test.passed ?? test.ok }),
    );
  return read(reportFile)?.suites.flatMap(testsOf) ?? [];
}

function read(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined; // the file is cut off, because the process that wrote it ended early
  }
}
