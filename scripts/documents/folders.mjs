// Checks that each folder of product code says in its README.md, in at most ten lines, what lives there.
import { posix } from "node:path";

const MOST_LINES = 10;
const PRODUCT = /^(?:apps|packages)\/[^/]+\/src\/.*\.ts$/;
const NOT_PRODUCT = /\.test\.ts$|\/test-[^/]+$|\/(?:testing|fixtures|generated)\//;

function check(tree) {
  const files = tree.files("apps", "packages");
  const code = files.filter((file) => PRODUCT.test(file) && !NOT_PRODUCT.test(file));
  const folders = [...new Set(code.map(posix.dirname))];
  const pages = new Set(files);
  return {
    problems: folders.flatMap((folder) => problemsOf(tree, `${folder}/README.md`, pages)),
    fine: `${folders.length} folders say what lives there.`,
  };
}

function problemsOf(tree, page, pages) {
  if (!pages.has(page)) return [`${page} is missing: say in at most ${MOST_LINES} lines what lives there.`];
  const lines = tree.read(page).trim().split("\n");
  if (lines[0] === "") return [`${page} says nothing.`];
  return lines.length > MOST_LINES ? [`${page} has ${lines.length} lines, more than ${MOST_LINES}.`] : [];
}

const PAGE = "packages/pages/src/README.md";
const mistakes = [
  { file: PAGE, says: /pages\/src\/README\.md is missing/ },
  { file: PAGE, from: "What", to: `${"What\n".repeat(MOST_LINES)}What`, says: /lines, more than/ },
];

export const folders = { check, mistakes };
