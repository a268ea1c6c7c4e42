// The number of tests, from what vitest and Playwright wrote down. A cached task brings its report back with it.
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

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

/**
 * What a run counted itself. One that left no count broke before it could.
 *
 * @returns {Totals}
 */
export function countedTotals(reportFile) {
  return read(reportFile) ?? { passed: 0, failed: 1, skipped: 0 };
}

/** `3 passed, 0 failed`, and what was skipped only where something was. */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * One line for each test that failed in vitest's JSON report: file, title, and the first line of its message.
 * A file of which no test could be collected has one line.
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
 * The same of Playwright's. A test that passed only when tried again is among them.
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

// Playwright's messages have colours in them.
const firstLine = (text = "") => stripVTControlCharacters(text).split("\n", 1)[0].slice(0, 300);

/**
 * The tests that vitest's JSON report names; none when there is no report. What was skipped is not among them.
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
 * The same of Playwright's, where suites hold suites.
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
    return undefined; // cut off: whoever wrote it died
  }
}
