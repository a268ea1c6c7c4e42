// Which folder may import which is one table, boundaries.json. From it this script writes the rules of Biome
// (biome.boundaries.json, which biome.json extends) and the picture in docs/architecture.md.
//   node scripts/boundaries.mjs            writes both
//   node scripts/boundaries.mjs --check    refuses a table that contradicts itself or the tree, and stale files
//
// The table has a part for each source folder, and there an entry for each folder or file, from the top to the bottom:
//   packages  the packages that it may import; a `*` matches up to the next `/`
//   folders   what it may import of the source folder: `keys/` is a folder and all below it, `http/errors.ts` one file.
//             Its own files and sub-folders are allowed. In a sub-folder, the files of the folders around it are
//             allowed, too, and the sub-folders beside it if `folders` names its own folder
//   not       exceptions; without `packages` and `folders`, everything else is allowed
//   also      the packages that one file may import beyond those of its folder
//   because   the message that Biome gives for a forbidden import
// A sub-folder inherits the entry of its folder, unless it has one. An entry may name only folders that stand below it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { overridesOf } from "./boundaries/overrides.mjs";
import { withPicture } from "./boundaries/picture.mjs";
import { mistakes, problemsOf, readTable } from "./boundaries/table.mjs";
import { conclude, read, root, sourceFiles } from "./workspace.mjs";

const RULES = "biome.boundaries.json";
const DOCUMENT = "docs/architecture.md";
const LARGEST = "apps/authorization-server/src";

const table = readTable(read("boundaries.json"));
const files = sourceFiles("apps", "packages");
const problems = problemsOf(table, files);
const written = problems.length > 0 ? {} : { [RULES]: rulesOf(table), [DOCUMENT]: withPicture(read(DOCUMENT), table) };
if (DOCUMENT in written && written[DOCUMENT] === undefined) problems.push(`${DOCUMENT} has no place for the picture.`);

if (process.argv.includes("--check")) {
  const stale = Object.entries(written).filter(([path, text]) => text !== undefined && text !== read(path));
  problems.push(...stale.map(([path]) => `${path} is stale: run node scripts/boundaries.mjs.`));
  if (problems.length === 0) problems.push(...unnoticed());
  conclude(problems, "The rules of Biome and the picture are those of boundaries.json.");
} else {
  if (problems.length === 0) for (const [path, text] of Object.entries(written)) writeFileSync(join(root, path), text);
  conclude(problems, `${Object.keys(written).join(" and ")} are written.`);
}

/** A check that looks at nothing finds nothing wrong: each mistake in the table must be noticed. */
function unnoticed() {
  return Object.entries(mistakes)
    .filter(([, mistake]) => problemsOf({ ...table, [LARGEST]: mistake(table[LARGEST]) }, files).length === 0)
    .map(([name]) => `This check does not notice ${name}.`);
}

/** An override on each line. */
function rulesOf(table) {
  const lines = overridesOf(table).map((override) => JSON.stringify(override));
  return `{\n"overrides": [\n${lines.join(",\n")}\n]\n}\n`;
}
