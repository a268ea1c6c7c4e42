// Keeps docs/security/attacks.md true: every attack of the catalogue (attacks.json), its safe answer, and the tests that show it.
// A test shows an attack whose id stands in its title.
//   node scripts/attack-table.mjs            writes the page, with the results of the last run of all tests where its reports are
//   node scripts/attack-table.mjs --check    exits 1 when an attack has no test, or the page is stale but for its results
//   node scripts/attack-table.mjs --results  exits 1 when the last run left an attack out, or one of its tests failed
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolders } from "./bootstrap.mjs";
import { conclude, read, root, stringsIn } from "./documents.mjs";
import { playwrightTests, vitestTests } from "./test-totals.mjs";

const CATALOGUE = "docs/security/attacks.json";
const PAGE = "docs/security/attacks.md";
const HEADER = "| id | attack | safe answer | shown by | last run |";

const areas = JSON.parse(read(CATALOGUE));
const rows = areas.flatMap(({ rows }) => rows);
const ID = new RegExp(`\\b(?:${areas.map(({ area }) => area).join("|")})-\\d{2}\\b`, "g");
const known = new Set(rows.map(({ id }) => id));

const shownBy = testFiles();
if (process.argv.includes("--check")) conclude(problems(), `${rows.length} attacks have tests that name them.`);
else if (process.argv.includes("--results"))
  conclude(failures(results()), `${rows.length} attacks were tried, and answered as they should be.`);
else writeFileSync(join(root, PAGE), page(wholeRun()));

/** The test files in whose titles, or rows of titles, an id stands. */
function testFiles() {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "apps", "packages", "e2e"];
  const names = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0");
  const tests = [...new Set(names)].filter((file) => /\.(test|spec)\.ts$/.test(file) && existsSync(join(root, file)));

  const found = new Map();
  for (const file of tests.sort())
    for (const id of idsIn(read(file))) found.set(id, (found.get(id) ?? new Set()).add(file));
  return found;
}

function idsIn(source) {
  const code = source.split("\n").filter((line) => !/^\s*(\/\/|\/?\*)/.test(line));
  return new Set(code.flatMap((line) => stringsIn(line).flatMap((string) => string.match(ID) ?? [])));
}

function problems() {
  const found = rows.filter(({ id }) => !shownBy.has(id)).map(({ id }) => `${id} has no test: ${CATALOGUE} lists it.`);
  found.push(...[...shownBy.keys()].filter((id) => !known.has(id)).map((id) => `${id} is tested, but not listed.`));
  found.push(
    ...rows.filter(({ id }, at) => rows.findIndex((row) => row.id === id) !== at).map(({ id }) => `${id} twice.`),
  );

  const written = existsSync(join(root, PAGE)) ? read(PAGE) : "";
  if (withoutResults(written) !== withoutResults(page(new Map())))
    found.push(`${PAGE} is stale: run \`node scripts/attack-table.mjs\` and commit what it writes.`);
  return found;
}

/** What the reports say of each id: how many tests of that name passed, and how many did not. */
function results() {
  const tests = [
    ...packageFolders().flatMap((folder) => vitestTests(join(folder, "test-results", "vitest.json"))),
    ...playwrightTests(join(root, "e2e", "test-results", "playwright.json")),
  ];
  const counted = new Map();
  for (const { title, passed } of tests)
    for (const id of new Set(title.match(ID) ?? [])) {
      const count = counted.get(id) ?? { passed: 0, failed: 0 };
      counted.set(id, { ...count, [passed ? "passed" : "failed"]: count[passed ? "passed" : "failed"] + 1 });
    }
  return counted;
}

/** The results of the last run; none where it left an attack out, for then it was not a run of everything. */
function wholeRun() {
  const counted = results();
  return rows.every(({ id }) => counted.has(id)) ? counted : new Map();
}

function failures(counted) {
  return rows.flatMap(({ id }) => {
    const count = counted.get(id);
    if (count === undefined) return [`${id}: no test of this name ran.`];
    return count.failed === 0 ? [] : [`${id}: ${count.failed} of ${count.failed + count.passed} tests failed.`];
  });
}

function page(counted) {
  const chapters = areas.map(({ title, rows }) => {
    const lines = rows.map(({ id, attack, safe }) => row([id, attack, safe, links(id), inWords(counted.get(id))]));
    return [`## ${title}`, "", HEADER, "|---|---|---|---|---|", ...lines].join("\n");
  });
  return [
    "# Attacks, and the tests that try them",
    `Written by \`node scripts/attack-table.mjs\` from [attacks.json](attacks.json) and the ids in test titles. \`npm test\` refuses an attack without a test, and a page that is stale; a run of all tests fails when one of these fails, and when one was left out. The last column is the run that was last written down.`,
    "*Shown* is an error page of ours with status 400: no redirect, nothing of the request in it, nothing stored. *Sent* is a redirect to the registered address with that error, `state` and `iss`, and without code or token. What is *not advertised while it is not built* has a test that fails on the day it is advertised.",
    "Which test turns red when a check is missing: [mutations.md](mutations.md).",
    ...chapters,
    "",
  ].join("\n\n");
}

function row(cells) {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function links(id) {
  const files = [...(shownBy.get(id) ?? [])];
  return files.length === 0 ? "–" : files.map((file) => `[${shortName(file)}](../../${file})`).join(", ");
}

function shortName(file) {
  return file.replace(/^(apps|packages)\//, "").replace("/src/", ": ");
}

function inWords(count) {
  if (count === undefined) return "in every run of CI";
  return count.failed === 0 ? `${count.passed} passed` : `**${count.failed} failed**, ${count.passed} passed`;
}

/** The page but for its last column, which a run may change. */
function withoutResults(text) {
  return text.replaceAll(/^(\|.*\|) [^|]*\|$/gm, "$1");
}
