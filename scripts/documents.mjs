// What the checks of the documents share: reading the tables of a Markdown file, and saying what is wrong.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The text of a file of the workspace. */
export const read = (path) => readFileSync(join(root, path), "utf8");

/**
 * The rows of every table in a Markdown text, headers left out.
 *
 * @param {string} text
 * @returns {{ heading: string, cells: string[] }[]} `heading` is the title of the section that the row stands in
 */
export function rowsOf(text) {
  let heading = "";
  let inTable = false;
  const rows = [];
  for (const line of text.split("\n")) {
    const title = /^#+ (.*)$/.exec(line)?.[1];
    if (title !== undefined) heading = title;
    if (!line.startsWith("|")) inTable = false;
    else if (/^\|[-| :]+\|$/.test(line)) inTable = true;
    else if (inTable) rows.push({ heading, cells: cellsOf(line) });
  }
  return rows;
}

/** What stands in backticks in a piece of Markdown. */
export const codeIn = (markdown) => [...markdown.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

/** The literals of a text: what stands between two quotes of a kind, as the source writes it. */
export function stringsIn(source) {
  return [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(([, double, back]) => double ?? back);
}

/** Prints each sentence; exits with 1 when there is one. Otherwise prints what was found to be true. */
export function conclude(problems, fine) {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log(fine);
}

// A bar inside a cell is written as \|.
function cellsOf(line) {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}
