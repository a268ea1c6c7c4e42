// Keeps docs/specification.md true: every section has a table, every rule has a file that implements it and a test
// that shows it, and every file and test title in the tables exists.
import { rowsOf } from "./tables.mjs";

const DOCUMENT = "docs/specification.md";
const SECTIONS = ["1", "2", "3", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8", "5", "6", "7", "8", "9"];
/** The rules of §4.8; the rules of §5 have no numbers. */
const RULES = ["1", "2", "3", "4", "5", "6", "7"];
/** The table of these sections has two columns of tests: the rule by itself, and over HTTP. */
const SHOWN_TWICE = ["4.8", "5"];

function check(tree) {
  const rows = rowsOf(tree.read(DOCUMENT)).map(({ heading, cells }) => ({
    section: heading.match(/^§([\d.]+)/)?.[1],
    cells,
  }));
  return {
    problems: [...missingSections(rows), ...missingRules(rows), ...rows.flatMap((row) => problemsOf(tree, row))],
    fine: `${rows.length} rules of the specification lead to files and tests that exist.`,
  };
}

const mistakes = [
  { file: DOCUMENT, from: "## §4.8", to: "## Rules", says: /§4\.8 has no table/ },
  { file: DOCUMENT, from: "**3.**", to: "**8.**", says: /rule 3 of §4\.8 is missing/ },
  {
    file: DOCUMENT,
    from: "](../apps/authorization-server/src/",
    to: "](../apps/nowhere/",
    says: /there is no (test file )?apps\/nowhere/,
  },
  { file: DOCUMENT, from: ".test.ts) “", to: ".test.ts) “Never ", says: /has no test “Never / },
];

export const specificationTable = { check, mistakes };

function missingSections(rows) {
  const there = new Set(rows.map(({ section }) => section));
  return SECTIONS.filter((section) => !there.has(section)).map((section) => `${DOCUMENT}: §${section} has no table.`);
}

function missingRules(rows) {
  const numbers = new Set(
    rows.filter(({ section }) => section === "4.8").map(({ cells }) => /^\*\*(\d)\.\*\*/.exec(cells[0])?.[1]),
  );
  return RULES.filter((number) => !numbers.has(number)).map(
    (number) => `${DOCUMENT}: rule ${number} of §4.8 is missing.`,
  );
}

function problemsOf(tree, { section, cells: [rule = "", implementedIn = "", ...shownBy] }) {
  const where = `${DOCUMENT}, §${section}, ${rule}`;
  const columns = SHOWN_TWICE.includes(section) ? 2 : 1;
  if (shownBy.length !== columns) return [`${where}: ${columns} columns of tests are needed.`];

  const files = links(implementedIn);
  const problems = files.filter((file) => !tree.exists(file)).map((file) => `${where}: there is no ${file}.`);
  if (files.length === 0) problems.push(`${where}: no file implements it.`);
  return [...problems, ...shownBy.flatMap((cell) => problemsOfTests(tree, where, cell))];
}

/** A cell with tests: `[label](../file) “title”`, separated by `<br>`. */
export function problemsOfTests(tree, where, cell) {
  return cell.split("<br>").flatMap((test) => {
    const [, file, title] = /^\[[^\]]+\]\((?:\.\.\/)+([^)]+)\) “(.+)”$/.exec(test) ?? [];
    if (file === undefined) return [`${where}: “${test}” does not name a test.`];
    if (!/\.(test|spec)\.ts$/.test(file) || !tree.exists(file)) return [`${where}: there is no test file ${file}.`];

    const source = tree.read(file);
    const found = ['"', "'", "`"].some((quote) => source.includes(`${quote}${title}${quote}`));
    return found ? [] : [`${where}: ${file} has no test “${title}”.`];
  });
}

function links(cell) {
  return [...cell.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file]) => file);
}
