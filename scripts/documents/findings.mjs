// Keeps the findings of the first drills mended: each has a test that goes red if it comes back, and that test exists.
// Each requirement of operation (op.1 to op.10) has a test, or a record or page that exists.
import { join } from "node:path";
import { problemsOfTests } from "./specification-table.mjs";
import { rowsOf } from "./tables.mjs";

const DOCUMENT = "docs/drills/the-first-drills-again.md";
const FINDINGS = ["O3b", ...Array.from({ length: 18 }, (_, n) => `O${n + 1}`)];

const REQUIREMENTS = Array.from({ length: 10 }, (_, n) => `op.${n + 1}`);

function check(tree) {
  const all = rowsOf(tree.read(DOCUMENT));
  const rows = all.filter(({ heading }) => heading === "Findings");
  const required = all.filter(({ heading }) => heading === "What operation has to show");
  const there = rows.map(({ cells: [name = ""] }) => name);
  const missing = FINDINGS.filter((name) => !there.includes(name));
  return {
    problems: [
      ...missing.map((name) => `${DOCUMENT}: finding ${name} is missing.`),
      ...rows.flatMap(({ cells }) => problemsOfTests(tree, `${DOCUMENT}, ${cells[0]}`, cells.at(-1) ?? "")),
      ...requirementsMissing(required),
      ...required.flatMap(({ cells }) => problemsOfShown(tree, cells)),
    ],
    fine: `${there.length} findings of the first drills and ${required.length} requirements have tests that exist.`,
  };
}

function requirementsMissing(rows) {
  const there = rows.map(({ cells: [name = ""] }) => name);
  return REQUIREMENTS.filter((name) => !there.includes(name)).map((name) => `${DOCUMENT}: ${name} is missing.`);
}

/** A record or a page stands alone in its link. Everything else is a test with its title. */
function problemsOfShown(tree, cells) {
  const where = `${DOCUMENT}, ${cells[0]}`;
  return (cells.at(-1) ?? "").split("<br>").flatMap((part) => {
    const [, target] = /^\[(?:record|page)\]\(([^)#]+)[^)]*\)$/.exec(part) ?? [];
    if (target === undefined) return problemsOfTests(tree, where, part);
    const file = join("docs", "drills", target);
    return tree.exists(file) ? [] : [`${where}: there is no ${file}.`];
  });
}

const mistakes = [
  { file: DOCUMENT, from: "| O7 |", to: "| O70 |", says: /finding O7 is missing/ },
  {
    file: DOCUMENT,
    from: "[refresh](../../packages/",
    to: "[refresh](../../nowhere/",
    says: /there is no test file nowhere/,
  },
  { file: DOCUMENT, from: "| op.7 |", to: "| op.70 |", says: /op\.7 is missing/ },
  { file: DOCUMENT, from: "[record](an-hour.json)", to: "[record](a-day.json)", says: /there is no docs.drills.a-day/ },
  { file: DOCUMENT, from: ".test.ts) “", to: ".test.ts) “Never ", says: /has no test “Never / },
];

export const findings = { check, mistakes };
