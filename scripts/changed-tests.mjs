// Which test files a change can reach, by the imports of the workspace, nearest first.
import { readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";

const CODE = /\.(ts|mts|mjs)$/;
const TEST = /\.test\.ts$/;
/** Imports and exports from, imports for effect, and imports at run time, of a constant. */
const IMPORT = /\b(?:from|import)\s*\(?\s*"([^"]+)"/g;

/**
 * For each file of code, the files that import it.
 *
 * @param {readonly string[]} files paths from the root
 * @param {(path: string) => string} read the text of a file
 */
export function importersOf(files, read = (path) => readFileSync(path, "utf8")) {
  const exported = exportsOf(files, read);
  const importers = new Map(files.filter((file) => CODE.test(file)).map((file) => [file, new Set()]));
  for (const file of importers.keys())
    for (const [, name] of read(file).matchAll(IMPORT)) {
      const target = name.startsWith(".") ? normalize(join(dirname(file), name)) : exported.get(name);
      importers.get(target)?.add(file);
    }
  return importers;
}

/** What other packages import, by the name that they use: `@countersign/database/migrate` → its file. */
function exportsOf(files, read) {
  const found = new Map();
  for (const manifest of files.filter((file) => basename(file) === "package.json")) {
    const { name, exports } = JSON.parse(read(manifest));
    for (const [path, target] of Object.entries(exports ?? {}))
      if (typeof target === "string") found.set(join(name, path), join(dirname(manifest), target));
  }
  return found;
}

/**
 * The test files that a change can reach, in the order in which they should run: changed ones, those beside a changed
 * file, and then by the number of imports between. Tests that start the whole service import everything, so most of
 * them are as far from most files: those in folders nearby come first.
 *
 * @param {readonly string[]} changed paths from the root
 * @param {ReadonlyMap<string, ReadonlySet<string>>} importers
 * @returns {{ tests: string[], files: Set<string> }} and all files that it can reach
 */
export function reached(changed, importers) {
  const distances = new Map();
  let now = changed.flatMap((file) => (importers.has(file) ? [file] : readersOf(file, importers)));
  for (let distance = 0; now.length > 0; distance++) {
    for (const file of now) distances.set(file, distance);
    now = [...new Set(now.flatMap((file) => [...(importers.get(file) ?? [])]))].filter((file) => !distances.has(file));
  }
  const rank = (test) => {
    const nearness = Math.min(...changed.map((file) => farness(file, test)));
    return [changed.includes(test) ? 0 : 1, Math.min(nearness, 2), distances.get(test), nearness];
  };
  const ranked = [...distances.keys()].filter((file) => TEST.test(file)).map((test) => ({ test, rank: rank(test) }));
  ranked.sort((one, other) => difference(one.rank, other.rank) || one.test.localeCompare(other.test));
  return { tests: ranked.map(({ test }) => test), files: new Set(distances.keys()) };
}

/** The readers of a file that is not code, such as a template or a migration: the code of the nearest folder above. */
function readersOf(file, importers) {
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) {
    const beside = [...importers.keys()].filter(
      (code) => dirname(code) === folder || code.startsWith(`${folder}/src/`),
    );
    if (beside.length > 0) return beside;
  }
  return [];
}

/** 0 for the test of a file, 1 for another one of its folder, and more for each folder between. */
function farness(file, test) {
  const stem = file.replace(CODE, "");
  if (test === `${stem}.test.ts`) return 0;
  const [one, other] = [dirname(file).split("/"), dirname(test).split("/")];
  const shared = one.findIndex((part, at) => part !== other[at]);
  return 1 + one.length + other.length - 2 * (shared === -1 ? one.length : shared);
}

const difference = (one, other) => one.map((part, at) => part - other[at]).find((part) => part !== 0) ?? 0;
