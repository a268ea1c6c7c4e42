// Refuses a line of more than 120 columns in TypeScript. It covers what Biome does not break: comments, strings and
// SQL.
import { conclude, read, sourceFiles } from "./workspace.mjs";

const MOST_COLUMNS = 120;

/** Made by a tool, and committed. */
const GENERATED = new Set([
  "packages/admin-client/src/schema.ts",
  "packages/pages/src/icons.ts",
  "packages/pages/src/marks.ts",
]);

const files = sourceFiles().filter((name) => name.endsWith(".ts") && !GENERATED.has(name));
const long = files.flatMap((file) =>
  read(file)
    .split("\n")
    .map((line, index) => ({ where: `${file}:${index + 1}`, columns: [...line].length }))
    .filter(({ columns }) => columns > MOST_COLUMNS),
);
conclude(
  long.map(({ where, columns }) => `${where}: the line has ${columns} columns, of at most ${MOST_COLUMNS}.`),
  `Of ${files.length} files of TypeScript no line has more than ${MOST_COLUMNS} columns.`,
);
