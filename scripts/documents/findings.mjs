// Keeps the findings of the first drills mended: each has a test that goes red if it comes back, and that test exists.
import { problemsOfTests } from "./specification-table.mjs";
import { rowsOf } from "./tables.mjs";

const DOCUMENT = "docs/drills/the-first-drills-again.md";
const FINDINGS = ["O3b", ...Array.from({ length: 18 }, (_, n) => `O${n + 1}`)];

function check(tree) {
  const rows = rowsOf(tree.read(DOCUMENT)).filter(({ heading }) => heading === "Findings");
  const there = rows.map(({ cells: [name = ""] }) => name);
  const missing = FINDINGS.filter((name) => !there.includes(name));
  return {
    problems: [
      ...missing.map((name) => `${DOCUMENT}: finding ${name} is missing.`),
      ...rows.flatMap(({ cells }) => problemsOfTests(tree, `${DOCUMENT}, ${cells[0]}`, cells.at(-1) ?? "")),
    ],
    fine: `${there.length} findings of the first drills have tests that exist.`,
  };
}

const mistakes = [
  { file: DOCUMENT, from: "| O7 |", to: "| O70 |", says: /finding O7 is missing/ },
  {
    file: DOCUMENT,
    from: "[refresh](../../packages/",
    to: "[refresh](../../nowhere/",
    says: /there is no test file nowhere/,
  },
  { file: DOCUMENT, from: ".test.ts) “", to: ".test.ts) “Never ", says: /has no test “Never / },
];

export const findings = { check, mistakes };
