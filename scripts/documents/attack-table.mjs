// Keeps docs/generated/attacks.md true: every attack of the catalogue (attacks.json), its safe answer, and the tests
// that show it. A test shows an attack if its title contains the id of the attack. The page says how each test ended
// in the last run of all tests.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { packageFolders } from "../bootstrap.mjs";
import { playwrightTests, vitestTests } from "../test-totals.mjs";
import { root } from "../workspace.mjs";
import { linksTo, stringsIn, tableOf } from "./tables.mjs";

const CATALOGUE = "docs/security/attacks.json";
const PAGE = "docs/generated/attacks.md";
const COLUMNS = ["id", "attack", "safe answer", "shown by", "last run"];

function check(tree) {
  const attacks = read(tree);
  return { problems: problems(tree, attacks), fine: `${attacks.rows.length} attacks have tests that name them.` };
}

const mistakes = [
  { file: CATALOGUE, from: '"dos-01"', to: '"dos-99"', says: /dos-99 has no test/ },
  { file: CATALOGUE, from: '"dos-01"', to: '"dos-99"', says: /dos-01 is tested, but not listed/ },
  { file: CATALOGUE, from: '"dos-01"', to: '"dos-02"', says: /dos-02 twice/ },
  { file: PAGE, from: "| dos-01 |", to: "| dos-00 |", says: /attacks\.md is stale/ },
];

export const attackTable = { check, mistakes, write, results };

/** The page, with the results of the last run of all tests if its reports exist. */
function write(tree) {
  const attacks = read(tree);
  const counted = counts(attacks);
  const whole = attacks.rows.every(({ id }) => counted.has(id));
  return { path: PAGE, text: page(attacks, whole ? counted : new Map()) };
}

/**
 * Whether the last run tried every attack, and every test that names an attack passed.
 *
 * @returns {{ problems: string[], fine?: string, notRun?: string }} If the tests of a package did not run, `notRun`
 *   is this one cause, in place of a problem for each attack that follows from it.
 */
function results(tree) {
  const attacks = read(tree);
  const counted = counts(attacks);
  const silent = reports().flatMap(([name, tests]) => (tests.length === 0 ? [name] : []));
  if (silent.length > 0) return { problems: failed(attacks, counted), notRun: causeOf(silent) };
  return {
    problems: [...failed(attacks, counted), ...untried(attacks, counted)],
    fine: `${attacks.rows.length} attacks were tried, and answered as they should be.`,
  };
}

function causeOf(silent) {
  const [its, says] = silent.length === 1 ? ["its", "its step says"] : ["their", "their steps say"];
  return `No test of ${silent.join(" and ")} ran: what ${says} above is the reason. Attacks that only ${its} tests try were not tried.`;
}

function read(tree) {
  const areas = JSON.parse(tree.read(CATALOGUE));
  const rows = areas.flatMap(({ rows }) => rows);
  const id = new RegExp(`\\b(?:${areas.map(({ area }) => area).join("|")})-[a-z\\d]\\d\\b`, "g");
  return { areas, rows, id, shownBy: testFiles(tree, id) };
}

/** The test files that contain an id in a title, or in a row of titles. */
function testFiles(tree, id) {
  const found = new Map();
  for (const file of tree.files("apps", "packages", "e2e").filter((name) => /\.(test|spec)\.ts$/.test(name)))
    for (const one of idsIn(tree.read(file), id)) found.set(one, (found.get(one) ?? new Set()).add(file));
  return found;
}

function idsIn(source, id) {
  const code = source.split("\n").filter((line) => !/^\s*(\/\/|\/?\*)/.test(line));
  return new Set(code.flatMap((line) => stringsIn(line).flatMap((string) => string.match(id) ?? [])));
}

function problems(tree, attacks) {
  const { rows, shownBy } = attacks;
  const known = new Set(rows.map(({ id }) => id));
  const found = rows.filter(({ id }) => !shownBy.has(id)).map(({ id }) => `${id} has no test: ${CATALOGUE} lists it.`);
  found.push(...[...shownBy.keys()].filter((id) => !known.has(id)).map((id) => `${id} is tested, but not listed.`));
  found.push(
    ...rows.filter(({ id }, at) => rows.findIndex((row) => row.id === id) !== at).map(({ id }) => `${id} twice.`),
  );

  const written = tree.exists(PAGE) ? tree.read(PAGE) : "";
  if (withoutResults(written) !== withoutResults(page(attacks, new Map())))
    found.push(`${PAGE} is stale: run \`node scripts/documents.mjs attack-table\` and commit what it writes.`);
  return found;
}

/** The tests of the last run, by the package in whose report they are. */
function reports() {
  const withTests = packageFolders().filter((folder) => "test" in (manifestOf(folder).scripts ?? {}));
  return [
    ...withTests.map((folder) => [relative(root, folder), vitestTests(join(folder, "test-results", "vitest.json"))]),
    ["e2e", playwrightTests(join(root, "e2e", "test-results", "playwright.json"))],
  ];
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** The results of an id in the reports: the number of tests with that id that passed, and the number that did not. */
function counts({ id: pattern }) {
  const counted = new Map();
  for (const { title, passed } of reports().flatMap(([, tests]) => tests))
    for (const id of new Set(title.match(pattern) ?? [])) {
      const count = counted.get(id) ?? { passed: 0, failed: 0 };
      counted.set(id, { ...count, [passed ? "passed" : "failed"]: count[passed ? "passed" : "failed"] + 1 });
    }
  return counted;
}

function failed({ rows }, counted) {
  return rows.flatMap(({ id }) => {
    const { failed, passed } = counted.get(id) ?? { failed: 0, passed: 0 };
    return failed === 0 ? [] : [`${id}: ${failed} of ${failed + passed} tests failed.`];
  });
}

function untried({ rows }, counted) {
  return rows.flatMap(({ id }) => (counted.has(id) ? [] : [`${id}: no test of this name ran.`]));
}

function page({ areas, shownBy }, counted) {
  const chapters = areas.map(({ title, rows }) => {
    const lines = rows.map(({ id, attack, safe }) => [
      id,
      attack,
      safe,
      linksTo(shownBy.get(id) ?? [], "../../"),
      inWords(counted.get(id)),
    ]);
    return `## ${title}\n\n${tableOf(COLUMNS, lines)}`;
  });
  return [
    "# Attacks, and the tests that try them",
    "Written by `node scripts/documents.mjs attack-table` from [attacks.json](../security/attacks.json) and the ids in test titles. `npm test` refuses an attack without a test, and a page that is stale; a run of all tests fails when one of these fails, and when one was left out. The last column is the run that was last written down.",
    "*Shown* is an error page of ours with status 400: no redirect, nothing of the request in it, nothing stored. *Sent* is a redirect to the registered address with that error, `state` and `iss`, and without code or token. What is *not advertised while it is not built* has a test that fails on the day it is advertised.",
    "Which test turns red when a check is missing: [mutations.md](../security/mutations.md).",
    ...chapters,
    "",
  ].join("\n\n");
}

function inWords(count) {
  if (count === undefined) return "in every run of CI";
  return count.failed === 0 ? `${count.passed} passed` : `**${count.failed} failed**, ${count.passed} passed`;
}

/** The page without its last column, which a test run may change. */
function withoutResults(text) {
  return text.replaceAll(/^(\|.*\|) [^|]*\|$/gm, "$1");
}
