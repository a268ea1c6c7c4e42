// Shared by the scripts that check the workspace: its files, and how a check reports problems.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the workspace. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The text of a file of the workspace. */
export const read = (path) => readFileSync(join(root, path), "utf8");

/**
 * The files below these folders that git tracks or would add: no installed and no generated files.
 *
 * @param {...string} folders none for the whole workspace
 * @returns {string[]} paths from the root, sorted
 */
export function sourceFiles(...folders) {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z", ...folders];
  const names = execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }).split("\0");
  return [...new Set(names)].filter((name) => name !== "" && existsSync(join(root, name))).sort();
}

/** Prints each problem and exits with 1 if there is one. Otherwise prints what the check found to be true. */
export function conclude(problems, fine) {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log(fine);
}
