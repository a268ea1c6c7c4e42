/** scripts/tests/again.mjs: the second try of a few failed tests, alone. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";

const SCRIPTS = join(import.meta.dirname, "..", "..", "..", "..", "scripts");
const totals = await import(join(SCRIPTS, "test-totals.mjs"));
const { playwrightFailures, playwrightTotals, vitestFailures, vitestTotals } = totals;
const { playwrightAgain, REPORTERS, secondTries, vitestAgain } = await import(join(SCRIPTS, "tests", "again.mjs"));

let folder: string;
const reportFile = () => join(folder, "first.json");
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-again-"));
  mkdirSync(join(folder, "test-results"));
});

const save = (file: string, report: unknown) => writeFileSync(file, JSON.stringify(report));
const load = (file: string) => JSON.parse(readFileSync(file, "utf8"));

type Status = "passed" | "failed" | "skipped";
const fileOf = (name: string, statuses: readonly Status[]) => ({
  name,
  status: statuses.includes("failed") ? "failed" : "passed",
  assertionResults: statuses.map((status, n) => ({ fullName: `test ${n}`, status, failureMessages: ["too late"] })),
});
const vitestReport = (...testResults: ReturnType<typeof fileOf>[]) => {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (wanted: Status) => all.filter(({ status }) => status === wanted).length;
  const counts = { numPassedTests: count("passed"), numFailedTests: count("failed") };
  return { testResults, ...counts, numPendingTests: 0, numTodoTests: 0 };
};

/** A runner of vitest whose second run has these results. */
const vitest =
  (code: number, ...statuses: Status[]) =>
  async (_program: string, args: readonly string[]) => {
    const file = args.find((arg) => arg.startsWith("--outputFile.json="))?.split("=")[1] ?? "";
    save(file, vitestReport(fileOf(String(args[2]), statuses)));
    return code;
  };

describe("a test of a package that failed", () => {
  beforeEach(() =>
    save(reportFile(), vitestReport(fileOf("/a.test.ts", ["passed", "failed"]), fileOf("/b.test.ts", ["passed"]))),
  );

  it("counts as passed if its file passes when nothing else runs", async () => {
    expect(await vitestAgain(folder, reportFile(), vitest(0, "passed", "passed"))).toBe(true);
    expect(vitestTotals(reportFile())).toEqual({ passed: 3, failed: 0, skipped: 0 });
    expect(vitestFailures(reportFile())).toEqual([]);
  });

  it.each<[string, number, Status[]]>([
    ["fails again", 1, ["passed", "failed"]],
    ["has another failure", 1, ["failed", "passed"]],
    ["ends with an error outside of a test", 1, ["passed", "passed"]],
    ["runs no test", 0, []],
    ["leaves a test out", 0, ["passed", "skipped"]],
  ])("stays failed if its file %s", async (_, code, statuses) => {
    expect(await vitestAgain(folder, reportFile(), vitest(code, ...statuses))).toBe(false);
    expect(vitestTotals(reportFile())).toEqual({ passed: 2, failed: 1, skipped: 0 });
  });
});

describe("an error outside of a test", () => {
  it("fails a run in which every test passed, and its report says so", () => {
    // The reporter is named from the folder of a package.
    const place = join(folder, "packages", "one");
    mkdirSync(place, { recursive: true });
    for (const name of ["scripts", "node_modules"]) symlinkSync(join(SCRIPTS, "..", name), join(folder, name));
    const code = 'import { it } from "vitest"; it("passes", () => void Promise.reject(new Error("not handled")));';
    writeFileSync(join(place, "a.test.js"), code);
    const cli = join(SCRIPTS, "..", "node_modules", "vitest", "vitest.mjs");
    const args = ["run", "--root", place, ...REPORTERS, `--outputFile.json=${reportFile()}`];
    expect(spawnSync(process.execPath, [cli, ...args], { cwd: place }).status).toBe(1);
    expect(load(reportFile())).toMatchObject({ numPassedTests: 1, numFailedTests: 0, errors: ["not handled"] });
    expect(vitestTotals(reportFile())).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });
});

