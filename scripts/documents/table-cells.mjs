// Checks that each row of a table in a document has as many cells as its header: readers do not see the cells beyond.
import { linesOf } from "./tables.mjs";

function check(tree) {
  const documents = tree.files().filter((file) => file.endsWith(".md"));
  const rows = documents.flatMap((file) => linesOf(tree.read(file)).map((row) => ({ ...row, file })));
  return {
    problems: rows
      .filter(({ cells, columns }) => cells.length !== columns)
      .map(
        ({ file, line, cells, columns }) =>
          `${file}:${line} has ${cells.length} cells in a table of ${columns} columns.`,
      ),
    fine: `${rows.length} rows of tables have as many cells as their header.`,
  };
}

const ONE = "docs/troubleshooting.md";
const mistakes = [
  { file: ONE, from: "|---|---|---|", to: "|---|---|", says: /troubleshooting\.md:\d+ has 3 cells in a table of 2/ },
  { file: ONE, from: "| Start again | ", to: "| Start again | | ", says: /troubleshooting\.md:\d+ has 4 cells/ },
];

export const tableCells = { check, mistakes };
