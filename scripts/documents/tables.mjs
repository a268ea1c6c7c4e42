// Reads and writes tables of a Markdown file, for all checks of the documents.

/**
 * The rows of every table in a Markdown text, without the header rows.
 *
 * @param {string} text
 * @returns {{ heading: string, cells: string[] }[]} `heading` is the title of the section that contains the row
 */
export const rowsOf = (text) => linesOf(text).map(({ heading, cells }) => ({ heading, cells }));

/**
 * The same with where each row stands: the number of its line, and how many columns its table has.
 *
 * @param {string} text
 * @returns {{ heading: string, cells: string[], line: number, columns: number }[]}
 */
export function linesOf(text) {
  let heading = "";
  let columns = 0;
  const rows = [];
  for (const [index, line] of text.split("\n").entries()) {
    const title = /^#+ (.*)$/.exec(line)?.[1];
    if (title !== undefined) heading = title;
    if (!line.startsWith("|")) columns = 0;
    else if (/^\|[-| :]+\|$/.test(line)) columns = cellsOf(line).length;
    else if (columns > 0) rows.push({ heading, cells: cellsOf(line), line: index + 1, columns });
  }
  return rows;
}

/**
 * A table in Markdown.
 *
 * @param {string[]} titles of the columns
 * @param {string[][]} rows the cells of each row
 */
export function tableOf(titles, rows) {
  return [`| ${titles.join(" | ")} |`, `|${"---|".repeat(titles.length)}`, ...rows.map(rowOf)].join("\n");
}

// A bar in a cell is written as \|.
function rowOf(cells) {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/**
 * Links to files of the workspace, for a cell.
 *
 * @param {Iterable<string>} files paths from the root
 * @param {string} up from the folder of the document to the root, such as `../`
 */
export function linksTo(files, up) {
  const links = [...files].sort().map((file) => `[${shortName(file)}](${up}${file})`);
  return links.length === 0 ? "–" : links.join(", ");
}

/** The texts in backticks in a piece of Markdown. */
export const codeIn = (markdown) => [...markdown.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

/** The string literals of a source text, as they are written in the source. */
export function stringsIn(source) {
  return [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(([, double, back]) => double ?? back);
}

function shortName(file) {
  return file.replace(/^(apps|packages)\//, "").replace("/src/", ": ");
}

function cellsOf(line) {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}