const browserReport = (unexpected: number, expected: number) => ({
  errors: [],
  stats: { expected, unexpected, flaky: 0, skipped: 0 },
  suites: [
    {
      suites: [
        {
          specs: Array.from({ length: unexpected + expected }, (_, n) => {
            const failed = n < unexpected;
            const tests = [{ status: failed ? "unexpected" : "expected", results: [] }];
            return { file: "x.spec.ts", title: `spec ${n}`, ok: !failed, tests };
          }),
        },
      ],
    },
  ],
});

describe("a browser test that failed", () => {
  beforeEach(() => save(reportFile(), browserReport(1, 4)));
  const playwright = (code: number, second: unknown) => async (_args: readonly string[], file: string) => {
    save(file, second);
    return code;
  };

  it("counts as passed if it passes when nothing else runs", async () => {
    expect(await playwrightAgain(reportFile(), playwright(0, browserReport(0, 1)))).toBe(true);
    expect(playwrightTotals(reportFile())).toEqual({ passed: 5, failed: 0, skipped: 0 });
    expect(playwrightFailures(reportFile())).toEqual([]);
  });

  it.each([
    ["it fails again", 1, browserReport(1, 0)],
    ["no test ran", 0, browserReport(0, 0)],
  ])("stays failed if %s", async (_, code, second) => {
    expect(await playwrightAgain(reportFile(), playwright(code, second))).toBe(false);
    expect(playwrightTotals(reportFile())).toEqual({ passed: 4, failed: 1, skipped: 0 });
  });

  it("stays failed if the first run had an error outside of a test", async () => {
    save(reportFile(), { ...load(reportFile()), errors: [{ message: "a worker died" }] });
    expect(await playwrightAgain(reportFile(), playwright(0, browserReport(0, 1)))).toBe(false);
  });
});

describe("second tries of a whole run", () => {
  /** Runs of tests, of which one has failures. */
  const runsWith = (failed: number, passesAgain: boolean) => {
    let tries = 0;
    const failures = () => Array.from({ length: failed }, (_, n) => `test ${n}`);
    const again = async () => {
      tries += 1;
      return passesAgain;
    };
    const green = { name: "green", step: "Others", failures: () => [], totals: () => ({ failed: 0 }), again };
    const red = { name: "red", step: "Tests", failures, totals: () => ({ failed }), again };
    return { runs: [green, red], tries: () => tries };
  };

  it.each([
    [
      "failures that pass alone are named, and nothing is broken",
      3,
      true,
      ["Tests"],
      ["test 0", "test 1", "test 2"],
      [],
    ],
    ["a failure that fails alone stays", 1, false, ["Tests"], [], ["Tests"]],
  ] as const)("%s", async (_, failed, passesAgain, broken, named, left) => {
    const { runs, tries } = runsWith(failed, passesAgain);
    const steps: string[] = [...broken];
    expect(await secondTries(runs, steps)).toEqual(named);
    expect(steps).toEqual(left);
    expect(tries()).toBe(1);
  });

  it("nothing is tried again if another run of the same step has a failure that is no test", async () => {
    const { runs, tries } = runsWith(1, true);
    const steps = ["Tests"];
    const other = { ...runs[0], step: "Tests", totals: () => ({ failed: 1 }) };
    expect(await secondTries([other, ...runs], steps)).toEqual([]);
    expect([steps, tries()]).toEqual([["Tests"], 0]);
  });

  it.each([
    ["no test failed", 0, []],
    ["more than three failed", 4, ["Tests"]],
    ["something else is broken, too", 1, ["Tests", "Lint"]],
    ["a step without a failed test is broken", 0, ["Others"]],
  ] as const)("nothing is tried again if %s", async (_, failed, broken) => {
    const { runs, tries } = runsWith(failed, true);
    const steps: string[] = [...broken];
    expect(await secondTries(runs, steps)).toEqual([]);
    expect([steps, tries()]).toEqual([[...broken], 0]);
  });
});
