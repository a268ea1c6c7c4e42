// Checks that each folder of product code says in its README.md, in at most ten lines, what lives there, and that no
// such page stayed where the code went.
import { posix } from "node:path";

const MOST_LINES = 10;
const PRODUCT = /^(?:apps|packages)\/[^/]+\/src\/.*\.ts$/;
const PAGE = /^(?:apps|packages)\/[^/]+\/src\/.*\/?README\.md$/;
const NOT_PRODUCT = /\.test\.ts$|\/test-[^/]+$|\/(?:testing|fixtures|generated)\//;

function check(tree) {
  const files = tree.files("apps", "packages");
  const code = files.filter((file) => PRODUCT.test(file) && !NOT_PRODUCT.test(file));
  const folders = [...new Set(code.map(posix.dirname))];
  const pages = new Set(files.filter((file) => PAGE.test(file)));
  const left = [...pages].filter((page) => !folders.includes(posix.dirname(page)));
  return {
    problems: [
      ...folders.flatMap((folder) => problemsOf(tree, `${folder}/README.md`, pages)),
      ...left.map((page) => `${page} stands in a folder without product code.`),
    ],
    fine: `${folders.length} folders say what lives there.`,
  };
}

function problemsOf(tree, page, pages) {
  if (!pages.has(page)) return [`${page} is missing: say in at most ${MOST_LINES} lines what lives there.`];
  const lines = tree.read(page).trim().split("\n");
  if (lines[0] === "") return [`${page} says nothing.`];
  return lines.length > MOST_LINES ? [`${page} has ${lines.length} lines, more than ${MOST_LINES}.`] : [];
}

const ONE = "packages/pages/src/README.md";
const mistakes = [
  { file: ONE, says: /pages\/src\/README\.md is missing/ },
  {
    file: "apps/authorization-server/src/issuer/sender/sender.ts",
    says: /sender\/README\.md stands in a folder without/,
  },
  { file: ONE, from: "What", to: `${"What\n".repeat(MOST_LINES)}What`, says: /lines, more than/ },
];

export const folders = { check, mistakes };
